"""Light, lenses and shadows of the simulated table."""
