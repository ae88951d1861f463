"""How a game is set up: shown until somebody says *Ready* or plays on, and what a camera sees of it."""

from pathlib import Path
from random import Random

import pytest

from companion.errors import IllegalMove, NotAllowed
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.games.ubongo.gems import deal_gems
from companion.table.shapes.values import JsonObject
from companion.table.sitting.set_up import SET_UP
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.table.conftest import BACKENDS, Bench, wall
from tests.table.paper_table import PaperDie, PaperHands, reading_of
from tests.table.plays.drunter.paper_board import board_of as town_of
from tests.table.plays.ubongo.paper_gems import board_of, no_board, tokens_of
from vision.clock import SteppedClock

ANA, BOB = seat_role(Seat(1)), seat_role(Seat(2))
Seen = list[tuple[str, dict[str, str | int | float], bool]]


def begun(bench: Bench, game: str = "carcassonne_dice", **words: object) -> Bench:
    first = {"game": game, "seats": ["Ana", "Bob"], **words}
    bench.table.start_sitting(first, set_up=True)  # type: ignore[arg-type]
    return bench


def is_shown(bench: Bench) -> bool:
    shown = [bench.table.state(role).get("set_up") for role in (EVERYONE, HOST, ANA, BOB)]
    assert len({found is None for found in shown}) == 1
    return shown[0] is not None


def seen(bench: Bench) -> Seen:
    """Return what the camera sees of it: what is said, and whether it is as it should be."""
    found = bench.table.state(EVERYONE).get("set_up")
    assert found is not None
    told = [(check["text"], check["done"]) for check in found["checks"]]
    return [(text["code"], dict(text["params"]), done) for text, done in told]


def test_it_is_shown_where_it_was_asked_for_until_any_player_is_ready(bench: Bench) -> None:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    assert not is_shown(bench)
    begun(bench)
    assert is_shown(bench)
    bench.table.set_up.show(BOB, shown=False)
    assert not is_shown(bench)
    with pytest.raises(NotAllowed):
        bench.table.set_up.show(EVERYONE, shown=True)
    bench.table.set_up.show(HOST, shown=True)
    assert is_shown(bench)


def test_nothing_waits_for_it_and_the_first_move_ends_it(bench: Bench) -> None:
    begun(bench)
    hands = PaperHands(Random(3))
    faces = hands.throw(9)
    bench.show(reading_of(hands.dice))
    bench.wait()
    (throw,) = bench.table.state(HOST)["history"]
    assert sorted(throw["move"]["faces"]) == sorted(faces)
    assert not is_shown(bench)
    with pytest.raises(IllegalMove):
        bench.table.set_up.show(HOST, shown=True)


def test_the_game_knows_nothing_of_it(bench: Bench) -> None:
    begun(bench)
    bench.table.set_up.show(HOST, shown=False)
    assert "set_up" not in bench.table.record()
    assert bench.table.state(HOST)["history"] == []


def table_in(folder: Path) -> Table:
    clock, journal = SteppedClock(), Journal(":memory:")
    return Table(journal, clock, wall, BACKENDS, folder=folder)


def test_the_table_keeps_which_games_it_has_shown(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    assert table.set_up.known == []
    table.start_sitting({"game": "yacht", "seats": ["Ana"]})
    assert table.set_up.known == []
    table.start_sitting({"game": "yacht", "seats": ["Ana"]}, set_up=True)
    table.start_sitting({"game": "drunter", "seats": ["Ana", "Bob"]}, set_up=True)
    table.close()
    table = table_in(tmp_path)
    assert table.set_up.known == ["yacht", "drunter"]
    table.close()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"known": 3}'])
def test_a_damaged_file_shows_all_once_more(tmp_path: Path, text: str) -> None:
    (tmp_path / SET_UP).write_text(text)
    table = table_in(tmp_path)
    assert table.set_up.known == []
    table.close()


# What the camera sees of it.


def test_dice_are_counted(bench: Bench) -> None:
    begun(bench)
    assert seen(bench) == []
    bench.show(reading_of([PaperDie("cap", (3.0 * n, 0)) for n in range(7)]))
    assert seen(bench) == [("set_up.dice", {"seen": 7, "dice": 9}, False)]


def test_the_board_is_to_be_empty_and_each_gang_on_its_corner(bench: Bench) -> None:
    begun(bench, "drunter")
    board = town_of(bench.table.history.state)
    corners = sorted(board.pawns)
    board.pawns = set(corners[2:])
    board.parts[corners[0]._replace(column=5, row=4)] = ("street.single", 0)
    bench.show(board.reading())
    missing = [("drunter.set_up.gang", False)] * 2
    assert [(code, done) for code, _, done in seen(bench)] == [
        ("drunter.set_up.squares", False),
        *missing,
    ]
    assert seen(bench)[0][1] == {"count": 1}
    board.parts.clear()
    board.pawns = set(corners)
    bench.show(board.reading())
    assert [(code, done) for code, _, done in seen(bench)] == [
        ("drunter.set_up.squares", True),
        ("drunter.set_up.gangs", True),
    ]
    board.found = False
    bench.show(board.reading())
    assert [(code, done) for code, _, done in seen(bench)] == [("drunter.set_up.no_board", False)]


def test_gems_are_counted_and_telling_them_does_not_begin_the_game(bench: Bench) -> None:
    begun(bench, "ubongo", gems="seen")
    bench.show(no_board())
    assert [(code, done) for code, _, done in seen(bench)] == [("ubongo.referee.no_board", False)]
    board = board_of(deal_gems(Random(2)))
    gone, board[3][4] = board[3][4], None
    bench.show(tokens_of(board))
    assert seen(bench) == [("ubongo.set_up.gems", {"count": 1}, False)]
    board[3][4] = gone
    bench.show(tokens_of(board))
    bench.wait(30.0)
    assert bench.view()["phase"] == "to_roll"
    assert seen(bench) == [("ubongo.set_up.gems", {"count": 0}, True)]
    bench.table.submit(HOST, "rolled", {"move": "start", "symbol": "snake"})
    assert not is_shown(bench)


def test_by_tap_it_is_shown_all_the_same_and_nothing_is_missing(bench: Bench) -> None:
    begun(bench, "drunter")
    bench.show(town_of(bench.table.history.state).reading())
    assert seen(bench)
    bench.table.looking.set_camera({"off": True})
    assert seen(bench) == []
    bench.table.submit(HOST, "ready", {"seat": "Ana", "move": "lay", **lay_of(bench)})
    assert not is_shown(bench)


def lay_of(bench: Bench) -> JsonObject:
    way = bench.view()["town"]["ways"][0]
    tiles = bench.view()["tiles"]["Ana"][way["kind"]]
    return {
        "kind": way["kind"],
        "length": min(tiles),
        "gang": way["gang"],
        "towards": way["towards"],
    }
