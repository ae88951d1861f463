"""Tokens on the simulated table: gems and the board in whose holes they lie, two-sided stones."""
