"""The installer tried on Debian's own trees: files, the service under a real systemd, what is left."""
