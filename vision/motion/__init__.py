"""Does anything move? What has changed, what a hand covers, whether dice rolled, and when everything is
still."""
