"""The view holds all that a page shows."""

from companion.games.game import EVERYONE, HOST, Json
from companion.games.yacht.rules import GAME
from companion.games.yacht.state import State
from tests.games.yacht.play import THIRTEEN, WITH_EXTRA, all_but, alone, game, throw, turn


def shown(state: State, *keys: str) -> list[Json]:
    view = GAME.view(state, EVERYONE)
    return [view[key] for key in keys]


def test_what_was_agreed() -> None:
    assert shown(game(), "sheet", "extra_bonus", "bonus", "bonus_from") == ["yacht", False, 0, 0]
    state = game(**WITH_EXTRA)
    assert shown(state, "sheet", "extra_bonus", "bonus", "bonus_from") == ["thirteen", True, 35, 63]
    assert shown(state, "boxes") == [state.sheet.names]
    assert shown(state, "upper_boxes") == [["ones", "twos", "threes", "fours", "fives", "sixes"]]


def test_before_the_first_throw() -> None:
    keys = ("seat", "throw", "throws", "faces", "kept", "options", "joker", "may")
    assert shown(game(), *keys) == [1, 0, 3, (), (), {}, False, ["throw"]]


def test_what_lies_there_and_what_was_kept() -> None:
    state = throw(throw(game(), "66123"), "541", kept="66")
    assert shown(state, "throw", "faces", "kept") == [2, tuple("14566"), ("6", "6")]
    assert shown(state, "may") == [["throw", "score"]]


def test_after_the_third_throw_one_can_only_score() -> None:
    state = throw(throw(throw(game(), "66123"), "66123"), "66123")
    assert shown(state, "throw", "may") == [3, ["score"]]


def test_the_sheets_of_all_seats() -> None:
    state = turn(turn(game(), "66123", "sixes"), "12345", "little_straight")
    empty = dict.fromkeys(state.sheet.names)
    rows: list[Json] = [{**empty, "sixes": 12}, {**empty, "little_straight": 30}]
    assert shown(state, "rows") == [rows]
    assert shown(state, "totals") == [(12, 30)]


def test_the_way_to_the_bonus() -> None:
    state = alone({"sixes": 30, "fives": 20, "chance": 9}, **THIRTEEN)
    assert shown(state, "upper_sums", "bonuses", "totals") == [[50], [0], (59,)]
    state = turn(state, "44443", "fours")
    assert shown(state, "upper_sums", "bonuses", "totals") == [[66], [35], (110,)]
    assert shown(turn(game(), "66123", "sixes"), "upper_sums", "bonuses") == [[12, 0], [0, 0]]


def test_the_points_of_each_box_that_may_be_filled() -> None:
    state = throw(all_but("ones", "choice", "yacht"), "11236")
    assert shown(state, "options", "extra_now", "joker") == [
        {"ones": 2, "choice": 13, "yacht": 0},
        0,
        False,
    ]


def test_a_joker_shows_where_it_may_go() -> None:
    state = throw(alone({"five_of_a_kind": 50}, **WITH_EXTRA), "33333")
    assert shown(state, "options", "extra_now", "joker") == [{"threes": 15}, 100, True]
    after = turn(alone({"five_of_a_kind": 50}, **WITH_EXTRA), "33333", "threes")
    assert shown(after, "extra", "extra_now", "joker", "totals") == [(100,), 0, False, (165,)]
    scratched = throw(alone({"five_of_a_kind": 0}, **WITH_EXTRA), "33333")
    assert shown(scratched, "extra_now", "joker") == [0, True]


def test_after_the_end_nothing_may_be_done() -> None:
    state = turn(all_but("choice"), "12366", "choice")
    assert shown(state, "may", "options", "faces") == [[], {}, tuple("12366")]


def test_everyone_sees_everything() -> None:
    state = throw(game(), "12366")
    assert GAME.view(state, EVERYONE) == GAME.view(state, HOST)
