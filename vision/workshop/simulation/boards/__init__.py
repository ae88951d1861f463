"""Printed boards with pieces on them: how they are drawn, laid and seen, and their ground truth."""
