"""Trains the matcher on a graphics card, from worlds that all cores draw meanwhile."""
