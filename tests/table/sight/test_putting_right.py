"""What was read wrongly is stopped, and put right die by die."""

import pytest

from companion.errors import BadMove, IllegalMove, NotAllowed
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.game import HOST, Seat, Words, seat_role
from companion.table.shapes.moves import ProposalShape
from companion.table.shapes.state import StateShape
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from vision.readings.dice import DiceReading

NINE = ["cap", "cap", "straight", "corner", "corner", "three", "cap", "knight", "straight"]
ANA, BOB = (seat_role(Seat(number)) for number in (1, 2))


@pytest.fixture(autouse=True)
def no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the odds out: they take a second of work, and tell nothing about what was seen."""
    monkeypatch.setattr(CarcassonneDice, "odds", lambda _game, _state: None)


@pytest.fixture
def table(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    return bench


def fallen(faces: list[str] = NINE) -> list[PaperDie]:
    return [PaperDie(face, (2.0 * n - 9, 3.0), n % 4) for n, face in enumerate(faces)]


def state(bench: Bench) -> StateShape:
    return bench.table.state(HOST)


def offer(bench: Bench) -> ProposalShape:
    found = state(bench)["proposal"]
    assert found is not None
    return found


def thrown(bench: Bench) -> list[list[str]]:
    return [
        sorted(line["move"]["faces"])
        for line in state(bench)["history"]
        if line["move"]["move"] == "throw" and not line["undone"]
    ]


def stop(bench: Bench) -> None:
    bench.table.answer(HOST, offer(bench)["id"], "stop")


def stopped(bench: Bench, reading: DiceReading) -> ProposalShape:
    """Let the table propose a throw, stop it, and return what is asked then."""
    bench.show(reading)
    stop(bench)
    return offer(bench)


def test_stopping_a_throw_shows_its_dice_one_by_one_until_they_are_put_right(table: Bench) -> None:
    asked = stopped(table, reading_of(fallen()))
    assert asked["kind"] == "correction"
    dice = asked["choices"][0]["dice"]
    assert [die["face"] for die in dice] == asked["choices"][0]["moves"][-1]["faces"]
    assert all(0 < fraction < 1 for die in dice for fraction in die["centre"])
    table.wait(600.0)
    assert (thrown(table), offer(table)) == ([], asked)
    faces = ["knight" if die["face"] == "three" else die["face"] for die in dice]
    table.table.answer(ANA, asked["id"], asked["choices"][0]["id"], faces)
    assert thrown(table) == [sorted(faces)]
    assert state(table)["history"][-1]["by"] == "tap"


def test_a_corrected_die_stays_what_the_player_said_though_it_is_read_again(table: Bench) -> None:
    asked = stopped(table, reading_of(fallen()))
    faces = ["corner" if face == "three" else face for face in asked["choices"][0]["moves"][-1]["faces"]]
    table.table.answer(HOST, asked["id"], "accept", faces)
    ring = [
        PaperDie("corner", (0, -5), 1),
        PaperDie("corner", (1, -5), 2),
        PaperDie("cap", (0, -4), 0),
        PaperDie("cap", (1, -4), 0),
    ]
    left = [die for n, die in enumerate(fallen()) if n not in (0, 1, 3, 4)]
    table.show(reading_of([*ring, *left]))
    table.wait(30.0)
    assert len(thrown(table)) == 1
    assert offer(table)["kind"] == "pending"
    seen = state(table)["watch"]["seen"]
    assert seen is not None
    assert sorted(die["face"] for die in seen["dice"]) == sorted(faces)
    table.show(reading_of([]))
    table.wait(30.0)
    assert state(table)["scores"] == {"Ana": 3, "Bob": 0}


def test_what_was_set_aside_before_a_corrected_throw_is_kept(table: Bench) -> None:
    table.show(reading_of(fallen()))
    table.wait()
    pair = [PaperDie("cap", (0, -5), 2), PaperDie("cap", (0, -4), 0)]
    left = fallen()[2:]
    table.show(reading_of([*pair, *left]))
    table.show(reading_of(pair))
    seven = fallen(["cap", "cap", "three", "knight", "straight", "corner", "corner"])
    asked = stopped(table, reading_of([*pair, *seven]))
    faces = [
        "three" if die["face"] == "straight" else die["face"] for die in asked["choices"][0]["dice"]
    ]
    assert len(faces) == 7
    table.table.answer(ANA, asked["id"], "accept", faces)
    kinds = [line["move"]["move"] for line in state(table)["history"]]
    assert kinds == ["throw", "set_aside", "throw"]
    assert thrown(table)[-1] == sorted(faces)


def test_a_correction_stays_open_though_the_same_is_read_again(table: Bench) -> None:
    asked = stopped(table, reading_of(fallen()))
    table.show(reading_of(fallen()))
    table.wait(60.0)
    assert (thrown(table), offer(table)["id"]) == ([], asked["id"])


def test_a_correction_closes_when_the_table_changes(table: Bench) -> None:
    stopped(table, reading_of(fallen()))
    table.show(reading_of([]))
    assert state(table)["proposal"] is None


def test_nothing_was_thrown_is_not_proposed_again_but_can_be_read_again(table: Bench) -> None:
    stopped(table, reading_of(fallen()))
    stop(table)
    closed = offer(table)
    assert [choice["id"] for choice in closed["choices"]] == ["again"]
    table.show(reading_of(fallen()))
    table.wait(60.0)
    assert (thrown(table), offer(table)["id"]) == ([], closed["id"])
    table.table.answer(ANA, closed["id"], "again")
    table.table.sight.weigh()
    table.wait(60.0)
    assert (thrown(table), offer(table)["kind"]) == ([], "question")
    table.table.answer(ANA, offer(table)["id"], "accept")
    assert thrown(table) == [sorted(NINE)]


def test_what_was_refused_is_asked_when_it_lies_there_once_more(table: Bench) -> None:
    stopped(table, reading_of(fallen()))
    stop(table)
    table.show(reading_of([]))
    table.show(reading_of(list(reversed(fallen()))))
    table.wait(60.0)
    assert (thrown(table), offer(table)["kind"]) == ([], "question")


def test_none_of_the_answers_leads_to_the_same_correction(table: Bench) -> None:
    asked = stopped(table, reading_of(fallen(), doubt=3, instead="three"))
    assert asked["kind"] == "correction"
    assert [die["sure"] for die in asked["choices"][0]["dice"]].count(False) == 1


def test_stopping_the_end_of_a_turn_asks_what_is_right(table: Bench) -> None:
    table.show(reading_of(fallen()))
    table.wait()
    ring = [
        PaperDie("corner", (0, -5), 1),
        PaperDie("corner", (1, -5), 2),
        PaperDie("cap", (0, -4), 0),
        PaperDie("cap", (1, -4), 0),
    ]
    table.show(reading_of([*ring, *[die for n, die in enumerate(fallen()) if n not in (0, 1, 3, 4)]]))
    table.show(reading_of([]))
    stop(table)
    table.wait(60.0)
    assert offer(table)["kind"] == "question"
    assert len(thrown(table)) == 1
    assert state(table)["to_move"] == "Ana"


@pytest.mark.parametrize("faces", [[], NINE[1:], [*NINE, "cap"], [*NINE[1:], "goat"]])
def test_a_correction_names_a_face_for_each_die(table: Bench, faces: list[str]) -> None:
    asked = stopped(table, reading_of(fallen()))
    with pytest.raises(BadMove, match=r"faces are needed|goat"):
        table.table.answer(HOST, asked["id"], "accept", faces)
    assert (thrown(table), offer(table)) == ([], asked)


def test_another_seat_does_not_put_right_what_is_not_its_own(table: Bench) -> None:
    asked = stopped(table, reading_of(fallen()))
    with pytest.raises(NotAllowed, match="another seat"):
        table.table.answer(BOB, asked["id"], "accept", NINE)


def test_a_missed_die_is_named_with_its_place_on_the_picture(table: Bench) -> None:
    table.show(reading_of(fallen()))
    table.wait()
    table.show(reading_of(fallen()[:7]))
    said = state(table)["notice"]
    assert said is not None
    assert said["code"] == "notice.missed"
    assert len(said["places"]) == 2
    assert all(0 < fraction < 1 for place in said["places"] for fraction in place)


def test_a_throw_entered_by_hand_keeps_what_was_set_aside_before_it(table: Bench) -> None:
    """The table offers it with the throw that it read; the player names other faces, in any order."""
    table.show(reading_of(fallen()))
    table.wait()
    pair = [PaperDie("cap", (0, -5), 2), PaperDie("cap", (0, -4), 0)]
    table.show(reading_of([*pair, *fallen()[2:]]))
    table.show(reading_of(pair))
    seven = ["cap", "cap", "three", "knight", "straight", "corner", "corner"]
    table.show(reading_of([*pair, *fallen(seven)], doubt=4, instead="three"))
    assert offer(table)["kind"] == "move"
    really = ["knight", "knight", "three", "cap", "cap", "corner", "corner"]
    table.table.submit(ANA, "by hand", {"move": "throw", "faces": really})
    kinds = [line["move"]["move"] for line in state(table)["history"]]
    assert (kinds, thrown(table)[-1]) == (["throw", "set_aside", "throw"], sorted(really))


def test_after_a_correction_from_the_history_the_dice_are_read_as_the_player_said(table: Bench) -> None:
    table.show(reading_of(fallen()))
    table.wait()
    right = ["corner" if face == "three" else face for face in NINE]
    words: Words = {"move": "correct", "number": 1, "with": {"move": "throw", "faces": right}}
    table.table.submit(ANA, "right", words)
    pushed = fallen()
    pushed[0] = PaperDie("cap", (-8.0, -5.0))
    table.show(reading_of(pushed))
    table.wait(30.0)
    assert len(thrown(table)) == 1
    assert offer(table)["kind"] == "pending"


def test_dice_that_landed_touching_are_not_drawn_as_a_city_and_built_ones_are(table: Bench) -> None:
    pair = [PaperDie("cap", (-9, 3), 2), PaperDie("cap", (-9, 4), 0)]
    fell = [*pair, *fallen()[2:]]
    table.show(reading_of(fell))
    table.wait()
    assert drawn(table) == []
    built = [PaperDie("cap", (0, -5), 2), PaperDie("cap", (0, -4), 0)]
    table.show(reading_of([*built, *fallen()[2:]]))
    assert [len(city["dice"]) for city in drawn(table) if city["closed"]] == [2]


def drawn(bench: Bench) -> list[JsonObject]:
    """Return the cities that are drawn over the picture."""
    seen = state(bench)["watch"]["seen"]
    assert seen is not None
    return list(seen["drawn"]["cities"])


def test_a_stop_a_moment_too_late_takes_the_move_back_and_shows_its_dice(table: Bench) -> None:
    table.show(reading_of(fallen()))
    late = offer(table)["id"]
    table.wait()
    assert (len(thrown(table)), state(table)["accepted"]) == (1, late)
    with pytest.raises(NotAllowed, match="another seat"):
        table.table.answer(BOB, late, "stop")
    table.table.answer(ANA, late, "stop")
    table.table.sight.weigh()
    table.wait(60.0)
    assert (thrown(table), offer(table)["kind"]) == ([], "correction")
    table.table.answer(ANA, offer(table)["id"], "accept")
    assert thrown(table) == [sorted(NINE)]


def test_a_stop_while_the_next_throw_is_open_is_too_late(table: Bench) -> None:
    table.show(reading_of(fallen()))
    late = offer(table)["id"]
    table.wait()
    table.show(reading_of([PaperDie(die.face, (die.at[0], -4.0), 1) for die in fallen()[::-1]]))
    table.show(reading_of([]))
    table.show(reading_of(fallen(["three", *NINE[:8]])))
    assert offer(table)["id"] != late
    with pytest.raises(IllegalMove, match="not open any more"):
        table.table.answer(ANA, late, "stop")


def test_a_stop_after_the_next_move_is_too_late(table: Bench) -> None:
    table.show(reading_of(fallen()))
    late = offer(table)["id"]
    table.wait()
    table.table.submit(ANA, "stop", {"move": "stop", "take": "city"})
    with pytest.raises(IllegalMove, match="not open any more"):
        table.table.answer(ANA, late, "stop")
    assert (len(thrown(table)), state(table)["accepted"]) == (1, None)
