"""Reads boards by the learnt matcher."""
