"""Cameras: simulated, recording, webcam, network and picamera2, under one contract."""
