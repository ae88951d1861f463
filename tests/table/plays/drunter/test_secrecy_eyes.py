"""What the referee says of the board, and what is drawn on it, hangs on no vote that lies face down."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.drunter.pieces import Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import State, Voting
from companion.games.drunter.turns import squares_of
from companion.games.game import Seat, Setup
from companion.table.hooks.position import Position
from companion.table.plays.catalogue import play_of
from tests.table.plays.drunter.paper_board import PaperBoard, board_of
from tests.table.plays.drunter.voting import SELECTIONS, bench_at_the_vote, state_of

PLAY: Any = play_of("drunter")


@pytest.fixture(scope="module")
def at_the_vote() -> Iterator[tuple[Setup, State]]:
    bench = bench_at_the_vote()
    yield bench.table.history.setup, state_of(bench)
    bench.table.close()


def voted(state: State, cards: list[str], at: int) -> State:
    """Return the position after the voter at this place has voted so, the earlier ones otherwise."""
    for number in range(at + 1):
        words = {"move": "vote", "cards": cards if number == at else ["NEEE"]}
        seat = GAME.to_move(state)
        assert seat is not None
        state = GAME.play(state, GAME.parse(state, Seat(seat), words))
    return state


def looks(state: State) -> dict[str, PaperBoard]:
    """Return boards by name: the one that lies there, and wrong ones."""
    assert isinstance(state.phase, Voting)
    proposed = squares_of(state, state.phase.lay)
    boards = {name: board_of(state) for name in ("lies", "gone", "covered", "unsure", "more", "less")}
    boards["gone"].take(proposed)
    boards["covered"].hidden = {proposed[0]}
    boards["unsure"].unsure = {proposed[0]: (("river.single", 0, 0.5), ("empty", 0, 0.4))}
    boards["more"].put("river", (Square(7, 9),))
    boards["less"].take(next(iter(state.town.tiles)).squares)
    return boards


def said(setup: Setup, state: State) -> list[tuple[str, Any, Any]]:
    """Return all that the referee says of these looks at the board, again and again."""
    memory: Any = PLAY.nothing_seen()
    told: list[tuple[str, Any, Any]] = []
    for name, board in looks(state).items():
        readings = {"board": board.reading()}
        verdict = PLAY.weigh(Position(GAME, setup, state), memory, readings)
        drawn = PLAY.drawn(state, verdict.memory, readings)
        told.append((name, verdict, drawn))
        memory = verdict.memory
    return told


@pytest.mark.parametrize("at", [0, 1], ids=["the proposer", "the next"])
def test_the_referee_says_the_same_whatever_lies_face_down(
    at_the_vote: tuple[Setup, State], at: int
) -> None:
    setup, state = at_the_vote
    reference = said(setup, voted(state, ["JAA"], at))
    assert any(verdict.notice or verdict.proposal for _, verdict, _ in reference)
    for cards in SELECTIONS:
        assert said(setup, voted(state, cards, at)) == reference, cards
