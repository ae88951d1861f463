"""Played by tap: nothing is looked for or missed; and how a camera looks on again afterwards."""

from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.games.drunter.moves import Lay
from companion.games.drunter.rules import GAME as DRUNTER
from companion.games.game import EVERYONE, HOST
from companion.table.owner.owner import Owner
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Fault
from companion.table.table import Table
from tests.table.conftest import BACKENDS, Bench, wall
from tests.table.paper_table import reading_of
from tests.table.plays.carcassonne_dice.clumsy import NINE, OTHERS, moves, offer, state, thrown
from tests.table.plays.drunter.paper_board import PaperBoard, board_of
from tests.table.plays.drunter.test_at_the_table import Sitting, begun
from tests.table.plays.ubongo.paper_gems import no_board
from vision.clock import SteppedClock
from vision.readings.reading import Reading


@pytest.fixture
def city(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    return bench


@pytest.fixture
def town(bench: Bench) -> Sitting:
    return begun(bench)


def by_tap(bench: Bench, tap: bool = True) -> None:
    bench.table.looking.set_camera({"off": tap})


def enter(bench: Bench, move_id: str, **words: Any) -> None:
    bench.table.submit(HOST, move_id, {"seat": state(bench)["to_move"], **words})


def lay_by_tap(town: Sitting) -> Lay:
    lay = town.lays(over_outhouses=False)[0]
    town.tap(lay)
    return lay


# It is silent.


def test_no_tile_is_missed_in_a_town_that_is_told_by_tap(town: Sitting) -> None:
    """The board may be put away: none of what was laid is asked for, now or ever."""
    for _ in range(3):
        lay_by_tap(town)
    town.look()
    assert town.notice == "missing_many"
    by_tap(town.bench)
    assert town.is_quiet
    town.look()  # what was on its way as it was said
    lay_by_tap(town)
    town.bench.wait(60.0)
    assert (town.is_quiet, len(town.moves)) == (True, 4)
    assert state(town.bench)["camera"]["backend"] == "off"


def test_a_question_about_what_was_read_is_asked_no_more(city: Bench) -> None:
    city.show(reading_of(thrown(NINE), doubt=3))
    city.wait()
    assert offer(city)["kind"] == "question"
    by_tap(city)
    assert (state(city)["proposal"], moves(city)) == (None, [])
    enter(city, "told", move="throw", faces=NINE)
    assert moves(city) == ["throw"]


def test_a_throw_that_only_waited_for_its_moment_is_not_lost(city: Bench) -> None:
    city.show(reading_of(thrown(NINE)))
    assert offer(city)["kind"] == "move"
    by_tap(city)
    assert moves(city) == ["throw"]
    assert state(city)["history"][0]["by"] == "camera"


def test_what_is_wrong_with_what_a_camera_sees_matters_to_nobody(city: Bench) -> None:
    table = city.table
    table.faults.sets_are_missing(["board"])
    for part, fault in (
        ("markers", Fault("markers", "markers_gone")),
        ("picture mirrored", Fault("picture", "picture_mirrored")),
        ("reader", Fault("reader", "raised")),
        ("disk", Fault("disk", "disk_low", {"free": 3})),
    ):
        table.report(part, fault)
    assert len(state(city)["faults"]) == 5
    by_tap(city)
    assert [one["part"] for one in state(city)["faults"]] == ["disk"]
    by_tap(city, False)
    assert len(state(city)["faults"]) == 5  # still so, and matters again


@pytest.mark.parametrize(
    ("game", "reading"),
    [
        ("yacht", reading_of(thrown(["1", "2", "3"]))),
        ("ubongo", no_board()),
        ("gruftmeister", no_board()),
        ("plain_dice", reading_of(thrown(["1", "2"]), doubt=0, instead="6")),
        ("drunter", PaperBoard(found=False).reading()),
    ],
)
def test_no_game_says_or_asks_more_of_what_was_seen(bench: Bench, game: str, reading: Reading) -> None:
    more = {"gems": "seen"} if game == "ubongo" else {}
    bench.table.start_sitting({"game": game, "seats": ["Ana", "Bob"], **more})
    bench.show(reading)
    bench.wait()
    by_tap(bench)
    bench.show(reading)
    bench.wait(30.0)
    assert (state(bench).get("notice"), state(bench)["proposal"]) == (None, None)
    assert state(bench)["watch"] == {"phase": "off", "seen": None, "hand": []}


# It is kept, and a phone changes it.


def table_in(folder: Path) -> Table:
    clock, journal = SteppedClock(), Journal(":memory:")
    return Table(journal, clock, wall, BACKENDS, owner=Owner(folder))


def test_it_is_kept_over_a_restart_and_the_phone_that_was_the_camera_is_it_again(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.looking.phone_is_called("Ana's phone")
    table.looking.set_camera({"off": True})
    assert table.looking.camera_used == "none"
    table.close()
    table = table_in(tmp_path)
    table.looking.phone_is_called("Ana's phone", again=True)  # as at every start
    assert (table.looking.camera_used, table.state(EVERYONE)["camera"]["backend"]) == ("none", "off")
    table.looking.set_camera({"off": False})
    assert table.looking.camera_used == "phone"
    table.close()


def test_who_lets_a_phone_look_on_plays_with_the_camera(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.looking.set_camera({"off": True})
    table.looking.phone_is_called("Ana's phone")
    used: list[str] = [table.looking.camera_used]
    table.looking.phone_is_called(None)
    table.close()
    table = table_in(tmp_path)
    used.append(table.looking.camera_used)
    table.close()
    assert used == ["phone", "own"]


def test_how_a_camera_is_may_be_told_just_as_another_is_chosen(bench: Bench) -> None:
    """Eyes that are busy notice neither, and never tell again which camera it is."""
    table = bench.table
    by_tap(bench)
    with table._lock:
        eyes = Thread(target=table.looking.camera_is, args=("running",))
        eyes.start()
        eyes.join(0.2)  # it waits for the table by now
        by_tap(bench, False)
    eyes.join()
    assert state(bench)["camera"]["backend"] == "paper"
    assert state(bench)["camera"]["health"] == "running"


# A camera looks on again.


def test_what_was_laid_unseen_counts_only_if_a_person_says_so(town: Sitting) -> None:
    by_tap(town.bench)
    told = lay_by_tap(town)
    by_tap(town.bench, False)
    town.look()
    assert (town.notice, len(town.moves)) == ("missing", 1)
    town.board = board_of(town.state)
    unseen = town.lays(over_outhouses=False)[0]
    town.put(unseen)
    for _ in range(3):  # however often it is read
        town.look(30.0)
        assert (town.offer["kind"], town.offer["text"]["code"]) == ("question", "ask.lay_before")
    assert [words["length"] for words in town.moves] == [told.length]
    choice = town.offer["choices"][0]["id"]
    town.bench.table.answer(HOST, town.offer["id"], choice)
    assert len(town.moves) == 2
    town.board = board_of(town.state)
    town.look()
    assert town.is_quiet
    lay = town.lays(over_outhouses=False)[0]
    town.put(lay)
    town.board.pawns = board_of(DRUNTER.play(town.state, lay)).pawns
    town.look()
    assert len(town.moves) == 3  # that was seen


def test_a_board_that_lies_as_it_was_told_asks_nothing_and_the_next_lay_counts(town: Sitting) -> None:
    by_tap(town.bench)
    for _ in range(4):
        lay_by_tap(town)
    by_tap(town.bench, False)
    town.board = board_of(town.state)
    town.look()
    assert town.is_quiet
    town.put(town.lays(over_outhouses=False)[0])
    town.look()
    assert len(town.moves) == 5


def test_dice_that_were_entered_by_tap_are_not_thrown_again_by_lying_there(city: Bench) -> None:
    by_tap(city)
    enter(city, "told", move="throw", faces=NINE)
    by_tap(city, False)
    for _ in range(2):
        city.show(reading_of(thrown(NINE)))
        city.wait(30.0)
        assert moves(city) == ["throw"]
    enter(city, "stops", move="stop", take="city")
    city.show(reading_of([]))
    city.show(reading_of(thrown(OTHERS)))
    city.wait(30.0)
    assert moves(city) == ["throw", "stop", "throw"]


def test_before_the_first_move_what_is_read_counts_as_ever(city: Bench) -> None:
    by_tap(city)
    by_tap(city, False)
    city.show(reading_of(thrown(NINE)))
    city.wait()
    assert moves(city) == ["throw"]
