"""Plain dice count whatever is thrown."""

import pytest

from companion.errors import BadMove, IllegalMove
from companion.games.game import EVERYONE, Json, Seat, Setup
from companion.games.plain_dice.rules import GAME, State


def thrown(*throws: list[str], seat: Seat | None = None) -> State:
    state = GAME.start(Setup("plain_dice", ("Ana", "Bob")))
    for faces in throws:
        state = GAME.play(state, GAME.parse(state, seat, {"move": "throw", "faces": faces}))
    return state


def shown(state: State, *keys: str) -> list[Json]:
    view = GAME.view(state, EVERYONE)
    return [view[key] for key in keys]


def test_before_the_first_throw_there_is_nothing() -> None:
    assert shown(thrown(), "faces", "count", "sum", "throws", "mean") == [(), 0, None, 0, None]


def test_faces_sum_and_count_of_the_last_throw() -> None:
    state = thrown(["1"], ["6", "2", "6"])
    assert shown(state, "faces", "count", "sum") == [("2", "6", "6"), 3, 14]


def test_numbers_are_in_order_as_numbers() -> None:
    assert shown(thrown(["10", "9", "skull"]), "faces") == [("9", "10", "skull")]


def test_faces_that_are_no_numbers_have_no_sum() -> None:
    assert shown(thrown(["cap", "5"]), "sum", "mean") == [None, 5.0]
    assert shown(thrown(["cap"]), "sum", "mean") == [None, None]


def test_statistics_of_all_throws() -> None:
    state = thrown(["1", "2"], ["2"], ["6", "6", "6"])
    assert shown(state, "throws", "dice", "counts") == [3, 6, {"1": 1, "2": 2, "6": 3}]
    assert shown(state, "mean") == [pytest.approx(23 / 6)]


def test_any_seat_may_throw_at_any_time_or_nobody_in_particular() -> None:
    assert shown(thrown(["1"], seat=Seat(2)), "seat") == [2]
    assert shown(thrown(["1"]), "seat") == [None]
    assert GAME.to_move(thrown()) is None


def test_nobody_scores_and_it_never_ends() -> None:
    state = thrown(*[["6"] * 20] * 50)
    assert GAME.scores(state) is None
    assert GAME.outcome(state) is None


def test_a_throw_has_at_least_one_die() -> None:
    with pytest.raises(IllegalMove, match="seat 2 cannot throw: a throw has at least one die"):
        thrown([], seat=Seat(2))
    with pytest.raises(IllegalMove, match="nobody cannot throw"):
        thrown([])


@pytest.mark.parametrize("faces", [[1], "6", [""], None])
def test_faces_are_a_list_of_names(faces: Json) -> None:
    with pytest.raises(BadMove, match="throw"):
        GAME.parse(thrown(), None, {"move": "throw", "faces": faces})


@pytest.mark.parametrize(
    "faces", [["6"] * 101, ["x" * 41], ["a\0b"], ["\u202e1"]], ids=["dice", "long", "zero", "turned"]
)
def test_a_throw_that_no_table_can_have_is_refused(faces: list[str]) -> None:
    with pytest.raises(BadMove, match="throw: "):
        thrown(faces)


def test_what_is_counted_does_not_grow_without_end() -> None:
    throws = [[f"face {throw} {die}" for die in range(100)] for throw in range(3)]
    assert len(thrown(*throws[:2]).counts) == 200
    with pytest.raises(IllegalMove, match="different faces"):
        thrown(*throws)
