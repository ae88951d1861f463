"""The table's sight: from the camera's frames to readings, and people's corrections."""
