"""``companion run --hub`` and ``companion hub`` as their owners start them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli.running.brokers import HUB_ID, hub_place, table_name
from companion.cli.settings import BadSettings, Settings
from companion.table.home.topics import own_id
from companion.table.hub.topics import HubTopics
from tests.cli.command import run
from tests.cli.test_run import PATIENCE_S, running
from tests.hub.certificates import Authority
from tests.table.home.conftest import mosquitto
from tests.table.home.house import Mosquitto, kept_by, listening

__all__ = ["mosquitto"]  # a fixture


def test_a_table_tells_from_its_start_until_its_end(tmp_path: Path, mosquitto: Mosquitto) -> None:
    data, address = tmp_path / "data", f"mqtt://127.0.0.1:{mosquitto.port}"
    words = ("--game", "yacht", "--hub", address)
    with listening(mosquitto.place) as heard, running(data, *words) as (program, _):
        topics = HubTopics(own_id(data / HUB_ID))
        heard.until(lambda: any('"game":"yacht"' in said for said in heard.of(topics.moves)))
        program.terminate()
        program.wait(PATIENCE_S)
        heard.until(lambda: '"is":"gone"' in heard.of(topics.health)[-1])
    told = str(heard.messages)
    assert "Ana" not in told
    assert kept_by(mosquitto.place)[topics.players] == '{"v":1,"players":{}}'


def test_a_tables_name_is_that_of_its_certificate_else_its_users_else_made_up(tmp_path: Path) -> None:
    certificate, key = Authority(tmp_path / "keys").vouch("table-07")
    shown = {"hub": "mqtts://hub", "hub_certificate": certificate, "hub_key": key}
    settings = Settings().given(**shown, hub_user="somebody", data=tmp_path)
    place = hub_place(settings)
    assert place is not None
    assert place.tls is not None
    assert table_name(settings) == "table-07"
    assert table_name(Settings().given(hub_user="table-08")) == "table-08"
    made = Settings().given(data=tmp_path)
    assert table_name(made) == table_name(made) == (tmp_path / HUB_ID).read_text().strip()
    with pytest.raises(BadSettings, match="cannot be a table's name"):
        table_name(Settings().given(hub_user="a/b"))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"hub": "hub"}, "--hub names no broker"),
        ({"hub": "mqtt://ana:geheim@hub"}, "--hub names no broker"),
        ({"hub": "mqtt://hub", "hub_certificate": Path(__file__)}, "encrypts nothing"),
        ({"hub": "mqtts://hub", "hub_certificate": Path(__file__)}, "cannot be shown"),
        ({"hub": "mqtts://hub", "hub_password": "x"}, "without hub_user"),
    ],
)
def test_settings_that_cannot_be_meant_are_named(more: dict[str, Any], told: str) -> None:
    settings = Settings().given(**more)
    with pytest.raises(BadSettings, match=told) as error:
        hub_place(settings)
    assert "geheim" not in f"{error.value} {settings!r}"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--broker", "mqtt://hub"), "a broker without a database"),
        (("--broker", "hub", "--database", "postgresql:///hub"), "--broker names no broker"),
        (("--season", "09-31"), "names no day"),
        (
            ("--broker", "mqtt://127.0.0.1:9", "--database", "postgresql://127.0.0.1:9/hub"),
            "the database cannot be reached",
        ),
    ],
)
def test_a_hub_that_cannot_run_says_why(words: tuple[str, ...], told: str) -> None:
    status, _, said = run("hub", *words)
    assert status == 1
    assert told in said


def test_without_its_group_the_hub_says_what_to_install() -> None:
    code = (
        "import sys, importlib.util as u; find = u.find_spec;"
        "u.find_spec = lambda name, *more: None if name == 'psycopg' else find(name, *more);"
        "sys.argv = ['companion', 'hub']; from companion.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'table-companion[hub]'" in done.stderr
