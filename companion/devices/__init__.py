"""The things on the table that have keys, lamps and a buzzer; they know no game and no web.

The modules that need a pin library (``pin_box``, ``simulated_pins``) are loaded only if there are pins.
"""
