"""One game being played: its moves, who may make them, its time, what is proposed."""
