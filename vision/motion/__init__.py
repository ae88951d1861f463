"""Does anything move? What changed, what a hand covers, whether dice rolled, when all is still."""
