"""The table's own network, as everybody joins it who sees the screen: while it is open, no longer."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import NoKeeper
from tests.web.access.test_invitation import read
from tests.web.fake_keeper import FakeKeeper
from web.access.own_network import SAME_FOR_S, TheTables

CODE = "WIFI:T:WPA;S:table-4711;P:abcd2345efgh;;"


@pytest.fixture
def opened(keeper: FakeKeeper) -> FakeKeeper:
    network = keeper.machine["network"]
    assert network is not None
    network["is_open"] = True
    return keeper


def told(client: FlaskClient) -> Any:
    return client.get("/api/v1/joining").get_json().get("network")


def test_while_it_is_open_a_phone_joins_it_by_a_code(opened: FakeKeeper, anyone: FlaskClient) -> None:
    del opened
    network = told(anyone)
    assert (network["name"], network["key"]) == ("table-4711", "abcd2345efgh")
    assert read(network["qr"]) == CODE


def test_while_it_is_not_nobody_is_told_its_key(keeper: FakeKeeper, anyone: FlaskClient) -> None:
    assert told(anyone) is None
    keeper.refuses = NoKeeper("none")
    assert told(anyone) is None
    assert "abcd2345efgh" not in anyone.get("/plain").get_data(as_text=True)


def test_the_page_without_scripts_shows_it_too(opened: FakeKeeper, anyone: FlaskClient) -> None:
    del opened
    page = anyone.get("/plain").get_data(as_text=True)
    assert "table-4711" in page
    assert "abcd2345efgh" in page


def test_the_keeper_is_asked_now_and_then(opened: FakeKeeper) -> None:
    now = 0.0
    tables = TheTables(opened, lambda: now)
    assert tables() is not None
    opened.machine["network"] = None
    assert tables() is not None
    now += SAME_FOR_S
    assert tables() is None
