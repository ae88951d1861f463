"""The strip board connects what the circuits connect, and nothing else."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations

import pytest

from companion.devices.header import GROUND, SUPPLY, pin_of
from companion.devices.pin_map import PinMap, shipped_pin_map
from companion.devices.strip_board import COLUMNS, CUT, StripBoard, StripHole, strip_board
from companion.devices.wiring import base_resistor, in_ohm, lamp_resistor, parts

FULL = shipped_pin_map()
MAPS = {
    "all": FULL,
    "without buzzer": replace(FULL, buzzer=None),
    "calls alone": replace(FULL, keys={}, lamps={}, buzzer=None),
    "one call": replace(FULL, calls={"call-1": 22}),
    "lamps alone": replace(FULL, keys={}, calls={}, buzzer=None),
}

Net = tuple[int, bool]
"""A strip's row, and whether it is what is right of the cut."""


def net(board: StripBoard, hole: StripHole) -> Net:
    """Return what a hole's copper is part of."""
    return hole.row, board.strips[hole.row].is_cut and hole.column > CUT


def joined(board: StripBoard) -> dict[str, Net]:
    """Return the net of each wire that leaves the board; a part that ends at ground has two."""
    found = {}
    for wire in board.wires:
        is_ground = board.strips[wire.at.row].name == GROUND
        found[f"{wire.to} to ground" if is_ground else wire.to] = net(board, wire.at)
    return found


def bridges(board: StripBoard) -> dict[frozenset[Net], str]:
    """Return what resistor lies between which nets."""
    resistors = [part for part in board.parts if part.kind == "resistor"]
    return {frozenset(net(board, leg) for leg in part.legs): part.what for part in resistors}


@pytest.fixture(params=MAPS, name="pin_map")
def _pin_map(request: pytest.FixtureRequest) -> PinMap:
    return MAPS[request.param]


@pytest.fixture
def board(pin_map: PinMap) -> StripBoard:
    return strip_board(pin_map)


def test_every_part_is_behind_its_resistor(board: StripBoard, pin_map: PinMap) -> None:
    nets, between = joined(board), bridges(board)
    series = in_ohm(pin_map.wiring.lead_ohm)
    lamp = in_ohm(lamp_resistor(pin_map))
    for names, value in ((pin_map.inputs, series), (pin_map.lamps, lamp)):
        for name, gpio in names.items():
            assert between[frozenset((nets[f"pin {pin_of(gpio)}"], nets[name]))] == value, name


def test_every_call_is_pulled_up_before_its_resistor(board: StripBoard, pin_map: PinMap) -> None:
    nets, between = joined(board), bridges(board)
    for name, gpio in pin_map.calls.items():
        ends = frozenset((nets[f"pin {pin_of(gpio)}"], nets["pin 1"]))
        assert between[ends] == in_ohm(pin_map.wiring.pull_up_ohm), name
        assert f"{name} to ground" in nets


def test_the_transistor_switches_the_buzzer_s_minus() -> None:
    assert FULL.buzzer is not None
    board = strip_board(FULL)
    nets, between = joined(board), bridges(board)
    (transistor,) = (part for part in board.parts if part.kind == "transistor")
    (diode,) = (part for part in board.parts if part.kind == "diode")
    collector, base, emitter = (net(board, leg) for leg in transistor.legs)
    assert between[frozenset((nets[f"pin {pin_of(FULL.buzzer)}"], base))] == in_ohm(base_resistor(FULL))
    assert (collector, emitter) == (nets["buzzer –"], nets["pin 6 to ground"])
    assert [net(board, leg) for leg in diode.legs] == [nets["buzzer +"], nets["buzzer –"]]
    assert nets["buzzer +"] == nets["pin 2"]


def test_nothing_else_is_connected(board: StripBoard, pin_map: PinMap) -> None:
    by_net = defaultdict(set)
    for name, of in joined(board).items():
        by_net[of].add(name)
    wanted = len(pin_map.inputs) + len(pin_map.lamps) + len(pin_map.calls) + bool(pin_map.buzzer)
    assert len(bridges(board)) == wanted
    for names in by_net.values():
        told = {name for name in names if not name.endswith("to ground")}
        assert len(told) <= 1 or told == {"pin 2", "buzzer +"}, told


def test_no_hole_takes_two_wires_and_none_is_where_the_strip_is_cut(board: StripBoard) -> None:
    holes = [leg for part in board.parts for leg in part.legs] + [wire.at for wire in board.wires]
    assert max(Counter(holes).values()) == 1
    for hole in holes:
        assert 0 <= hole.column < COLUMNS
        assert not (board.strips[hole.row].is_cut and hole.column == CUT)
    upright = [part.legs for part in board.parts if part.legs[0].column == part.legs[-1].column]
    for one, other in combinations(upright, 2):
        rows, others = (range(min(legs).row, max(legs).row + 1) for legs in (one, other))
        assert one[0].column != other[0].column or not set(rows) & set(others)


def test_what_is_bought_is_what_is_soldered(board: StripBoard, pin_map: PinMap) -> None:
    soldered = Counter(part.what for part in board.parts if part.kind == "resistor")
    bought = Counter[str]()
    for part in parts(pin_map):
        if part.what.startswith("resistor "):
            bought[part.what.split(",")[0].removeprefix("resistor ")] += part.count
    assert bought == soldered
    size = next(part.what for part in parts(pin_map) if "strip board" in part.what)
    assert f"{COLUMNS} × " in size
    assert int(size.split("× ")[1].split(" ")[0]) >= len(board.strips)
    to_the_pi = next(part.count for part in parts(pin_map) if "jumper" in part.what)
    assert to_the_pi >= sum(wire.to.startswith("pin ") for wire in board.wires)
    assert SUPPLY not in {strip.name for strip in board.strips} or pin_map.calls
