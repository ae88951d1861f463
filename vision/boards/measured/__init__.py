"""Reads boards from measures of every cell, with one logistic regression for each question."""
