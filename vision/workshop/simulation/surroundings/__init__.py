"""The simulated table's materials, and the other things in its picture."""
