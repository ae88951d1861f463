"""Teaches tokens from labelled photographs, or from counts alone."""
