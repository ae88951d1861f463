"""What the keeper knows of the table: by its settings file, and by what its page answers."""

import json
import runpy
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from companion.cli.settings import Settings
from companion.errors import BadAct
from companion.keeper.machine import Systemd, TableHealth
from companion.keeper.place import VARIABLE, ZONE, KeeperFolders, Release, RunningRelease, running
from companion.keeper.told import Told, told_by
from tests.keeper.house import NEW, OLD, House

WELL = {"release": NEW.name, "journal": True, "camera": False, "what comes later": 1}


def written(folder: Path, text: str) -> Path:
    file = folder / "settings.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ('host = "0.0.0.0"\nport = 80', "http://127.0.0.1:80"),
        ("port = 443\ntls = true", "https://127.0.0.1:443"),
        ('port = 8443\ncertificate = "/etc/own.pem"', "https://127.0.0.1:8443"),
        ('host = "192.168.1.7"', "http://192.168.1.7:80"),
        ('host = "fd00::7"\nport = 81', "http://[fd00::7]:81"),
    ],
)
def test_it_asks_where_the_settings_say_that_the_table_answers(
    text: str, origin: str, tmp_path: Path
) -> None:
    assert told_by(written(tmp_path, text)).origin == origin


def test_what_it_reads_of_the_settings_the_table_takes_too(tmp_path: Path) -> None:
    file = written(tmp_path, f'data = "{tmp_path}"\nupdates = "https://example.org/newest.json"\n')
    settings = Settings().with_file(file)
    told = told_by(file)
    assert (told.data, told.updates) == (settings.data, settings.updates)
    assert told.updates == "https://example.org/newest.json"


@pytest.mark.parametrize("text", ["", "port = ", "data = 3\nport = 'x'\nhost = 1\nupdates = ''"])
def test_settings_that_tell_nothing_are_those_that_the_installer_writes(
    text: str, tmp_path: Path
) -> None:
    told = told_by(written(tmp_path, text))
    assert told == Told(Path("/var/lib/table-companion"), "127.0.0.1", 80, False, None)


def test_as_a_program_it_tells_the_screen_where_the_table_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "companion.keeper.told")
    runpy.run_module("companion.keeper.told", run_name="__main__")
    assert capsys.readouterr().out == "http://127.0.0.1:80\n"


@contextmanager
def answering(status: int, said: bytes) -> Iterator[Systemd]:
    """Serve this at every path."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if "health" in self.path or status != 404 else 200)
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        try:
            yield Systemd(lambda: Told(Path(), "127.0.0.1", server.server_port, False, None), Path())
        finally:
            server.shutdown()
            serving.join()


def test_the_page_tells_how_the_table_is() -> None:
    with answering(200, json.dumps(WELL).encode()) as machine:
        assert machine.health() == TableHealth(NEW.name, journal=True, camera=False)


@pytest.mark.parametrize(
    ("status", "said"),
    [(500, b"{}"), (404, json.dumps(WELL).encode()), (200, b"<html>"), (200, b"[]"), (200, b"{}")],
)
def test_a_page_that_answers_otherwise_is_not_well(status: int, said: bytes) -> None:
    with answering(status, said) as machine:
        assert machine.health() is None


def test_a_table_that_does_not_answer_is_not_well() -> None:
    assert Systemd(lambda: Told(Path(), "127.0.0.1", 1, False, None), Path()).health() is None


def test_only_time_zones_that_there_are_are_set() -> None:
    machine = Systemd(lambda: Told(Path(), "127.0.0.1", 1, False, None), Path())
    assert {"Europe/Prague", "America/New_York", "UTC"} <= set(machine.zones())
    for zone in ("Europe/Nowhere", "-h", "/etc/passwd"):
        with pytest.raises(BadAct, match="no time zone"):
            machine.set_zone(zone)


def test_the_time_zone_is_noted_for_a_system_that_forgets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.keeper.machine._run", lambda *_: "")
    machine = Systemd(lambda: Told(Path(), "127.0.0.1", 1, False, None), tmp_path)
    machine.set_zone("Europe/Prague")
    assert (tmp_path / ZONE).read_text() == "Europe/Prague\n"


def test_a_time_zone_that_cannot_be_noted_is_not_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr("companion.keeper.machine._run", lambda *words: ran.append(words))
    machine = Systemd(lambda: Told(Path(), "127.0.0.1", 1, False, None), tmp_path / "gone")
    with pytest.raises(BadAct, match="cannot be noted"):
        machine.set_zone("Europe/Prague")
    assert ran == []


def test_a_table_knows_by_the_links_whether_it_is_on_trial(tmp_path: Path) -> None:
    place = House(tmp_path).place
    there = {VARIABLE: str(place.program)}
    assert running(there) == RunningRelease(OLD.name, on_trial=False)
    place.run(NEW)
    assert running(there) == RunningRelease(NEW.name, on_trial=True)
    place.keep(NEW)
    assert running(there) == RunningRelease(NEW.name, on_trial=False)
    assert running({}) == RunningRelease("", on_trial=False)


def test_what_else_lies_among_the_releases_is_left_alone(tmp_path: Path) -> None:
    place = House(tmp_path).place
    (place.program / "releases/notes").mkdir()
    place.remove_others()
    left = {path.name for path in (place.program / "releases").iterdir()}
    assert left == {OLD.name, "notes"}


@pytest.mark.parametrize(
    "name", ["", "0.1.0", "../0.1.0-20260101T000000", "0.1.0-20260101T000000/x", "x-y"]
)
def test_a_name_that_is_none_is_no_release(name: str, tmp_path: Path) -> None:
    assert Release.named(name) is None
    assert KeeperFolders(tmp_path, tmp_path).current is None
