"""``companion run --mqtt`` and ``companion forget-home`` as the owner starts them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.running.brokers import place_of
from companion.cli.settings import BadSettings, Settings
from companion.table.home.topics import HOME_ID, Topics, known_topics, own_topics
from tests.cli.command import run
from tests.cli.test_run import PATIENCE_S, running
from tests.table.home.conftest import mosquitto
from tests.table.home.house import Mosquitto, kept_by, listening

__all__ = ["mosquitto"]  # a fixture


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def address(broker: Mosquitto) -> str:
    return f"mqtt://127.0.0.1:{broker.port}"


@pytest.mark.parametrize("end", ["terminate", "kill"])
def test_a_table_that_ends_in_whatever_way_is_offline(
    data: Path, mosquitto: Mosquitto, end: str
) -> None:
    words = ("--game", "yacht", "--mqtt", address(mosquitto))
    with listening(mosquitto.place) as heard, running(data, *words) as (program, _):
        topics = own_topics(data)
        heard.until(lambda: heard.of(topics.availability) == ["online"])
        getattr(program, end)()
        program.wait(PATIENCE_S)
        heard.until(lambda: heard.of(topics.availability) == ["online", "offline"])
    kept = kept_by(mosquitto.place)
    assert json.loads(kept[topics.state])["turn"] == "seat 1"
    assert "Ana" not in str(kept)


def test_a_table_is_the_same_in_the_home_after_a_restart_and_gone_once_it_is_forgotten(
    data: Path, mosquitto: Mosquitto
) -> None:
    words = ("--mqtt", address(mosquitto))
    for _ in range(2):
        with listening(mosquitto.place) as heard, running(data, *words) as (program, _):
            heard.until(lambda: "online" in [told for _, told in heard.messages])
            program.terminate()
            program.wait(PATIENCE_S)
            heard.until(lambda: heard.messages[-1][1] == "offline")
        assert kept_by(mosquitto.place).keys() == set(own_topics(data).all)
    status, said, _ = run("forget-home", "--data", str(data), *words)
    assert (status, kept_by(mosquitto.place)) == (0, {})
    assert "keeps nothing" in said
    assert not (data / HOME_ID).exists()
    status, said, _ = run("forget-home", "--data", str(data), *words)
    assert (status, said) == (0, "This table has told no broker anything.\n")


def test_nothing_is_forgotten_while_the_table_runs_or_the_broker_is_away(
    data: Path, mosquitto: Mosquitto
) -> None:
    words = ("forget-home", "--data", str(data), "--mqtt", address(mosquitto))
    with running(data, "--mqtt", address(mosquitto)):
        status, _, said = run(*words)
        assert status == 1
        assert "a table is running here" in said
    mosquitto.kill()
    status, _, said = run(*words)
    assert status == 1
    assert "does not answer" in said
    assert known_topics(data) is not None


def test_a_broken_name_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / HOME_ID).write_text("#/+\n")
    made = own_topics(tmp_path)
    assert re.fullmatch("[0-9a-f]{16}", made.table)
    assert own_topics(tmp_path) == made == known_topics(tmp_path)
    assert re.fullmatch(r"[a-zA-Z0-9_-]+", made.config.split("/")[2]), "Home Assistant takes no other"


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("mqtt://broker", "mqtt://broker:1883"),
        ("mqtt://broker.local:1884/", "mqtt://broker.local:1884"),
        ("mqtts://broker", "mqtts://broker:8883"),
        ("mqtt://[fe80::1]", "mqtt://[fe80::1]:1883"),
    ],
)
def test_an_address_is_understood(said: str, place: str) -> None:
    assert str(place_of(Settings(mqtt=said))) == place


@pytest.mark.parametrize(
    "said",
    [
        *("broker", "mqtt://", "http://broker", "mqtt://broker:99999", "mqtt://broker/geheim"),
        *("mqtt://ana:geheim@broker", "mqtt://geheim@broker", "mqtt://broker?geheim", "mqtt://brök"),
        *("", "mqtt://broker:port", "mqtt://[geheim"),
    ],
)
def test_what_is_no_address_ends_the_start_and_is_not_repeated(said: str, data: Path) -> None:
    status, _, told = run("run", "--data", str(data), "--mqtt", said)
    assert status == 1
    assert "--mqtt names no broker" in told
    assert "mqtt_password" in told
    assert "geheim" not in told


def test_user_and_password_come_from_the_file_alone_and_are_never_shown(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    said = ("mqtt://broker", "table", "geheim")
    keys = ("mqtt", "mqtt_user", "mqtt_password")
    file.write_text("".join(f'{key} = "{value}"\n' for key, value in zip(keys, said, strict=True)))
    settings = Settings().with_file(file)
    place = place_of(settings)
    assert place is not None
    assert (place.user, place.password) == ("table", "geheim")
    assert "geheim" not in f"{place} {place!r} {settings!r}"
    status, _, told = run("run", "--mqtt-password", "geheim")
    assert (status, "No such option" in told) == (2, True)
    file.write_text('mqtt_password = ["geheim"]\n')
    with pytest.raises(BadSettings) as error:
        Settings().with_file(file)
    assert "geheim" not in str(error.value)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"mqtt": "mqtt://broker", "mqtt_password": "x"}, "without mqtt_user"),
        ({"mqtt": "mqtt://broker", "mqtt_ca": Path(__file__)}, "encrypts nothing"),
        ({"mqtt": "mqtts://broker", "mqtt_ca": Path(__file__)}, "holds no certificate"),
        ({"mqtt": "mqtts://broker", "mqtt_ca": Path("nowhere.pem")}, "holds no certificate"),
    ],
)
def test_settings_that_cannot_be_meant_are_named(more: dict[str, object], told: str) -> None:
    with pytest.raises(BadSettings, match=told):
        place_of(Settings().given(**more))


def test_without_the_option_no_name_is_made_and_no_client_is_loaded(data: Path) -> None:
    with running(data):
        assert not (data / HOME_ID).exists()
    loads = "import sys, companion.cli.run, companion.cli.forget_home; print('paho' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_topics_of_two_tables_never_meet() -> None:
    assert not set(Topics("a" * 16).all) & set(Topics("b" * 16).all)
