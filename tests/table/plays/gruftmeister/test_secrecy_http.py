"""The same secrecy through pages and API: replies with their headers, streams, and the picture."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.errors import BadLesson
from companion.table.access.access import Access
from companion.table.teaching.shelf import SetShelf
from companion.table.teaching.teaching import Teaching
from tests.table.plays.gruftmeister.peeking import ANA, BOB, bench_at_the_door, frame, see
from web.app import create_app

PIN = "246813579"
OWN = {"cookie", "date", "etag"}


class Browsers:
    """A table's pages, and the browsers of host, screen and the other player."""

    def __init__(self, access: Access, tokens: dict[str, str]) -> None:
        self.bench = bench_at_the_door(players=2)
        self.app = create_app(self.bench.table, access)
        self.app.testing = True
        self.others = [self.app.test_client(), *map(self._logged_in, tokens.values())]

    def _logged_in(self, token: str) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client


@pytest.fixture
def access(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Access:
    monkeypatch.setattr("web.api.events.randbelow", lambda _: 0)
    return Access(tmp_path / "access.db", PIN, lambda: 1_000_000.0, lambda: 1_000.0)


@pytest.fixture
def tokens(access: Access) -> dict[str, str]:
    assert BOB.seat is not None
    code = access.invite(BOB.seat, "Bob").code
    return {"host": access.login(PIN, ""), "Bob": access.join(BOB.seat, "Bob", code, "a phone", "")}


def whole(reply: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    headers = [(key, value) for key, value in reply.headers if key.lower() not in OWN]
    return reply.status_code, headers, reply.data


def listening(client: FlaskClient) -> Iterator[bytes]:
    reply = client.get("/api/v1/events", headers={"Accept-Encoding": "identity"}, buffered=False)
    return reply.iter_encoded()


def told(access: Access, tokens: dict[str, str], seen: str | None) -> list[object]:
    """Return all that the others' browsers get while Ana says what she saw."""
    at = Browsers(access, tokens)
    try:
        streams = [listening(client) for client in at.others]
        heard: list[object] = [[next(stream), next(stream)] for stream in streams]  # retry, state
        frame(at.bench, 200)
        heard += [whole(client.get("/api/v1/picture")) for client in at.others]
        see(at.bench, seen)
        at.bench.table.tell()
        heard += [next(stream) for stream in streams]
        frame(at.bench, 90)
        for client in at.others:
            for path in ("state", "record", "picture"):
                heard.append(whole(client.get(f"/api/v1/{path}")))
            for seat in ("Ana", "Bob"):
                words = {"id": f"try {seat}", "seat": seat, "move": "use_key", "door": [6, 0]}
                heard.append(whole(client.post("/api/v1/moves", json=words)))
        for stream in streams:
            stream.close()  # type: ignore[attr-defined]
        return heard
    finally:
        at.bench.table.close()


def test_what_lies_under_a_door_tells_no_other_browser_anything(
    access: Access, tokens: dict[str, str]
) -> None:
    reference = told(access, tokens, "barred")
    for seen in ("boarded", None):
        assert told(access, tokens, seen) == reference, seen


def test_there_is_no_picture_for_anybody_until_the_door_is_shut(
    access: Access, tokens: dict[str, str]
) -> None:
    at = Browsers(access, tokens)
    frame(at.bench, 200)
    assert {client.get("/api/v1/picture").status_code for client in at.others} == {204}
    see(at.bench, "barred")
    assert {client.get("/api/v1/picture").status_code for client in at.others} == {204}
    frame(at.bench, 90)
    assert {client.get("/api/v1/picture").status_code for client in at.others} == {200}
    at.bench.table.close()


def test_nothing_is_taught_with_a_picture_that_is_hidden(tmp_path: Path) -> None:
    bench = bench_at_the_door()
    teaching = Teaching(bench.table, SetShelf(tmp_path))
    frame(bench, 200)
    teaching.begin("dice", "mine", "", earlier=False)
    with pytest.raises(BadLesson, match="no picture"):
        teaching.take_picture()
    see(bench, "barred")
    frame(bench, 90)
    teaching.take_picture()
    assert bench.table.state(ANA)["camera"].get("hidden") is False
    bench.table.close()
