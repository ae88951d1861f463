"""Cameras: simulated, recording, webcam and picamera2, under one contract."""
