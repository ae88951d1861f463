"""The first line of an Ubongo record: options, gems on the board, pawns on their red fields."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import cast

from companion.games.game import Game, Json, Option, Setup
from companion.games.setup import check_setup, near
from companion.games.ubongo.components import GEMS_OF_A_COLOUR, HOLES, ROWS, Colour, Row
from companion.games.ubongo.moves import Move
from companion.games.ubongo.state import Gems, State

MOST_SECONDS = 600

OPTIONS: Mapping[str, Option] = {
    "seconds": Option("int", 45, least=5, most=MOST_SECONDS),
    "rounds": Option("int", 9, least=1, most=36),
    "late_takes": Option("bool", False),
    "extra_seconds": Option("data", {}),
}
"""``late_takes``: moves and takes when all are done or time is up, in the order of the calls.
``extra_seconds``: more time for a child, by name: ``{"Cyril": 15}``."""


def first_state(game: Game[State, Move], setup: Setup) -> State:
    """Return the position before the first round. Raises ``BadSetup`` naming every fault."""
    faults = [*_extra_faults(setup), *_gem_faults(setup), *_pawn_faults(setup)]
    options = check_setup(game, setup, dealt=("gems", "pawns"), more_faults=faults)
    seconds = cast(int, options["seconds"])
    extra = cast(Mapping[str, int], options["extra_seconds"])
    pawns = cast(Mapping[str, int], setup.dealt["pawns"])
    return State(
        seats=setup.seats,
        seconds=tuple(seconds + extra.get(name, 0) for name in setup.seats),
        rounds=cast(int, options["rounds"]),
        late_takes=cast(bool, options["late_takes"]),
        gems=_gems(cast(list[list[str]], setup.dealt["gems"])),
        pawns=tuple(Row(pawns[name]) for name in setup.seats),
        won=((),) * len(setup.seats),
    )


def deal(setup: Setup, rng: Random) -> Setup:
    """Return the first line with what it lacks: gems at random, each pawn on some red field."""
    lacking: dict[str, Json] = {
        "gems": deal_gems(rng),
        "pawns": {name: rng.choice(ROWS) for name in setup.seats},
    }
    return replace(setup, dealt={**lacking, **setup.dealt})


def deal_gems(rng: Random) -> list[list[str]]:
    """Return the 72 gems at random, one a hole, as a first line has them under ``gems``."""
    gems = [str(colour) for colour in Colour for _ in range(GEMS_OF_A_COLOUR)]
    rng.shuffle(gems)
    return [gems[row * HOLES : (row + 1) * HOLES] for row in ROWS]


def _gems(rows: list[list[str]]) -> Gems:
    return tuple(tuple(Colour(colour) for colour in row) for row in rows)


def _extra_faults(setup: Setup) -> Iterator[str]:
    extra = setup.options.get("extra_seconds", {})
    if not isinstance(extra, Mapping):
        yield f"option 'extra_seconds' is {extra!r}, not seconds by name"
        return
    for name, seconds in extra.items():
        if name not in setup.seats:
            yield f"extra seconds for {near(name, setup.seats)}, nobody is called that"
        if not _is_whole(seconds, MOST_SECONDS):
            yield f"extra seconds for {name!r} are {seconds!r}, not 0 to {MOST_SECONDS}"


def _gem_faults(setup: Setup) -> Iterator[str]:
    rows = setup.dealt.get("gems")
    if rows is None:
        yield "'gems' is missing"
    elif not isinstance(rows, list | tuple) or not all(isinstance(row, list | tuple) for row in rows):
        yield "'gems' is not a list of rows"
    else:
        yield from _row_faults(cast(list[list[Json]], rows))


def _row_faults(rows: list[list[Json]]) -> Iterator[str]:
    if len(rows) != len(ROWS):
        yield f"{len(rows)} rows of gems, not {len(ROWS)}"
    colours = {str(colour) for colour in Colour}
    for number, row in enumerate(rows):
        if len(row) != HOLES:
            yield f"row {number} has {len(row)} gems, not {HOLES}"
        for hole, gem in enumerate(row):
            if not isinstance(gem, str) or gem not in colours:
                yield f"row {number}, gem {hole}: unknown colour {_shown(gem, colours)}"
    counted = Counter(gem for row in rows for gem in row if isinstance(gem, str))
    for colour in Colour:
        if counted[colour] != GEMS_OF_A_COLOUR:
            yield f"{counted[colour]} {colour} gems, not {GEMS_OF_A_COLOUR}"


def _pawn_faults(setup: Setup) -> Iterator[str]:
    pawns = setup.dealt.get("pawns")
    if not isinstance(pawns, Mapping):
        yield "'pawns' is missing" if pawns is None else f"'pawns' is {pawns!r}, not rows by name"
        return
    for name in setup.seats:
        if name not in pawns:
            yield f"no pawn of {name!r}"
    for name, row in pawns.items():
        if name not in setup.seats:
            yield f"a pawn of {near(name, setup.seats)}, nobody is called that"
        if not _is_whole(row, ROWS[-1]):
            yield f"the pawn of {name!r} stands on {row!r}, not on a row 0 to {ROWS[-1]}"


def _is_whole(value: Json, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _shown(gem: Json, colours: set[str]) -> str:
    return near(gem, colours) if isinstance(gem, str) else repr(gem)
