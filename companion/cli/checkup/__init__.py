"""What ``companion doctor`` looks at, one file for each part of the table; each reports in plain
words."""
