"""``companion backup`` and ``restore``: the whole data folder, or nothing of it."""

import json
import shutil
import zipfile
from pathlib import Path
from random import Random

import pytest

from companion.table.storage.journal import Event, Journal
from tests.cli.command import run

AT = "2026-01-02T20:15:00+00:00"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    with Journal(folder / "journal.lines") as journal:
        number = journal.open_sitting({"game": "plain_dice", "seats": ["Ana"]}, AT)
        journal.append(number, [Event("a", {"move": "throw", "faces": ["6"]}, "tap", AT)], None)
    (folder / "host-pin").write_text("123456\n")
    (folder / "sets" / "mine").mkdir(parents=True)
    (folder / "sets" / "mine" / "faces.json").write_text("{}")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Return what a folder holds."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_what_was_kept_comes_back_whole(data: Path, tmp_path: Path) -> None:
    before, out, fresh = contents(data), tmp_path / "table.backup", tmp_path / "elsewhere"
    assert run("backup", "--data", str(data), str(out))[0] == 0
    assert out.stat().st_mode & 0o077 == 0
    assert run("restore", "--data", str(fresh), str(out))[0] == 0
    assert contents(fresh) == before
    with Journal(fresh / "journal.lines") as journal:
        last = journal.last()
        assert journal.mended is None
        assert last is not None
        assert len(last.events) == 1


def test_what_the_folder_held_before_is_kept_beside_it(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.backup"
    run("backup", "--data", str(data), str(out))
    (data / "host-pin").write_text("654321\n")
    status, said, _ = run("restore", "--data", str(data), str(out))
    assert status == 0
    assert "data-before-restore-1" in said
    assert (data / "host-pin").read_text() == "123456\n"
    assert (tmp_path / "data-before-restore-1" / "host-pin").read_text() == "654321\n"


@pytest.mark.parametrize("seed", range(60))
def test_a_broken_backup_is_refused_whole(seed: int, data: Path, tmp_path: Path) -> None:
    rng, before, out = Random(seed), contents(data), tmp_path / "table.backup"
    run("backup", "--data", str(data), str(out))
    whole = out.read_bytes()
    at, hurt = rng.randrange(len(whole)), bytearray(whole)
    if seed % 3 == 0:
        hurt = hurt[:at]
    elif seed % 3 == 1:
        hurt[at] ^= 1 << rng.randrange(8)
    else:
        hurt[at : at + 64] = rng.randbytes(64)
    out.write_bytes(bytes(hurt))
    status, _, err = run("restore", "--data", str(data), str(out))
    if status == 0:  # what was hurt says nothing of the contents: a date, say
        assert contents(data) == before
    else:
        assert "Nothing was changed" in err
    assert contents(data) == before
    assert not list(tmp_path.glob(".restoring-*"))


@pytest.mark.parametrize("name", ["../out", "/tmp/out", "C:/out", "a/../../out", "a\\..\\out"])
def test_a_backup_writes_nothing_outside_of_the_folder(name: str, tmp_path: Path) -> None:
    file, folder = tmp_path / "bad.backup", tmp_path / "in" / "data"
    row = {"bytes": 1, "sha256": "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, "a")
        index = {"format": 1, "files": {name: row}}
        archive.writestr("table-companion-backup.json", json.dumps(index))
    status, _, err = run("restore", "--data", str(folder), str(file))
    assert (status, "Nothing was changed" in err) == (1, True)
    assert not list(tmp_path.rglob("out"))
    assert not folder.exists()


@pytest.mark.parametrize("words", [["backup"], ["restore"]])
def test_a_running_table_is_not_kept_and_not_put_back(
    words: list[str], data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "table.backup"
    run("backup", "--data", str(data), str(out))
    with Journal(data / "journal.lines"):
        status, _, err = run(*words, "--data", str(data), str(out))
    assert status == 1
    assert err == "Error: a table is running here\nStop it first (Ctrl+C).\n"


def test_a_place_that_cannot_be_written_is_said(data: Path, tmp_path: Path) -> None:
    status, _, err = run("backup", "--data", str(data), str(tmp_path / "none" / "out"))
    assert status == 1
    assert "No such file" in err
    (tmp_path / "file").write_text("x")
    out = tmp_path / "table.backup"
    run("backup", "--data", str(data), str(out))
    status, _, err = run("restore", "--data", str(tmp_path / "file" / "data"), str(out))
    assert status == 1
    assert "Traceback" not in err


OLD = Path(__file__).parents[1] / "table" / "journals" / "format-2-with-copies" / "ubongo"


def test_a_folder_of_an_earlier_version_is_kept_and_put_back_as_it_was(tmp_path: Path) -> None:
    data, out, fresh = tmp_path / "data", tmp_path / "table.backup", tmp_path / "fresh"
    shutil.copytree(OLD, data)
    before = contents(data)
    assert run("backup", "--data", str(data), str(out))[0] == 0
    assert run("restore", "--data", str(fresh), str(out))[0] == 0
    assert contents(data) == contents(fresh) | {"journal.lock": b""}
    assert contents(fresh).items() >= before.items()
    with Journal(fresh / "journal.lines") as journal:
        last = journal.last()
        assert (journal.mended, last is not None and last.first_line["game"]) == (None, "ubongo")
    assert run("backup", "--data", str(fresh), str(out))[0] == 0
