"""What the commands need for each kind of piece."""
