"""Does anything move? What changed, what a hand covers, whether dice rolled, when everything is
still."""
