"""Ubongo at the table: its time, its calls, its lamps. Its gems are not read yet."""
