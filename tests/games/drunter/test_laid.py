"""Boards on which tiles lie already: any town that a game reaches is found again, and played on from."""

import json
from dataclasses import replace
from random import Random

import pytest

from companion.errors import BadSetup
from companion.games.drunter.bot import BOT
from companion.games.drunter.laid import lays_leading_to
from companion.games.drunter.pieces import BOX, Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import State
from companion.games.drunter.town import LaidTile, Town
from companion.games.drunter.turns import to_move
from companion.games.game import Json, Setup
from tests.games.drunter.case import NAMES, WEST, dealt


def towns(seed: int, every: int = 6) -> list[Town]:
    """Return the towns that one game passes through, one in so many."""
    rng, state = Random(seed), GAME.start(dealt(2 + seed % 3, seed, variant="expert"))
    found: list[Town] = []
    while (seat := to_move(state)) is not None:
        if not found or state.town.tiles != found[-1].tiles:
            found.append(state.town)
        lays = list(GAME.legal_moves(state))
        bot = BOT.choose(state, seat, rng)
        assert bot is not None
        state = GAME.play(state, rng.choice([bot, rng.choice(lays)]))
    return [*found[::every], found[-1]]


def started(laid: Json, seed: int = 0, **tiles: Json) -> State:
    words: dict[str, Json] = {"laid": laid, "cards": None, **tiles}
    setup = Setup("drunter", NAMES[:2], {}, words)
    return GAME.start(GAME.deal(setup, Random(seed)))


@pytest.mark.parametrize("seed", range(6))
def test_every_town_of_a_game_is_reached_again_whatever_order_its_tiles_come_in(seed: int) -> None:
    rng = Random(seed)
    for town in towns(seed):
        tiles = rng.sample(town.tiles, len(town.tiles))
        lays = reached(replace(town, tiles=tuple(tiles)))
        assert lays is not None
        state = started(lays)
        assert set(state.town.tiles) == set(town.tiles)
        assert set(state.town.gangs) == set(town.gangs)


def test_gangs_that_stand_elsewhere_have_no_order() -> None:
    town = towns(1)[2]
    corners = [gang.square for gang in WEST.starts]
    assert lays_leading_to(WEST, town.tiles, corners) is None


def reached(town: Town, *more: LaidTile) -> list[dict[str, Json]] | None:
    return lays_leading_to(WEST, [*town.tiles, *more], [gang.square for gang in town.gangs])


def test_tiles_that_no_game_brings_there_have_no_order() -> None:
    town = towns(2)[3]
    stray = LaidTile("street", (Square(7, 4),))
    assert reached(town, stray) is None
    backwards = replace(town, tiles=tuple(map(turned_round, town.tiles)))
    assert reached(backwards) is None


def turned_round(tile: LaidTile) -> LaidTile:
    return tile._replace(squares=tile.squares[::-1] if len(tile.squares) > 1 else tile.squares)


def test_what_lies_already_is_not_dealt_again() -> None:
    lays = reached(towns(3)[4])
    state = started(lays, seed=7)
    in_hands = sum(map(len, state.tiles))
    assert in_hands + len(state.town.tiles) == BOX.total()
    assert to_move(state) is not None


@pytest.mark.parametrize(
    ("laid", "fault"),
    [
        ("seen", "'laid' must list"),
        ([["street", 1]], "laid 1: it is no lay"),
        ([{"kind": "street", "length": 2, "gang": [3, 3], "towards": "south"}], "no street gang stands"),
        ([{"kind": "street", "length": 2, "gang": [14, 0], "towards": "north"}], "free squares"),
        ([{"kind": "street", "length": 4, "gang": [14, 0], "towards": "south"}], "not 1, 2 or 3"),
    ],
)
def test_what_cannot_be_laid_so_is_named(laid: Json, fault: str) -> None:
    with pytest.raises(BadSetup, match=fault):
        started(json.loads(json.dumps(laid)))


def test_more_tiles_than_the_box_holds_are_refused() -> None:
    setup = dealt(2, 1)
    lays = reached(towns(3)[4])
    with pytest.raises(BadSetup, match="the box holds"):
        GAME.start(replace(setup, dealt={**setup.dealt, "laid": lays}))
