"""A gang that was moved at once onto a tile that cannot be told for sure: the likelier, or asked."""

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
def test_an_illegal_tile_under_a_moved_gang_that_looks_like_itself_is_not_taken_for_another(
    seed: int,
) -> None:
    rng, tried = Random(seed), 0
    for moment in singles(seed):
        for kind in illegal_kinds(moment):
            truth = rng.uniform(0.6, 0.9)
            wrong = rng.uniform(0.03, 1.0 - truth)
            guesses = (
                (f"{kind}.single", rng.randrange(4), truth),
                (f"{moment.lay.kind}.single", 0, 0.7 * wrong),
                (f"{moment.lay.kind}.single", 2, 0.3 * wrong),
            )
            verdict = weighed(moment, with_gang(moment, guesses, kind=kind))
            assert moved(verdict) is None
            assert asked(verdict) in ("which", "unsure")
            assert offered(verdict)[0] == moment.words
            tried += 1
    assert tried


@pytest.mark.parametrize("seed", SEEDS)
def test_the_gang_that_moved_tells_which_of_two_kinds_was_laid(seed: int) -> None:
    rng = Random(seed)
    for moment in singles(seed):
        for kind in illegal_kinds(moment):
            truth = rng.uniform(0.6, 0.9)
            guesses = (
                (f"{moment.lay.kind}.single", rng.randrange(4), truth),
                (f"{kind}.single", 0, 1.0 - truth),
            )
            assert moved(weighed(moment, with_gang(moment, guesses))) == moment.words


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


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_doubtful_is_not_asked_before_a_missing_tile_is_back(seed: int) -> None:
    tried = 0
    for moment in singles(seed):
        for gone in moment.before.town.tiles[:1]:
            square = moment.squares[-1]
            board = board_of(moment.before)
            board.put(moment.lay.kind, moment.squares)
            label = f"{moment.lay.kind}.single"
            others = [f"{kind}.single" for kind in KINDS if kind != moment.lay.kind]
            board.unsure[square] = ((label, 0, 0.5), *((other, 0, 0.2) for other in others))
            board.take(gone.squares)
            verdict = weighed(moment, board)
            assert verdict.notice is not None
            assert verdict.proposal is None or verdict.proposal.kind == "pending"
            tried += 1
    assert tried


@pytest.mark.parametrize("seed", SEEDS)
def test_a_laid_tile_under_a_pawn_that_is_not_recognised_is_not_taken_for_gone(seed: int) -> None:
    for moment in singles(seed):
        singly = [tile for tile in moment.before.town.tiles if len(tile.squares) == 1]
        standing = {gang.square for gang in moment.before.town.gangs}
        for tile in singly[-1:]:
            (square,) = tile.squares
            board = board_of(moment.before)
            board.put(moment.lay.kind, moment.squares)
            board.pawns -= {square}
            board.unsure[square] = (("street.start", 1, 0.1), ("river.end", 0, 0.05))
            board.before = {square: f"{tile.kind}.single"}
            if square in standing:
                assert moved(weighed(moment, board)) == moment.words
