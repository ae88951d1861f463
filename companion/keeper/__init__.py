"""The keeper: the one service that runs as root. It does a fixed list of acts."""
