"""Players, past games and sharing, as the API tells them."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games.game import EVERYONE, Seat
from companion.table.access.access import Access
from companion.table.evenings.result import Highlight
from companion.table.evenings.sharing import SharedGame
from companion.table.hooks.verdict import Say
from tests.table.evenings.night import result
from tests.web.conftest import Phone
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable, usual_marks
from web.pages.language import LANGUAGES


@pytest.fixture
def ended(sitting: FakeTable) -> FakeTable:
    """A table at which a game has ended."""
    one = result(7, ("<Ana>", 1), ("Bob & Co", 2))
    told = Say("carcassonne_dice.over.city", {"size": 9, "points": 28})
    words = {**vars(one), "game": "carcassonne_dice", "highlights": (Highlight("<Ana>", told),)}
    one = type(one)(**words)
    sitting.evenings.ended = [SharedGame(one, 7, "", {}, usual_marks(one.seats))]
    return sitting


def test_guests_are_no_part_of_the_first_line(host: FlaskClient, sitting: FakeTable) -> None:
    first_line = {"game": "yacht", "seats": ["Ana", "Gast"], "options": {}}
    sitting.calls.expect("start_sitting", first_line, "Gast")
    assert host.post("/api/v1/sittings", json={**first_line, "guests": ["Gast"]}).status_code == 200


def test_a_phone_stays_with_its_player_under_another_name(
    host: FlaskClient, phone: Phone, sitting: FakeTable, access: Access
) -> None:
    phone(1)
    assert access.phones("Ana")
    sitting.calls.expect("rename", "p1", "Anna", answer="Ana")
    assert host.post("/api/v1/players/p1/rename", json={"name": "Anna"}).status_code == 200
    assert access.phones("Anna")
    assert not access.phones("Ana")


def test_no_phone_of_a_deleted_player_is_known(
    host: FlaskClient, phone: Phone, sitting: FakeTable, access: Access, tmp_path: Path
) -> None:
    phone(1)
    access.invite(Seat(1), "Ana")
    sitting.calls.expect("delete", "p1", "Host", answer="Ana")
    path = "/api/v1/players/p1/delete?lang=cs"
    assert host.post(path, json={}).status_code == 200
    assert not access.phones("Ana")
    for file in tmp_path.rglob("*.sqlite3*"):
        assert b"Ana" not in file.read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_tells_the_result_and_runs_nothing(
    anyone: FlaskClient, ended: FakeTable, language: str
) -> None:
    ended.evenings.drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
    reply = anyone.get(f"/api/v1/sittings/7/card?lang={language}")
    assert reply.mimetype == "image/svg+xml"
    assert "&lt;Ana&gt;" in reply.text
    assert "Bob &amp; Co" in reply.text
    assert "<Ana>" not in reply.text
    assert "28" in reply.text
    assert reply.text.count("<svg ") == 2


def test_what_is_not_there_is_said(anyone: FlaskClient, ended: FakeTable) -> None:
    assert_error(anyone.get("/api/v1/sittings/7/picture"), 404, "not_found")
    assert_error(anyone.get("/api/v1/sittings/8/card"), 404, "no_such_game")
    assert_error(anyone.get("/api/v1/sittings/8/bgsplay"), 404, "no_such_game")


def test_results_are_downloaded_as_a_table(anyone: FlaskClient, ended: FakeTable) -> None:
    reply = anyone.get("/api/v1/results.csv?lang=de")
    assert reply.headers["Content-Disposition"] == 'attachment; filename="results.csv"'
    assert reply.text.splitlines()[1].startswith("carcassonne_dice,Carcassonne – Das Würfelspiel,")


def test_the_link_names_the_site_and_who_is_named_there(anyone: FlaskClient, ended: FakeTable) -> None:
    told = anyone.get("/api/v1/sittings/7/bgstats").get_json()
    assert told["site"] == "app.bgstatsapp.com"
    assert told["link"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert told["names"] == ["<Ana>", "Bob & Co"]


def test_the_end_is_told_without_a_script(anyone: FlaskClient, sitting: FakeTable) -> None:
    state: dict[str, Any] = {**sitting.state(EVERYONE)}
    first, *others = state["seats"]
    state["outcome"] = {"winners": [first], "why": "points"}
    state["end"] = {
        "ranking": [
            {"name": name, "rank": rank, "score": 50 - rank, "won": rank == 1}
            for rank, name in enumerate((first, *reversed(others)), 1)
        ],
        "why": {"code": "carcassonne_dice.over.target", "params": {"target": 42}},
        "highlights": [
            {"name": first, "text": {"code": "end.longest", "params": {"time": "3:20"}}},
        ],
        "minutes": 40.0,
        "moves": 90,
        "picture": None,
        "evening": {"number": 1, "games": 1, "standings": []},
    }
    sitting.show(state)  # type: ignore[arg-type]
    html = anyone.get("/plain?lang=de").text
    rows = re.findall(r'<th scope="row">([^<]*)</th><td class="points">(\d+)</td>', html)
    assert rows[0] == (f"★ {first}", "49")
    assert [name for name, _ in rows[1:]] == [
        f"{rank}. {name}" for rank, name in enumerate(reversed(others), 2)
    ]
    assert "<li>42 Punkte sind erreicht.</li>" in html
    assert f"<li>{first}: längster Zug: 3:20 Min.</li>" in html
