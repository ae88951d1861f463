"""The moves that a table's page at the hub shows: those of the table's own pages, in words."""

from contextlib import closing
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games.game import EVERYONE, HOST
from companion.hub.database import Database
from companion.table.hub.chronicle import Chronicle
from companion.table.hub.teller import AT_MOST_BYTES, Teller
from companion.table.hub.topics import MARK
from companion.table.shapes.values import JsonObject
from tests.hub.club import YACHT, lines_of, throw
from tests.hub.night import ANA, BOB, a_night, move, opening, tell, tell_lines
from tests.hub.test_pages import database, hub
from tests.hub.test_secrets import STRANGE, play
from tests.table.conftest import Bench, bench_on, wall

__all__ = ["database", "hub"]  # fixtures


def said_at_the_hub(lines: list[JsonObject]) -> list[Any]:
    """Return what a hub shows of a sitting after these lines, oldest first."""
    said: dict[int, Any] = {}
    for line in lines:
        said[line["number"]] = line.get("said")
        said |= dict(line.get("resaid", ()))
    return [said[number] for number in sorted(said) if said[number]]


def said_at_the_table(bench: Bench, last: int) -> list[Any]:
    """Return the lines of everybody's page up to that move, with a mark for each name."""
    marks = {name: MARK.format(seat) for seat, name in enumerate(STRANGE, 1)}

    def marked(value: Any) -> Any:
        for name, mark in marks.items():
            value = value.replace(name, mark) if isinstance(value, str) else value
        return value

    return [
        {
            **({} if line["seat"] is None else {"seat": STRANGE.index(line["seat"]) + 1}),
            "code": line["text"]["code"],
            "params": {key: marked(value) for key, value in line["text"]["params"].items()},
        }
        for line in bench.table.state(EVERYONE)["history"]
        if not line["undone"] and line["number"] <= last
    ]


@pytest.mark.parametrize("game", ["yacht", "drunter", "carcassonne_dice", "ubongo", "gruftmeister"])
def test_they_are_those_of_the_tables_own_page(game: str) -> None:
    bench = bench_on(None, 1)
    with closing(bench.table):
        play(bench, game, 40)
        for again in range(2):
            lines = lines_of(bench.table)
            assert len(lines) > 5
            last = lines[-1]["number"]
            if again and last < len(bench.table.history.entries):
                break  # what lies face down anew is told with the next votes
            assert said_at_the_hub(lines)[-50:] == said_at_the_table(bench, last)[-50:]
            bench.table.submit(HOST, "back", {"move": "undo"})


def test_a_move_changes_what_is_said_of_others_only_if_it_takes_back_or_corrects() -> None:
    bench = bench_on(None, 1)
    with closing(bench.table):
        bench.table.start_sitting(YACHT)
        throw(bench.table, 0)
        throw(bench.table, 1)
        right = {"move": "throw", "faces": ["1", "1", "1", "1", "1"]}
        bench.table.submit(HOST, "right", {"move": "correct", "number": 1, "with": right})
        bench.table.submit(HOST, "back", {"move": "undo"})
        lines = lines_of(bench.table)
    said = [line.get("resaid", []) for line in lines]
    assert said[:5] == [[]] * 5
    assert [[number for number, _ in one] for one in said[5:]] == [[1, 2], [1, 2]]
    assert said[5][1][1]["params"]["points"] == 5
    assert said[6][1][1]["params"]["points"] == 1


def test_many_long_lines_go_in_several_messages() -> None:
    class Long(Chronicle):
        tellable = 40

        def __init__(self) -> None:
            """Know nothing but these lines."""

        def lines(self, after: int, most: int) -> list[JsonObject]:
            return [{"n": "č" * 15_000}] * min(most, self.tellable - after)

        def check_of(self, number: int, line: JsonObject) -> str:  # noqa: ARG002
            return "00000000"

    class Book:
        number = 1

    sent: list[str] = []
    teller = Teller(Long(), Book(), wall, sent.append)  # type: ignore[arg-type]
    teller.connected(0.0)
    teller.tell(10.0)
    assert len(sent) == 14
    assert max(len(one.encode()) for one in sent) < AT_MOST_BYTES + 1000


def test_what_one_line_cannot_say_anew_the_next_ones_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.hub.retelling.MOST_RESAID", 1)
    bench = bench_on(None, 1)
    with closing(bench.table):
        bench.table.start_sitting(YACHT)
        throw(bench.table, 0)
        right = {"move": "throw", "faces": ["1", "1", "1", "1", "1"]}
        bench.table.submit(HOST, "right", {"move": "correct", "number": 1, "with": right})
        throw(bench.table, 1)
        lines = lines_of(bench.table)
    resaid = [[number for number, _ in one.get("resaid", [])] for one in lines]
    assert resaid == [[], [], [], [2], [1], []]
    assert said_at_the_hub(lines)[0]["params"]["faces"] == "1 1 1 1 1"


THREW = {"seat": 1, "code": "move.throw", "params": {"faces": "1 1 2"}}


@pytest.fixture
def page(database: Database, hub: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what gives a table's page after more lines, drawn anew each time."""
    monkeypatch.setattr("companion.hub.drawing.KEPT_S", -1.0)
    a_night(database)
    first = 1
    tell_lines(database, "table-3", first, opening(1))

    def page_after(*lines: dict[str, Any], language: str = "en") -> str:
        nonlocal first
        if lines:
            tell_lines(database, "table-3", first + 1, *lines)
        first += len(lines)
        return hub.get(f"/tables/table-3?lang={language}").text

    return page_after


def test_a_tables_page_tells_its_moves_in_the_readers_language(database: Database, page: Any) -> None:
    scored = {"code": "yacht.move.score", "params": {"term": "yacht.box.chance", "points": 4}}
    rolled = {"code": "ubongo.referee.rolled", "params": {"seat": "{2}", "term": "ubongo.symbol.snake"}}
    lines = [move(1, number, said=said) for number, said in enumerate((THREW, scored, rolled), 1)]
    said = page(*lines)
    assert "<b>Seat 1</b> threw 1, 1, 2" in said
    assert "Seat 2 rolls" in said
    assert said.index("rolls") < said.index("threw"), "the latest first"
    assert "yacht." not in said
    assert "<b>Místo 1</b> hází 1, 1, 2" in page(language="cs")
    tell(database, "table-3", "players", players={ANA: "Ana"})
    assert "<b>Ana</b> threw" in page(), "who agreed has a name, in earlier lines, too"
    tell(database, "table-3", "players", players={BOB: "Bob"})
    assert "Bob rolls" in page()
    assert "Ana" not in page()


def test_what_is_taken_back_or_corrected_is_told_as_it_stands(page: Any) -> None:
    assert "1, 1, 2" in page(move(1, 1, said=THREW))
    other = {**THREW, "params": {"faces": "5 6"}}
    right = move(1, 2, words={"move": "correct"}, resaid=[[1, other]])
    corrected = page(right)
    assert "5, 6" in corrected
    assert "1, 1, 2" not in corrected
    taken_back = page(move(1, 3, words={"move": "undo"}, resaid=[[1, THREW]]))
    assert "1, 1, 2" in taken_back
    assert "threw" not in page(move(1, 4, words={"move": "undo"}, resaid=[[1, None]]))


def test_earlier_and_newer_tables_have_a_page_all_the_same(page: Any) -> None:
    assert "1 move, the last at" in page(move(1, 1))
    strange = {"seat": 2, "code": "newer_game.move.fly_away", "params": {"place": "<b>"}}
    said = page(move(1, 2, said=strange))
    assert "<b>Seat 2</b> fly away" in said
    page(move(1, 3, said={"code": "ubongo.move.call_order", "params": {"seats": "{9}, <i>"}}))
    assert "Seat 9, &lt;i&gt;" in page()
