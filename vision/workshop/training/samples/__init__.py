"""The networks' training data: batches of painted, simulated and real pictures."""
