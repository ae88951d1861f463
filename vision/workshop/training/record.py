"""A training's record: its log, and checksums of its pictures and its results."""

import hashlib
import os
import pickle
import platform
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, TypeVar

import cv2
import numpy as np

import vision
from vision.dice.faces.confidence import FITTED, fitted
from vision.dice.faces.examiner import MODEL as FACES_MODEL
from vision.dice.faces.gallery import CENTRES, known_centres
from vision.dice.finding.top_faces import MODEL as FINDER_MODEL
from vision.dice.presence.slant import MODEL as SLANTS_MODEL

MADE = (FINDER_MODEL, FACES_MODEL, SLANTS_MODEL, CENTRES, FITTED)
"""The files of the readers that a training writes."""
VISION = Path(vision.__file__).parent
CHUNK = 1 << 20
MadeT = TypeVar("MadeT")


class OtherTraining(Exception):
    """The folder holds a training of other pictures, steps, versions or code."""


class Record:
    """A folder's ``log.txt``, and ``checksums.txt`` as ``sha256sum --check`` reads it.

    ``made_by.txt`` and ``learnt_from.txt`` describe the origin of the weights and painted scenes in the
    folder; only a training with the same continues with them.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._log = folder / "log.txt"

    def say(self, line: str) -> None:
        """Print a line, and keep it."""
        print(line, flush=True)
        with self._log.open("a", encoding="utf-8") as log:
            log.write(line + "\n")

    def say_made_by(self, share: float) -> None:
        """Write down the versions and hardware of the computation. Raises ``OtherTraining`` if the
        folder's was by another."""
        self._agree("made_by.txt", [*_made_by(), f"share {share}"], "*.pt", "painted/*")

    def say_learnt_from(self, folders: Iterable[Path]) -> None:
        """Write down for each folder of pictures the number of files, and their common checksum.

        Only the stages after the first learn from them. Raises ``OtherTraining`` if those in the folder
        have learnt from others.
        """
        learnt_from = [_learnt_from(folder) for folder in folders]
        self._agree("learnt_from.txt", learnt_from, "*.[1-9].*pt", "pictures.*.kept")

    def _agree(self, name: str, lines: list[str], *made: str) -> None:
        """Write lines to the log and to a file; if the file already exists, it must hold the same."""
        path = self._folder / name
        before = path.read_text(encoding="utf-8").splitlines() if path.exists() else ["nothing known"]
        if before != lines and any(file for files in made for file in self._folder.glob(files)):
            differ = "; ".join(sorted(set(before) ^ set(lines)))
            raise OtherTraining(
                f"{self._folder} holds a training that was begun otherwise; give another folder "
                f"(--weights) or remove this one. What differs: {differ}"
            )
        with whole_file(path) as file:
            file.write("".join(f"{line}\n" for line in lines).encode())
        for line in lines:
            self.say(line)

    def publish(self) -> None:
        """Put the finished weights, which are kept in the folder, where the readers find them."""
        for path in MADE:
            shutil.copy2(self._folder / path.name, path)
        forget_read_files()

    def keep(self, weights: Iterable[Path]) -> None:
        """Copy the finished weights into the folder, and write their checksums."""
        copies = [Path(shutil.copy2(path, self._folder)) for path in MADE]
        lines = [f"{checksum(path)}  {path.name}" for path in (*copies, *weights)]
        (self._folder / "checksums.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for line in lines:
            self.say(line)


def _made_by() -> list[str]:
    """Return the versions and hardware that compute everything: equal seeds give equal results only with
    equal ones."""
    code = sorted(VISION.rglob("*.py"))
    return [
        f"Python {platform.python_version()}, torch {version('torch')}, NumPy {np.__version__}, "
        f"OpenCV {cv2.__version__}, {platform.machine()}",
        f"code: {len(code)} files, sha256 {_common_checksum(VISION, code)}",
    ]


def _learnt_from(folder: Path) -> str:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return f"learnt from {folder.name}: {len(files)} files, sha256 {_common_checksum(folder, files)}"


def _common_checksum(folder: Path, files: Iterable[Path]) -> str:
    both = hashlib.sha256()
    for path in files:
        both.update(f"{path.relative_to(folder).as_posix()} {checksum(path)}\n".encode())
    return both.hexdigest()


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that is complete whenever the training, or the power, is cut: the old one or the
    new."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def kept_in(path: Path, make: Callable[[], MadeT]) -> MadeT:
    """Return what a file keeps; if it does not exist, it is made and kept there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = make()
        with whole_file(path) as file:
            pickle.dump(made, file, protocol=5)
    with path.open("rb") as file:
        found: MadeT = pickle.load(file)
    return found


def checksum(path: Path) -> str:
    """Return a file's SHA-256."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            found.update(chunk)
    return found.hexdigest()


def forget_read_files() -> None:
    """Make readers created from now on read the files again."""
    known_centres.cache_clear()
    fitted.cache_clear()


@contextmanager
def put_back(folder: Path) -> Iterator[None]:
    """Put the readers' files back at the end as they were, also when the process is asked to end.

    They are kept in the training's folder meanwhile, so that the next run after a killed one knows them.
    """
    kept = folder / "before"
    if not kept.exists():
        unfinished = folder / "before.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        for path in MADE:
            shutil.copy2(path, unfinished)
        unfinished.rename(kept)
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped: the same command goes on"))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        for path in MADE:
            shutil.copy2(kept / path.name, path)
        shutil.rmtree(kept)
        forget_read_files()
