"""What the hub stores of what tables tell, and what its pages show of that, to whom."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from babel.dates import format_time
from flask import Flask, render_template
from flask.testing import FlaskClient

from companion.hub.app import create_hub
from companion.hub.database import Database, bring_up_to_date, connected
from companion.hub.ear import BrokerAway
from companion.hub.engines import Engines
from companion.hub.messages import BadMessage, heard
from companion.hub.organisers import Organisers
from companion.hub.pages import ON_WALL_S
from companion.hub.pool import Pool
from companion.hub.standings import night_of, season_of, standings
from companion.hub.store import store
from companion.table.hub.topics import ROOT
from tests.hub.night import (
    ANA,
    BOB,
    END,
    NIGHT,
    PIN,
    a_night,
    forget,
    move,
    now,
    opening,
    tell,
    tell_lines,
)


@pytest.fixture
def database(engines: Engines) -> Iterator[Database]:
    with closing(connected(engines.database.address)) as made:
        made.autocommit = True
        yield made


@pytest.fixture
def hub(engines: Engines) -> Iterator[FlaskClient]:
    with closing(Pool(engines.database.address)) as pool:
        app: Flask = create_hub(pool, Organisers(PIN), (9, 1), now, forget)
        yield app.test_client()


def merits(database: Database) -> list[tuple[str, int, int, int]]:
    found = standings(database, NIGHT, NIGHT)
    return [(one.name, one.wins, one.games, one.beaten) for one in found]


def test_lines_are_stored_once_in_order_and_without_gaps(database: Database) -> None:
    assert tell_lines(database, "table-1", 1, opening(1), move(1, 1)) == 2
    assert tell_lines(database, "table-1", 1, opening(1), move(1, 1), move(1, 2)) == 3
    assert tell_lines(database, "table-1", 1, opening(1), move(1, 1, seat=2)) == 3, "known already"
    assert tell_lines(database, "table-1", 6, move(1, 5)) == 3, "it lacks what comes before"
    rows = database.execute("select number, seat from moves order by number").fetchall()
    assert rows == [(1, 1), (2, 1)]


def test_another_book_replaces_what_a_table_told_before_and_no_other_tables(database: Database) -> None:
    a_night(database)
    assert tell_lines(database, "table-1", 2, move(1, 1), book=2) == 2, "of the first book"
    assert tell_lines(database, "table-1", 1, opening(7), book=2) == 1
    assert tell_lines(database, "table-1", 2, move(1, 1)) == 1, "the first book is closed"
    rows = database.execute("select table_name, number from sittings order by 1").fetchall()
    assert rows == [("table-1", 7), ("table-2", 1)]


def test_standings_count_games_that_ended_and_were_not_replaced(database: Database) -> None:
    a_night(database)
    assert merits(database) == [("Ana", 2, 2, 2), ("Bob <b>", 0, 2, 0)]
    tell_lines(database, "table-2", 3, move(1, 2, words={"move": "undo"}, end=None))
    assert merits(database) == [("Ana", 1, 1, 1), ("Bob <b>", 0, 1, 0)], "the end was taken back"
    tell_lines(database, "table-1", 3, opening(2, instead_of=1))
    assert merits(database) == []
    assert standings(database, date(2026, 11, 28), date(2026, 11, 28)) == []


def test_a_night_lasts_until_noon_and_a_season_begins_on_its_day() -> None:
    assert night_of(datetime(2026, 11, 28, 2, 0)) == NIGHT
    assert night_of(datetime(2026, 11, 28, 12, 0)) == date(2026, 11, 28)
    assert season_of(NIGHT, (9, 1)) == date(2026, 9, 1)
    assert season_of(date(2026, 8, 31), (9, 1)) == date(2025, 9, 1)


def test_a_player_is_renamed_and_deleted_for_the_whole_hub_and_for_good(
    database: Database, hub: FlaskClient
) -> None:
    a_night(database)
    log_in(hub)
    post(hub, "/players/rename", name="Ana", new="Ana  K.")
    assert merits(database)[0][0] == "Ana K."
    a_night(database)  # tables tell their own name again
    assert [one[0] for one in merits(database)] == ["Ana K.", "Bob <b>"]
    post(hub, "/players/delete", name="Ana K.")
    a_night(database)
    assert [one[0] for one in merits(database)] == ["Bob <b>"]
    rows = database.execute("select told_name, own_name from players where id = %s", (ANA,)).fetchall()
    assert rows == [(None, None)] * 2
    assert "Ana" not in hub.get("/").text + hub.get("/players").text


EVA, EVE = "00000000-0000-0000-0000-00000000000c", "00000000-0000-0000-0000-00000000000d"


def an_evas_game(database: Database, table: str, eva: str, begins: str, ends: str, **more: Any) -> None:
    """Let a table tell of a game that Eva won, and when."""
    tell(database, table, "players", players={eva: "Eva"})
    lines = opening(1, at=begins, players=[eva, None]), move(1, 1, at=ends, end=END)
    tell(database, table, "moves", book=1, first=1, lines=lines, check="00000000", **more)


def evas(database: Database) -> list[tuple[str, str | None, int]]:
    return [(one.name, one.apart, one.wins) for one in standings(database, NIGHT, NIGHT)]


@pytest.mark.parametrize("second", ["2026-11-27T20:40", "2026-11-27T20:57"])
def test_who_walks_to_another_table_is_one_person(database: Database, second: str) -> None:
    an_evas_game(database, "table-1", EVA, "2026-11-27T20:00+00:00", "2026-11-27T21:00+00:00")
    an_evas_game(database, "table-2", EVE, f"{second}+00:00", "2026-11-27T21:30+00:00")
    walked = second.endswith("57")  # the last move was entered while Eva sat down elsewhere
    found = [("Eva", None, 2)] if walked else [("Eva", "table-1", 1), ("Eva", "table-2", 1)]
    assert evas(database) == found


def test_who_sat_at_two_tables_at_once_is_two_people_until_the_organiser_says_otherwise(
    database: Database, hub: FlaskClient
) -> None:
    for table, eva in (("table-1", EVA), ("table-2", EVE)):
        an_evas_game(database, table, eva, "2026-11-27T20:00+00:00", "2026-11-27T21:00+00:00")
    assert 'Eva <small class="soft">(table-2)</small>' in hub.get("/standings").text
    log_in(hub)
    assert hub.get("/players").text.count('name="apart"') == 4
    post(hub, "/players/rename", name="Eva", apart="table-2", new="Eva K.")
    assert evas(database) == [("Eva", None, 1), ("Eva K.", None, 1)], "no namesake is left"
    post(hub, "/players/rename", name="Eva", new="Eva K.")
    assert evas(database) == [("Eva K.", None, 2)], "one person after all"
    post(hub, "/players/rename", name="Eva K.", at="table-1", new="Eva")
    assert evas(database) == [("Eva", None, 1), ("Eva K.", None, 1)], "and two again"


def test_who_is_apart_is_told_by_what_is_known_now(database: Database) -> None:
    """Names may come after the games, and change; a game may go with its table."""
    for table, eva in (("table-1", EVA), ("table-2", EVE)):
        an_evas_game(database, table, eva, "2026-11-27T20:00+00:00", "2026-11-27T21:00+00:00")
        tell(database, table, "players", players={})
    assert evas(database) == []
    for table, eva in (("table-1", EVA), ("table-2", EVE)):
        tell(database, table, "players", players={eva: "Eva"})
    assert evas(database) == [("Eva", "table-1", 1), ("Eva", "table-2", 1)]
    tell(database, "table-2", "players", players={EVE: "Eve"})
    assert evas(database) == [("Eva", None, 1), ("Eve", None, 1)]
    tell(database, "table-2", "players", players={EVE: "Eva"})
    tell_lines(database, "table-2", 1, opening(1, players=[EVE, None]), book=2)
    assert evas(database) == [("Eva", None, 1)]


def test_a_tables_clock_may_be_wrong_by_years(database: Database) -> None:
    """What it calls a moment is as long ago as it says: the night is the hub's."""
    began = datetime.now(UTC) - timedelta(minutes=30)
    wrong = began - timedelta(days=400)
    ends, sent = (str(wrong + timedelta(minutes=after)) for after in (29, 30))
    an_evas_game(database, "table-1", EVA, str(wrong), ends, sent=sent)
    night = night_of(began.astimezone())
    assert [one.name for one in standings(database, night, night)] == ["Eva"]
    an_evas_game(
        database, "table-2", EVE, "0001-01-01T00:00+00:00", "never", sent="9998-01-01T00:00+00:00"
    )


def test_what_waited_to_be_stored_was_as_long_ago_as_when_it_was_heard(
    database: Database, hub: FlaskClient
) -> None:
    """A hub whose database is away hears on; what it stores then came before that."""
    began = now() - timedelta(hours=3)
    lines = [opening(1, at=str(began)), move(1, 1, at=str(began), end=END)]
    words = {"v": 1, "sent": str(began), "book": 1, "first": 1, "lines": lines, "check": "00000000"}
    message = heard(f"{ROOT}/tables/table-1/moves", json.dumps(words).encode(), began)
    store(database, [message])
    rows = database.execute("select began_at, last_at from sittings").fetchall()
    assert rows == [(began, began)]
    said = format_time(began.astimezone(), "short", locale="en")
    assert f"the last at {said}" in hub.get("/tables/table-1?lang=en").text


def test_a_table_that_is_no_more_is_removed_by_the_organiser(
    database: Database, hub: FlaskClient
) -> None:
    a_night(database)
    tell(database, "table-1", "health", **{"is": "gone"})
    assert post(hub, "/tables/table-1/remove") == 403
    assert "/remove" not in hub.get("/tables/table-1").text
    log_in(hub)
    post(hub, "/players/delete", name="Bob <b>")
    assert "/remove" not in hub.get("/tables/table-2").text, "it is on"
    assert "/remove" in hub.get("/tables/table-1").text
    assert post(hub, "/tables/table-1/remove") == 303
    assert merits(database) == [("Ana", 1, 1, 1)]
    a_night(database)
    tell(database, "table-new", "players", players={BOB: "Bob <b>"})  # the same under another name
    assert "Bob" not in hub.get("/players").text, "deleted is deleted"


def test_only_a_table_that_is_known_and_off_is_removed(database: Database, engines: Engines) -> None:
    a_night(database)
    tell(database, "table-1", "health", **{"is": "gone"})

    def is_away(_: str) -> None:
        raise BrokerAway("away")

    with closing(Pool(engines.database.address)) as pool:
        hub = create_hub(pool, Organisers(PIN), (9, 1), now, is_away).test_client()
        log_in(hub)
        told = {
            "table-2": "This table is on",
            "nobody": "no table of that name",
            "a%00b": "no table of that name",
            "table-1": "does not reach its broker",
        }
        for table, why in told.items():
            answer = hub.post(f"/tables/{table}/remove?lang=en", headers={"Origin": "http://localhost"})
            assert why in answer.text
        assert hub.get("/").text.count("<li ") == 2, "what the broker still keeps is not removed here"


def test_a_deleted_player_stays_deleted_though_their_table_was_removed(
    database: Database, hub: FlaskClient
) -> None:
    tell(database, "table-1", "players", players={ANA: "Ana", BOB: "Bob"})
    log_in(hub)
    post(hub, "/players/delete", name="Bob")
    assert post(hub, "/tables/table-1/remove") == 303
    assert "table-1" not in hub.get("/players").text
    tell(database, "table-1", "players", players={ANA: "Ana", BOB: "Bob"})
    assert "Ana" in hub.get("/players").text
    assert "Bob" not in hub.get("/players").text


def test_names_go_once_a_table_tells_them_no_more(database: Database, hub: FlaskClient) -> None:
    a_night(database)
    for table in ("table-1", "table-2"):
        tell(database, table, "players", players={})
    assert merits(database) == []
    page = hub.get("/?lang=en").text
    assert "Seat 1" in page
    assert "Ana" not in page


def test_a_hub_that_cannot_store_says_so_on_every_page(engines: Engines, database: Database) -> None:
    a_night(database)
    with closing(Pool(engines.database.address)) as pool:
        told = {"trouble": lambda: "hub.not_stored"}
        hub = create_hub(pool, Organisers(PIN), (9, 1), now, forget, **told).test_client()  # type: ignore[arg-type]
        for path in ("/", "/board", "/tables/table-1", "/players", "/standings"):
            assert "cannot store anything" in hub.get(f"{path}?lang=en").text


def test_a_page_says_that_the_database_is_away(
    engines: Engines, database: Database, hub: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hub.drawing.KEPT_S", -1.0)
    a_night(database)
    assert hub.get("/").status_code == 200
    engines.database.kill()
    for _ in range(2):  # one connection breaks, and another cannot be made
        answer = hub.get("/?lang=en")
        assert answer.status_code == 503
        assert "database does not answer" in answer.text
    engines.database.start()
    assert hub.get("/").status_code == 200


def test_a_room_of_many_tables_has_parts_and_a_wall_shows_one_after_the_other(
    database: Database, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 131):
        health = {"is": "here", "game": "yacht", "seats": 2, "asks": number == 99}
        tell(database, f"table-{number}", "health", **health)
    monkeypatch.setattr("companion.hub.drawing.KEPT_S", -1.0)
    at = [now()]
    with closing(Pool(engines.database.address)) as pool:
        hub = create_hub(pool, Organisers(PIN), (9, 1), lambda: at[0], forget).test_client()
        parts = [hub.get(f"/?part={part}").text for part in (1, 2, 3)]
        assert [page.count("<li ") for page in parts] == [60, 60, 10]
        assert parts[0].index("table-99<") < parts[0].index("table-1<"), "it needs help"
        assert "130 tables are on" in hub.get("/?part=2&lang=en").text
        assert hub.get("/?part=4").text.count("<li ") == 60, "round and round"
        assert hub.get("/?part=x").text == hub.get("/").text
        walls = []
        for _ in range(15):
            walls.append(hub.get("/board").text)
            at[0] += timedelta(seconds=ON_WALL_S)
    assert {page.count("<li ") for page in walls} == {9, 4}
    assert all(any(f">table-{number}<" in page for page in walls) for number in range(1, 131))
    assert all("table-99" in page for page in walls), "who needs help is named all the time"


def test_a_part_is_drawn_once_by_whatever_number_it_is_asked_for(
    database: Database, hub: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hub.drawing.KEPT_S", 60.0)
    drawn: list[str] = []

    def render(*what: str, **shown: Any) -> str:
        drawn.append(what[0])
        return render_template(*what, **shown)

    monkeypatch.setattr("companion.hub.drawing.render_template", render)
    a_night(database)
    pages = {hub.get(f"/?part={number}").text for number in (1, 2, -7, 10**9, "x")}
    assert (len(pages), drawn) == (1, ["room.html"])


def test_a_call_for_help_names_what_fails(database: Database, hub: FlaskClient) -> None:
    told = {"is": "here", "game": "yacht", "seats": 2}
    tell(database, "table-2", "health", **told, faults=[["disk", "fault.disk_low"], ["new", "x"]])
    page = hub.get("/?lang=de").text
    assert page.count('class="help"') == 1
    assert "Braucht Hilfe: Speicherplatz, new" in page


@pytest.mark.parametrize(("language", "helps"), [("en", "2 need help"), ("cs", "2 potřebují pomoc")])
def test_the_room_shows_who_needs_help(
    database: Database, hub: FlaskClient, language: str, helps: str
) -> None:
    a_night(database)
    for table, faults in (("table-1", [["eyes", "fault.silent"]]), ("table-2", [])):
        told = {"is": "here", "game": "yacht", "seats": 2, "asks": not faults, "faults": faults}
        tell(database, table, "health", **told)
    page = hub.get(f"/?lang={language}").text
    assert helps in page
    assert "Bob &lt;b&gt;" in page
    tell(database, "table-1", "health", **{"is": "gone"})
    one = hub.get(f"/tables/table-1?lang={language}").text
    assert 'class="help"' in one
    for nobody in ("nobody", "a%00b", "x" * 3000):
        assert hub.get(f"/tables/{nobody}").status_code == 404
    for night in ("0001-01-01", "9999-12-31", "x"):
        assert hub.get(f"/standings?night={night}").status_code == 200


@pytest.mark.parametrize("language", ["en", "cs", "de", "fr"])
def test_every_page_is_drawn_in_every_language(
    database: Database, hub: FlaskClient, language: str
) -> None:
    a_night(database)
    assert ">#<" in hub.get("/standings?night=2026-11-27").text
    for path in ("/", "/board", "/tables/table-1", "/players", "/standings", "/login"):
        answer = hub.get(f"{path}?lang={language}")
        assert answer.status_code == 200
        assert f'lang="{language}"' in answer.text
        assert "hub." not in answer.text.replace("/hub.css", "").replace("/hub.js", "")
        assert "None" not in answer.text
        assert len(answer.data) < 10_000


def post(hub: FlaskClient, path: str, origin: str | None = "http://localhost", **form: str) -> int:
    headers = {} if origin is None else {"Origin": origin}
    return hub.post(path, data=form, headers=headers).status_code


def log_in(hub: FlaskClient) -> None:
    assert post(hub, "/login", pin=PIN) == 303


def test_visitors_look_and_the_organiser_changes(database: Database, hub: FlaskClient) -> None:
    a_night(database)
    acts = {
        "/players/rename": {"name": "Ana", "new": "Eva"},
        "/players/delete": {"name": "Ana"},
    }
    for path, form in acts.items():
        assert post(hub, path, **form) == 403
        assert hub.get(path).status_code == 405
    assert post(hub, "/login", pin="wrong") == 200
    assert "Ana" in hub.get("/players").text
    assert "<form" not in hub.get("/players").text
    log_in(hub)
    assert "<form" in hub.get("/players").text
    assert post(hub, "/players/delete", origin="http://elsewhere.example", name="Ana") == 403
    assert post(hub, "/players/delete", origin=None, name="Ana") == 400
    assert post(hub, "/players/rename", name="Ana", new=" ") == 400
    assert post(hub, "/players/rename", name="Nobody", new="Eva") == 404, "another organiser was faster"
    assert post(hub, "/players/delete", name="Nobody") == 404
    assert "Ana" in hub.get("/players").text
    assert post(hub, "/logout") == 303
    assert post(hub, "/players/delete", name="Ana") == 403
    for _ in range(6):
        post(hub, "/login", pin="wrong")
    assert "<form" not in hub.get("/players").text


def test_what_is_no_message_is_refused_as_a_whole() -> None:
    moves = f"{ROOT}/tables/table-1/moves"
    good = {"v": 1, "book": 1, "first": 1, "lines": [opening(1)], "check": "00000000"}
    assert heard(moves, json.dumps(good).encode(), now()).table == "table-1"
    assert heard(moves, json.dumps({**good, "newer": {"key": 1}}).encode(), now()), (
        "newer tables say more"
    )
    wrongs: tuple[dict[str, Any], ...] = (
        {"v": 2},
        {"first": 0},
        {"lines": []},
        {"check": "'; drop table moves"},
        {"lines": [{**opening(1), "game": None}]},
        {"lines": [move(1, 0)]},
        {"lines": [move(1, 1, seat=99)]},
    )
    for wrong in wrongs:
        with pytest.raises(BadMessage):
            heard(moves, json.dumps({**good, **wrong}).encode(), now())
    for topic in (f"{ROOT}/tables/a/b/moves", f"{ROOT}/tables//moves", f"{ROOT}/told/a", "moves"):
        with pytest.raises(BadMessage):
            heard(topic, json.dumps(good).encode(), now())


def test_several_hubs_may_bring_the_database_up_to_date(engines: Engines, database: Database) -> None:
    a_night(database)
    bring_up_to_date(engines.database.address)
    assert merits(database)
