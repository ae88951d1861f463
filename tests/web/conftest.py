"""A table that stands still, and browsers that look at it."""

from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.table.access.access import Access
from companion.table.shapes.state import StateShape
from tests.web.fake_keeper import FakeKeeper
from tests.web.fake_table import FakeTable, as_table, nothing_played
from web.app import create_app

PIN = "246813579"

Phone = Callable[[int], FlaskClient]

Builder = Callable[..., tuple[str, str]]
"""Builds the address of a rule, which it is given."""


def _compile_once(compile_builder: Callable[[Rule, bool], Builder]) -> Callable[[Rule, bool], Builder]:
    """Let rules that say the same share what builds their addresses."""
    compiled: dict[tuple[Any, ...], Builder] = {}

    @wraps(compile_builder)
    def compile_(rule: Rule, append_unknown: bool = True) -> Builder:
        said = (
            rule.rule,
            rule.host,
            rule.subdomain,
            rule.merge_slashes,
            str(rule.defaults),
            append_unknown,
        )
        if said not in compiled:
            compiled[said] = compile_builder(rule, append_unknown)
        return compiled[said]

    return compile_


# Thousands of tests start the pages. Werkzeug would write and compile a program for each address each
# time: nine tenths of what the start takes.
setattr(Rule, "_compile_builder", _compile_once(Rule._compile_builder))  # noqa: B010


class TimeOfDay:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> TimeOfDay:
    return TimeOfDay()


@pytest.fixture
def access(tmp_path: Path, clock: TimeOfDay) -> Access:
    return Access(tmp_path / "access.db", PIN, clock, clock)


@pytest.fixture
def table() -> Iterator[FakeTable]:
    """A table that fails the test if a call that was awaited has not come."""
    fake = FakeTable()
    fake.show(nothing_played())
    yield fake
    fake.calls.all_came()


@pytest.fixture
def keeper() -> FakeKeeper:
    return FakeKeeper()


@pytest.fixture
def make_app(table: FakeTable, access: Access, keeper: FakeKeeper) -> Callable[[], Flask]:
    """Start the table's pages once more; what they answer is held to what they say they may answer."""

    def start() -> Flask:
        app = create_app(as_table(table), access, keeper=keeper)
        app.testing = True
        return app

    return start


@pytest.fixture
def app(make_app: Callable[[], Flask]) -> Flask:
    return make_app()


@pytest.fixture
def anyone(app: Flask) -> FlaskClient:
    """A browser that is not logged in."""
    return app.test_client()


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    """The host's browser."""
    client = app.test_client()
    assert client.post("/api/v1/login", json={"pin": PIN}).status_code == 200
    return client


@pytest.fixture
def phone(app: Flask, host: FlaskClient) -> Phone:
    """Let a player's phone join a seat."""

    def join(seat: int) -> FlaskClient:
        code = host.post(f"/api/v1/seats/{seat}/codes", json={}).get_json()["code"]
        client = app.test_client()
        reply = client.post(f"/api/v1/seats/{seat}/join", json={"code": code, "name": "a phone"})
        assert reply.status_code == 200
        return client

    return join


def two_players(role: Role = EVERYONE) -> StateShape:
    """Return the state of a sitting of Ana and Bob."""
    state = nothing_played()
    state["sitting"], state["game"], state["role"] = "s1", "plain_dice", role.name
    state["seats"], state["to_move"], state["version"] = ["Ana", "Bob"], "Ana", 1
    return state


@pytest.fixture
def sitting(table: FakeTable) -> FakeTable:
    """Ana and Bob play."""
    for role in (EVERYONE, HOST, seat_role(Seat(1)), seat_role(Seat(2))):
        table.show(two_players(role), role)
    return table
