"""The content of a place, given the taught samples and the look of the bare place: one learnt
matcher."""
