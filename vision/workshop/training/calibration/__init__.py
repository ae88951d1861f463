"""Fits the confidence of readings, and the probability that dice touch."""
