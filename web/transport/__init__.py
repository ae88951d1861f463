"""Connections: who gets one, for how long, and how bytes come and go."""
