"""What a person names to be written is a new or a plain file: nothing else is touched or followed."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.table.storage.journal import Journal
from tests.cli.command import run

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither links nor pipes here"
)

WORTH = b"worth keeping"
WRITERS = {
    "backup": lambda out: run("backup", "--data", str(out.parent / "data"), str(out)),
    "print": lambda out: run("print", "mat", str(out)),
}
"""Commands that write a file which is named; each is given its name, and answers as ``run`` does."""

Writer = Callable[[Path], tuple[int, str, str]]


def begin(data: Path) -> None:
    data.mkdir()
    with Journal(data / "journal.lines"):
        pass


@pytest.fixture(params=list(WRITERS))
def writes(request: pytest.FixtureRequest, tmp_path: Path) -> Writer:
    begin(tmp_path / "data")
    return WRITERS[request.param]


def beside(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "data")


def test_a_link_is_left_as_it_is_and_what_it_leads_to(writes: Writer, tmp_path: Path) -> None:
    other, out = tmp_path / "other", tmp_path / "out"
    other.write_bytes(WORTH)
    for leads_to in (other, tmp_path / "nothing"):
        out.unlink(missing_ok=True)
        out.symlink_to(leads_to)
        status, _, err = writes(out)
        assert status == 1
        assert err == (
            f"Error: {out} is a link, and was left as it is\nName a plain file, or one that is new.\n"
        )
        assert out.readlink() == leads_to
    assert other.read_bytes() == WORTH
    assert beside(tmp_path) == ["other", "out"]


def test_a_pipe_or_a_device_is_never_replaced(writes: Writer, tmp_path: Path) -> None:
    out = tmp_path / "out"
    os.mkfifo(out)
    status, _, err = writes(out)
    assert (status, "is a device or a pipe" in err) == (1, True)
    assert out.is_fifo()
    assert beside(tmp_path) == ["out"]


@pytest.mark.parametrize("name", ["out.new", ".out.new"])
def test_a_link_at_a_temporary_name_is_never_followed(writes: Writer, name: str, tmp_path: Path) -> None:
    other, out = tmp_path / "other", tmp_path / "out"
    other.write_bytes(WORTH)
    (tmp_path / name).symlink_to(other)
    assert writes(out)[0] == 0
    assert out.is_file()
    assert other.read_bytes() == WORTH


def test_a_file_of_before_is_replaced_whole_or_kept(
    writes: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    out.write_bytes(WORTH)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("vision.given_files.os.fsync", full)
        status, _, err = writes(out)
        assert (status, "No space left" in err) == (1, True)
    assert out.read_bytes() == WORTH
    assert writes(out)[0] == 0
    assert out.read_bytes() != WORTH
    assert beside(tmp_path) == ["out"]


def test_a_printed_page_keeps_who_may_read_it(tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    before = os.umask(0o022)
    try:
        run("print", "mat", str(out))
        assert out.stat().st_mode & 0o777 == 0o644
        out.chmod(0o640)
        run("print", "mat", str(out))
    finally:
        os.umask(before)
    assert out.stat().st_mode & 0o777 == 0o640


def test_the_record_of_a_demo_is_written_through_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, data = tmp_path / "other", tmp_path / "data"
    other.write_bytes(WORTH)
    data.mkdir()
    (data / "demo.jsonl").symlink_to(other)
    evening = SimpleNamespace(play=lambda: None, close=lambda: None, record="a game, played\n")
    monkeypatch.setattr("companion.cli.demo.DemoEvening", lambda *_: evening)
    status, _, err = run("demo", "--data", str(data))
    assert (status, "demo.jsonl is a link" in err) == (1, True)
    assert other.read_bytes() == WORTH


def test_a_set_is_taught_where_a_link_leads_and_to_nothing_but_a_folder(
    photo: Path, tmp_path: Path
) -> None:
    manifest = str(photo.parent / "manifest.jsonl")
    stick, link, pipe = tmp_path / "stick", tmp_path / "mine", tmp_path / "pipe"
    stick.mkdir()
    link.symlink_to(stick)
    for _ in range(2):
        assert run("teach", "dice", "--set", str(link), manifest)[0] == 0
    assert link.readlink() == stick
    assert (stick / "faces.json").is_file()
    os.mkfifo(pipe)
    status, _, err = run("teach", "dice", "--set", str(pipe), manifest)
    assert (status, "is no folder" in err) == (1, True)
    assert pipe.is_fifo()
    assert beside(tmp_path) == ["mine", "pipe", "stick"]


def test_a_backup_is_put_back_where_a_link_leads(tmp_path: Path) -> None:
    stick, data, out = tmp_path / "stick", tmp_path / "data", tmp_path / "out"
    begin(stick)
    data.symlink_to(stick)
    assert run("backup", "--data", str(data), str(out))[0] == 0
    assert run("restore", "--data", str(data), str(out))[0] == 0
    assert data.readlink() == stick
    assert (stick / "journal.lines").is_file()
