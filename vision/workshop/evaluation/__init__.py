"""How good a reader is, counted on labelled photographs."""
