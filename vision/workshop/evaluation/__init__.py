"""The quality of a reader, counted on labelled photographs."""
