"""What lies at a place, given what was taught and how the bare place looks: one learnt matcher."""
