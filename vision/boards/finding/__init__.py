"""Where a taught board lies in a picture."""
