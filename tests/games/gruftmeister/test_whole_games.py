"""Whole games on our own crypt: they end, nothing is lost or made on the way, places are played for."""

from collections import Counter
from random import Random

import pytest

from companion.games.game import Setup
from companion.games.gruftmeister.board import CHEST, COFFIN
from companion.games.gruftmeister.bot import BOT
from companion.games.gruftmeister.moves import Figure
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import HEARTS, State
from companion.games.gruftmeister.stones import count_unaccounted
from tests.games.bots import next_move
from tests.games.contract import played
from tests.games.gruftmeister.crypts import NAMES, setup

MOST = 3000


def things_of(state: State) -> Counter[str]:
    """Everything there is: closed, lying, buried, carried; treasures at home by their number."""
    found: Counter[str] = Counter()
    for kind in (CHEST, COFFIN):
        found += count_unaccounted(state, kind)
    found.update(face for cell, face in state.under.items() if state.board.kind(cell) in (CHEST, COFFIN))
    for things in (*state.lying.values(), *state.buried.values()):
        found.update(things)
    for player in state.players:
        found.update((*player.master_bag, *player.servant_bag))
    return found


def treasures_of(state: State) -> int:
    carried = things_of(state)
    kinds = state.crypt.kinds
    here = sum(count for thing, count in carried.items() if kinds[thing] == "treasure")
    return here + sum(player.home for player in state.players)


def check(state: State) -> None:
    """The state is one that the rules can come to."""
    crypt = state.crypt
    all_things = Counter(crypt.stones[CHEST]) + Counter(crypt.stones[COFFIN])
    there = things_of(state)
    for thing, kind in crypt.kinds.items():
        if kind == "heart":
            assert there[thing] <= all_things[thing]
        elif kind != "treasure":
            assert there[thing] == all_things[thing], thing
    assert treasures_of(state) == crypt.treasures
    for player in state.players:
        assert 1 <= player.hearts <= HEARTS
        assert len(player.master_bag) <= 5
        assert len(player.servant_bag) <= 2
        for figure in Figure:
            cell = player.at(figure)
            assert cell in state.board.fields
            kind = state.board.kind(cell)
            closed = cell in state.closed
            assert not (closed and kind in (CHEST, "lock", COFFIN)) or state.waiting is not None
        owned = Counter((*player.master_bag, *player.servant_bag, f"{player.colour} key"))
        for thing, count in owned.items():
            assert count <= (2 if crypt.kinds[thing] in ("treasure", "heart") else 1)
    assert 0 <= state.turn.master_left <= 5
    assert 0 <= state.turn.servant_left <= 5


def ends(setup: Setup, seed: int) -> State:
    """Let bots play it to the end."""
    rng, state = Random(seed), GAME.start(setup)
    for _ in range(MOST):
        move = next_move(GAME, BOT, state, len(setup.seats), rng)
        if move is None:
            break
        state = GAME.play(state, move)  # type: ignore[arg-type]
    assert GAME.outcome(state) is not None
    return state


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_lost_or_made_in_any_game(seed: int) -> None:
    start = setup(1 + seed % 4) if seed % 2 else Setup("gruftmeister", NAMES[: 1 + seed % 4])
    for moment in played(GAME, start, Random(seed), wild=(0.2, 0.6, 1.0)[seed % 3], most=250):
        check(moment.after)


def test_games_on_our_crypt_are_won_with_five_treasures() -> None:
    for seed in range(6):
        state = ends(Setup("gruftmeister", NAMES[: 2 + seed % 3]), seed)
        assert max(GAME.scores(state)) == 5


def test_bots_play_on_for_three_places() -> None:
    assert len(ends(Setup("gruftmeister", NAMES, {"places": 3}), 12).places) == 3


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_2000_games_on_our_crypt_end() -> None:
    for seed in range(2000):
        places = 1 + seed % 3
        ends(Setup("gruftmeister", NAMES[: 1 + seed % 4], {"places": places}), seed)
