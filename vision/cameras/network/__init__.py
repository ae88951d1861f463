"""Cameras in the network, and how their pictures come."""
