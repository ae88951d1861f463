"""Cuts the power at the level of files: what was not yet on the disk is lost, or half there."""
