"""What the commands say and do of each kind of pieces."""
