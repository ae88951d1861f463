"""What the host may have done to the machine: by name, with the PIN once more, by the keeper alone."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import BadAct, BadRelease, NoKeeper, Reason
from companion.keeper.acts import Act, Join, LookAround, OwnNetwork, PowerOff, Restart, TimeZone, Update
from companion.keeper.network.wifi import BadWifi
from tests.web.api.test_addresses import ROUTES, ask
from tests.web.conftest import PIN, Phone
from tests.web.fake_keeper import FakeKeeper
from tests.web.fake_table import FakeTable, nothing_played

ACTS: list[tuple[str, dict[str, Any], Act]] = [
    ("update", {}, Update()),
    ("update", {"file": "/media/stick/a.release"}, Update("/media/stick/a.release")),
    ("restart", {}, Restart()),
    ("power-off", {}, PowerOff()),
    ("time-zone", {"zone": "Europe/Berlin"}, TimeZone("Europe/Berlin")),
    (
        "network",
        {"network": "Home", "password": "long enough"},  # pragma: allowlist secret
        Join("Home", "long enough"),
    ),
    ("network", {"network": "Café"}, Join("Café")),
    ("own-network", {}, OwnNetwork()),
    ("look-around", {}, LookAround()),
]
GOES_ON = {"api_login", "api_camera_frames", "api_camera_phone"}
"""What is answered while an update is being tried: nothing is kept of it."""


@pytest.mark.parametrize(("name", "said", "act"), ACTS)
def test_the_keeper_is_asked_for_it(
    host: FlaskClient, keeper: FakeKeeper, name: str, said: dict[str, Any], act: Act
) -> None:
    reply = host.post(f"/api/v1/machine/{name}", json={"pin": PIN, **said})
    assert reply.status_code == 200
    assert reply.get_json() == keeper.machine
    assert keeper.asked == [act]


@pytest.mark.parametrize(("name", "said", "act"), ACTS)
def test_without_the_pin_it_is_not(
    host: FlaskClient, keeper: FakeKeeper, name: str, said: dict[str, Any], act: Act
) -> None:
    del act
    assert host.post(f"/api/v1/machine/{name}", json={"pin": "111111111", **said}).status_code == 401
    assert host.post(f"/api/v1/machine/{name}", json=said).status_code == 400
    assert keeper.asked == []


def test_guessing_the_pin_there_is_slowed_down_as_at_the_log_in(host: FlaskClient) -> None:
    replies = [host.post("/api/v1/machine/restart", json={"pin": f"11111111{n}"}) for n in range(10)]
    assert replies[-1].status_code == 429
    assert host.post("/api/v1/login", json={"pin": PIN}).status_code == 429


def test_nobody_but_the_host_is_told_or_asks(
    anyone: FlaskClient, sitting: FakeTable, phone: Phone, keeper: FakeKeeper
) -> None:
    del sitting
    for client in (anyone, phone(1)):
        for path in ("", "/log"):
            assert client.get(f"/api/v1/machine{path}").status_code in (401, 403)
        assert client.post("/api/v1/machine/power-off", json={"pin": PIN}).status_code in (401, 403)
    assert keeper.asked == []


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (BadRelease("no", reason=Reason("error.release_older", {"version": "0.1.0"})), 422),
        (BadAct("no", reason=Reason("error.update_on")), 409),
        (NoKeeper("none"), 503),
        (BadWifi("no", reason=Reason("error.bad_wifi_key")), 422),
    ],
)
def test_what_it_refuses_is_told(
    host: FlaskClient, keeper: FakeKeeper, error: BadRelease | BadAct | BadWifi | NoKeeper, status: int
) -> None:
    keeper.refuses = error
    body = {"pin": PIN, "network": "Home", "password": "short"}  # pragma: allowlist secret
    reply = host.post("/api/v1/machine/network", json=body)
    assert reply.status_code == status
    assert reply.get_json()["error"]["code"] == error.code


def test_where_nobody_looks_after_the_machine_there_is_nothing_to_tell(
    host: FlaskClient, keeper: FakeKeeper
) -> None:
    keeper.refuses = NoKeeper("none")
    reply = host.get("/api/v1/machine")
    assert (reply.status_code, reply.get_json()) == (200, None)


def test_health_tells_release_journal_and_camera(anyone: FlaskClient, table: FakeTable) -> None:
    well = {"release": "", "journal": True, "camera": True}
    assert anyone.get("/api/v1/health").get_json() == well
    table.memory.told["kept"] = False
    state = nothing_played()
    state["camera"]["health"] = "lost"
    table.show(state)
    assert anyone.get("/api/v1/health").get_json() == {"release": "", "journal": False, "camera": False}


@pytest.mark.parametrize("name", [name for name, route in ROUTES.items() if route.method == "post"])
def test_on_trial_nothing_is_taken_from_anybody(
    host: FlaskClient, sitting: FakeTable, keeper: FakeKeeper, name: str
) -> None:
    """Else it would be lost where the release before comes back with its data."""
    sitting.on_trial = True
    reply = ask(host, name)
    if name in GOES_ON:
        assert (reply.get_json() or {}).get("error", {}).get("code") != "on_trial"
    else:
        assert (reply.status_code, reply.get_json()["error"]["code"]) == (503, "on_trial")
    assert keeper.asked == []


def test_the_host_reads_the_log(host: FlaskClient, keeper: FakeKeeper) -> None:
    assert host.get("/api/v1/machine/log").get_json() == {"lines": keeper.log()}
    keeper.refuses = NoKeeper("none")
    assert host.get("/api/v1/machine/log").status_code == 503
