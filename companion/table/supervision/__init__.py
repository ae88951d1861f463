"""Workers that are watched, and the computer that they run on."""
