"""Who asks, by which name, over which encryption."""
