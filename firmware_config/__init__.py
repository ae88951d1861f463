"""What goes on the Pi, as data: ``pins.toml`` says which part is wired to which GPIO."""
