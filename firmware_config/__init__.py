"""Data for the Pi: ``pins.toml`` says which part is wired to which GPIO."""
