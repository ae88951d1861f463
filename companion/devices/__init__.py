"""The things on the table: buttons, lamps, buzzer, hourglass, voting box."""
