"""A game as its entries: undo is exact, corrections keep what still holds."""

import pytest

from companion.errors import BadMove, IllegalMove
from companion.games.carcassonne_dice.rules import GAME
from companion.games.game import Json, Seat, Setup
from companion.games.history import History
from companion.games.plain_dice.rules import GAME as PLAIN

ANA, BOB = Seat(1), Seat(2)
NINE = ["cap", "cap", "straight", "straight", "straight", "knight", "three", "three", "three"]


def begun() -> History:
    return History.begin(GAME, Setup("carcassonne_dice", ("Ana", "Bob")))


def row(*faces: str) -> Json:
    """A row of dice whose city runs from left to right."""
    turns = [1, *[1] * (len(faces) - 2), 3]
    return [
        {"face": face, "cell": [column, 0], "turns": turn}
        for column, (face, turn) in enumerate(zip(faces, turns, strict=True))
    ]


def turn(history: History, seat: Seat) -> History:
    """Entries: a throw, a closed row of four dice for three points, a stop."""
    history = history.play(seat, {"move": "throw", "faces": NINE})
    city = row("cap", "straight", "straight", "cap")
    history = history.play(seat, {"move": "set_aside", "city": city})
    return history.play(seat, {"move": "stop", "take": "city"})


def test_the_state_is_that_after_the_last_move() -> None:
    history = turn(turn(begun(), ANA), BOB)
    assert history.state.scores == (3, 3)
    assert [step.number for step in history.steps()] == [1, 2, 3, 4, 5, 6]


def test_an_earlier_history_is_left_as_it_was() -> None:
    first = turn(begun(), ANA)
    turn(first, BOB)
    assert len(first.entries) == 3
    assert first.state.scores == (3, 0)


def test_undo_brings_back_the_very_state_before() -> None:
    before = turn(begun(), ANA)
    after = before.play(BOB, {"move": "throw", "faces": NINE}).undo(BOB)
    assert after.state is before.state
    assert [entry.words["move"] for entry in after.entries[-2:]] == ["throw", "undo"]
    assert after.entries[-1].seat == BOB


def test_undo_after_undo_goes_further_back() -> None:
    history = turn(begun(), ANA).undo().undo()
    assert [step.number for step in history.steps()] == [1]
    assert history.play(ANA, {"move": "stop", "take": "city"}).steps()[-1].number == 6


def test_with_nothing_played_there_is_nothing_to_undo() -> None:
    with pytest.raises(IllegalMove, match="nothing has been played"):
        begun().undo()
    with pytest.raises(IllegalMove, match="nothing has been played"):
        begun().play(ANA, {"move": "throw", "faces": NINE}).undo().undo()


def test_a_correction_rescores_the_moves_after_it() -> None:
    history = turn(turn(begun(), ANA), BOB)
    longer = row("cap", "straight", "straight", "straight", "cap")
    right = history.correct(None, 2, {"move": "set_aside", "city": longer})
    assert right.state.scores == (6, 3)
    assert right.dropped == ()
    assert [(step.number, step.corrected) for step in right.steps()][:3] == [
        (1, False),
        (2, True),
        (3, False),
    ]


def test_moves_that_no_longer_hold_are_dropped_and_named() -> None:
    history = turn(turn(begun(), ANA), BOB)
    faces = ["straight", *NINE[1:]]
    right = history.correct(None, 1, {"move": "throw", "faces": faces})
    assert [(each.number, each.entry.words["move"]) for each in right.dropped] == [(2, "set_aside")]
    assert "2 × cap built, but 1 lie there" in right.dropped[0].why
    assert right.state.scores == (0, 3)
    assert [step.number for step in right.steps()] == [1, 3, 4, 5, 6]


def test_a_correction_is_an_entry_and_can_be_undone() -> None:
    history = turn(begun(), ANA)
    right = history.correct(BOB, 1, {"move": "throw", "faces": ["straight", *NINE[1:]]})
    assert right.entries[-1].seat == BOB
    assert right.entries[-1].words["with"] == {
        "seat": "Ana",
        "move": "throw",
        "faces": ["straight", *NINE[1:]],
    }
    assert right.undo().state is history.state
    assert right.undo().dropped == ()


def test_a_move_can_be_corrected_again() -> None:
    history = turn(begun(), ANA).correct(None, 2, {"move": "set_aside", "city": []})
    assert history.state.scores == (0, 0)
    history = history.correct(None, 2, {"move": "set_aside", "city": row("cap", "straight", "cap")})
    assert history.state.scores == (1, 0)


def test_a_correction_may_name_another_seat() -> None:
    history = begun().play(ANA, {"move": "throw", "faces": NINE})
    with pytest.raises(IllegalMove, match="it is the turn of seat 1"):
        history.correct(None, 1, {"seat": "Bob", "move": "throw", "faces": NINE})
    with pytest.raises(BadMove, match="nobody is called 'Eva'"):
        history.correct(None, 1, {"seat": "Eva", "move": "throw", "faces": NINE})


def test_a_correction_that_is_illegal_itself_changes_nothing() -> None:
    history = turn(begun(), ANA)
    with pytest.raises(IllegalMove, match="9 dice are thrown now, not 1"):
        history.correct(None, 1, {"move": "throw", "faces": ["cap"]})
    assert len(history.entries) == 3


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (9, "there is no move 9, the last is 5"),
        (3, "number 3 is no move that stands"),
        (4, "number 4 is no"),
    ],
)
def test_only_a_move_that_stands_can_be_corrected(number: int, fault: str) -> None:
    history = turn(begun(), ANA).undo()
    history = history.correct(None, 1, {"move": "throw", "faces": NINE})
    with pytest.raises(IllegalMove, match=fault):
        history.correct(None, number, {"move": "stop", "take": "city"})


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"move": "correct", "number": 1}, "'with' must be the move"),
        ({"move": "correct", "with": {"move": "stop"}}, "'number' is missing"),
        ({"move": "correct", "number": 0, "with": {"move": "stop"}}, "at least 1"),
        ({"move": "correct", "number": 1, "with": {"move": "undo"}}, "a move of the game is needed"),
        ({"move": "correct", "number": 1, "wiht": {}, "with": {}}, "did you mean 'with'"),
        ({"move": "undo", "number": 3}, "unknown key 'number'"),
    ],
)
def test_words_of_undo_and_correction_are_checked(words: dict[str, Json], fault: str) -> None:
    with pytest.raises(BadMove, match=fault):
        turn(begun(), ANA).add(None, words)


def test_adding_goes_by_the_word_of_the_move() -> None:
    history = begun().add(ANA, {"move": "throw", "faces": NINE})
    assert history.add(None, {"move": "undo"}).state is history.start
    shown: dict[str, Json] = {"move": "throw", "faces": ["knight"] * 9}
    right = history.add(None, {"move": "correct", "number": 1, "with": shown})
    assert right.state.loose == ("knight",) * 9


def test_a_long_history_is_no_burden() -> None:
    """Thousands of throws of plain dice: undo, correction and forgetting it all stay possible."""
    history = History.begin(PLAIN, Setup("plain_dice", ("Ana",)))
    for _ in range(5000):
        history = history.play(None, {"move": "throw", "faces": ["6"]})
    right = history.correct(None, 1, {"move": "throw", "faces": ["1"]})
    assert dict(right.state.counts) == {"1": 1, "6": 4999}
    assert right.undo().state is history.state


def test_moves_that_are_right_only_together_are_corrected_together() -> None:
    """A die of the city was read wrongly: the throw alone, or the city alone, would not be possible."""
    history = turn(turn(begun(), ANA), BOB)
    faces = ["three" if face == "cap" else face for face in NINE]
    city: list[Json] = [
        {"face": "three", "cell": [0, 0], "turns": 1},
        {"face": "straight", "cell": [1, 0], "turns": 1},
    ]
    together: dict[str, Json] = {
        "move": "correct",
        "number": 2,
        "with": {"move": "set_aside", "city": city},
        "also": [{"number": 1, "with": {"move": "throw", "faces": faces}}],
    }
    right = history.add(None, together)
    assert (right.dropped, right.state.scores) == ((), (0, 3))
    assert [step.number for step in right.steps() if step.corrected] == [1, 2]
    assert right.entries[-1].words["also"] == [
        {"number": 1, "with": {"seat": "Ana", "move": "throw", "faces": faces}}
    ]


def test_what_is_corrected_together_is_refused_together() -> None:
    history = turn(begun(), ANA)
    impossible: Json = {"number": 1, "with": {"move": "throw", "faces": ["cap"]}}
    words: dict[str, Json] = {
        "move": "correct",
        "number": 2,
        "with": {"move": "set_aside"},
        "also": [impossible],
    }
    with pytest.raises(IllegalMove, match="9 dice are thrown"):
        history.add(None, words)
    with pytest.raises(BadMove, match="'with' must be the move"):
        history.add(None, {**words, "also": [{"number": 1}]})
