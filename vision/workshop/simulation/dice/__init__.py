"""Simulated dice: how they are made, printed, laid and drawn."""
