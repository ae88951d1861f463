"""The simulated box's front: the host's, like everything that is simulated."""

from flask.testing import FlaskClient

from companion.errors import BadHandling
from tests.web.conftest import Phone
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable

PANEL, PRESS = "/api/v1/simulator/panel", "/api/v1/simulator/press"


def test_the_host_sees_its_lamps_and_presses_its_keys(host: FlaskClient, table: FakeTable) -> None:
    assert host.get(PANEL).get_json() == {
        "keys": ["card-1", "ok"],
        "lamps": {"column-1": True, "status": False},
        "levels": {"column-1": 0.5, "status": 0.0},
        "beeps": 3,
    }
    table.calls.expect("press", "ok")
    assert host.post(PRESS, json={"key": "ok"}).status_code == 200


def test_nobody_else_does(sitting: FakeTable, anyone: FlaskClient, phone: Phone) -> None:
    assert_error(anyone.get(PANEL), 401, "not_logged_in")
    assert_error(phone(1).get(PANEL), 403, "not_allowed")
    assert_error(phone(1).post(PRESS, json={"key": "ok"}), 403, "not_allowed")


def test_a_key_that_is_not_there_is_told(host: FlaskClient, table: FakeTable) -> None:
    table.calls.expect("press", "bell", answer=BadHandling("the box has no key 'bell'"))
    assert_error(host.post(PRESS, json={"key": "bell"}), 409, "bad_handling")


def test_a_table_without_a_simulated_box_says_so(host: FlaskClient, table: FakeTable) -> None:
    table.panel = None
    assert_error(host.get(PANEL), 404, "not_found")
    assert_error(host.post(PRESS, json={"key": "ok"}), 404, "not_found")
