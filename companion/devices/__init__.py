"""The things on the table that have keys, lamps and a buzzer; they know no game and no web.

What needs a library for pins (``pin_box``, ``simulated_pins``) is loaded only where there are some.
"""
