"""The same secrecy through pages and API: replies with their headers, streams with their numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.table.access.access import Access
from companion.table.shapes.values import JsonObject
from tests.table.plays.drunter.voting import SELECTIONS, bench_at_the_vote, role_of, voters
from web.app import create_app

PIN = "246813579"
OWN = {"cookie", "date"}


@dataclass
class Logins:
    """Who has logged in: the host, and a phone for each seat. They last from sitting to sitting."""

    access: Access
    tokens: dict[str, str]

    @classmethod
    def at(cls, path: Path) -> "Logins":
        access = Access(path, PIN, lambda: 1_000_000.0, lambda: 1_000.0)
        tokens = {"host": access.login(PIN, "")}
        for name in ("Ana", "Bob", "Cyd"):
            seat = role_of(name).seat
            assert seat is not None
            code = access.invite(seat, name).code
            tokens[name] = access.join(seat, name, code, "a phone", "")
        return cls(access, tokens)


class Browsers:
    """A table's pages, and the browsers of everybody: host, screen, and a phone for each seat."""

    def __init__(self, logins: Logins) -> None:
        self.bench = bench_at_the_vote()
        self.app = create_app(self.bench.table, logins.access)
        self.app.testing = True
        self.order = voters(self.bench)
        self.screen = self.app.test_client()
        self.host = self._logged_in(logins.tokens["host"])
        self.phones = {name: self._logged_in(logins.tokens[name]) for name in self.order}

    def _logged_in(self, token: str) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    def others(self, name: str) -> list[FlaskClient]:
        return [
            self.host,
            self.screen,
            *(phone for who, phone in self.phones.items() if who != name),
        ]


def whole(reply: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    headers = [(key, value) for key, value in reply.headers if key.lower() not in OWN]
    return reply.status_code, headers, reply.data


def told(logins: Logins, cards: list[str], packed: bool, place: int = 0) -> list[object]:
    """Return all that the others' browsers get while the voter at this place, who is the first to
    finish, votes so: in turn the first of all, else early.
    """
    at = Browsers(logins)
    try:
        first, other = at.order[place], at.order[place - 2]
        streams = [listening(client, packed) for client in at.others(first)]
        heard: list[object] = [[next(stream), next(stream)] for stream in streams]  # retry, state
        at.bench.wait(3.0)
        sent = vote(at.phones[first], "m1", cards)
        assert sent.status_code == 200, sent.text
        heard += [next(stream) for stream in streams]
        for client in at.others(first):
            heard.append(whole(client.get("/api/v1/state")))
            heard.append(whole(client.get("/api/v1/record")))
            heard.append(whole(client.get("/api/v1/joining")))
            if client is not at.phones[other]:
                heard.append(whole(vote(client, "m1", ["JA"], seat=first)))
                heard.append(whole(vote(client, "m2", ["nonsense"], seat=first)))
                heard.append(whole(vote(client, "m3", cards=[], seat=other)))
        for stream in streams:
            stream.close()  # type: ignore[attr-defined]
        return heard
    finally:
        at.bench.table.close()


def vote(client: FlaskClient, move_id: str, cards: list[str], seat: str | None = None) -> TestResponse:
    words: JsonObject = {"id": move_id, "move": "vote", "cards": cards}
    return client.post("/api/v1/moves", json=words | ({} if seat is None else {"seat": seat}))


def listening(client: FlaskClient, packed: bool) -> Iterator[bytes]:
    headers = {"Accept-Encoding": "gzip" if packed else "identity"}
    reply = client.get("/api/v1/events", headers=headers, buffered=False)
    return reply.iter_encoded()


@pytest.fixture
def logins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Logins:
    monkeypatch.setattr("web.api.events.randbelow", lambda _: 0)
    return Logins.at(tmp_path / "access.db")


PLACES = pytest.mark.parametrize("place", [0, 2], ids=["in turn", "early"])


@PLACES
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_a_vote_tells_no_other_browser_anything(logins: Logins, packed: bool, place: int) -> None:
    reference = told(logins, ["JAA"], packed, place)
    for cards in [SELECTIONS[0], *SELECTIONS[20::60], SELECTIONS[-1]]:
        assert told(logins, cards, packed, place) == reference, cards


@PLACES
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_vote_of_all_255_tells_another_browser_anything(logins: Logins, place: int) -> None:
    reference = told(logins, ["JAA"], packed=True, place=place)
    for cards in SELECTIONS:
        assert told(logins, cards, packed=True, place=place) == reference, cards


def test_the_first_voter_alone_is_told_what_lies_there(logins: Logins) -> None:
    at = Browsers(logins)
    vote(at.phones[at.order[0]], "m1", ["NE", "?"])
    own = at.phones[at.order[0]].get("/api/v1/state").get_json()["view"]["own"]
    assert own["laid"] == ["NE", "?"]
    again = vote(at.phones[at.order[0]], "m1", ["JA"])  # the reply was lost, the same is sent again
    assert again.status_code == 200
    assert at.phones[at.order[0]].get("/api/v1/state").get_json()["view"]["own"] == own
    at.bench.table.close()


def test_a_phone_that_was_away_finds_its_vote_counted(logins: Logins) -> None:
    """Its Wi-Fi went after the vote was sent: the stream it opens anew begins where it is."""
    at = Browsers(logins)
    phone = at.phones[at.order[0]]
    vote(phone, "m1", ["NE"])
    stream = listening(phone, packed=False)
    next(stream)
    assert b'"laid":["NE"]' in next(stream)
    stream.close()  # type: ignore[attr-defined]
    at.bench.table.close()


def test_over_tls_the_length_of_what_a_voter_is_told_is_the_same_for_every_vote(logins: Logins) -> None:
    at = Browsers(logins)
    at.bench.wait(3.0)
    first = at.order[0]
    phone = at.phones[first]
    secure = {"base_url": "https://localhost"}
    headers = {"Accept-Encoding": "gzip"}
    reply = phone.get("/api/v1/events", headers=headers, buffered=False, **secure)
    assert "Content-Encoding" not in reply.headers
    stream = reply.iter_encoded()
    next(stream), next(stream)  # retry, state
    lengths = set()
    for number, cards in enumerate(SELECTIONS[::6]):
        sent = phone.post(
            "/api/v1/moves", json={"id": str(number), "move": "vote", "cards": cards}, **secure
        )
        assert sent.status_code == 200, sent.text
        open_to_all = len(at.screen.get("/api/v1/state").data)
        state = phone.get("/api/v1/state", **secure)
        assert state.get_json()["view"]["own"]["laid"] == cards
        lengths.add((len(sent.data), len(state.data) - open_to_all, len(next(stream)) - open_to_all))
        at.host.post("/api/v1/moves", json={"id": str(number), "move": "undo"})
        next(stream)
    stream.close()  # type: ignore[attr-defined]
    at.bench.table.close()
    assert len({told[1:] for told in lengths}) == 1
