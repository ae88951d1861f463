"""Tells a hub of many tables each finished move, in order, until the hub says that it is stored."""
