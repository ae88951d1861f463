"""A browser keeps cookies by the computer's name: no other table and no other way hides a login."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table.access.access import Access
from tests.web.conftest import PIN, TimeOfDay
from tests.web.fake_table import FakeTable, as_table
from web.app import create_app

PLAIN, ENCRYPTED = "http://companion.local:8000", "https://companion.local:8000"


class Browser:
    """Keeps cookies as RFC 6265bis has it: what came encrypted nothing in the clear puts away."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, bool]] = {}

    def ask(self, app: Flask, origin: str, path: str, body: object = None) -> int:
        """Return the status of the answer."""
        is_secure = origin.startswith("https:")
        client: FlaskClient = app.test_client(use_cookies=False)
        sent = [
            f"{name}={value}" for name, (value, secure) in self._kept.items() if is_secure or not secure
        ]
        headers = {"Cookie": "; ".join(sent)}
        asked = {"base_url": origin, "headers": headers}
        reply = client.get(path, **asked) if body is None else client.post(path, json=body, **asked)
        for cookie in reply.headers.getlist("Set-Cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            secure = "; Secure" in cookie
            if is_secure or not (secure or self._kept.get(name, ("", False))[1]):
                self._kept[name] = (value, secure)
        return reply.status_code

    def keep(self, name: str, value: str) -> None:
        """Have a cookie of before."""
        self._kept[name] = (value, False)

    def is_host(self, app: Flask, origin: str) -> bool:
        """Tell whether the host is logged in."""
        return self.ask(app, origin, "/api/v1/players?as=host") == 200

    def log_in(self, app: Flask, origin: str) -> None:
        """Log in as host."""
        assert self.ask(app, origin, "/api/v1/login", {"pin": PIN}) == 200


def test_a_login_is_kept_after_encryption_was_on_and_off_again(make_app: Callable[[], Flask]) -> None:
    browser, app = Browser(), make_app()
    browser.log_in(app, ENCRYPTED)
    assert browser.is_host(app, ENCRYPTED)
    browser.log_in(app, PLAIN)
    assert browser.is_host(app, PLAIN)


def test_two_tables_on_one_computer_do_not_log_each_other_out(
    make_app: Callable[[], Flask], table: FakeTable, tmp_path: Path, clock: TimeOfDay
) -> None:
    browser, one = Browser(), make_app()
    other = create_app(as_table(table), Access(tmp_path / "other.db", PIN, clock, clock))
    browser.log_in(one, "http://localhost:8000")
    browser.log_in(other, "http://localhost:8001")
    assert browser.is_host(one, "http://localhost:8000")
    assert browser.is_host(other, "http://localhost:8001")


@pytest.mark.parametrize("query", ["?as=host", ""])
def test_who_joined_at_an_earlier_version_stays_logged_in(
    make_app: Callable[[], Flask], access: Access, query: str
) -> None:
    browser = Browser()
    browser.keep("companion_host", access.login(PIN, "192.168.1.7"))
    assert browser.ask(make_app(), PLAIN, f"/api/v1/players{query}") == 200
