"""Fights: their rules, their odds, and the fight table beside an untracked crypt."""
