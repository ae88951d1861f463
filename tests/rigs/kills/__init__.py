"""Kills a running table (-9) again and again, and looks what it knows afterwards."""
