"""The simulated table that the simulated camera looks at."""
