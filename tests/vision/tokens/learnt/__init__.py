"""Tests of the trained finder and matcher of tokens."""
