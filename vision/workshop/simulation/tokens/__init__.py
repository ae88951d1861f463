"""Tokens on the simulated table: gems and their board with holes, two-sided stones."""
