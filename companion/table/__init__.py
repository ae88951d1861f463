"""A sitting at the table: joins rules, readings, devices and people."""
