"""Whole games at the simulated table while its camera's pictures are spoilt now and then."""
