"""One game being played: its moves, permissions, time and proposals."""
