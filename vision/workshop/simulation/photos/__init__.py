"""Writes photographs of simulated tables with their manifests."""
