"""Server-sent events: at once, resumable, and to each role only its own."""

import zlib
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.game import EVERYONE, HOST, Seat, seat_role
from tests.web.conftest import Phone, two_players
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable
from web.api.events import KEPT_STREAMS, MOST_OF_ONE, MOST_STREAMS, QUIET_S, SPAN

BASE = 7 * SPAN
FOR_STRANGERS = MOST_STREAMS - KEPT_STREAMS


@pytest.fixture(autouse=True)
def base(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this start of the table count its events from a known base."""
    monkeypatch.setattr("web.api.events.randbelow", lambda _: 7)


def lines(client: FlaskClient, query: str = "", last: int | str | None = None) -> Iterator[str]:
    """Open a stream; yield its events as they come, numbered as if the base were 0."""
    if isinstance(last, int):
        last = str(BASE + last)
    headers = {"Last-Event-ID": last} if last is not None else {}
    reply = client.get(f"/api/v1/events{query}", headers=headers)
    assert (reply.status_code, reply.mimetype) == (200, "text/event-stream")
    assert reply.headers["Cache-Control"] == "no-store"
    try:
        for chunk in reply.response:
            text = chunk if isinstance(chunk, str) else chunk.decode()
            yield text.replace("id: 700000000", "id: ")
    finally:
        reply.close()


def test_a_stream_begins_with_the_state(table: FakeTable, anyone: FlaskClient) -> None:
    stream = lines(anyone)
    assert next(stream) == "retry: 507\n\n"
    first = next(stream)
    assert first.startswith('id: 1\nevent: state\ndata: {"sitting":null,')
    assert first.endswith("\n\n")


def test_changes_follow_as_they_happen(table: FakeTable, anyone: FlaskClient) -> None:
    stream = lines(anyone)
    next(stream), next(stream)
    table.tell(EVERYONE, "seen", {"phase": "moving", "seen": None})
    assert next(stream) == 'id: 2\nevent: seen\ndata: {"phase":"moving","seen":null}\n\n'


def test_a_stream_goes_on_where_it_broke(table: FakeTable, anyone: FlaskClient) -> None:
    for number in range(3):
        table.tell(EVERYONE, "seen", {"n": number})
    stream = lines(anyone, last=2)
    next(stream)
    assert next(stream).startswith("id: 3\n")
    assert next(stream).startswith("id: 4\n")


def test_a_last_event_of_another_start_or_none_at_all_begins_anew(
    table: FakeTable, anyone: FlaskClient
) -> None:
    for last in ("x", "-1", "²", "9" * 40, "", "3", str(8 * SPAN + 1)):
        stream = lines(anyone, last=last)
        next(stream)
        assert next(stream).startswith("id: 1\nevent: state")


def test_each_role_hears_only_its_own(sitting: FakeTable, anyone: FlaskClient, phone: Phone) -> None:
    sitting.tell(seat_role(Seat(2)), "state", {"secret": "Bob's card"})
    sitting.tell(EVERYONE, "state", {"secret": "none"})
    bob, ana, all_ = lines(phone(2)), lines(phone(1)), lines(anyone)
    heard = {
        name: "".join(next(stream) for _ in range(2)) for name, stream in (("ana", ana), ("all", all_))
    }
    assert "Bob's card" not in heard["ana"] + heard["all"]
    next(bob)
    assert next(bob) == 'id: 2\nevent: state\ndata: {"secret":"Bob\'s card"}\n\n'


def test_numbers_tell_nothing_of_what_others_heard(sitting: FakeTable, anyone: FlaskClient) -> None:
    for _ in range(5):
        sitting.tell(HOST, "state", {})
    sitting.tell(EVERYONE, "seen", {})
    stream = lines(anyone, last=1)
    next(stream)
    assert next(stream).startswith("id: 2\n")


def test_quiet_streams_show_that_they_live(
    table: FakeTable, anyone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert QUIET_S < 15
    monkeypatch.setattr("web.api.events.QUIET_S", 0.0)
    stream = lines(anyone, last=1)
    next(stream)
    assert next(stream) == ": still here\nevent: beat\ndata: {}\n\n"


def test_a_table_that_stops_ends_the_stream(table: FakeTable, anyone: FlaskClient) -> None:
    stream = lines(anyone)
    next(stream), next(stream)
    table.tell(EVERYONE, "closed", {})
    assert next(stream).startswith("id: 2\nevent: closed\n")
    assert list(stream) == []


def test_a_server_that_stops_ends_the_stream(table: FakeTable, anyone: FlaskClient) -> None:
    stream = lines(anyone)
    next(stream)
    anyone.application.extensions["companion_streams"].begin()
    assert list(stream)[1:] == []
    assert next(lines(anyone))


def test_a_server_that_begins_anew_has_every_place_free(table: FakeTable, anyone: FlaskClient) -> None:
    before = [lines(anyone) for _ in range(FOR_STRANGERS)]
    for stream in before:
        next(stream)
    anyone.application.extensions["companion_streams"].begin()
    after = [lines(anyone) for _ in range(FOR_STRANGERS)]
    for stream in [*after, *before]:
        next(stream, None)
        stream.close()  # type: ignore[attr-defined]


def test_a_phone_hears_nothing_after_another_took_its_seat(sitting: FakeTable, phone: Phone) -> None:
    stream = lines(phone(2))
    next(stream), next(stream)
    later = two_players()
    later["seats"] = ["Ana", "Cid"]
    sitting.show(later, EVERYONE)
    sitting.tell(seat_role(Seat(2)), "state", {"secret": "Cid's card"})
    assert list(stream) == ["id:\n\n"]


def test_a_host_who_logged_out_hears_nothing_more(table: FakeTable, host: FlaskClient) -> None:
    stream = lines(host)
    next(stream), next(stream)
    host.post("/api/v1/logout", json={})
    table.tell(HOST, "seen", {})
    assert list(stream) == ["id:\n\n"]


def test_a_stream_for_another_role_is_refused(sitting: FakeTable, phone: Phone) -> None:
    assert_error(phone(1).get("/api/v1/events?as=seat-2"), 401, "not_logged_in")


def test_only_so_many_may_listen_and_places_come_free(table: FakeTable, anyone: FlaskClient) -> None:
    streams = [lines(anyone) for _ in range(FOR_STRANGERS)]
    for stream in streams:
        next(stream)
    assert_error(anyone.get("/api/v1/events"), 503, "too_many_streams")
    streams[0].close()  # type: ignore[attr-defined]
    assert next(lines(anyone))
    for stream in streams:
        stream.close()  # type: ignore[attr-defined]


def test_host_and_phones_find_places_that_strangers_may_not_take(
    sitting: FakeTable, anyone: FlaskClient, host: FlaskClient, phone: Phone
) -> None:
    bob = phone(2)
    streams = [lines(anyone) for _ in range(FOR_STRANGERS)]
    for stream in streams:
        next(stream)
    refused = anyone.get("/api/v1/events")
    assert_error(refused, 503, "too_many_streams")
    assert int(refused.headers["Retry-After"]) > 0
    for client in (host, bob):
        streams.append(lines(client))
        assert next(streams[-1])
    for stream in streams:
        stream.close()  # type: ignore[attr-defined]


def test_one_address_cannot_take_all_places(table: FakeTable, anyone: FlaskClient, app: Flask) -> None:
    stranger = app.test_client()
    from_afar = {"REMOTE_ADDR": "192.168.1.66"}
    held = [
        stranger.get("/api/v1/events", environ_overrides=from_afar, buffered=False)
        for _ in range(MOST_OF_ONE)
    ]
    assert [reply.status_code for reply in held] == [200] * MOST_OF_ONE
    one_more = stranger.get("/api/v1/events", environ_overrides=from_afar)
    assert_error(one_more, 503, "too_many_streams")
    stream = lines(anyone)
    assert next(stream)
    stream.close()  # type: ignore[attr-defined]
    for reply in held:
        reply.close()
    assert stranger.get("/api/v1/events", environ_overrides=from_afar).status_code == 200


def test_a_reply_nobody_reads_gives_its_place_back(table: FakeTable, anyone: FlaskClient) -> None:
    for _ in range(MOST_STREAMS + 1):
        assert anyone.head("/api/v1/events", buffered=True).status_code == 200


def test_a_stream_is_compressed_line_by_line(table: FakeTable, anyone: FlaskClient) -> None:
    reply = anyone.get("/api/v1/events", headers={"Accept-Encoding": "gzip"})
    assert reply.headers["Content-Encoding"] == "gzip"
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS + 16)
    sent = (part for part in reply.response if isinstance(part, bytes))
    parts = (unpacker.decompress(part).decode() for part in sent)
    assert next(parts) == "retry: 507\n\n"
    assert "event: state" in next(parts)
    reply.close()
