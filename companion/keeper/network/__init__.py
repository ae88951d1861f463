"""The table's way into a network, by NetworkManager: another's, or its own where there is none."""
