"""Requests that are wrong, from wrong places, or for wrong names; and what every reply carries."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.game import HOST
from companion.table.access.access import Access
from companion.table.service import LatestPicture
from tests.web.conftest import PIN
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable, as_table
from web.access.guard import is_local
from web.app import create_app

LOGIN = "/api/v1/login"


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/v1/nothing", "/api/v2/state", "/api/v1/seats/x/join"]
)
def test_no_such_address(anyone: FlaskClient, path: str) -> None:
    assert_error(anyone.get(path), 404, "not_found")


def test_a_page_that_does_not_exist_is_answered_by_a_page(anyone: FlaskClient) -> None:
    reply = anyone.get("/nowhere")
    assert (reply.status_code, reply.mimetype) == (404, "text/html")


def test_wrong_method(anyone: FlaskClient) -> None:
    reply = anyone.get(LOGIN)
    assert_error(reply, 405, "method_not_allowed")
    assert "POST" in reply.headers["Allow"]
    assert_error(anyone.delete("/api/v1/state"), 405, "method_not_allowed")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_changes_anything(anyone: FlaskClient, kind: str) -> None:
    reply = anyone.post(LOGIN, data=json.dumps({"pin": PIN}), content_type=kind)
    assert_error(reply, 415, "not_json")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b'"pin"',
        b"[]",
        b"{}",
        b'{"pin": 1}',
        b'{"pin": ""}',
        b'{"pin": "x", "more": 1}',
        b'{"pin": NaN}',
        b'{"pin": "\\ud800"}',
        b"\xff\xfe",
        b"[" * 20_000,
        b'{"pin": "' + b"9" * 300 + b'"}',
    ],
)
def test_bodies_that_are_not_what_was_asked_for(anyone: FlaskClient, body: bytes) -> None:
    assert_error(anyone.post(LOGIN, data=body, content_type="application/json"), 400, "bad_body")


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("sittings", {"game": "x", "seats": []}, "seats: "),
        ("sittings", {"game": "x", "seats": ["Ana", 2]}, "seats[1]: "),
        ("sittings", {"game": "x" * 41, "seats": ["Ana"]}, "game: "),
        ("moves", {"move": "throw"}, "`id`"),
        ("answers", {"proposal": "p"}, "`choice`"),
        ("simulator/throw", {"count": 0}, "count: "),
        ("simulator/throw", {"count": True}, "count: "),
        ("simulator/drag", {"die": 1, "x": 1.5, "y": 0, "turn_deg": 0, "snap": True}, "x: "),
        ("simulator/drag", {"die": 1, "x": 0, "y": 0, "turn_deg": 0, "snap": 1}, "snap: "),
        ("simulator/hand", {"over": True}, "`over`"),
    ],
)
def test_the_wrong_field_is_named(
    host: FlaskClient, path: str, body: dict[str, object], named: str
) -> None:
    assert named in assert_error(host.post(f"/api/v1/{path}", json=body), 400, "bad_body")["message"]


def test_the_hint_names_what_belongs_there(host: FlaskClient) -> None:
    reply = host.post("/api/v1/answers", json={"proposal": "p", "chosen": "c"})
    assert "proposal, choice" in assert_error(reply, 400, "bad_body")["hint"]


@pytest.mark.parametrize("depth", [25, 400, 20_000])
def test_what_is_nested_too_deep_is_refused(host: FlaskClient, depth: int) -> None:
    body = b'{"id": "m", "deep": ' + b"[" * depth + b"]" * depth + b"}"
    reply = host.post("/api/v1/moves", data=body, content_type="application/json")
    assert "too deep" in assert_error(reply, 400, "bad_body")["message"]


@pytest.mark.parametrize(
    "value",
    [b"NaN", b"-Infinity", b"1e999", b'"\\ud800"', b'"\xff"', b"01"],
    ids=lambda value: value.hex(),
)
def test_what_no_json_may_hold_is_refused_in_every_field(host: FlaskClient, value: bytes) -> None:
    body = b'{"id": "m", "more": ' + value + b"}"
    reply = host.post("/api/v1/moves", data=body, content_type="application/json")
    assert assert_error(reply, 400, "bad_body")["hint"]


def test_of_a_field_that_stands_twice_one_value_is_checked_and_used(
    host: FlaskClient, table: FakeTable
) -> None:
    table.calls.expect("submit", HOST, "m2", {"move": "throw"}, answer=1)
    body = b'{"id": "m1", "move": "stop", "id": "m2", "move": "throw"}'
    assert host.post("/api/v1/moves", data=body, content_type="application/json").status_code == 200


def test_too_much_is_refused(anyone: FlaskClient) -> None:
    assert_error(anyone.post(LOGIN, json={"pin": "9" * 70_000}), 413, "too_large")


def test_a_fault_of_ours_has_the_same_shape(
    app: Flask, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> LatestPicture:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(table.looking, "picture", broken)
    app.testing = False
    error = assert_error(app.test_client().get("/api/v1/picture"), 500, "internal")
    assert "secret detail" not in json.dumps(error)


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "http://localhost:81", "https://localhost.evil.example", "null", "http://["],
)
def test_another_sites_page_changes_nothing(host: FlaskClient, origin: str) -> None:
    reply = host.post("/api/v1/simulator/clear", json={}, headers={"Origin": origin})
    assert_error(reply, 403, "wrong_origin")


def test_another_sites_page_changes_nothing_even_if_it_hides_its_origin(host: FlaskClient) -> None:
    reply = host.post("/api/v1/simulator/clear", json={}, headers={"Sec-Fetch-Site": "cross-site"})
    assert_error(reply, 403, "wrong_origin")


def test_our_own_pages_do(host: FlaskClient, table: FakeTable) -> None:
    table.calls.expect("clear")
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert host.post("/api/v1/simulator/clear", json={}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "localhost",
        "table.local",
        "192.168.1.7",
        "[fe80::1]",
        "my_table",
        "My_Table.lan:8080",
        "my_table.fritz.box.",
        "my_table.local:80",
    ],
)
def test_names_of_the_home_network_are_answered(
    table: FakeTable, access: Access, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "my_table")
    client = create_app(as_table(table), access).test_client()
    assert client.get("/api/v1/state", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "evil.example",
        "192.168.1.7.evil.example",
        "local.evil.example:8080",
        "ev_il.example",
        "[::1",
        "",
        "ai",
        "evil.lan",
        "local",
        "a@localhost",
        "localhost:80:80",
        "localhost/",
        " localhost",
        "localhost:x",
        "löcal.local",
    ],
)
def test_names_from_outside_are_not(anyone: FlaskClient, name: str) -> None:
    assert_error(anyone.get("/api/v1/state", headers={"Host": name}), 421, "wrong_host")


def test_a_request_without_a_name_or_from_a_page_without_one_changes_nothing(host: FlaskClient) -> None:
    for name, origin in (("localhost", "null"), ("", "null"), ("", ""), ("localhost", "")):
        headers = {"Host": name, "Origin": origin}
        reply = host.post("/api/v1/simulator/clear", json={}, headers=headers)
        assert reply.status_code in (403, 421)


def test_a_name_the_owner_gave_is_answered() -> None:
    assert is_local("table.example.org", ["table.example.org"])
    assert not is_local("table.example.org", [])


def test_a_joined_script_is_sent_with_what_matters_for_a_script(anyone: FlaskClient) -> None:
    page = anyone.get("/").get_data(as_text=True)
    path = next(word for word in page.split('"') if word.startswith("/bundled/"))
    headers = anyone.get(path, buffered=True).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Content-Security-Policy" not in headers
    assert "Content-Security-Policy" in anyone.get("/bundled/none/none.js").headers


@pytest.mark.parametrize("path", ["/", "/api/v1/state", "/api/v1/nothing", "/static/css/house.css"])
def test_every_reply_tells_the_browser_to_be_careful(anyone: FlaskClient, path: str) -> None:
    headers = anyone.get(path, buffered=True).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("address", "is_trusted"),
    [
        ("http://192.168.1.7:8000", False),
        ("http://companion.local", False),
        ("https://192.168.1.7:8000", True),
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
    ],
)
def test_browsers_are_told_of_no_opener_where_they_would_complain(
    anyone: FlaskClient, address: str, is_trusted: bool
) -> None:
    headers = anyone.get("/", base_url=address).headers
    assert ("Cross-Origin-Opener-Policy" in headers) == is_trusted
