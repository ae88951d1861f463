"""What draws, trains and evaluates. A real table loads nothing of it."""
