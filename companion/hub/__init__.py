"""The hub: many tables at once. It hears what tables tell, stores it, and shows the whole room.

A process of its own; its libraries are those of the optional group ``hub``, and no table loads them.
"""
