"""What the simulated table is made of, and what else is in its picture."""
