"""What ``companion make-card`` writes: what makes a fresh Raspberry Pi this table."""
