"""Who joins a seat anew, and perhaps is not who sits there: what is shown, and what all are told."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.game import Seat, seat_role
from companion.table.access.access import Access
from companion.table.access.newcomers import TOLD_S, WAITS_S, Newcomers
from companion.table.broadcast.views import sitting_shape
from companion.table.shapes.values import JsonObject
from companion.table.sitting.sitting import Sitting
from tests.table.conftest import Bench
from tests.table.plays.drunter.voting import bench_at_the_vote, opening, voters
from tests.web.errors import assert_error
from web.app import create_app

PIN = "246813579"
SITTING = Sitting.begin(1, opening(3)[0])
CARDS = ["NEEE"]


class Seats:
    """A table, its host, and phones that join the seats."""

    def __init__(self, bench: Bench, path: Path) -> None:
        self.bench = bench
        self.access = Access(path, PIN, lambda: 1_000_000.0, lambda: 1_000.0)
        self.app: Flask = create_app(bench.table, self.access)
        self.app.testing = True
        self.screen = self.app.test_client()
        self.host = self.app.test_client()
        assert self.host.post("/api/v1/login", json={"pin": PIN}).status_code == 200
        self.order = voters(bench)

    def seat(self, name: str) -> int:
        return int(self.state(self.screen)["seats"].index(name)) + 1

    def phone(self, name: str, client: FlaskClient | None = None) -> FlaskClient:
        """Let a phone join, with a code from the host."""
        own = client or self.app.test_client()
        at = f"/api/v1/seats/{self.seat(name)}"
        code = self.host.post(f"{at}/codes", json={}).get_json()["code"]
        assert own.post(f"{at}/join", json={"code": code, "name": "a phone"}).status_code == 200
        return own

    def take_back(self, name: str, client: FlaskClient) -> TestResponse:
        return client.post(f"/api/v1/seats/{self.seat(name)}/take_back", json={})

    def state(self, client: FlaskClient) -> JsonObject:
        state: JsonObject = client.get("/api/v1/state").get_json()
        return state

    def own(self, client: FlaskClient) -> Any:
        return self.state(client)["view"].get("own")

    def vote_of(self, name: str, client: FlaskClient) -> list[Any]:
        """Return what a phone is told of the votes that this seat laid."""
        earlier = client.get("/api/v1/history/1000").get_json()["lines"]
        lines = [*self.state(client)["history"], *earlier]
        return [line for line in lines if line["seat"] == name and line["move"]["move"] == "vote"]


def is_told(reply: TestResponse, reason: str) -> bool:
    return bool(assert_error(reply, 401, "not_logged_in")["reason"]["code"] == reason)


def vote(client: FlaskClient, cards: list[str]) -> TestResponse:
    return client.post("/api/v1/moves", json={"id": f"{cards}", "move": "vote", "cards": cards})


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[Seats]:
    bench = bench_at_the_vote()
    yield Seats(bench, tmp_path / "access.db")
    bench.table.close()


@pytest.fixture
def choosing(tmp_path: Path) -> Iterator[Seats]:
    bench = bench_at_the_vote(variant="expert")
    yield Seats(bench, tmp_path / "access.db")
    bench.table.close()


def test_a_second_phone_is_not_shown_what_was_laid_before_it_came(seats: Seats) -> None:
    name = seats.order[0]
    own = seats.phone(name)
    assert vote(own, CARDS).status_code == 200
    spy = seats.phone(name)
    seats.bench.wait(10 * WAITS_S)
    assert seats.own(spy) is None
    assert all("cards" not in line["move"] for line in seats.vote_of(name, spy))
    assert "NEEE" not in str(seats.vote_of(name, spy))
    stream = spy.get("/api/v1/events", headers={"Last-Event-ID": "1"}, buffered=False).iter_encoded()
    next(stream)
    assert b'"own"' not in next(stream)
    stream.close()  # type: ignore[attr-defined]
    for other in seats.order[1:]:
        assert vote(seats.phone(other), ["JA"]).status_code == 200
    assert seats.own(spy)["votes"]


def test_neither_is_the_first_phone_of_one_who_voted_at_the_box(seats: Seats) -> None:
    name = seats.order[0]
    own = seats.phone(name)
    vote(own, CARDS)
    own.post("/api/v1/logout", json={})
    spy = seats.phone(name)
    assert seats.own(spy) is None
    assert seats.state(spy)["covered"]


def test_the_phone_that_lost_the_seat_says_so_and_takes_it_back(seats: Seats) -> None:
    name = seats.order[0]
    own = seats.phone(name)
    vote(own, CARDS)
    spy = seats.phone(name)
    as_seat = f"/api/v1/state?as=seat-{seats.seat(name)}"
    assert is_told(own.get(as_seat), "error.taken_over")
    assert is_told(own.get(as_seat.replace("state", "events")), "error.taken_over")
    assert seats.take_back(name, own).status_code == 200
    assert seats.own(own)["laid"] == CARDS
    assert_error(spy.get(as_seat), 401, "not_logged_in")
    assert seats.take_back(name, spy).status_code == 401


def test_all_are_told_for_some_minutes_that_a_seat_was_taken_over(seats: Seats) -> None:
    name = seats.order[0]
    seats.phone(name)
    everyone = [seats.screen, seats.host, seats.phone(seats.order[1])]
    assert [seats.state(client)["taken_over"] for client in everyone] == [[], [], []]
    seats.phone(name)
    assert [seats.state(client)["taken_over"] for client in everyone] == [[name]] * 3
    seats.bench.wait(TOLD_S - 1)
    assert seats.state(seats.screen)["taken_over"] == [name]
    seats.bench.wait(2)
    assert seats.state(seats.screen)["taken_over"] == []


def test_cards_are_covered_while_the_earlier_phone_may_take_the_seat_back(choosing: Seats) -> None:
    name = choosing.order[0]
    own = choosing.phone(name)
    cards = choosing.own(own)["cards"]
    assert cards
    again = choosing.phone(name)
    assert choosing.own(again) is None
    tried = again.post("/api/v1/moves", json={"id": "1", "move": "choose", "card": "school"})
    assert_error(tried, 403, "not_allowed")
    choosing.bench.wait(WAITS_S - 1)
    assert choosing.own(again) is None
    choosing.bench.wait(2)
    assert choosing.own(again)["cards"] == cards
    assert not choosing.state(again)["covered"]


def test_a_phone_that_joins_again_in_the_same_browser_sees_on(seats: Seats) -> None:
    name = seats.order[0]
    own = seats.phone(name)
    vote(own, CARDS)
    assert seats.own(seats.phone(name, own))["laid"] == CARDS
    assert seats.state(seats.screen)["taken_over"] == []


def test_who_was_shown_nothing_cannot_come_back_past_the_wait(choosing: Seats) -> None:
    name = choosing.order[0]
    own = choosing.phone(name)
    spy = choosing.phone(name)
    other = choosing.phone(name)
    assert choosing.take_back(name, spy).status_code == 401
    assert choosing.own(other) is None
    assert choosing.take_back(name, own).status_code == 200
    assert choosing.own(own)["cards"]


def test_a_phone_that_takes_a_seat_back_late_waits_as_well(choosing: Seats) -> None:
    name = choosing.order[0]
    own, again = choosing.phone(name), choosing.phone(name)
    choosing.bench.wait(WAITS_S + 1)
    assert choosing.take_back(name, own).status_code == 200
    assert choosing.own(own) is None
    assert choosing.take_back(name, again).status_code == 200


def test_what_is_covered_stays_so_after_a_power_cut(tmp_path: Path) -> None:
    kept = tmp_path / "newcomers.json"
    kept.write_text('{"1": ["Ana", true]}')
    bench = bench_at_the_vote()
    for _ in range(2):
        newcomers = newcomers_of(bench, kept)
        assert newcomers.covers(Seat(1))
        assert newcomers.told == ["Ana"]
    bench.wait(WAITS_S + 1)
    newcomers.time_passes()
    assert not newcomers_of(bench, kept).covers(Seat(1))
    bench.table.close()


@pytest.mark.parametrize(("game", "is_covered"), [("ubongo", False), ("gruftmeister", True)])
def test_a_newcomer_is_covered_only_where_there_is_a_secret(game: str, is_covered: bool) -> None:
    """Where there is none, a phone that takes a seat over calls and moves at once."""
    sitting = Sitting.dealt({"game": game, "seats": ["Ana", "Bob"]}, Random(1))
    newcomers = Newcomers(None, lambda: sitting, lambda: 0.0, contextlib.nullcontext)
    newcomers.come(Seat(1), took_over=True)
    assert newcomers.covers(Seat(1)) is is_covered
    assert newcomers.told == ["Ana"]


def test_what_tells_no_secret_is_played_on_a_covered_phone() -> None:
    sitting = Sitting.dealt({"game": "gruftmeister", "seats": ["Ana", "Bob"]}, Random(1))
    mover = seat_role(Seat(1))
    view = sitting_shape(sitting, sitting.history.state, mover, covered=True)["view"]
    kinds = {move["move"] for move in view["moves"]}
    assert "step" in kinds
    assert not kinds & sitting.history.game.own_moves


def newcomers_of(bench: Bench, kept: Path) -> Newcomers:
    return Newcomers(kept, lambda: SITTING, bench.clock.now, contextlib.nullcontext)


@pytest.mark.parametrize("text", ["", "[]", '{"x": 1}', '{"1": ["Ana"]}', "null"])
def test_a_damaged_file_covers_nobody(tmp_path: Path, text: str) -> None:
    kept = tmp_path / "newcomers.json"
    kept.write_text(text)
    bench = bench_at_the_vote()
    assert not newcomers_of(bench, kept).covered
    bench.table.close()
