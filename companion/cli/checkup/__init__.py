"""The checks of ``companion doctor``, one file for each part of the table; each reports in plain
words."""
