"""``companion make-release`` and ``companion update``: from a checkout to a release that is tried."""

import json
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import CliRunner, Result

from companion.cli import commands
from companion.cli.card import make_release
from companion.cli.card.release import CHECKOUT
from companion.keeper import release_file
from companion.keeper.asking import Asking
from companion.keeper.place import Release
from companion.keeper.release_file import known_keys, opened, unpack
from companion.keeper.service import KeeperDoor
from tests.cli.command import run
from tests.keeper.house import OLD
from tests.keeper.release import made
from tests.keeper.test_service import ME, Bench


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of public keys of the test's own: what ships stays as it is."""
    file = tmp_path / "keys.txt"
    file.write_text("# whose\n")
    for module in (release_file, make_release):
        monkeypatch.setattr(module, "KEYS", file)
    monkeypatch.setattr(make_release, "known_keys", lambda: known_keys(file))
    return file


def make(*words: str | Path, said: str = "") -> Result:
    return CliRunner().invoke(commands, ["make-release", *map(str, words)], input=said)


def test_a_release_is_made_signed_and_holds_what_the_installer_takes(keys: Path, tmp_path: Path) -> None:
    key, out = tmp_path / "key.pem", tmp_path / "out/table.release"
    out.parent.mkdir()
    assert make("--new-key", key, said="\n\n").exit_code == 0
    assert key.stat().st_mode & 0o777 == 0o600
    assert "PRIVATE" not in keys.read_text()
    result = make(out, "--key", key)
    assert result.exit_code == 0, result.output
    with opened(out, known_keys(keys)) as (about, packed):
        unpack(about, packed, tmp_path / "unpacked")
    assert json.loads((out.parent / "newest.json").read_text())["file"] == out.name
    assert Release.named(about.release.name) == about.release
    for name in ("deploy/install.sh", "deploy/build-release.sh", "companion/keeper/trial.py"):
        assert (tmp_path / "unpacked" / name).read_bytes() == (CHECKOUT / name).read_bytes()


def test_a_key_may_be_kept_under_a_password(keys: Path, tmp_path: Path) -> None:
    del keys
    key, out = tmp_path / "key.pem", tmp_path / "a.release"
    assert make("--new-key", key, said="horse\nhorse\n").exit_code == 0
    wrong = make(out, "--key", key, said="cow\n")
    assert (wrong.exit_code, out.exists()) == (1, False)
    assert "password" in wrong.output
    assert make(out, "--key", key, said="horse\n").exit_code == 0


def test_a_key_that_no_table_knows_signs_nothing(keys: Path, tmp_path: Path) -> None:
    key, out = tmp_path / "key.pem", tmp_path / "a.release"
    make("--new-key", key, said="\n\n")
    keys.write_text("")
    result = make(out, "--key", key)
    assert result.exit_code == 1
    assert "no table takes what" in result.output
    assert not out.exists()


def test_a_key_is_never_written_over(keys: Path, tmp_path: Path) -> None:
    del keys
    key = tmp_path / "key.pem"
    key.write_text("mine")
    assert make("--new-key", key, said="\n\n").exit_code == 1
    assert key.read_text() == "mine"


def test_without_a_key_it_is_wrong_use() -> None:
    assert make().exit_code == 2


def test_where_nobody_keeps_releases_that_is_said(tmp_path: Path) -> None:
    status, _, told = run("update", "--socket", str(tmp_path / "socket"))
    assert status == 1
    assert "deploy/install.sh" in told


@pytest.mark.parametrize(
    ("journal", "status", "words"), [(True, 0, "runs from now on"), (False, 1, "games")]
)
def test_an_update_is_followed_to_its_end(
    journal: bool, status: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.keeper.updating.LOOK_EVERY_S", 0.002)
    monkeypatch.setattr("companion.cli.update.ASK_EVERY_S", 0.01)
    bench = Bench(tmp_path)
    bench.house.machine.journal = journal
    file = made(tmp_path / "a.release", Release("0.3.0", "20260301T000000"))
    over = Event()

    def time_passes() -> None:
        while not over.wait(0.002):
            bench.house.machine.seconds += 1.0

    with closing(KeeperDoor(bench.path, {ME}, None)) as door:
        threads = [
            Thread(target=door.serve, args=(bench.keeper, over.is_set)),
            Thread(target=time_passes),
        ]
        for thread in threads:
            thread.start()
        try:
            result = CliRunner().invoke(commands, ["update", str(file), "--socket", str(bench.path)])
            machine = Asking(bench.path).look()
        finally:
            over.set()
            for thread in threads:
                thread.join()
            bench.updating.close()
    assert result.exit_code == status
    assert words in result.output
    assert "accepts no move" in result.output
    assert machine["version"] == ("0.3.0-20260301T000000" if journal else OLD.name)
