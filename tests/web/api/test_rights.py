"""Who may what: every address of the table and every page, with all who may use it.

The table is the test: each caller tries each address, and whoever is not named there is refused. An
address that is missing in the table fails, so that nothing is let out by forgetting.

``nobody`` has no token, ``outdated`` one that is no longer good, ``camera`` is the phone that is the
camera, ``photographer`` one that sends photographs for a lesson, which elsewhere are nobody, ``player``
has joined seat 1. What a player may do for the own seat alone is held by the tests of the table and of
the API.
"""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.game import Seat, seat_role
from tests.web.api.test_addresses import ROUTES, ask
from tests.web.conftest import Phone, two_players
from tests.web.fake_table import FakeTable
from web.errors import BadRole, HostOnly, NotLoggedIn

WHO_MAY = """
GET  /api/openapi.json                      outdated nobody camera photographer player host
POST /api/v1/advice                         host
POST /api/v1/answers                        player host
GET  /api/v1/beside/{game}                  nobody camera photographer player host
POST /api/v1/beside/{game}                  player host
GET  /api/v1/evenings                       nobody camera photographer player host
GET  /api/v1/evenings/{before}              nobody camera photographer player host
GET  /api/v1/results.csv                    nobody camera photographer player host
GET  /api/v1/sittings/{sitting}/bgsplay     nobody camera photographer player host
GET  /api/v1/sittings/{sitting}/bgstats     nobody camera photographer player host
GET  /api/v1/sittings/{sitting}/card        outdated nobody camera photographer player host
GET  /api/v1/sittings/{sitting}/picture     outdated nobody camera photographer player host
POST /api/v1/sittings/{sitting}/close       host
POST /api/v1/sittings/{sitting}/come_in     host
POST /api/v1/sittings/{sitting}/leave       host
POST /api/v1/sittings/{sitting}/reopen      host
POST /api/v1/players/{player}/delete        host
POST /api/v1/players/{player}/mark          host
POST /api/v1/players/{player}/merge         host
POST /api/v1/players/{player}/rename        host
GET  /api/v1/encryption                     outdated nobody camera photographer player host
GET  /api/v1/events                         nobody camera photographer player host
GET  /api/v1/games                          outdated nobody camera photographer player host
POST /api/v1/camera                         host
POST /api/v1/camera/codes                   host
POST /api/v1/camera/end                     camera host
POST /api/v1/camera/frames                  camera host
POST /api/v1/camera/join                    outdated nobody camera photographer player host
POST /api/v1/camera/phone                   camera host
POST /api/v1/glass                          host
POST /api/v1/glass/measure                  host
GET  /api/v1/history/{before}               nobody camera photographer player host
GET  /api/v1/joining                        outdated nobody camera photographer player host
POST /api/v1/joining                        host
POST /api/v1/login                          outdated nobody camera photographer player host
POST /api/v1/logout                         player host
GET  /api/v1/health                         outdated nobody camera photographer player host
GET  /api/v1/machine                        host
GET  /api/v1/machine/log                    host
POST /api/v1/machine/look-around            host
POST /api/v1/machine/network                host
POST /api/v1/machine/own-network            host
POST /api/v1/machine/power-off              host
POST /api/v1/machine/restart                host
POST /api/v1/machine/time-zone              host
POST /api/v1/machine/update                 host
GET  /api/v1/memory                         host
GET  /api/v1/parts                          host
POST /api/v1/parts                          host
POST /api/v1/memory                         host
POST /api/v1/moves                          player host
GET  /api/v1/mosaics                        host
GET  /api/v1/mosaics/boards/{name}          host
POST /api/v1/mosaics/boards                 host
POST /api/v1/mosaics/count                  host
POST /api/v1/mosaics/cut                    host
POST /api/v1/mosaics/delete                 host
POST /api/v1/mosaics/edit                   host
POST /api/v1/mosaics/keep                   host
POST /api/v1/mosaics/lies                   host
POST /api/v1/mosaics/open                   host
POST /api/v1/mosaics/photograph             host
GET  /api/v1/mosaics/picture                host
POST /api/v1/mosaics/read                   host
POST /api/v1/mosaics/take                   host
GET  /api/v1/picture                        outdated nobody camera photographer player host
GET  /api/v1/players                        host
POST /api/v1/readings                       player host
GET  /api/v1/record                         host
POST /api/v1/seats/{seat}/codes             host
POST /api/v1/seats/{seat}/join              outdated nobody camera photographer player host
GET  /api/v1/seats/{seat}/phones            host
POST /api/v1/simulator/clear                host
POST /api/v1/simulator/drag                 host
POST /api/v1/simulator/dress                host
POST /api/v1/simulator/hand                 host
POST /api/v1/simulator/lay                  host
POST /api/v1/simulator/lay-puzzle           host
POST /api/v1/simulator/move-part            host
POST /api/v1/simulator/move-token           host
GET  /api/v1/simulator/panel                host
POST /api/v1/simulator/press                host
POST /api/v1/simulator/put-puzzle-away      host
POST /api/v1/simulator/remove               host
POST /api/v1/simulator/shift                host
POST /api/v1/simulator/stand                host
GET  /api/v1/simulator/table                host
POST /api/v1/simulator/take-away            host
POST /api/v1/simulator/take-tokens          host
POST /api/v1/simulator/throw                host
POST /api/v1/seats/{seat}/take_back          outdated nobody camera photographer player host
POST /api/v1/simulator/throw-stones         host
POST /api/v1/sittings                       host
POST /api/v1/set_up                         player host
POST /api/v1/strip                          host
GET  /api/v1/state                          nobody camera photographer player host
GET  /api/v1/teaching                       host
POST /api/v1/teaching/again                 host
POST /api/v1/teaching/begin                 host
POST /api/v1/teaching/delete                host
POST /api/v1/teaching/codes                 host
POST /api/v1/teaching/give_up               host
POST /api/v1/teaching/join                  outdated nobody camera photographer player host
POST /api/v1/teaching/sent                  photographer host
POST /api/v1/teaching/judge                 host
POST /api/v1/teaching/keep                  host
POST /api/v1/teaching/nudge                 host
POST /api/v1/teaching/photograph            host
GET  /api/v1/teaching/picture               host
POST /api/v1/teaching/place                 host
POST /api/v1/teaching/printed               host
POST /api/v1/teaching/save                  host
POST /api/v1/teaching/sets                  host
GET  /api/v1/teaching/sets/{name}           host
POST /api/v1/teaching/size                  host
POST /api/v1/teaching/take                  host
POST /api/v1/teaching/tap                   host
POST /api/v1/teaching/test                  host
POST /api/v1/teaching/undo                  host
POST /api/v1/teaching/unplace               host
POST /api/v1/teaching/use                   host
POST /api/v1/timer                          player host
"""
PAGES = (
    "/",
    "/host",
    "/seat/1",
    "/simulator",
    "/camera",
    "/camera/phone",
    "/history",
    "/machine",
    "/mosaics",
    "/teach",
    "/teach/phone",
    "/alive",
)
"""Shells: what fills them comes from the addresses above. Drawn at once is only what all may know."""
OTHERS = (
    *("/beside/<game>", "/static/<path:filename>", "/bundled/<hash_>/<name>", "/seat/<int:seat>"),
    "/plain",
)
CALLERS = ("outdated", "nobody", "camera", "photographer", "player", "host")
HELPERS = ("camera", "photographer")
REFUSED = {kind.code for kind in (BadRole, HostOnly, NotLoggedIn)}

MAY = {
    (method.lower(), path): who
    for method, path, *who in (line.split() for line in WHO_MAY.strip().splitlines())
}
NAMES = {(route.method, route.path): name for name, route in ROUTES.items()}


@pytest.fixture
def callers(app: Flask, host: FlaskClient, phone: Phone, sitting: FakeTable) -> dict[str, FlaskClient]:
    """Return a browser of each kind."""
    outdated = phone(1)
    assert outdated.post("/api/v1/logout", json={}).status_code == 200
    return {
        "outdated": outdated,
        "nobody": app.test_client(),
        "camera": helper(app, host, "camera"),
        "photographer": helper(app, host, "teaching"),
        "player": phone(1),
        "host": host,
    }


def helper(app: Flask, host: FlaskClient, of: str) -> FlaskClient:
    """Return the browser of a phone that only sends pictures."""
    client: FlaskClient = app.test_client()
    code = host.post(f"/api/v1/{of}/codes", json={}).get_json()["code"]
    assert client.post(f"/api/v1/{of}/join", json={"code": code, "name": "a phone"}).status_code == 200
    return client


def may(client: FlaskClient, name: str, sitting: FakeTable, **more: Any) -> bool:
    """Try an address; say whether the caller was let through to what is behind it."""
    try:
        reply = ask(client, name, **more)
    except AssertionError:  # the table awaits no call: so it was called
        sitting.calls.wrong.clear()
        return True
    words = reply.get_json()["error"] if reply.is_json and reply.status_code >= 400 else {}
    reply.close()
    return words.get("code") not in REFUSED


def test_every_address_is_in_the_table() -> None:
    assert set(MAY) == set(NAMES)
    assert all(who and set(who) <= set(CALLERS) for who in MAY.values())


@pytest.mark.parametrize(("method", "path"), MAY, ids=lambda word: word)
def test_who_is_named_may_and_nobody_else(
    callers: dict[str, FlaskClient], sitting: FakeTable, method: str, path: str
) -> None:
    for who in CALLERS:
        role = {"player": "?as=seat-1"}.get(who, f"?as={who}" if who in HELPERS or who == "host" else "")
        more = {"headers": {"Authorization": "Bearer none"}} if who == "outdated" else {}
        let_through = may(callers[who], NAMES[method, path], sitting, query=role, **more)
        assert let_through is (who in MAY[method, path]), who


def test_every_other_address_is_a_shell(app: Flask) -> None:
    known = {*PAGES, *OTHERS, *(route.path for route in ROUTES.values())}
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:int:)?(seat|before|sitting|player|game)>", r"{\1}", rule.rule)
        assert rule.rule in known or path.replace("<name>", "{name}") in known, rule.rule
        assert rule.rule.startswith("/api/") or rule.methods == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_holds_nothing_of_the_game_but_the_tables_own_what_all_may_know(
    app: Flask, sitting: FakeTable, page: str
) -> None:
    reply = app.test_client().get(page)
    assert reply.status_code in (200, 204)
    assert ("Ana" in reply.text) is (page == "/")


def test_no_page_is_drawn_with_what_its_seat_alone_knows(sitting: FakeTable, phone: Phone) -> None:
    mine = two_players(seat_role(Seat(1)))
    mine["view"] = mine["building"] = {"own": "the-secret"}
    mine["mine"] = True
    sitting.show(mine, seat_role(Seat(1)))
    own = phone(1)
    assert "Your turn" in own.get("/seat/1?lang=en").text
    assert not any("the-secret" in own.get(page).text for page in ("/", "/seat/1", "/plain"))
