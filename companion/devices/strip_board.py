"""The place of each part of the box's wiring on a strip board, worked out from the pin map.

Every pin of the Pi has a strip of its own, from left to right: the wire from the Pi, a resistor that
bridges the cut, the wire to the part. So a strip is checked by looking along it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from companion.devices.header import GROUND, STRONG, SUPPLY, pin_of
from companion.devices.pin_map import PinMap
from companion.devices.wiring import base_resistor, in_ohm, lamp_resistor

COLUMNS: Final = 14
PI, FIRST_PULL_UP, BEFORE, CUT, AFTER, PART = 0, 1, 5, 6, 10, 12
"""The columns of a strip: the wire from the Pi; pull-ups; a resistor's legs and between them the cut;
the wire to the part."""
DIODE, LEG = 4, 11
"""The columns of the buzzer's diode and of its transistor's legs."""
COLLECTOR: Final = "collector"
"""The strip on which the transistor's collector and the buzzer's minus meet."""


class StripHole(NamedTuple):
    """A hole of the board, counted from its top left corner, seen from the parts' side."""

    row: int
    column: int


@dataclass(frozen=True)
class Strip:
    """A strip of copper: its name, and whether it is cut at ``CUT``."""

    name: str
    is_cut: bool = False


@dataclass(frozen=True)
class FittedPart:
    """A part with its legs; ``what`` is for a person: a value, a type."""

    kind: Literal["resistor", "diode", "transistor"]
    what: str
    legs: tuple[StripHole, ...]


@dataclass(frozen=True)
class Joint:
    """A wire that leaves the board: its hole, and its other end (a pin of the Pi, a part of the box)."""

    at: StripHole
    to: str


@dataclass(frozen=True)
class StripBoard:
    """The whole board: its strips from the top, the parts on it, and the wires that leave it."""

    strips: tuple[Strip, ...]
    parts: tuple[FittedPart, ...]
    wires: tuple[Joint, ...]


def strip_board(pin_map: PinMap) -> StripBoard:
    """Lay out the board for the parts that were built."""
    strips = tuple(_strips(pin_map))
    rows = {strip.name: row for row, strip in enumerate(strips)}
    return StripBoard(strips, tuple(_parts(pin_map, rows)), tuple(_wires(pin_map, rows)))


def _strips(pin_map: PinMap) -> Iterator[Strip]:
    calls = list(pin_map.calls)
    half = len(calls) // 2
    yield from (Strip(name, is_cut=True) for name in (*pin_map.keys, *pin_map.lamps))
    yield from (Strip(name, is_cut=True) for name in calls[:half])
    if calls:
        yield Strip(SUPPLY)
    yield from (Strip(name, is_cut=True) for name in calls[half:])
    if pin_map.buzzer is not None:
        yield from (Strip(STRONG), Strip(COLLECTOR), Strip("buzzer", is_cut=True))
    yield Strip(GROUND)


def _parts(pin_map: PinMap, rows: dict[str, int]) -> Iterator[FittedPart]:
    series = in_ohm(pin_map.wiring.lead_ohm)
    values = {**dict.fromkeys([*pin_map.keys, *pin_map.calls], series)}
    values |= dict.fromkeys(pin_map.lamps, in_ohm(lamp_resistor(pin_map)))
    if pin_map.buzzer is not None:
        values["buzzer"] = in_ohm(base_resistor(pin_map))
    for name, value in values.items():
        yield FittedPart(
            "resistor", value, (StripHole(rows[name], BEFORE), StripHole(rows[name], AFTER))
        )
    for column, name in enumerate(pin_map.calls, FIRST_PULL_UP):
        legs = StripHole(rows[name], column), StripHole(rows[SUPPLY], column)
        yield FittedPart("resistor", in_ohm(pin_map.wiring.pull_up_ohm), legs)
    if pin_map.buzzer is not None:
        ring_first = StripHole(rows[STRONG], DIODE), StripHole(rows[COLLECTOR], DIODE)
        yield FittedPart("diode", "1N4148", ring_first)
        names = COLLECTOR, "buzzer", GROUND
        yield FittedPart("transistor", "BC547", tuple(StripHole(rows[name], LEG) for name in names))


def _wires(pin_map: PinMap, rows: dict[str, int]) -> Iterator[Joint]:
    gpios = {**pin_map.inputs, **pin_map.outputs}
    for name, gpio in gpios.items():
        yield Joint(StripHole(rows[name], PI), f"pin {pin_of(gpio)}")
        if name != "buzzer":
            yield Joint(StripHole(rows[name], PART), name)
    if pin_map.calls:
        yield Joint(StripHole(rows[SUPPLY], PI), "pin 1")
    if pin_map.buzzer is not None:
        yield Joint(StripHole(rows[STRONG], PI), "pin 2")
        yield Joint(StripHole(rows[STRONG], PART), "buzzer +")
        yield Joint(StripHole(rows[COLLECTOR], PART), "buzzer –")
    yield Joint(StripHole(rows[GROUND], PI), "pin 6")
    free = (column for column in reversed(range(COLUMNS)) if column != LEG)
    for column, to in zip(free, _ground(pin_map), strict=False):
        yield Joint(StripHole(rows[GROUND], column), to)


def _ground(pin_map: PinMap) -> Sequence[str]:
    """Return the wires that end at ground: one chain of keys, one of lamps, and a separate lead for each
    call button."""
    chains = {"all keys": pin_map.keys, "all lamps": pin_map.lamps}
    return [*(name for name, built in chains.items() if built), *pin_map.calls]
