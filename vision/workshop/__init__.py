"""The parts that draw, train and evaluate. A real table loads nothing of it."""
