"""The rules against a second implementation of them that shares no code."""

import json
from collections import Counter
from itertools import islice
from random import Random

import pytest

from companion.games.drunter.board import load_shipped_board
from companion.games.drunter.moves import Lay, in_order
from companion.games.drunter.pieces import BOX, KINDS, LENGTHS, STEPS, Gang, Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import State
from companion.games.drunter.town import LaidTile, Town, empty_town
from companion.games.drunter.votes import JOKER, SIDES, VOTE_CARDS, VoteCards, count, keep
from companion.games.record import Entry, entry_words, setup_words
from tests.games.contract import played
from tests.games.drunter import oracle
from tests.games.drunter.case import CASE

MARKS = oracle.western()
WEST = load_shipped_board("wacky_wacky_west")


def drawn(town: Town) -> oracle.Grid:
    """The town as the second implementation sees it, square by square."""
    grid, _ = oracle.empty_town(MARKS)
    for tile in town.tiles:
        for n, (x, y) in enumerate(tile.squares):
            grid[y][x] = "=" if len(tile.squares) == 3 and n == 1 else "#"
    return grid


def gangs_of(town: Town) -> oracle.Gangs:
    return [(gang.kind, xy(gang.square)) for gang in town.gangs]


def lays_of(town: Town) -> set[oracle.BruteLay]:
    return {
        (tile.kind, xy(way.gang.square), tile.length, frozenset(map(xy, way.squares[: tile.length])))
        for way, tile in town.lays(BOX)
    }


def xy(square: Square) -> oracle.XY:
    return square.column, square.row


def assert_same_lays(town: Town) -> None:
    grid, gangs = drawn(town), gangs_of(town)
    assert lays_of(town) == oracle.brute_lays(grid, gangs, BOX)
    for way, tile in islice(town.lays(BOX), 1):  # which gangs are left after a lay
        covers = way.squares[: tile.length]
        _, left = oracle.put(grid, gangs, tile.kind, xy(way.gang.square), [xy(each) for each in covers])
        assert sorted(gangs_of(town.lay(way.gang, covers))) == sorted(left)


def strewn(rng: Random) -> Town:
    """A town strewn with tiles that no game has laid so, rich in bridges, gangs among them."""
    town = empty_town(WEST)
    free = {Square(x, y) for x in range(15) for y in range(10)} - {gang.square for gang in WEST.starts}
    ends = []
    for _ in range(rng.randint(1, 60)):
        row = [rng.choice(sorted(free))]
        towards = rng.choice(list(STEPS))
        for _ in range(rng.choice((0, 1, 2, 2, 2))):
            row.append(row[-1].next(towards))
        if free.issuperset(row):
            free -= set(row)
            ends.append(row[-1])
            town = Town(WEST, town.gangs, (*town.tiles, LaidTile(rng.choice(KINDS), tuple(row))))
    squares = rng.sample(ends, min(len(ends), 4))
    gangs = (Gang(start.kind, at) for start, at in zip(WEST.starts, squares, strict=False))
    return Town(WEST, tuple(gangs), town.tiles)


def compare_strewn(positions: int) -> None:
    rng = Random(1991)
    rows = 0
    for _ in range(positions):
        town = strewn(rng)
        assert_same_lays(town)
        rows += any(way.squares[0] not in neighbours(way.gang.square, 2) for way in town.ways)
    assert rows > positions // 100, "rows of two bridges and more were among them"


def neighbours(square: Square, most: int) -> set[Square]:
    near = {square}
    for _ in range(most):
        near |= {each.next(towards) for each in near for towards in STEPS}
    return near


def compare_games(games: int) -> int:
    """Compare the lays after every lay of whole games, and their ends; return how many lays.

    The second implementation checks of every line that it comes from the seat it awaits.
    """
    positions = 0
    for number in range(games):
        setup = CASE.setups[3 * number % len(CASE.setups)]
        moments = list(played(GAME, setup, Random(number), wild=number % 4 / 3, most=600))
        record = [json.loads(json.dumps(setup_words(setup)))]
        for moment in moments:
            words = GAME.words(moment.before, moment.move)
            record.append(json.loads(json.dumps(entry_words(setup, Entry(moment.move.seat, words)))))
            if isinstance(moment.move, Lay):
                assert_same_lays(moment.after.town)
                positions += 1
        end = moments[-1].after
        assert oracle.judge(record, MARKS) == judged(end)
    return positions


def named(state: State) -> str | None:
    seat = GAME.to_move(state)
    return None if seat is None else state.name(seat)


def judged(state: State) -> oracle.Line:
    scores, outcome = GAME.scores(state), GAME.outcome(state)
    assert scores is not None
    assert outcome is not None
    return {
        "to_move": named(state),
        "scores": dict(zip(state.seats, scores, strict=True)),
        "winners": [state.name(seat) for seat in outcome.winners],
    }


def compare_votes(votes: int) -> None:
    rng = Random(1991)
    for _ in range(votes):
        laid: list[VoteCards] = [
            in_order(rng.sample(VOTE_CARDS, rng.randint(1, 8))) for _ in range(rng.randint(2, 4))
        ]
        cards = [card for hand in laid for card in hand]
        sides = [rng.choice(SIDES) for _ in range(cards.count(JOKER))]
        tally = count(cards, sides)
        yes, no = oracle.letters(cards, sides)
        assert tally == (yes, no)
        assert tally.passed == (not no > yes)
        for hand in laid:
            assert Counter(keep(VOTE_CARDS, hand)) == Counter(VOTE_CARDS) - Counter({*hand} - {"?"})


def test_lays_are_the_same_in_towns_strewn_with_bridges() -> None:
    compare_strewn(300)


def test_games_are_the_same_at_every_lay_and_at_the_end() -> None:
    assert compare_games(6) > 250


def test_votes_are_counted_the_same() -> None:
    compare_votes(10_000)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_lays_are_the_same_in_10_000_towns_strewn_with_bridges() -> None:
    compare_strewn(10_000)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_games_are_the_same_at_10_000_lays_and_at_their_ends() -> None:
    assert compare_games(220) > 10_000


def test_every_length_was_compared() -> None:
    assert {tile.length for tile in BOX} == set(LENGTHS)
