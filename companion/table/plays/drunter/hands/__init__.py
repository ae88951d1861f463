"""How simulated hands play Drunter und Drüber."""
