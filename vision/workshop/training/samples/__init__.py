"""What the networks learn from: batches of painted, simulated and real pictures."""
