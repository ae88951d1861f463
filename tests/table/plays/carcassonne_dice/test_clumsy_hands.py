"""The dice game as people really play it: hands cover dice, turn them, and take all up again."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.game import HOST
from companion.table.shapes import ProposalShape, StateShape
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of
from vision.reading import DiceReading, Doubt, PointPx

NINE = ["cap", "cap", "straight", "corner", "corner", "three", "cap", "knight", "straight"]
KNIGHTS = ["knight", "knight", "knight", "cap", "straight", "corner", "corner", "three", "cap"]
OTHERS = ["three", "three", "three", "cap", "straight", "straight", "corner", "knight", "three"]
RING = [
    PaperDie("corner", (0, -5), 1),
    PaperDie("corner", (1, -5), 2),
    PaperDie("cap", (0, -4), 0),
    PaperDie("cap", (1, -4), 0),
]
"""A closed city of four dice; it scores 3."""


def thrown(faces: list[str], row: float = 3.0) -> list[PaperDie]:
    """Return dice that lie as they fell, each by itself."""
    return [PaperDie(face, (2.0 * n - 9, row), n % 4) for n, face in enumerate(faces)]


def less(dice: list[PaperDie], *faces: str) -> list[PaperDie]:
    """Return the dice without some of these faces."""
    left = list(dice)
    for face in faces:
        left.remove(next(die for die in left if die.face == face))
    return left


def state(bench: Bench) -> StateShape:
    return bench.table.state(HOST)


def moves(bench: Bench) -> list[str]:
    return [line["move"]["move"] for line in state(bench)["history"]]


def offer(bench: Bench) -> ProposalShape:
    found = state(bench)["proposal"]
    assert found is not None
    return found


def answers(bench: Bench) -> list[str]:
    return [choice["text"]["code"] for choice in offer(bench)["choices"]]


def notice(bench: Bench) -> tuple[str, object] | None:
    """Return the notice's code, and the faces that it names."""
    found = state(bench).get("notice")
    return None if found is None else (found["code"], found["params"].get("faces"))


def answer(bench: Bench, code: str) -> None:
    found = offer(bench)
    choice = next(each for each in found["choices"] if each["text"]["code"] == code)
    bench.table.answer(HOST, found["id"], choice["id"])


@pytest.fixture(autouse=True)
def no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the odds out: they take a second of work, and tell nothing about what was seen."""
    monkeypatch.setattr(CarcassonneDice, "odds", lambda _game, _state: None)


@pytest.fixture
def table(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    return bench


def begin(bench: Bench, faces: list[str]) -> list[PaperDie]:
    """Throw these dice, the table seeing them; return them as they lie."""
    dice = thrown(faces)
    bench.show(reading_of(dice))
    bench.wait()
    assert moves(bench) == ["throw"]
    return dice


def look(bench: Bench, dice: list[PaperDie]) -> None:
    """Let the table see these dice, and wait longer than any move on offer does."""
    bench.show(reading_of(dice))
    bench.wait(30.0)


def touching(dice: list[PaperDie]) -> DiceReading:
    """Return a reading in which it is doubtful whether some dice touch."""
    return replace(reading_of(dice), sure=False, doubts=("grid",))


# Everything is thrown again.


@pytest.mark.parametrize("seen_empty", [True, False])
def test_three_knights_thrown_again_are_asked_about(table: Bench, seen_empty: bool) -> None:
    begin(table, KNIGHTS)
    if seen_empty:
        look(table, [])
        assert moves(table) == ["throw"]
        assert "stop.knight" in answers(table)
    look(table, thrown(OTHERS, row=-3.5))
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.again_or_next"
    assert answers(table) == ["throw.again", "stop.knight"]
    answer(table, "throw.again")
    assert (moves(table), state(table)["to_move"]) == (["throw", "throw"], "Ana")


def test_after_three_knights_a_throw_of_eight_may_be_the_next_players(table: Bench) -> None:
    begin(table, KNIGHTS)
    look(table, thrown(OTHERS[:8], row=-3.5))
    assert answers(table) == ["throw.after_knight"]
    answer(table, "throw.after_knight")
    assert (moves(table)[-2:], state(table)["to_move"]) == (["stop", "throw"], "Bob")


def test_a_city_half_built_and_all_thrown_again_is_asked_about(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, [])
    assert moves(table) == ["throw"]
    look(table, thrown(OTHERS, row=-3.5))
    assert moves(table) == ["throw"]
    assert answers(table) == ["throw.again", "throw.after_city"]
    answer(table, "throw.after_city")
    assert (moves(table)[-2:], state(table)["to_move"]) == (["stop", "throw"], "Bob")


def test_everything_thrown_with_nothing_built_may_be_the_next_players_throw(table: Bench) -> None:
    begin(table, NINE)
    look(table, thrown(OTHERS, row=-3.5))
    assert (moves(table), offer(table)["kind"]) == (["throw"], "question")
    throwers = [choice["moves"][-1]["seat"] for choice in offer(table)["choices"]]
    assert throwers == ["Ana", "Bob"]


def test_a_throw_seen_only_in_part_is_no_building_of_dice_that_nobody_threw(table: Bench) -> None:
    faces = ["knight", "knight", "straight", "corner", "three", "straight", "three", "three"]
    kept = begin(table, [*faces, "catapult"])[:2]
    look(table, kept)
    cap, beside = PaperDie("cap", (2, -2), 1), PaperDie("knight", (2, -3), 0)
    part = [*kept, cap, beside, *thrown(["knight", "corner", "cap"], row=-6.0)]
    hidden = Doubt("may_be_missed", PointPx(640, 700), 60)
    table.show(replace(reading_of(part), sure=False, doubts=("maybe_missed",), doubtful=(hidden,)))
    whole = [cap, *thrown(["straight", "cap", "corner"], row=-6.0)]
    knights = [PaperDie("knight", (8, 3), 0), PaperDie("knight", (8, 5), 0)]
    look(table, [*kept, *knights, *whole])
    assert notice(table) != ("notice.not_understood", None)
    throws = [line["move"] for line in state(table)["history"] if line["move"]["move"] == "throw"]
    first = throws[1] if len(throws) > 1 else offer(table)["choices"][0]["moves"][-1]
    assert sorted(first["faces"]) == sorted(die.face for die in [*knights, *whole])


# Dice do not vanish or appear.


def test_a_die_of_a_closed_city_that_is_not_seen_is_missed_and_no_city_scores_nothing(
    table: Bench,
) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING[:3], *rest])
    assert notice(table) == ("notice.missed", "cap")
    look(table, [])
    assert (moves(table), state(table)["scores"]) == (["throw"], {"Ana": 0, "Bob": 0})
    points = {choice["text"]["params"].get("points") for choice in offer(table)["choices"]}
    assert points == {0, 3}


def test_in_the_last_throw_a_die_that_was_not_seen_is_asked_for_before_it_scores(table: Bench) -> None:
    for number in range(3):
        table.table.submit(HOST, f"throw-{number}", {"move": "throw", "faces": NINE})
    look(table, thrown(NINE))
    rest = less(thrown(NINE), "corner", "corner", "cap", "cap")
    look(table, [*RING[:3], *rest])
    look(table, [])
    assert state(table)["to_move"] == "Ana"
    assert offer(table)["text"]["code"] == "ask.city_unseen"
    assert {choice["text"]["params"].get("points") for choice in offer(table)["choices"]} == {0, 3}


def test_a_hand_over_four_dice_makes_no_move_when_it_goes(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, dice[:5])
    assert notice(table) == ("notice.missed", "cap knight straight three")
    look(table, dice)
    assert (moves(table), notice(table)) == (["throw"], None)


def test_a_hand_that_pushed_what_it_covered_made_no_throw(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, dice[:5])
    pushed = [replace(die, at=(die.at[0] + 0.6, die.at[1] - 0.5)) for die in dice[5:]]
    look(table, [*dice[:5], *pushed])
    assert moves(table) == ["throw"]


def test_a_die_taken_up_and_put_into_the_city_was_not_thrown(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING[:3], *rest, PaperDie("cap", (3, -3), 0)])
    look(table, [*RING[:3], *rest])
    look(table, [*RING, *rest])
    assert (moves(table), notice(table)) == (["throw"], None)
    look(table, [])
    assert state(table)["scores"] == {"Ana": 3, "Bob": 0}


def test_a_die_turned_over_is_asked_about_and_nothing_is_set_aside(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*dice[:8], replace(dice[8], face="catapult")])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.left_lying"
    assert answers(table) == ["throw.again", "throw.none"]
    answer(table, "throw.none")
    assert moves(table) == ["throw"]


def test_lifted_dice_that_show_the_same_are_asked_about(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    look(table, RING)
    faces = [die.face for die in rest]
    look(table, [*RING, *thrown(faces, row=6.0)])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.thrown_or_put_back"
    assert answers(table) == ["throw.again", "throw.none"]


def test_a_throw_asked_about_and_not_answered_is_not_forgotten_by_the_next(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    look(table, RING)
    look(table, [*RING, *thrown([die.face for die in rest], row=6.0)])
    assert offer(table)["text"]["code"] == "ask.thrown_or_put_back"
    look(table, RING)
    look(table, [*RING, *thrown(OTHERS[:5], row=-0.5)])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.throw_after_unread"


@pytest.mark.parametrize("covered", [True, False])
def test_seven_dice_are_no_throw_of_seven_while_a_hand_may_hide_two_more(
    table: Bench, covered: bool
) -> None:
    look(table, thrown([*NINE[:7], "catapult", "catapult"]))
    look(table, [])
    assert notice(table) == ("cleared.again_or_stop", None)
    table.show(replace(reading_of(thrown(OTHERS[:7], row=-0.5)), covered=covered))
    table.wait(30.0)
    assert (moves(table) == ["throw", "throw"]) is not covered
    if covered:
        assert offer(table)["text"]["code"] == "ask.throw_covered"
        answer(table, "throw.seen")
        assert moves(table) == ["throw", "throw"]


def test_an_empty_table_over_which_a_hand_rests_ends_no_turn(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    table.show(replace(reading_of([]), covered=True))
    table.wait(30.0)
    assert moves(table) == ["throw"]
    assert notice(table) == ("notice.doubt_hidden", None)


# The table is cleared.


def test_clearing_the_table_with_nothing_built_always_leaves_a_way_on(table: Bench) -> None:
    begin(table, NINE)
    look(table, [])
    assert moves(table) == ["throw"]
    assert notice(table) == ("cleared.again_or_stop", None)
    assert answers(table) == ["stop.city"]
    answer(table, "stop.city")
    assert (moves(table), state(table)["to_move"]) == (["throw", "stop"], "Bob")


def test_after_a_restart_an_empty_table_in_mid_turn_leaves_a_way_on(tmp_path: Path) -> None:
    first = bench_on(tmp_path / "journal.sqlite3", 1)
    first.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    begin(first, NINE)
    first.table.close()
    second = bench_on(tmp_path / "journal.sqlite3", 1)
    look(second, [])
    assert notice(second) == ("cleared.again_or_stop", None)
    look(second, thrown(OTHERS))
    assert moves(second) == ["throw", "throw"]
    look(second, [])
    answer(second, "stop.city")
    assert state(second)["to_move"] == "Bob"
    second.table.close()


def test_after_a_restart_in_the_last_throw_the_turn_can_be_ended(tmp_path: Path) -> None:
    first = bench_on(tmp_path / "journal.sqlite3", 1)
    first.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    for number in range(3):
        first.table.submit(HOST, f"throw-{number}", {"move": "throw", "faces": NINE})
    first.table.close()
    second = bench_on(tmp_path / "journal.sqlite3", 1)
    look(second, [])
    assert offer(second)["text"]["code"] == "ask.city_unseen"
    answer(second, "stop.city")
    assert state(second)["to_move"] == "Bob"
    second.table.close()


# What is in doubt.


def test_dice_of_a_throw_that_may_touch_are_no_question(table: Bench) -> None:
    table.show(touching(thrown(NINE)))
    table.wait()
    assert moves(table) == ["throw"]


def test_a_speck_beside_all_dice_of_a_throw_is_no_question(table: Bench) -> None:
    reading = reading_of([*thrown(NINE), PaperDie("cap", (0, -6))], doubt=9, instead="three")
    table.show(replace(reading, doubts=("die", "maybe_extra")))
    table.wait()
    assert moves(table) == ["throw"]
    assert sorted(state(table)["history"][-1]["move"]["faces"]) == sorted(NINE)


def test_a_doubtful_die_that_did_not_move_is_still_what_it_was(table: Bench) -> None:
    dice = begin(table, NINE)
    built = [*RING, *less(dice, "corner", "corner", "cap", "cap")]
    unsure = reading_of(built)
    wavering = replace(unsure.dice[-1], sure=False, confidence=0.6)
    table.show(replace(unsure, dice=(*unsure.dice[:-1], wavering), sure=False, doubts=("die",)))
    assert notice(table) is None
    assert offer(table)["text"]["params"]["points"] == 3
    look(table, [])
    assert state(table)["scores"] == {"Ana": 3, "Bob": 0}


def nearly_closed() -> tuple[list[PaperDie], DiceReading]:
    """Return a city whose last cap lies so far off that it may touch or not, as it is read: not."""
    row = [PaperDie("cap", (0, -6), 2), PaperDie("straight", (0, -5)), PaperDie("cap", (0, -3.76))]
    dice = [*row, *less(thrown(NINE), "straight", "cap", "cap")]
    return dice, touching(dice)


def test_the_doubt_whether_two_dice_touch_is_named_and_goes_with_a_sure_reading(table: Bench) -> None:
    begin(table, NINE)
    dice, reading = nearly_closed()
    table.show(reading)
    assert notice(table) == ("notice.doubt_touching", "cap straight")
    assert {choice["text"]["params"]["points"] for choice in offer(table)["choices"]} == {0, 1}
    look(table, [*dice[:2], PaperDie("cap", (0, -4)), *dice[3:]])
    assert notice(table) is None
    assert offer(table)["text"]["params"]["points"] == 1


def test_a_city_cleared_while_in_doubt_is_asked_about_with_every_story(table: Bench) -> None:
    begin(table, NINE)
    table.show(nearly_closed()[1])
    look(table, [])
    assert moves(table) == ["throw"]
    assert {choice["text"]["params"].get("points") for choice in offer(table)["choices"]} == {0, 1}


def test_a_face_in_doubt_is_named(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    table.show(reading_of([*RING, *rest], doubt=3, instead="three"))
    assert notice(table) == ("notice.doubt_face", "cap three")


def test_a_doubtful_die_by_itself_that_can_only_be_the_one_left_is_no_question(table: Bench) -> None:
    begin(table, NINE)
    table.show(reading_of(thrown(NINE, row=-3.5), doubt=5, instead="corner"))
    assert (moves(table), notice(table)) == (["throw"], None)
    assert offer(table)["kind"] == "pending"


def test_where_no_answer_is_right_a_sentence_says_what_to_do(table: Bench) -> None:
    table.show(reading_of(thrown(NINE), doubt=3, instead="three"))
    for _ in range(2):
        table.table.answer(HOST, offer(table)["id"], "stop")
    assert answers(table) == ["refused.read_again"]
    assert notice(table) == ("notice.by_tap", None)


# Neighbours that do not match, and dice that only landed side by side.


def test_a_wrongly_turned_neighbour_is_named_and_is_no_second_city(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING[:3], PaperDie("cap", (1, -4), 1), *rest])
    assert notice(table) == ("notice.turn_die", "cap")
    building = state(table)["building"]
    assert building is not None
    assert [city["size"] for city in building["cities"]] == [3]


def test_two_caps_that_landed_touching_are_no_city(table: Bench) -> None:
    fell = [PaperDie("cap", (-9, 3), 2), PaperDie("cap", (-9, 4), 0), *thrown(NINE)[2:]]
    look(table, fell)
    assert moves(table) == ["throw"]
    table.show(reading_of([*fell[:8], replace(fell[8], at=(5.0, -8.0))]))
    assert state(table)["building"] is None
    assert offer(table)["text"]["params"]["dice"] == 0


def test_dice_left_lying_are_logged_as_dice_and_not_as_a_city(table: Bench) -> None:
    dice = begin(table, NINE)
    kept = [PaperDie("cap", (-4, -6)), PaperDie("cap", (4, -6))]
    look(table, [*kept, *less(dice, "cap", "cap")])
    look(table, kept)
    look(table, [*kept, *thrown(["three", "three", "cap", "knight", "corner", "corner", "three"], 6.0)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][1]["text"]["code"] == "move.set_aside_dice"


# Sleeves, and people in a hurry.


def pushed(die: PaperDie) -> PaperDie:
    """Return a die that a sleeve has pushed by two thirds of its side."""
    return replace(die, at=(die.at[0] + 0.5, die.at[1] + 0.45))


def test_a_kept_knight_that_a_sleeve_pushes_during_a_throw_was_not_thrown(table: Bench) -> None:
    dice = begin(table, KNIGHTS)
    knights = dice[:3]
    look(table, knights)
    look(table, [*knights[:2], pushed(knights[2]), *thrown(OTHERS[:6], row=-3.5)])
    words = [line["move"] for line in state(table)["history"]]
    assert [move["move"] for move in words] == ["throw", "set_aside", "throw"]
    assert words[1]["knights"] == 3
    assert len(words[2]["faces"]) == 6


def test_where_no_look_saw_the_others_lifted_a_pushed_knight_may_have_been_thrown(table: Bench) -> None:
    knights = begin(table, KNIGHTS)[:3]
    look(table, [*knights[:2], pushed(knights[2]), *thrown(OTHERS[:6], row=-3.5)])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.which_throw"
    assert {len(choice["moves"][-1]["faces"]) for choice in offer(table)["choices"]} == {6, 7}


def test_after_a_throw_entered_by_tap_dice_that_lie_there_were_not_set_aside(table: Bench) -> None:
    dice = thrown(["catapult", *NINE[1:]])
    look(table, dice[:-1])
    table.table.submit(HOST, "tap", {"move": "throw", "seat": "Ana", "faces": ["catapult", *NINE[1:]]})
    turned = PaperDie(dice[4].face, (-5, -8), 1)
    look(table, [*dice[1:4], turned, *dice[5:]])
    assert moves(table) == ["throw"]


@pytest.mark.parametrize("passed", [1, 2])
def test_catapults_passed_on_before_anybody_looked_are_one_tap(table: Bench, passed: int) -> None:
    look(table, thrown(NINE[passed:]))
    assert moves(table) == []
    assert notice(table) == ("notice.dice_missing", None)
    answer(table, "throw.passed_on")
    (throw,) = (line["move"] for line in state(table)["history"])
    assert throw["faces"].count("catapult") == passed
    assert len(throw["faces"]) == 9


def test_catapults_of_a_second_throw_passed_on_before_anybody_looked_are_one_tap(table: Bench) -> None:
    dice = begin(table, KNIGHTS)
    look(table, dice[:3])
    look(table, [*dice[:3], *thrown(OTHERS[1:6], row=-3.5)])
    assert moves(table) == ["throw"]
    answer(table, "throw.passed_on")
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][-1]["move"]["faces"].count("catapult") == 1


def test_a_last_die_thrown_again_that_shows_the_same_face_is_one_tap(table: Bench) -> None:
    dice = begin(table, NINE)
    built = [*RING, *(PaperDie("straight", (n, -8), 1) for n in range(2)), PaperDie("three", (2, -8), 1)]
    look(table, [*built, dice[0], dice[7]])
    knight = PaperDie("knight", (-12, -12))
    look(table, [*built, dice[0], knight])
    look(table, [*built, PaperDie("cap", (9, 9)), knight])
    assert moves(table) == ["throw"]
    assert notice(table) == ("notice.moved_or_thrown", None)
    answer(table, "throw.again")
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][-1]["move"]["faces"] == ["cap"]


def test_two_knights_put_aside_without_a_look_are_no_dead_end(table: Bench) -> None:
    first = ["catapult", "catapult", "catapult", "knight", "knight", "cap", "cap", "three", "corner"]
    begin(table, first)
    aside = [PaperDie("knight", (-12.0 + 2 * n, -12)) for n in range(2)]
    look(table, [*aside, *thrown(["straight", "straight", "three", "cap"], row=-4.0)])
    assert offer(table)["choices"]


def test_a_city_pushed_as_a_whole_while_the_rest_is_thrown_was_not_thrown(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    moved = [replace(die, at=(die.at[0] + 0.6, die.at[1] - 0.5)) for die in RING]
    look(table, [*moved, *thrown(OTHERS[:5], row=-0.5)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert len(state(table)["history"][1]["move"]["city"]) == len(RING)


def test_a_turn_whose_last_throw_was_not_read_does_not_end_by_itself(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    look(table, RING)
    look(table, [*RING, *thrown(OTHERS[:3], row=-0.5)])
    assert notice(table) == ("notice.dice_missing", None)
    look(table, [])
    assert moves(table) == ["throw"]
    assert offer(table)["kind"] == "question"


def test_a_throw_after_one_that_was_not_read_is_asked_about(table: Bench) -> None:
    look(table, thrown(NINE[:6]))
    look(table, [])
    look(table, thrown(OTHERS))
    assert moves(table) == []
    assert offer(table)["text"]["code"] == "ask.throw_after_unread"


@pytest.mark.parametrize(("at", "ends"), [((200.0, 900.0), True), ((20.0, 60.0), False)])
def test_what_may_be_a_die_where_none_lay_keeps_no_turn_from_ending(
    table: Bench, at: tuple[float, float], ends: bool
) -> None:
    dice = begin(table, NINE)
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    first = reading_of(RING[:1]).dice[0].centre_px
    spot = PointPx(first.x + at[0], first.y + at[1])
    missed = Doubt("may_be_missed", spot, 60.0)
    empty = replace(reading_of([]), sure=False, doubts=("maybe_missed",), doubtful=(missed,))
    table.show(empty)
    table.wait(30.0)
    assert ("stop" in moves(table)) is ends


def test_eight_dice_after_a_cleared_table_may_be_nine_of_the_next_player(table: Bench) -> None:
    begin(table, [*NINE[:8], "catapult"])
    look(table, [])
    look(table, thrown(OTHERS[:8], row=-0.5))
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.again_or_next"
    assert answers(table) == ["throw.again", "stop.city"]
    answer(table, "stop.city")
    look(table, thrown(OTHERS, row=-0.5))
    assert [line["seat"] for line in state(table)["history"]] == ["Ana", "Ana", "Bob"]


@pytest.mark.parametrize("catapults", [1, 2])
def test_a_catapult_that_fell_where_one_lay_does_not_make_it_the_same_players_throw(
    table: Bench, catapults: int
) -> None:
    to_throw = 9 - catapults
    dice = begin(table, [*NINE[:to_throw], *["catapult"] * catapults])
    look(table, [dice[8], *thrown(OTHERS[:to_throw], row=-0.5)])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.again_or_next"


def test_nine_dice_are_the_next_players_throw_even_if_one_lies_where_one_lay(table: Bench) -> None:
    dice = begin(table, [*NINE[:8], "catapult"])
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    stayed = less(dice, "corner", "corner", "cap", "cap")[0]
    look(table, [stayed, *thrown([*OTHERS[:7], "knight"], row=-0.5)])
    assert moves(table) == ["throw"]
    assert offer(table)["kind"] == "question"
    assert "throw.after_city" in answers(table)


@pytest.mark.parametrize("answered", ["throw.none", "stop.city"])
def test_a_city_of_which_all_dice_lie_elsewhere_is_not_given_up_unasked(
    table: Bench, answered: str
) -> None:
    faces = [*NINE[:8], "catapult"]
    dice = begin(table, faces)
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    look(table, thrown(faces[:8][::-1], row=-0.5))
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.all_moved"
    points = {choice["text"]["code"]: choice["text"]["params"] for choice in offer(table)["choices"]}
    assert points["stop.city"]["points"] == 3
    answer(table, answered)
    assert ("stop" in moves(table)) is (answered == "stop.city")


def test_a_throw_that_was_not_seen_whole_is_not_swallowed_by_the_next(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    look(table, [*RING[:3], *thrown(["straight", "three"], row=-0.5)])
    said = notice(table)
    assert said is not None
    assert said[0] == "notice.missed"
    look(table, RING[:3])
    look(table, [*RING[:3], *thrown(["cap", "straight", "straight", "three", "three", "catapult"], 5.5)])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.throw_after_unread"


def test_a_turn_with_an_open_question_does_not_end_by_the_next_throw(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    fell = thrown(["cap", "straight", "straight", "three", "three", "catapult"], row=-0.5)
    look(table, [*RING[:3], *fell])
    assert moves(table) == ["throw", "set_aside", "throw"]
    away = replace(RING[2], at=(-14.0, -9.0))
    look(table, [*RING[:2], away, RING[3], *fell[1:5]])
    assert notice(table) == ("notice.put_back", "cap")
    look(table, thrown(OTHERS, row=7.5))
    assert moves(table) == ["throw", "set_aside", "throw"]


def test_a_set_aside_die_that_was_pushed_away_is_to_be_put_back(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    fell = thrown(["cap", "straight", "straight", "three", "three", "catapult"], row=-0.5)
    look(table, [*RING[:3], *fell])
    look(table, [*RING[:2], replace(RING[2], at=(-14.0, -9.0)), *fell])
    assert notice(table) == ("notice.put_back", "cap")
    assert offer(table)["kind"] == "pending"
    look(table, [*RING[:3], *fell])
    assert notice(table) is None


def test_an_empty_table_that_is_not_surely_empty_lets_the_turn_be_ended_by_tap(table: Bench) -> None:
    begin(table, NINE)
    table.show(replace(reading_of([]), sure=False, doubts=("maybe_missed",)))
    table.wait(30.0)
    assert moves(table) == ["throw"]
    assert notice(table) == ("notice.doubt_hidden", None)
    answer(table, "stop.city")
    assert moves(table) == ["throw", "stop"]


def test_a_city_closed_and_cleared_between_two_looks_is_asked_about(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    fell = thrown(OTHERS[:6], row=-0.5)
    look(table, [*RING[:3], *fell])
    assert moves(table) == ["throw", "set_aside", "throw"]
    look(table, [])
    assert moves(table) == ["throw", "set_aside", "throw"]
    found = [float(choice["text"]["params"]["points"]) for choice in offer(table)["choices"]]
    assert found[0] == 0
    assert max(found) > 0


def test_after_a_first_throw_that_went_away_unread_the_table_says_so(table: Bench) -> None:
    look(table, thrown(NINE[:6]))
    look(table, [])
    assert notice(table) == ("notice.throw_not_read", None)


def test_a_die_thrown_near_the_place_of_one_that_was_lifted_was_not_left_there(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    straight = next(die for die in rest if die.face == "straight")
    touched = replace(straight, at=(straight.at[0] + 1.5, straight.at[1] + 2))
    look(table, [*RING, *rest])
    look(table, [*RING, touched, *less(rest, "straight")])
    look(table, RING)
    near = replace(touched, at=(touched.at[0] + 0.6, touched.at[1] + 0.3))
    look(table, [*RING, near, *thrown(OTHERS[:4], row=-0.5)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert len(state(table)["history"][-1]["move"]["faces"]) == 5


def test_where_dice_are_missing_another_throw_can_be_entered_by_tap(table: Bench) -> None:
    look(table, thrown(NINE[2:]))
    assert notice(table) == ("notice.dice_missing", None)
    faces = ["three", "three", *NINE[2:]]
    table.table.submit(HOST, "tap", {"move": "throw", "seat": "Ana", "faces": faces})
    assert [line["move"]["faces"] for line in state(table)["history"]] == [faces]
