"""How manifests are read."""
