"""What lies here, given what was taught and what this place looks like bare: one learnt matcher."""
