"""A start that mends a journal, or takes an old one over, is killed at each step: nothing is lost."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.table.storage.journal import Chapter, Journal

JOURNALS = Path(__file__).parents[1] / "journals"
NAME = "journal.lines"
FILES, FOLDERS = ("replace", "unlink", "mkdir"), (shutil, "rmtree")
STEPS = ((os, "fsync"), (os, "link"), *((Path, name) for name in FILES), FOLDERS)
"""All that changes the data folder for good."""


class Killed(BaseException):
    """The program ends here."""


def killed_at(step: int, folder: Path) -> bool:
    """Open the journal of a folder, and be killed before a step; tell whether there were so many."""
    left = step

    def counted(usual: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed
            return usual(*given, **named)

        return call

    with pytest.MonkeyPatch.context() as patched:
        for owner, name in STEPS:
            patched.setattr(owner, name, counted(getattr(owner, name)))
        try:
            Journal(folder / NAME).close()
        except Killed:
            return True
    return False


def opened(folder: Path) -> Chapter | None:
    with Journal(folder / NAME) as journal:
        return journal.last()


def lose_a_line(folder: Path) -> None:
    lines = (folder / NAME).read_bytes().splitlines(keepends=True)
    (folder / NAME).write_bytes(b"".join(lines[:7] + lines[8:]))


def change_the_old(folder: Path) -> None:
    copy = folder / "journal-copies" / "000002.lines"
    main = folder / "journal.sqlite3"
    main.write_bytes(main.read_bytes()[:-5000])
    assert copy.exists()


@pytest.mark.parametrize(
    ("name", "hurt"),
    [
        ("format-1/ubongo", None),
        ("format-2-with-copies/drunter", None),
        ("format-2-with-copies/drunter", change_the_old),
        ("format-3/drunter", lose_a_line),
    ],
)
def test_a_start_killed_at_any_step_loses_nothing(
    name: str, hurt: Callable[[Path], None] | None, tmp_path: Path
) -> None:
    def made(place: str) -> Path:
        shutil.copytree(JOURNALS / name, tmp_path / place, ignore=shutil.ignore_patterns("shown.json"))
        if hurt is not None:
            hurt(tmp_path / place)
        return tmp_path / place

    truth = opened(made("whole"))
    assert truth is not None
    step = 0
    while killed_at(step, folder := made(f"killed {step}")):
        assert opened(folder) == truth, f"step {step}"
        assert opened(folder) == truth, f"step {step}"
        step += 1
    assert step > 5
    assert opened(folder) == truth
