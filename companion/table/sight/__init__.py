"""What the table sees: from the camera's frames to readings, and what people put right."""
