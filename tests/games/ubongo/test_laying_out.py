"""The board as it lies: read or entered before the first round, and put right later."""

import re
from random import Random

import pytest

from companion.errors import BadMove, IllegalMove
from companion.games.game import EVERYONE
from companion.games.ubongo.components import Colour
from companion.games.ubongo.gems import AS_SEEN
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.state import Phase, State
from tests.games.contract import played
from tests.games.ubongo.table import PLAIN, begin, play, running, setup


def laying_out() -> State:
    return begin(2, gems=AS_SEEN)


def gems(state: State, rows: object) -> State:
    return GAME.play(state, GAME.parse(state, None, {"move": "gems", "gems": rows}))  # type: ignore[dict-item]


def named(row: int, hole: int, colour: str) -> str:
    return f"gem {row} {hole} {colour}"


def test_nothing_is_played_before_the_gems_are_known() -> None:
    state = laying_out()
    assert state.round.phase is Phase.LAYING_OUT
    for line in ("start snake", "Ana call", "Ana take 0", "time_up", "turn_glass", "symbol mask"):
        with pytest.raises(IllegalMove, match="the gems on the board are to be read or entered first"):
            play(state, line)


def test_the_whole_board_is_told_at_once() -> None:
    assert gems(laying_out(), PLAIN) == begin(2)
    with pytest.raises(IllegalMove, match="known already"):
        gems(begin(2), PLAIN)


def test_a_board_that_has_not_twelve_of_each_is_no_board() -> None:
    with pytest.raises(BadMove, match=re.escape("gems: 0 red gems, not 12; 24 green gems, not 12")):
        gems(laying_out(), [PLAIN[1], *PLAIN[1:]])


def test_the_last_gem_told_begins_the_game() -> None:
    state, holes = laying_out(), [(row, hole) for row in range(6) for hole in range(12)]
    Random(3).shuffle(holes)
    for row, hole in holes:
        assert state.round.phase is Phase.LAYING_OUT
        state = play(state, named(row, hole, PLAIN[row][0]))
    assert state == begin(2)


def test_a_gem_told_wrongly_is_told_again() -> None:
    state = laying_out()
    for row in range(6):
        for hole in range(12):
            state = play(state, named(row, hole, "red" if (row, hole) == (2, 5) else PLAIN[row][0]))
    assert state.round.phase is Phase.LAYING_OUT
    assert play(state, named(2, 5, "blue")) == begin(2)


def test_the_view_shows_what_is_known_so_far() -> None:
    view = GAME.view(play(laying_out(), named(1, 2, "green")), EVERYONE)
    assert view["phase"] == "laying_out"
    assert view["gems"][1] == [None, None, "green", *[None] * 9]  # type: ignore[index]


def test_a_gem_on_the_board_is_put_right_at_any_time() -> None:
    state = play(running(2), "Ana call", "Ana take 0")
    right = play(state, named(0, 2, "violet"))
    assert right.gems[0] == (Colour.VIOLET, *[Colour.RED] * 9)
    with pytest.raises(IllegalMove, match="has been taken"):
        play(state, named(0, 1, "violet"))
    with pytest.raises(IllegalMove, match="holes 0 to 11"):
        play(state, named(0, 12, "violet"))


def test_luck_lays_out_a_board_as_well() -> None:
    *_, last = played(GAME, setup(2, gems=AS_SEEN), Random(1), wild=0.0, most=150)
    assert last.after.round.phase is Phase.ENDED
