"""What a turn allows: throws, dice kept, one box filled. Refusals name the seat, the move and why."""

import pytest

from companion.errors import BadMove, BadSetup, IllegalMove
from companion.games.game import Json, Seat, Setup
from companion.games.yacht.rules import GAME
from tests.games.yacht.play import THIRTEEN, WITH_EXTRA, alone, do, game, score, throw, turn


def test_options_left_out_are_the_sheet_yacht_without_extra_bonus() -> None:
    state = game()
    assert state.sheet.name == "yacht"
    assert not state.terms.extra_bonus
    assert len(state.row) == 12
    assert len(game(**THIRTEEN).row) == 13


@pytest.mark.parametrize("options", [{"extra_bonus": True}, {"sheet": "yacht", "extra_bonus": True}])
def test_the_extra_bonus_is_refused_with_the_sheet_yacht(options: dict[str, Json]) -> None:
    with pytest.raises(BadSetup, match="'extra_bonus' is True, the sheet 'yacht' has none"):
        game(**options)


@pytest.mark.parametrize("sheet", ["yahtze", 3, ["yacht"], None])
def test_an_unknown_sheet_is_refused(sheet: Json) -> None:
    with pytest.raises(BadSetup, match="not one of yacht, thirteen"):
        GAME.start(Setup("yacht", ("Ana",), {"sheet": sheet, "extra_bonus": True}))


def test_no_extra_bonus_may_be_said_for_either_sheet() -> None:
    assert game(sheet="yacht", extra_bonus=False) == game()
    assert game(**WITH_EXTRA).terms.extra_bonus


@pytest.mark.parametrize("seats", range(1, 9))
def test_one_to_eight_seats_take_turns_clockwise_the_first_begins(seats: int) -> None:
    state = game(*"ABCDEFGH"[:seats])
    for expected in [*range(1, seats + 1), 1]:
        assert GAME.to_move(state) == expected
        box = next(
            name for name in state.sheet.names if state.row[state.sheet.names.index(name)] is None
        )
        state = turn(state, "11234", box)


def test_a_turn_begins_with_all_five_dice() -> None:
    assert throw(game(), "62345").lying == tuple("23456")
    with pytest.raises(IllegalMove, match="seat 1 cannot throw: 0 kept and 4 thrown are not 5 dice"):
        throw(game(), "1234")
    with pytest.raises(IllegalMove, match="seat 1 cannot throw: 1 × 6 kept, but 0 lie there"):
        throw(game(), "1234", kept="6")


def test_kept_left_out_means_none() -> None:
    state = throw(throw(game(), "12345"), "66666")
    assert (state.lying, state.kept) == (tuple("66666"), ())
    assert state == throw(throw(game(), "12345"), "66666", kept="")


def test_kept_dice_lie_beside_those_thrown() -> None:
    state = throw(throw(game(), "12345"), "123", kept="54")
    assert state.lying == tuple("12345")
    assert state.kept == ("4", "5")


def test_dice_kept_before_may_be_thrown_again() -> None:
    state = throw(throw(game(), "66612"), "34", kept="666")
    state = throw(state, "6612", kept="3")
    assert state.lying == tuple("12366")


def test_only_what_lies_there_can_be_kept() -> None:
    state = throw(game(), "11234")
    with pytest.raises(IllegalMove, match="seat 1 cannot throw: 3 × 1 kept, but 2 lie there"):
        throw(state, "55", kept="111")
    state = throw(state, "555", kept="11")
    with pytest.raises(IllegalMove, match="1 × 2 kept, but 0 lie there"):
        throw(state, "1111", kept="2")


@pytest.mark.parametrize(
    ("kept", "faces"), [("11", "12"), ("11", "1234"), ("", "123456"), ("11234", "1")]
)
def test_kept_and_thrown_together_are_five(kept: str, faces: str) -> None:
    with pytest.raises(IllegalMove, match=f"{len(kept)} kept and {len(faces)} thrown are not 5 dice"):
        throw(throw(game(), "11234"), faces, kept=kept)


def test_throwing_none_is_illegal() -> None:
    state = throw(game(), "11234")
    with pytest.raises(IllegalMove, match="seat 1 cannot throw: at least one die must be thrown"):
        throw(state, "", kept="11234")
    with pytest.raises(IllegalMove, match="at least one die"):
        throw(game(), "")


def test_there_are_three_throws_at_most() -> None:
    state = throw(throw(throw(game(), "11234"), "11", kept="112"), "1", kept="1111")
    assert state.lying == tuple("11111")
    with pytest.raises(IllegalMove, match="seat 1 cannot throw: all 3 throws are made"):
        throw(state, "12345")


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_scoring_is_allowed_after_any_throw(throws: int) -> None:
    state = game()
    for _ in range(throws):
        state = throw(state, "55566")
    after = score(state, "full_house")
    assert after.totals == (27, 0)
    assert (after.seat, after.throws, after.lying, after.kept) == (2, 0, (), ())


def test_nothing_is_scored_before_the_first_throw() -> None:
    with pytest.raises(IllegalMove, match="seat 1 cannot score: nothing has been thrown in this turn"):
        score(game(), "ones")
    assert list(GAME.legal_moves(game())) == []


def test_a_box_may_be_filled_with_nothing() -> None:
    after = turn(game(), "12346", "yacht")
    assert after.rows[0][-1] == 0


def test_a_box_is_filled_once() -> None:
    state = turn(turn(game(), "12346", "yacht"), "11111", "ones")
    with pytest.raises(IllegalMove, match="seat 1 cannot score: yacht is filled already"):
        turn(state, "66666", "yacht")


def test_everyone_has_an_own_sheet() -> None:
    state = turn(turn(game(), "66666", "yacht"), "66666", "yacht")
    assert state.totals == (50, 50)


def test_out_of_turn_nothing_is_allowed() -> None:
    with pytest.raises(IllegalMove, match="seat 2 cannot throw: it is the turn of seat 1"):
        throw(game(), "12345", seat=2)
    with pytest.raises(IllegalMove, match="seat 2 cannot score: it is the turn of seat 1"):
        score(throw(game(), "12345"), "ones", seat=2)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"move": "throw"}, "throw: 'faces' is missing"),
        ({"move": "throw", "faces": "12345"}, "throw: 'faces' holds '12345', not a list"),
        ({"move": "throw", "faces": ["7"]}, "throw: 'faces' is '7'"),
        ({"move": "throw", "faces": [1, 2, 3, 4, 5]}, "throw: 'faces' holds 1, not a text"),
        ({"move": "throw", "faces": ["1"], "kept": ["skull"]}, "throw: 'kept' is 'skull'"),
        ({"move": "throw", "faces": ["1"], "kept": None}, "throw: 'kept' holds None, not a list"),
        ({"move": "throw", "faces": ["1"], "box": "ones"}, "throw: unknown key 'box'"),
        ({"move": "score"}, "score: 'box' is missing"),
        ({"move": "score", "box": "one"}, r"score: 'box' is 'one' \(did you mean 'ones'\?\)"),
        ({"move": "score", "box": "chance"}, "score: 'box' is 'chance'"),
        ({"move": "score", "box": "ones", "faces": []}, "score: unknown key 'faces'"),
        ({"move": "stop"}, "stop: 'move' is 'stop'"),
    ],
)
def test_words_that_mean_no_move_are_refused(words: dict[str, Json], fault: str) -> None:
    with pytest.raises(BadMove, match=fault):
        GAME.parse(game(), Seat(1), words)


def test_a_move_is_some_seats() -> None:
    with pytest.raises(BadMove, match="throw: 'seat' is missing"):
        GAME.parse(game(), None, {"move": "throw", "faces": list("12345")})


def test_in_what_order_dice_are_told_makes_no_difference() -> None:
    one = GAME.parse(game(), Seat(1), {"move": "throw", "faces": list("31"), "kept": list("642")})
    two = GAME.parse(game(), Seat(1), {"move": "throw", "faces": list("13"), "kept": list("246")})
    assert one == two
    assert hash(one) == hash(two)


def test_a_move_says_what_was_kept_only_where_something_was() -> None:
    state = throw(game(), "11234")
    without = GAME.parse(state, Seat(1), {"move": "throw", "faces": list("12345"), "kept": []})
    assert GAME.words(state, without) == {"move": "throw", "faces": list("12345")}


def test_legal_moves_are_the_empty_boxes() -> None:
    state = throw(alone({"ones": 3, "choice": 20}), "11234")
    assert [move.box for move in GAME.legal_moves(state)] == [
        name for name in state.sheet.names if name not in ("ones", "choice")
    ]


def test_a_move_that_is_refused_changes_nothing() -> None:
    state = throw(game(), "11234")
    with pytest.raises(IllegalMove, match="1 × 6 kept"):
        do(state, "throw", faces=list("1234"), kept=["6"])
    assert state == throw(game(), "11234")
