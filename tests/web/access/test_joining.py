"""How phones come to the table, as all may see it: its address, who has joined, codes that are shown."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table.access.access import SHOWN_S, Access
from tests.web.access.test_invitation import read
from tests.web.conftest import PIN, Phone, TimeOfDay, two_players
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable, as_table
from web.app import create_app

HERE = "http://192.168.1.7:8000"


@pytest.fixture
def make_app(table: FakeTable, access: Access) -> Callable[[], Flask]:
    """A table that phones reach at an address of the home network."""

    def start() -> Flask:
        app = create_app(as_table(table), access, public=lambda: [HERE])
        app.testing = True
        return app

    return start


def joining(client: FlaskClient) -> dict[str, Any]:
    answer: dict[str, Any] = client.get("/api/v1/joining").get_json()
    return answer


def show_codes(host: FlaskClient) -> dict[str, Any]:
    answer: dict[str, Any] = host.post("/api/v1/joining", json={}).get_json()
    return answer


def test_the_way_to_the_table_is_no_secret(anyone: FlaskClient) -> None:
    way = joining(anyone)["table"]
    assert way["link"] == f"{HERE}/"
    assert read(way["qr"]) == f"{HERE}/"


def test_without_an_address_for_phones_there_is_no_code_to_scan(
    table: FakeTable, access: Access
) -> None:
    client = create_app(as_table(table), access).test_client()
    assert joining(client)["table"] == {"link": None, "qr": None}


def test_no_code_is_seen_before_the_host_says_so(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient
) -> None:
    host.post("/api/v1/seats/1/codes", json={})
    assert joining(anyone)["seats"] == [{"phones": 0, "code": None, "way": None}] * 2


def test_only_the_host_lets_all_see_codes(sitting: FakeTable, anyone: FlaskClient, phone: Phone) -> None:
    assert anyone.post("/api/v1/joining", json={}).status_code == 401
    assert phone(1).post("/api/v1/joining", json={}).status_code == 403


def test_all_see_a_code_for_each_seat_that_joins_it(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient, app: Flask
) -> None:
    show_codes(host)
    second = joining(anyone)["seats"][1]
    assert read(second["way"]["qr"]) == f"{HERE}/seat/2#code={second['code']}"
    told = {"code": second["code"], "name": "a phone"}
    assert app.test_client().post("/api/v1/seats/2/join", json=told).status_code == 200
    assert joining(anyone)["seats"][1] == {"phones": 1, "code": None, "way": None}
    assert joining(anyone)["seats"][0]["code"]


def test_a_seat_with_a_phone_is_shown_no_code(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient, phone: Phone
) -> None:
    phone(1)
    codes = [seat["code"] for seat in show_codes(host)["seats"]]
    assert codes[0] is None
    assert codes[1]
    assert [seat["phones"] for seat in joining(anyone)["seats"]] == [1, 0]


def test_codes_are_shown_for_some_minutes(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient, clock: TimeOfDay
) -> None:
    show_codes(host)
    clock.now += SHOWN_S
    assert joining(anyone)["seats"][0]["code"]
    clock.now += 1
    assert joining(anyone)["seats"][0]["code"] is None


def test_a_newer_code_for_one_seat_takes_the_shown_one_away(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient
) -> None:
    show_codes(host)
    host.post("/api/v1/seats/1/codes", json={})
    codes = [seat["code"] for seat in joining(anyone)["seats"]]
    assert codes[0] is None
    assert codes[1]


def test_a_code_is_not_shown_for_whoever_sits_there_next(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient
) -> None:
    show_codes(host)
    sitting.show({**two_players(), "seats": ["Cyril", "Bob"]})
    codes = [seat["code"] for seat in joining(anyone)["seats"]]
    assert codes[0] is None
    assert codes[1]


def test_the_host_is_told_who_has_played_here(table: FakeTable, app: Flask, anyone: FlaskClient) -> None:
    table.known_players = ["Žofie", "Ana"]
    assert anyone.get("/api/v1/players").status_code == 401
    anyone.post("/api/v1/login", json={"pin": PIN})
    assert anyone.get("/api/v1/players").get_json() == {
        "players": ["Žofie", "Ana"],
        "last": [],
        "set_up": [],
    }


def test_a_phone_that_has_joined_finds_back_to_its_seat(
    sitting: FakeTable, anyone: FlaskClient, phone: Phone
) -> None:
    assert 'href="/seat/' not in anyone.get("/").text
    own = phone(2)
    for path in ("/", "/history", "/seat/2"):
        assert 'href="/seat/2"' in own.get(path).text
        assert 'href="/seat/1"' not in own.get(path).text
    sitting.show({**two_players(), "seats": ["Ana", "Cyril"]})
    assert 'href="/seat/2"' not in own.get("/").text


def test_a_phone_whose_name_cannot_be_shown_is_refused_with_words(
    sitting: FakeTable, host: FlaskClient, anyone: FlaskClient
) -> None:
    code = host.post("/api/v1/seats/1/codes", json={}).get_json()["code"]
    for name in ("a\0b", "a\nb", "\u202ea"):
        reply = anyone.post("/api/v1/seats/1/join", json={"code": code, "name": name})
        assert "cannot be shown" in assert_error(reply, 400, "bad_body")["message"]
    assert anyone.post("/api/v1/seats/1/join", json={"code": code, "name": "a"}).status_code == 200


@pytest.mark.usefixtures("sitting")
def test_who_asks_again_and_again_is_sent_only_what_is_new(host: FlaskClient) -> None:
    known = {"If-None-Match": host.get("/api/v1/joining").headers["ETag"]}
    again = host.get("/api/v1/joining", headers=known)
    assert (again.status_code, again.data) == (304, b"")
    host.post("/api/v1/joining", json={})
    assert host.get("/api/v1/joining", headers=known).status_code == 200


def as_seat(client: FlaskClient, seat: int) -> int:
    return client.get(f"/api/v1/state?as=seat-{seat}").status_code


def test_a_phone_follows_its_player_to_another_seat(
    sitting: FakeTable, anyone: FlaskClient, phone: Phone
) -> None:
    own, other = phone(1), phone(2)
    sitting.show({**two_players(), "seats": ["Bob", "Ana"]})
    assert [as_seat(own, seat) for seat in (1, 2)] == [401, 200]
    assert [as_seat(other, seat) for seat in (1, 2)] == [200, 401]
    assert 'href="/seat/2"' in own.get("/").text
    assert [seat["phones"] for seat in joining(anyone)["seats"]] == [1, 1]


def test_a_phone_of_two_players_keeps_both_when_they_change_seats(
    sitting: FakeTable, host: FlaskClient, anyone: FlaskClient
) -> None:
    for seat in (1, 2):
        code = host.post(f"/api/v1/seats/{seat}/codes", json={}).get_json()["code"]
        anyone.post(f"/api/v1/seats/{seat}/join", json={"code": code, "name": "shared"})
    sitting.show({**two_players(), "seats": ["Bob", "Ana"]})
    code = host.post("/api/v1/seats/1/codes", json={}).get_json()["code"]
    assert anyone.post("/api/v1/seats/1/join", json={"code": code, "name": "shared"}).status_code == 200
    assert [as_seat(anyone, seat) for seat in (1, 2)] == [200, 200]
