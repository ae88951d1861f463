"""What ``companion doctor`` looks at, one file a part of the table; each tells in plain words."""
