"""Sheets of paper that ``companion print`` draws, one file a sheet."""
