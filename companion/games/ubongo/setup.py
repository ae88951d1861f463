"""The first line of an Ubongo record: options, gems on the board, pawns on their red fields.

``gems`` may be ``"seen"``: the board is then read, or entered, before the first round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import cast

from companion.games.game import Game, Json, Option, Setup
from companion.games.setup import check_setup, near
from companion.games.ubongo.components import EASY, HARD, ROWS, Row
from companion.games.ubongo.gems import AS_SEEN, NOT_KNOWN, deal_gems, gem_faults, gems_of
from companion.games.ubongo.moves import Move
from companion.games.ubongo.state import Phase, Round, State

MOST_SECONDS = 600

OPTIONS: Mapping[str, Option] = {
    "seconds": Option("int", 45, least=5, most=MOST_SECONDS),
    "rounds": Option("int", 9, least=1, most=36),
    "pieces": Option("int", EASY, least=EASY, most=HARD),
    "late_takes": Option("bool", False),
    "follow_takes": Option("bool", False),
    "extra_seconds": Option("data", {}),
}
"""``pieces``: how many each player takes, which decides the side of the cards. ``late_takes``: pawns
move and gems are taken only when all are done or time is up, in the order of the calls.
``follow_takes``: the camera counts each take as it is made, not all of them once the sand is through.
``extra_seconds``: more time for a child, by name: ``{"Cyril": 15}``."""


def first_state(game: Game[State, Move], setup: Setup) -> State:
    """Return the position before the first round. Raises ``BadSetup`` naming every fault."""
    gems = setup.dealt.get("gems")
    gems_wrong = () if gems == AS_SEEN else gem_faults(gems)
    faults = [*_extra_faults(setup), *gems_wrong, *_pawn_faults(setup)]
    options = check_setup(game, setup, dealt=("gems", "pawns"), more_faults=faults)
    seconds = cast(int, options["seconds"])
    extra = cast(Mapping[str, int], options["extra_seconds"])
    pawns = cast(Mapping[str, int], setup.dealt["pawns"])
    state = State(
        seats=setup.seats,
        seconds=tuple(seconds + extra.get(name, 0) for name in setup.seats),
        rounds=cast(int, options["rounds"]),
        pieces=cast(int, options["pieces"]),
        late_takes=cast(bool, options["late_takes"]),
        gems=((),) * len(ROWS) if gems == AS_SEEN else gems_of(gems),
        pawns=tuple(Row(pawns[name]) for name in setup.seats),
        won=((),) * len(setup.seats),
    )
    if gems != AS_SEEN:
        return state
    return replace(state, laid=NOT_KNOWN, round=Round(phase=Phase.LAYING_OUT))


def deal(setup: Setup, rng: Random) -> Setup:
    """Return the first line with missing parts filled in: gems at random, each pawn on some red
    field."""
    lacking: dict[str, Json] = {
        "gems": deal_gems(rng),
        "pawns": {name: rng.choice(ROWS) for name in setup.seats},
    }
    return replace(setup, dealt={**lacking, **setup.dealt})


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
