"""The page without a script: what it shows of every game, and who is led there."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from companion.games import catalogue as games
from companion.games.game import EVERYONE, HOST, Setup
from companion.table.access.access import Access
from companion.table.table import Table
from tests.web.browser.real_table import table_without_eyes
from tests.web.conftest import PIN, two_players
from tests.web.fake_table import FakeTable
from tests.web.played import play_on, table_at_play
from web.app import create_app
from web.pages.language import LANGUAGES, catalogue
from web.pages.wording import text

PAGES = ["/", "/host", "/seat/1", "/simulator", "/camera", "/camera/phone", "/teach", "/history"]
SOON_S = 3


@pytest.fixture(scope="module", params=games.names())
def played(request: pytest.FixtureRequest) -> Iterator[Table]:
    with table_at_play(request.param) as table:
        yield table


@pytest.fixture
def screen(played: Table, access: Access) -> FlaskClient:
    """A browser that looks at the table that is played at."""
    return app_of(played, access).test_client()


def app_of(table: Table, access: Access) -> Flask:
    app = create_app(table, access, public=lambda: ["http://192.168.1.7:8000"])
    app.testing = True
    return app


def test_things_in_a_text_are_called_as_the_scripts_call_them() -> None:
    rolled = {"seat": "Ana", "term": "ubongo.symbol.snake"}
    assert text("en", "ubongo.referee.rolled", rolled) == "Ana rolls: snake"
    assert text("de", "move.throw", {"faces": "knight 5 odd_one"}) == "wirft Ritter, 5, odd one"
    assert text("fr", "move.other", {"kind": "lay"}) == catalogue("fr")["kind.lay"]


@pytest.mark.parametrize("path", PAGES)
def test_whoever_cannot_read_the_scripts_is_led_there(anyone: FlaskClient, path: str) -> None:
    head = anyone.get(f"{path}?lang=de").text.partition("</head>")[0]
    assert re.search(r'<noscript><meta http-equiv="refresh" content="0; url=/plain\?lang=de">', head)
    assert head.index("first.js") < head.index('type="module"')
    assert 'data-plain="/plain?lang=de"' in head


def test_it_shows_turn_scores_drawing_and_the_way_here(screen: FlaskClient, played: Table) -> None:
    state = played.state(EVERYONE)
    html = screen.get("/plain?lang=en").text
    turn = re.search(r"<h1>(.*?)</h1>", html, re.DOTALL)
    assert turn
    if state["to_move"]:
        assert state["to_move"] in turn[1]
    task = state["task"]
    assert task
    assert escape(text("en", task["code"], task["params"])) in html or state["timer"]
    scores = re.findall(r'<th scope="row">([^<]*)</th>(?:<td class="points">(-?\d+)</td>)?', html)
    told = state["scores"] or {}
    assert scores == [(name, str(told[name]) if told else "") for name in state["seats"]]
    assert re.search(r'<div class="drawing"><svg .{100,}</svg></div>', html, re.DOTALL)
    assert re.search(r'<div class="way"><img src="data:image/svg', html)


def test_it_has_no_script_and_renews_itself_soon(screen: FlaskClient) -> None:
    html = screen.get("/plain").text
    assert not re.search(r"<script|\son\w+=|javascript:|<style|\sstyle=", html)
    refresh = re.search(r'<meta http-equiv="refresh" content="(\d+)">', html)
    assert refresh
    assert int(refresh[1]) < SOON_S


def test_what_has_not_changed_is_not_sent_again(screen: FlaskClient, played: Table) -> None:
    first = screen.get("/plain")
    known = {"If-None-Match": first.headers["ETag"]}
    if played.state(EVERYONE)["timer"] is None:
        assert screen.get("/plain", headers=known).status_code == 304
    play_on(played, 3)
    assert screen.get("/plain", headers=known).status_code == 200


def test_it_shows_everyones_even_to_the_host(played: Table, access: Access) -> None:
    app = app_of(played, access)
    host, stranger = app.test_client(), app.test_client()
    assert host.post("/api/v1/login", json={"pin": PIN}).status_code == 200
    if played.state(EVERYONE)["timer"] is None:
        assert host.get("/plain").text == stranger.get("/plain").text
    assert played.state(EVERYONE) != played.state(HOST)


def test_a_table_without_a_game_has_one(anyone: FlaskClient) -> None:
    html = anyone.get("/plain?lang=fr").text
    assert catalogue("fr")["turn.nobody"] in html
    assert catalogue("fr")["wait.start"] in html


def test_codes_are_shown_to_be_scanned_where_the_host_says_so(
    host: FlaskClient, anyone: FlaskClient, sitting: FakeTable
) -> None:
    assert sitting.state(EVERYONE)["seats"] == ["Ana", "Bob"]
    codes = [seat["code"] for seat in host.post("/api/v1/joining", json={}).get_json()["seats"]]
    html = anyone.get("/plain", base_url="http://192.168.1.7:8000").text
    assert all(code in html for code in codes)
    assert html.count('<img src="data:image/svg') == len(codes)


@pytest.mark.parametrize("game", games.names())
def test_names_are_no_markup(game: str, access: Access) -> None:
    count = games.game(game).seat_counts[-1]
    names = tuple(f'<i>"{number}&' for number in range(count))
    with table_without_eyes(Setup(game, names)) as table:
        html = app_of(table, access).test_client().get("/plain").text
    assert "<i>" not in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_catalogue_can_be_filled_in(language: str) -> None:
    for code, said in catalogue(language).items():
        names = set(re.findall(r"\{(\w+)", said))
        for count in (0, 1, 2, 5):
            filled = text(language, code, dict.fromkeys(names, count))
            assert not re.search(r"[{}]", filled), code


def test_numbers_choose_their_words() -> None:
    assert text("cs", "wait.throw", {"dice": 1}) != text("cs", "wait.throw", {"dice": 5})
    assert text("en", "wait.throw", {"dice": 5}) == "Throw 5 dice."
    assert text("en", "no.such.text") == "no.such.text"


@pytest.mark.parametrize(
    "why", ["dark", "bright", "blurred", "moving", "banded", "covered", "not the table"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_why_nothing_can_be_told_of_the_picture(
    table: FakeTable, anyone: FlaskClient, why: Any, language: str
) -> None:
    state = two_players(EVERYONE)
    state["watch"] = {
        "phase": "moving",
        "seen": None,
        "hand": [],
        "unjudged": [{"why": why, "box": (0.0, 0.0, 1.0, 1.0)}],
    }
    table.show(state, EVERYONE)
    said = text(language, f"wait.unjudged_{why.replace(' ', '_')}", {})
    assert str(escape(said)) in anyone.get(f"/plain?lang={language}").text


def test_a_question_about_a_worse_picture_comes_before_what_is_wrong_with_it(
    table: FakeTable, anyone: FlaskClient
) -> None:
    state = two_players(EVERYONE)
    question: Any = {"id": "1", "kind": "question"}
    state["proposal"] = question
    watch: Any = {"seen": None, "hand": [], "unjudged": [{"why": "blurred", "box": (0, 0, 1, 1)}]}
    state["watch"] = watch
    for phase, code in (("read", "plain.asks"), ("moving", "wait.unjudged_blurred")):
        watch["phase"] = phase
        table.show(state, EVERYONE)
        assert str(escape(text("en", code, {}))) in anyone.get("/plain?lang=en").text
