"""Drunter und Drüber, basic and expert: lines of tiles across a town, and votes on outhouses."""
