"""The referee against random games: the lay that was made is found, and never another one."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.games.drunter.pieces import KINDS, STEPS, Kind, Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Laying, State, put
from companion.games.drunter.turns import legal_lays, squares_of
from companion.table.hooks.verdict import JsonObject, Verdict
from companion.table.plays.drunter.memory import Memory
from companion.table.plays.drunter.play import PLAY
from tests.table.plays.drunter.paper_board import PaperBoard, board_of, tile_parts
from tests.table.plays.drunter.random_games import Moment, moments

SEEDS = range(3)


def seen(state: State) -> Memory:
    """Return what is remembered of a board on which nothing lies but what was laid."""
    return Memory(seen=True, counted=sum(map(len, state.votes)))


def weighed(moment: Moment, board: PaperBoard) -> Verdict[Memory]:
    """Return what the referee says; whatever it offers must be legal."""
    verdict = PLAY.weigh(moment.position, seen(moment.before), {"board": board.reading()})
    for choice in verdict.proposal.choices if verdict.proposal else ():
        for words in choice.moves:
            rest = {key: value for key, value in words.items() if key != "seat"}
            seat = GAME.to_move(moment.before)
            GAME.play(moment.before, GAME.parse(moment.before, seat, rest))
    return verdict


def moved(verdict: Verdict[Memory]) -> JsonObject | None:
    """Return the move that is made by itself, if any."""
    offer = verdict.proposal
    return offer.choices[0].moves[0] if offer and offer.kind == "move" else None


def offered(verdict: Verdict[Memory]) -> list[JsonObject]:
    choices = verdict.proposal.choices if verdict.proposal else ()
    return [words for choice in choices for words in choice.moves]


def said(verdict: Verdict[Memory]) -> str | None:
    return verdict.notice.code.removeprefix("drunter.referee.") if verdict.notice else None


def asked(verdict: Verdict[Memory]) -> str | None:
    offer = verdict.proposal
    return offer.say.code.removeprefix("drunter.referee.ask.") if offer else None


def alike(moment: Moment) -> list[JsonObject]:
    """Return the legal lays that cover the same squares: two where a wall lies at both its gangs."""
    state, seat = moment.before, moment.lay.seat
    same = [
        lay
        for lay in legal_lays(state, seat)
        if lay.kind == moment.lay.kind and squares_of(state, lay) == moment.squares
    ]
    return [{"seat": state.name(seat), **GAME.words(state, lay)} for lay in same]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tile_that_was_laid_is_the_move(seed: int) -> None:
    rng = Random(seed)
    for moment in moments(seed):
        verdict = weighed(moment, moment.board(rng))
        if len(alike(moment)) == 1:
            assert moved(verdict) == moment.words
        else:
            assert asked(verdict) == "which_gang"
            assert moment.words in offered(verdict)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_gang_that_was_moved_says_which_wall_goes_on(seed: int) -> None:
    rng = Random(seed)
    for moment in moments(seed):
        board = moment.board(rng)
        board.pawns = board.pawns - {moment.lay.gang} | {moment.squares[-1]}
        assert moved(weighed(moment, board)) == moment.words


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_said_of_a_board_that_lies_as_it_was_played(seed: int) -> None:
    for moment in moments(seed):
        verdict = weighed(moment, board_of(moment.before))
        assert (verdict.proposal, verdict.notice) == (None, None)
        after = GAME.play(moment.before, moment.lay)
        at = replace(moment.position, state=after)
        verdict = PLAY.weigh(at, seen(after), {"board": board_of(after).reading()})
        assert (verdict.proposal, verdict.notice) == (None, None)


@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_squares_are_unknown_and_not_empty(seed: int) -> None:
    rng = Random(seed)
    for moment in moments(seed):
        board = moment.board(rng)
        board.hidden = set(rng.sample(every_square(), rng.randint(1, 40)))
        verdict = weighed(moment, board)
        if board.hidden.isdisjoint(moment.squares) and len(alike(moment)) == 1:
            assert moved(verdict) == moment.words
        else:
            assert moved(verdict) in (None, moment.words)
        assert said(verdict) not in ("missing", "missing_many", "pushed")


@pytest.mark.parametrize("seed", SEEDS)
def test_doubtful_squares_never_make_another_move(seed: int) -> None:
    rng = Random(seed)
    made = 0
    for moment in moments(seed):
        board = moment.board(rng)
        for square in rng.sample([*moment.squares, *rng.sample(every_square(), 4)], rng.randint(1, 3)):
            board.unsure[square] = guesses(board, square, rng)
        verdict = weighed(moment, board)
        assert moved(verdict) in (None, moment.words)
        made += moved(verdict) is not None
    assert made


@pytest.mark.parametrize("seed", SEEDS)
def test_gangs_that_hide_their_squares_leave_what_is_seen_a_move(seed: int) -> None:
    rng = Random(seed)
    for moment in moments(seed):
        board = moment.board(rng)
        if at_once := rng.random() < 0.5:
            board.pawns = board.pawns - {moment.lay.gang} | {moment.squares[-1]}
        for square in board.pawns & {*board.parts}:
            board.unsure[square] = cut(board, square, rng)
        verdict = weighed(moment, board)
        assert moved(verdict) in (None, moment.words)
        assert said(verdict) not in ("missing", "missing_many", "pushed", "unclear")
        if (at_once and moment.lay.length > 1) or (not at_once and len(alike(moment)) == 1):
            assert moved(verdict) == moment.words


@pytest.mark.parametrize("seed", SEEDS)
def test_a_gang_in_the_way_is_no_news(seed: int) -> None:
    rng = Random(seed)
    for moment in moments(seed):
        board = board_of(moment.before)
        for square in board.pawns & {*board.parts}:
            board.unsure[square] = cut(board, square, rng)
        verdict = weighed(moment, board)
        assert (moved(verdict), said(verdict)) == (None, None)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_may_be_two_kinds_is_asked_even_if_only_one_is_legal(seed: int) -> None:
    for moment in moments(seed):
        board = moment.board(Random(seed))
        other: Kind = next(kind for kind in KINDS if kind != moment.lay.kind)
        for square in moment.squares:
            label, turns = board.parts[square]
            instead = label.replace(moment.lay.kind, other)
            board.unsure[square] = ((label, turns, 0.7), (instead, turns, 0.3))
        verdict = weighed(moment, board)
        assert moved(verdict) is None
        assert moment.words in offered(verdict)


def test_a_single_of_which_only_the_turning_is_doubtful_is_a_move() -> None:
    for moment in moments(0):
        if moment.lay.length == 1 and len(alike(moment)) == 1:
            board = moment.board(Random(0))
            label, _ = board.parts[moment.squares[0]]
            board.unsure[moment.squares[0]] = ((label, 0, 0.6), (label, 1, 0.4))
            assert moved(weighed(moment, board)) == moment.words


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_that_is_missing_is_named_whatever_is_laid(seed: int) -> None:
    rng = Random(seed)
    for moment in moments(seed):
        tiles = moment.before.town.tiles
        if not tiles:
            continue
        gone = rng.choice(tiles)
        bare = board_of(moment.before)
        bare.take(gone.squares)
        verdict = weighed(moment, bare)
        assert said(verdict) == "missing"
        assert verdict.notice is not None
        assert len(verdict.notice.places) == len(gone.squares)
        board = moment.board(rng)
        board.take(gone.squares)
        verdict = weighed(moment, board)
        assert said(verdict) in ("missing", "pushed")
        assert moment.words in offered(verdict) or asked(verdict) == "which_gang"
        if gone == tiles[-1] or (gone.kind, len(gone.squares)) == moment.lay.tile:
            assert moved(verdict) is None
        elif gone.kind != moment.lay.kind:
            assert moved(verdict) == moment.words or asked(verdict) == "which_gang"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_that_was_pushed_aside_is_no_lay(seed: int) -> None:
    rng = Random(seed)
    found: Counter[str | None] = Counter()
    for moment in moments(seed):
        board = board_of(moment.before)
        for tile in moment.before.town.tiles:
            step = STEPS[rng.choice(list(STEPS))]
            squares = tuple(Square(c + step.column, r + step.row) for c, r in tile.squares)
            if not free(board, squares, tile.squares):
                continue
            pushed = board_of(moment.before)
            pushed.take(tile.squares)
            pushed.put(tile.kind, squares)
            verdict = weighed(moment, pushed)
            assert moved(verdict) is None
            found[said(verdict)] += 1
    assert set(found) == {"pushed"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_lay_counts_though_another_tile_was_pushed_aside_at_the_same_time(seed: int) -> None:
    rng = Random(seed)
    made = 0
    for moment in moments(seed):
        board = moment.board(rng)
        for tile in moment.before.town.tiles[:-1]:
            step = STEPS[rng.choice(list(STEPS))]
            squares = tuple(Square(c + step.column, r + step.row) for c, r in tile.squares)
            same = (tile.kind, len(squares)) == moment.lay.tile
            if same or not free(board, squares, tile.squares):
                continue
            pushed = moment.board(rng)
            pushed.take(tile.squares)
            pushed.put(tile.kind, squares)
            verdict = weighed(moment, pushed)
            assert moved(verdict) in (None, moment.words)
            assert said(verdict) == "pushed"
            made += moved(verdict) is not None
    assert made


@pytest.mark.parametrize("seed", SEEDS)
def test_two_tiles_at_once_are_asked_and_not_accepted(seed: int) -> None:
    rng = Random(seed)
    for moment in moments(seed):
        board = moment.board(rng)
        kind, squares = somewhere(board, rng)
        board.put(kind, squares)
        verdict = weighed(moment, board)
        assert moved(verdict) is None
        assert any(words in offered(verdict) for words in alike(moment)), (moment.words, kind, squares)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_anywhere_is_a_move_only_where_the_rules_allow_it(seed: int) -> None:
    rng = Random(seed)
    why: Counter[str | None] = Counter()
    for moment in moments(seed):
        state, seat = moment.before, moment.lay.seat
        legal = {(lay.kind, squares_of(state, lay)) for lay in legal_lays(state, seat)}
        for _ in range(8):
            board = board_of(state)
            kind, squares = somewhere(board, rng, over=True)
            board.put(kind, squares)
            verdict = weighed(moment, board)
            words = moved(verdict)
            if (kind, squares) in legal:
                assert words is not None or asked(verdict) == "which_gang"
            else:
                assert words is None
                why[said(verdict)] += 1
    assert why["wrong.not_at_gang"]
    assert why["wrong.over_tile"]
    assert None not in why


def test_a_tile_that_the_player_does_not_have_is_named_with_who_has_it() -> None:
    for moment in list(moments(1))[:20]:
        state, lay = moment.before, moment.lay
        hand = tuple(tile for tile in state.tiles_of(lay.seat) if tile != lay.tile)
        others = [
            state.name(seat)
            for seat in state.clockwise(lay.seat)[1:]
            if lay.tile in state.tiles_of(seat)
        ]
        poorer = replace(moment, before=replace(state, tiles=put(state.tiles, lay.seat, hand)))
        verdict = weighed(poorer, moment.board(Random(0)))
        assert moved(verdict) is None
        assert verdict.notice is not None
        assert said(verdict) == ("wrong.not_own" if others else "wrong.nobodys")
        assert verdict.notice.params.get("others", "") == ", ".join(others)


def test_a_tile_the_wrong_way_round_is_named() -> None:
    for moment in moments(2):
        if moment.lay.length > 1:
            board = board_of(moment.before)
            board.put(moment.lay.kind, moment.squares[::-1])
            assert said(weighed(moment, board)) in ("wrong.turn_round", None)
            if moved(weighed(moment, board)) is None:
                assert said(weighed(moment, board)) == "wrong.turn_round"


def test_a_gang_that_was_not_moved_is_only_a_hint() -> None:
    moment = next(moment for moment in moments(0) if moment.before.town.tiles)
    after = GAME.play(moment.before, moment.lay)
    board = board_of(after)
    if moment.squares[-1] in board.pawns:
        board.pawns = board.pawns - {moment.squares[-1]} | {moment.lay.gang}
    verdict = PLAY.weigh(replace(moment.position, state=after), seen(after), {"board": board.reading()})
    assert verdict.proposal is None
    assert said(verdict) == "gang.move"


def test_a_tile_laid_at_a_gang_that_was_not_moved_is_told_so() -> None:
    told = 0
    for moment in moments(1):
        after = GAME.play(moment.before, moment.lay)
        behind, wanted = moment.lay.gang, moment.squares[-1]
        beside = [behind.next(towards) for towards in STEPS]
        if not isinstance(after.phase, Laying) or wanted in beside:
            continue
        for square in beside:
            board = board_of(after)
            if square not in every_square() or square in {*board.parts, *board.pawns}:
                continue
            board.put(moment.lay.kind, (square,))
            board.pawns = board.pawns - {wanted} | {behind}
            position = replace(moment.position, state=after)
            verdict = PLAY.weigh(position, seen(after), {"board": board.reading()})
            if moved(verdict) is None and verdict.proposal is None:
                assert said(verdict) == "wrong.gang_behind"
                told += 1
    assert told


def every_square() -> list[Square]:
    return [Square(column, row) for column in range(15) for row in range(10)]


def guesses(board: PaperBoard, square: Square, rng: Random) -> tuple[tuple[str, int, float], ...]:
    """Return what an honest eye is unsure of: the truth is among it, not always first."""
    truth = board.parts.get(square, ("empty", 0))
    labels = [
        ("empty", 0),
        *(
            part[1:]
            for kind in KINDS
            for n in (1, 2, 3)
            for part in tile_parts(kind, tuple(Square(0, row) for row in range(n)))
        ),
    ]
    other = rng.choice([label for label in labels if label != truth])
    pair = [truth, other] if rng.random() < 0.7 else [other, truth]
    return ((*pair[0], 0.6), (*pair[1], 0.4))


def cut(board: PaperBoard, square: Square, rng: Random) -> tuple[tuple[str, int, float], ...]:
    """Return what is told of a square under a gang: little, and one time in three not the truth."""
    first, second = guesses(board, square, rng)
    truth = board.parts.get(square, ("empty", 0))
    other = second if first[:2] == truth else first
    chance = rng.uniform(0.05, 0.9)
    return ((*other[:2], chance),) if rng.random() < 1 / 3 else ((*truth, chance), (*other[:2], 0.0))


def free(board: PaperBoard, squares: tuple[Square, ...], own: tuple[Square, ...]) -> bool:
    width, height = board.grid
    on = all(0 <= column < width and 0 <= row < height for column, row in squares)
    return on and not ({*board.parts} - {*own}) & {*squares}


def somewhere(board: PaperBoard, rng: Random, *, over: bool = False) -> tuple[Kind, tuple[Square, ...]]:
    """Return a tile of any kind and length where there is room; ``over``: on others, too."""
    while True:
        kind, length, towards = rng.choice(KINDS), rng.randint(1, 3), rng.choice(list(STEPS))
        square, step = rng.choice(every_square()), STEPS[towards]
        squares = tuple(
            Square(square.column + n * step.column, square.row + n * step.row) for n in range(length)
        )
        shown = {part[0]: part[1:] for part in tile_parts(kind, squares)}
        alike_there = any(board.parts.get(each) == shown[each] for each in squares)
        if free(board, squares, tuple(board.parts) if over else ()) and not alike_there:
            return kind, squares
