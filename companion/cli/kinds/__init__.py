"""What each kind of piece needs for the commands."""
