"""Manifests: photographs with what a person says lies on them."""
