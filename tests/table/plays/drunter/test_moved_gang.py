"""A gang that was moved at once onto a tile that cannot be told for sure: asked, never guessed."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import KINDS, Kind
from companion.games.drunter.turns import legal_lays, squares_of
from tests.table.plays.drunter.paper_board import PaperBoard, board_of
from tests.table.plays.drunter.random_games import Moment, every_moment
from tests.table.plays.drunter.test_referee import asked, moved, offered, weighed

SEEDS = range(3)
Guesses = tuple[tuple[str, int, float], ...]


def singles(seed: int) -> Iterator[Moment]:
    """Yield the lays of single tiles that can be told from others by the gang that moves."""
    for moment in every_moment(seed):
        same = [lay for lay in legal_lays(moment.before, moment.lay.seat) if _is_alike(moment, lay)]
        if moment.lay.length == 1 and len(same) == 1:
            yield moment


def _is_alike(moment: Moment, lay: Lay) -> bool:
    return squares_of(moment.before, lay)[-1] == moment.squares[-1] and lay.kind == moment.lay.kind


def illegal_kinds(moment: Moment) -> list[Kind]:
    """Return of which kinds a single is no lay there."""
    legal = [lay.kind for lay in legal_lays(moment.before, moment.lay.seat) if lay.length == 1]
    return [
        kind
        for kind in KINDS
        if kind != moment.lay.kind
        and (kind not in legal or (kind, moment.squares) not in _singles_there(moment))
    ]


def _singles_there(moment: Moment) -> set[tuple[Kind, tuple[object, ...]]]:
    state = moment.before
    return {(lay.kind, squares_of(state, lay)) for lay in legal_lays(state, moment.lay.seat)}


def with_gang(moment: Moment, guesses: Guesses, *, kind: Kind | None = None) -> PaperBoard:
    """Return the board with a tile of this kind laid and its gang on it: that square is guessed at."""
    board = board_of(moment.before)
    board.put(kind or moment.lay.kind, moment.squares)
    return _gang_on(board, moment, guesses)


def _gang_on(board: PaperBoard, moment: Moment, guesses: Guesses) -> PaperBoard:
    board.pawns = board.pawns - {moment.lay.gang} | {moment.squares[-1]}
    if guesses:
        board.unsure[moment.squares[-1]] = guesses
    return board


@pytest.mark.parametrize("seed", SEEDS)
def test_an_illegal_tile_under_a_moved_gang_is_never_taken_for_the_legal_one(seed: int) -> None:
    rng, tried = Random(seed), 0
    for moment in singles(seed):
        for kind in illegal_kinds(moment):
            wrong = rng.uniform(0.5, 0.9)
            truth = rng.uniform(0.03, 1.0 - wrong)
            guesses = (
                (f"{moment.lay.kind}.single", 0, wrong),
                (f"{kind}.single", rng.randrange(4), truth),
                (f"{moment.lay.kind}.single", 2, max(0.0, 0.99 - wrong - truth)),
            )
            verdict = weighed(moment, with_gang(moment, guesses, kind=kind))
            assert moved(verdict) is None
            assert asked(verdict) in ("which", "unsure")
            assert offered(verdict)[0] == moment.words
            tried += 1
    assert tried


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_the_best_guess_is_no_other_lay_is_made(seed: int) -> None:
    rng, were_asked = Random(seed), 0
    labels = [f"{kind}.{field}" for kind in KINDS for field in ("single", "start", "end")]
    for moment in singles(seed):
        others = rng.sample([label for label in labels if label != f"{moment.lay.kind}.single"], 2)
        chances = sorted((rng.random() for _ in range(3)), reverse=True)
        told = rng.choice((1.0, rng.uniform(0.5, 1.0)))
        every = [(f"{moment.lay.kind}.single", 0), *((label, rng.randrange(4)) for label in others)]
        rng.shuffle(every)
        guesses = tuple(
            (*guess, chance * told / sum(chances)) for guess, chance in zip(every, chances, strict=True)
        )
        verdict = weighed(moment, with_gang(moment, guesses))
        assert moved(verdict) in (None, moment.words)
        were_asked += asked(verdict) is not None
    assert were_asked


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_is_a_move_where_every_likely_guess_means_the_same_lay(seed: int) -> None:
    for moment in singles(seed):
        label = f"{moment.lay.kind}.single"
        guesses = ((label, 1, 0.5), (label, 3, 0.3), (label, 0, 0.19), ("empty", 0, 0.005))
        assert moved(weighed(moment, with_gang(moment, guesses))) == moment.words


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_that_is_hardly_told_is_asked_with_the_gangs_lay_first(seed: int) -> None:
    for moment in singles(seed):
        label = f"{moment.lay.kind}.single"
        verdict = weighed(moment, with_gang(moment, ((label, 1, 0.4), ("empty", 0, 0.1))))
        assert moved(verdict) is None
        assert offered(verdict)[0] == moment.words


@pytest.mark.parametrize("seed", SEEDS)
def test_a_gang_that_is_moved_without_a_tile_is_no_question(seed: int) -> None:
    for moment in singles(seed):
        for guesses in ((), (("empty", 0, 0.97), ("street.single", 0, 0.015))):
            board = _gang_on(board_of(moment.before), moment, guesses)
            verdict = weighed(moment, board)
            assert verdict.proposal is None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_that_was_seen_before_its_gang_was_set_on_it_is_a_move(seed: int) -> None:
    for moment in singles(seed):
        for kind in illegal_kinds(moment):
            guesses = ((f"{kind}.single", 0, 0.5), (f"{moment.lay.kind}.single", 0, 0.2))
            board = with_gang(moment, guesses)
            board.before = {moment.squares[-1]: f"{moment.lay.kind}.single"}
            assert moved(weighed(moment, board)) == moment.words


@pytest.mark.parametrize("seed", SEEDS)
def test_an_illegal_tile_that_was_seen_before_a_gang_was_set_on_it_is_no_move(seed: int) -> None:
    for moment in singles(seed):
        for kind in illegal_kinds(moment):
            guesses = ((f"{moment.lay.kind}.single", 0, 0.8), (f"{kind}.single", 0, 0.1))
            board = with_gang(moment, guesses, kind=kind)
            board.before = {moment.squares[-1]: f"{kind}.single"}
            assert moved(weighed(moment, board)) is None
