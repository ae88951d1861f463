"""Gruftmeister at the table: thrown stones read in a fight, all else by tap, doors peeked at unseen."""
