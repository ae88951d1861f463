"""What ``companion make-card`` writes: the files that turn a fresh Raspberry Pi into this table."""
