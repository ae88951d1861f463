"""Connections: which ones are accepted, how long they last, and how their bytes are read and written."""
