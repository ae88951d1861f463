"""Tokens found by one trained finder and named by one trained matcher: a rival of the hand-made eye."""
