"""The forty pins of every Raspberry Pi since the B+, and what each is."""

from typing import Final

SUPPLY, STRONG, GROUND = "3.3 V", "5 V", "GND"

HEADER: Final[tuple[str | int, ...]] = (
    *(SUPPLY, STRONG, 2, STRONG, 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, SUPPLY, 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, "ID", "ID", 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""What pin 1, 2, … 40 is: a GPIO's number, or a word. ID: reserved for add-on boards; leave these pins
free."""


def pin_of(gpio: int) -> int:
    """Return the header's pin, 1–40, on which a GPIO is."""
    return HEADER.index(gpio) + 1
