"""Sheets of paper with an outline printed on them: how they are printed, and how they are read."""
