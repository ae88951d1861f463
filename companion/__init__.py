"""The table: rules, players, devices and memory."""
