"""Reports the table to the home, through an MQTT broker, in the form that Home Assistant understands."""
