"""Reads boards by what is measured of every cell, one logistic regression a question."""
