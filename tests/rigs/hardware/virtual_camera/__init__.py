"""Raspberry Pi's own Picamera2 class on the camera that libcamera imagines, in a Debian in a folder."""
