"""What is in doubt on the table, and dice put together that do not match."""

from dataclasses import replace

import pytest

from companion.games.game import HOST
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.carcassonne_dice.clumsy import (
    FAR,
    NINE,
    OUT_OF_LINE,
    RING,
    answers,
    begin,
    less,
    look,
    moves,
    notice,
    offer,
    state,
    thrown,
    touching,
    two_left,
)
from vision.readings.dice import DiceReading
from vision.readings.reading import Guess


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


def nearly_closed(last_cap: tuple[float, float] = FAR) -> tuple[list[PaperDie], DiceReading]:
    """Return a city whose last cap lies so far off that it may touch or not, as it is read: not."""
    row = [PaperDie("cap", (0, -6), 2), PaperDie("straight", (0, -5)), PaperDie("cap", last_cap)]
    dice = [*row, *less(thrown(NINE), "straight", "cap", "cap")]
    return dice, touching(dice)


def test_the_doubt_whether_two_dice_touch_is_named_and_goes_with_a_sure_reading(table: Bench) -> None:
    begin(table, NINE)
    dice, reading = nearly_closed()
    table.show(reading)
    assert notice(table) == ("notice.doubt_whole_city", "cap straight")
    assert {choice["text"]["params"]["points"] for choice in offer(table)["choices"]} == {0, 1}
    look(table, [*dice[:2], PaperDie("cap", (0, -4)), *dice[3:]])
    assert notice(table) is None
    assert offer(table)["text"]["params"]["points"] == 1


@pytest.mark.parametrize("last_cap", [FAR, OUT_OF_LINE])
def test_a_city_cleared_while_in_doubt_is_asked_about_with_every_story(
    table: Bench, last_cap: tuple[float, float]
) -> None:
    begin(table, NINE)
    table.show(nearly_closed(last_cap)[1])
    look(table, [])
    assert moves(table) == ["throw"]
    assert {choice["text"]["params"].get("points") for choice in offer(table)["choices"]} == {0, 1}


def test_a_face_in_doubt_that_can_only_be_the_one_left_is_not_named(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    table.show(reading_of([*RING, *rest], doubt=3, instead="three"))
    assert notice(table) is None
    assert offer(table)["choices"][0]["text"]["params"]["points"] == 3


def test_a_city_is_offered_with_every_likely_face_of_its_doubtful_die(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap", "three")
    table.show(reading_of([*RING, *rest], doubt=3, instead="three"))
    assert {choice["text"]["params"]["points"] for choice in offer(table)["choices"]} >= {0, 3}


def test_a_throw_beside_a_city_is_asked_about_with_every_likely_face_of_its_doubtful_die(
    table: Bench,
) -> None:
    begin(table, NINE)
    again = thrown(["cap", "straight", "straight", "corner", "knight"], row=5.5)
    for seen in (RING, [*RING, *again]):
        table.show(reading_of(seen, doubt=3, instead="three"))
    beside = {choice["text"]["params"].get("aside_faces") for choice in offer(table)["choices"]}
    assert beside - {None} == {"cap cap corner corner", "cap corner corner three"}


def test_a_doubtful_die_by_itself_that_can_only_be_the_one_left_is_no_question(table: Bench) -> None:
    dice = begin(table, NINE)
    moved = [*dice[:5], *thrown(NINE, row=-3.5)[5:]]
    table.show(reading_of(moved, doubt=5, instead="corner"))
    assert (moves(table), notice(table)) == (["throw"], None)
    assert offer(table)["kind"] == "pending"


@pytest.mark.parametrize(("chance", "doubted"), [(0.4, False), (0.01, True)])
def test_a_doubtful_die_where_it_lay_is_what_it_was_unless_it_hardly_shows_that(
    table: Bench, chance: float, doubted: bool
) -> None:
    reading = reading_of(begin(table, NINE), doubt=2, instead="three")
    guesses = (Guess("three", 1 - chance), Guess("straight", chance))
    doubtful = replace(reading.dice[2], likely=guesses, confidence=1 - chance)
    table.show(replace(reading, dice=(*reading.dice[:2], doubtful, *reading.dice[3:])))
    assert notice(table) == (("notice.doubt_face", "straight three") if doubted else None)


def test_a_doubtful_die_elsewhere_that_can_only_be_the_one_left_is_what_it_was(table: Bench) -> None:
    dice = begin(table, NINE)
    dice[2] = PaperDie("straight", (6.0, -8.0))
    table.show(reading_of(dice, doubt=2, instead="three"))
    assert (moves(table), notice(table)) == (["throw"], None)


def test_two_dice_thrown_again_of_which_one_is_in_doubt_do_not_show_what_they_showed(
    table: Bench,
) -> None:
    knights = two_left(table)
    fell = [PaperDie("cap", (4, -3)), PaperDie("straight", (7, -5))]
    table.show(reading_of([*knights, *fell], doubt=4, instead="three"))
    table.wait(30.0)
    assert moves(table) == ["throw", "set_aside", "throw"]
    seen = [words["faces"] for choice in offer(table)["choices"] for words in choice["moves"]]
    assert seen == [["cap", "three"], ["cap", "straight"]]


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


def test_who_throws_on_with_a_wrongly_turned_neighbour_has_set_it_aside(table: Bench) -> None:
    dice = begin(table, NINE)
    wrong = [*RING[:3], PaperDie("cap", (1, -4), 1)]
    look(table, [*wrong, *less(dice, "corner", "corner", "cap", "cap")])
    look(table, wrong)
    look(table, [*wrong, *thrown(["three", "straight", "straight", "corner", "three"], row=5.5)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert len(state(table)["history"][1]["move"]["city"]) == 4
    assert notice(table) == ("notice.turn_die", "cap")


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
