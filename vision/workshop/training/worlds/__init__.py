"""Made-up pictures of dice, painted to learn from."""
