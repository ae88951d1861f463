"""Whole games read through perfect readings: the record at the end is the one that was played."""

import json
from random import Random

import pytest

from companion.games.drunter.bot import BOT
from companion.games.drunter.moves import Lay
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import State
from companion.games.drunter.turns import squares_of, to_move
from companion.games.game import HOST
from tests.table.conftest import Bench
from tests.table.plays.drunter.paper_board import board_of
from tests.table.plays.drunter.test_at_the_table import begun
from tests.table.plays.drunter.voting import watch


@pytest.mark.parametrize(("seed", "variant"), [(1, "basic"), (2, "expert"), (5, "basic")])
def test_a_whole_game_is_read_as_it_was_played(bench: Bench, seed: int, variant: str) -> None:
    rng = Random(seed)
    sitting = begun(bench, seed, variant=variant)
    truth, played = sitting.state, []
    while (seat := to_move(truth)) is not None:
        move = BOT.choose(truth, seat, rng)
        assert move is not None
        played.append({"seat": truth.name(seat), **GAME.words(truth, move)})
        after = GAME.play(truth, move)
        if isinstance(move, Lay):
            sitting.board = board_of(truth)
            sitting.board.put(move.kind, squares_of(truth, move), rng.randrange(4))
            sitting.board.pawns = sitting.board.pawns - {move.gang} | {squares_of(truth, move)[-1]}
            sitting.look()
        else:
            sitting.tap(move)
            watch(sitting.bench)
        assert sitting.state == after
        truth = after
        sitting.board = board_of(truth)
        sitting.look(0.0)
        assert sitting.is_quiet
    outcome = GAME.outcome(sitting.state)
    assert outcome is not None
    assert (outcome, sitting.bench.table.state(HOST)["scores"]) == (GAME.outcome(truth), scores(truth))
    _, *record = (json.loads(line) for line in bench.table.record().splitlines())
    assert record == json.loads(json.dumps(played))
    by = {line["move"]["move"]: line["by"] for line in bench.table.state(HOST)["history"]}
    assert by["lay"] == "camera"


def scores(state: State) -> dict[str, int]:
    points = GAME.scores(state)
    assert points is not None
    return dict(zip(state.seats, points, strict=True))


def test_a_tile_that_is_missing_at_the_end_is_said_and_clearing_the_board_is_no_fault(
    bench: Bench,
) -> None:
    rng = Random(3)
    sitting = begun(bench, 3, variant="expert")
    while (seat := to_move(sitting.state)) is not None:
        move = BOT.choose(sitting.state, seat, rng)
        assert move is not None
        sitting.tap(move)
    sitting.board = board_of(sitting.state)
    sitting.look()
    assert sitting.is_quiet
    sitting.board.take(sitting.state.town.tiles[0].squares)
    sitting.look()
    assert sitting.notice == "missing"
    for tile in sitting.state.town.tiles[:20]:
        sitting.board.take(tile.squares)
    sitting.look()
    assert sitting.is_quiet
