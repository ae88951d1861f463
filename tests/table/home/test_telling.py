"""The home is told by a real broker, whatever comes and goes; the table never waits for it."""

import json
import logging
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.game import EVERYONE, HOST
from companion.table.home.broker import NoBroker, clear
from companion.table.home.told import OFFLINE, ONLINE
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.table.conftest import BACKENDS, wall
from tests.table.home.house import (
    PATIENCE_S,
    TOPICS,
    Mosquitto,
    free_port,
    kept_by,
    listening,
    told_at_home,
)
from tests.table.running import FastClock
from tests.web.access.certificates import a_certificate, trusting

PLAYED = {"game": "yacht", "seats": ["Ana", "Bob"]}
HIGH = {"move": "throw", "faces": ["6", "6", "6", "6", "6"]}


@pytest.fixture
def clock() -> FastClock:
    return FastClock()


@pytest.fixture
def table(clock: FastClock) -> Iterator[Table]:
    made = Table(Journal(":memory:"), clock, wall, BACKENDS)
    made.start_sitting(PLAYED)
    yield made
    made.close()


def play(table: Table) -> None:
    """Let Ana throw and score 50 points, so that it is Bob's turn."""
    table.submit(HOST, "throw", HIGH)
    table.submit(HOST, "score", {"move": "score", "box": "yacht"})


def faults(table: Table) -> list[str]:
    return [f"{one['part']} {one['text']['code']}" for one in table.state(EVERYONE)["faults"]]


def wait_for_faults(table: Table, wanted: list[str]) -> None:
    until = time.monotonic() + PATIENCE_S
    while faults(table) != wanted:
        assert time.monotonic() < until, faults(table)
        threading.Event().wait(0.02)


def test_a_home_discovers_the_table_and_follows_the_game(
    table: Table, clock: FastClock, mosquitto: Mosquitto
) -> None:
    with listening(mosquitto.place) as heard, told_at_home(table, clock, mosquitto.place):
        heard.until_state(turn="seat 1", glass="none", needs_an_answer="OFF", winner=None)
        play(table)
        heard.until_state(turn="seat 2", scores="50 : 0", by_seat={"seat 1": 50, "seat 2": 0})
        heard.until(lambda: bool(heard.of(TOPICS.availability)))
    assert heard.of(TOPICS.availability) == [ONLINE, OFFLINE]
    assert heard.messages[0][0] == TOPICS.config, "how it is comes after what it is"
    assert "Ana" not in str(heard.messages)
    assert kept_by(mosquitto.place).keys() == set(TOPICS.all), "it is kept for who comes later"


def test_nothing_is_told_twice_but_to_a_home_assistant_that_has_started(
    table: Table, clock: FastClock, mosquitto: Mosquitto
) -> None:
    with listening(mosquitto.place) as heard, told_at_home(table, clock, mosquitto.place):
        heard.until(lambda: len(heard.of(TOPICS.availability)) == 1)
        told = list(heard.messages)
        heard.say_that_home_assistant_is("offline")
        heard.say_that_home_assistant_is("online")
        heard.until(lambda: len(heard.of(TOPICS.availability)) == 2)
        play(table)
        heard.until_state(turn="seat 2")
        for topic, words in told:
            assert heard.of(topic)[:2] == [words, words]
        assert len(heard.of(TOPICS.config)) == 2


def test_a_broker_that_starts_anew_and_remembers_nothing_is_told_everything(
    table: Table, clock: FastClock, mosquitto: Mosquitto
) -> None:
    with told_at_home(table, clock, mosquitto.place):
        with listening(mosquitto.place) as heard:
            heard.until_state(turn="seat 1")
        mosquitto.kill()
        play(table)  # the table plays on without it
        wait_for_faults(table, ["home fault.silent"])
        mosquitto.start()
        wait_for_faults(table, [])
        with listening(mosquitto.place) as heard:
            heard.until_state(turn="seat 2")
            heard.until(lambda: {topic for topic, _ in heard.messages} >= set(TOPICS.all))


def test_without_a_broker_the_table_plays_says_so_and_ends_in_time(
    table: Table, clock: FastClock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.home.connection.AGAIN_AFTER_S", (0.1, 0.1))  # tried often
    nowhere = Mosquitto(Path()).place
    with told_at_home(table, clock, nowhere):
        play(table)
        wait_for_faults(table, ["home fault.silent"])
        assert table.state(EVERYONE)["to_move"] == "Bob"
    assert not [thread for thread in threading.enumerate() if "paho" in thread.name]
    told = [one.message for one in caplog.records if one.levelno == logging.WARNING]
    assert len(told) == 1, "the same reason is logged once"
    assert f"{nowhere} cannot be used" in told[0]


def test_a_broker_that_is_there_and_answers_nothing_holds_nobody_up(
    table: Table, clock: FastClock, mosquitto: Mosquitto
) -> None:
    with told_at_home(table, clock, mosquitto.place):
        with listening(mosquitto.place) as heard:
            heard.until_state(turn="seat 1")
        mosquitto.freeze()
        play(table)
        assert table.state(EVERYONE)["to_move"] == "Bob"
        assert not faults(table)
    assert not [thread for thread in threading.enumerate() if "paho" in thread.name]
    frozen = mosquitto.place  # one that is frozen when the table starts is told of
    with told_at_home(table, clock, frozen):
        wait_for_faults(table, ["home fault.silent"])
    assert not [thread for thread in threading.enumerate() if "paho" in thread.name]


def test_names_are_told_only_where_the_owner_says_so(
    table: Table, clock: FastClock, mosquitto: Mosquitto
) -> None:
    place = mosquitto.place
    with listening(place) as heard, told_at_home(table, clock, place, with_names=True):
        heard.until_state(turn="Ana", by_seat={"Ana": 0, "Bob": 0})


def test_user_and_password_are_said_and_a_wrong_one_is_neither_taken_nor_logged(
    table: Table,
    clock: FastClock,
    tmp_path: Path,
    mosquitto: Mosquitto,
    caplog: pytest.LogCaptureFixture,
) -> None:
    mosquitto.kill()
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-c", "-b", str(passwords), "table", "geheim"], check=True)
    mosquitto.lines = ("allow_anonymous false", f"password_file {passwords}")
    mosquitto.start()
    right = replace(mosquitto.place, user="table", password="geheim")  # pragma: allowlist secret
    wrong = replace(right, password="secret word")  # pragma: allowlist secret
    caplog.set_level(logging.DEBUG)
    with told_at_home(table, clock, wrong):
        wait_for_faults(table, ["home fault.silent"])
    wait_for_faults(table, ["home fault.silent"])
    with told_at_home(table, clock, right), listening(right) as heard:
        heard.until_state(turn="seat 1")
    assert "Not authorized" in caplog.text
    assert "geheim" not in caplog.text + repr(right)
    assert "secret word" not in caplog.text


def test_a_broker_is_reached_encrypted_and_only_with_a_certificate_somebody_vouches_for(
    table: Table, clock: FastClock, mosquitto: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    mosquitto.kill()
    kept = a_certificate()
    files = (f"certfile {kept.file}", f"keyfile {kept.key or kept.file}")
    mosquitto.lines = ("allow_anonymous true", *files)
    mosquitto.start()
    with told_at_home(table, clock, replace(mosquitto.place, tls=ssl.create_default_context())):
        wait_for_faults(table, ["home fault.silent"])
    assert "certificate verify failed" in caplog.text
    known = replace(mosquitto.place, tls=trusting())
    with told_at_home(table, clock, known), listening(known) as heard:
        heard.until_state(turn="seat 1")


def test_what_the_broker_keeps_is_taken_back(
    table: Table, clock: FastClock, mosquitto: Mosquitto
) -> None:
    with listening(mosquitto.place) as heard, told_at_home(table, clock, mosquitto.place):
        heard.until_state(turn="seat 1")
    assert kept_by(mosquitto.place)
    clear(mosquitto.place, TOPICS, PATIENCE_S)
    assert kept_by(mosquitto.place) == {}


def test_who_takes_back_from_a_broker_that_is_away_is_told() -> None:
    with pytest.raises(NoBroker, match="may still keep"):
        clear(Mosquitto(Path(), port=free_port()).place, TOPICS, 0.5)


def test_what_is_told_is_what_home_assistant_takes(
    table: Table, clock: FastClock, mosquitto: Mosquitto
) -> None:
    """As its page on MQTT has it: mandatory mappings, one platform and unique id for each component."""
    with listening(mosquitto.place) as heard, told_at_home(table, clock, mosquitto.place):
        heard.until_state(turn="seat 1")
        told = json.loads(heard.of(TOPICS.config)[0])
    assert told["device"]["identifiers"]
    assert told["origin"]["name"]
    parts = told["components"]
    assert {part["platform"] for part in parts.values()} == {"sensor", "binary_sensor"}
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    assert parts["glass"]["device_class"] == "enum"
    assert heard.state["glass"] in parts["glass"]["options"]
    for key, part in parts.items():
        assert part["value_template"] == f"{{{{ value_json.{key} }}}}"
        assert key in heard.state
    assert (told["state_topic"], told["availability_topic"]) == (TOPICS.state, TOPICS.availability)
