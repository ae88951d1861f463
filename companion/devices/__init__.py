"""The things on the table that have keys, lamps and a buzzer; they know no game and no web."""
