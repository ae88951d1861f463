"""What lies there: from a picture to a reading."""
