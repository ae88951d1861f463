"""Changes of network cut off (-9) at any moment, and whether the table can be reached afterwards."""
