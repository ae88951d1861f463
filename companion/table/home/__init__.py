"""What the home is told of the table: by way of an MQTT broker, as Home Assistant understands it."""
