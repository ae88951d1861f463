"""What a training keeps of itself: its log, and checksums of what it learnt from and what it made."""

import hashlib
import platform
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import cv2
import numpy as np

from vision.finders.top_faces import MODEL as FINDER_MODEL
from vision.readers.confidence import FITTED, fitted
from vision.readers.face_examiner import MODEL as FACES_MODEL
from vision.readers.gallery import CENTRES, known_centres
from vision.readers.slant import MODEL as SLANTS_MODEL

MADE = (FINDER_MODEL, FACES_MODEL, SLANTS_MODEL, CENTRES, FITTED)
"""The files of the readers that a training writes."""
CHUNK = 1 << 20


class Record:
    """A folder's ``log.txt``, and ``checksums.txt`` as ``sha256sum --check`` reads it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._log = folder / "log.txt"
        self._log.write_text("", encoding="utf-8")

    def say(self, line: str) -> None:
        """Print a line, and keep it."""
        print(line, flush=True)
        with self._log.open("a", encoding="utf-8") as log:
            log.write(line + "\n")

    def say_versions(self) -> None:
        """Say by what everything is computed: the same seeds give the same only on the same."""
        self.say(
            f"Python {platform.python_version()}, torch {version('torch')}, NumPy {np.__version__}, "
            f"OpenCV {cv2.__version__}, {platform.machine()}"
        )

    def say_learnt_from(self, folders: Iterable[Path]) -> None:
        """Say for each folder of pictures how many files it has, and their common checksum."""
        for folder in folders:
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            both = hashlib.sha256()
            for path in files:
                both.update(f"{path.relative_to(folder).as_posix()} {checksum(path)}\n".encode())
            self.say(f"learnt from {folder.name}: {len(files)} files, sha256 {both.hexdigest()}")

    def keep(self, weights: Iterable[Path]) -> None:
        """Copy what was made into the folder, and write its and the weights' checksums."""
        copies = [Path(shutil.copy2(path, self._folder)) for path in MADE]
        lines = [f"{checksum(path)}  {path.name}" for path in (*copies, *weights)]
        (self._folder / "checksums.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for line in lines:
            self.say(line)


def checksum(path: Path) -> str:
    """Return a file's SHA-256."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            found.update(chunk)
    return found.hexdigest()


def forget_read_files() -> None:
    """Let readers made from now on read the files anew."""
    known_centres.cache_clear()
    fitted.cache_clear()


@contextmanager
def put_back() -> Iterator[None]:
    """Put the readers' files back at the end as they were."""
    before = {path: path.read_bytes() for path in MADE}
    try:
        yield
    finally:
        for path, content in before.items():
            path.write_bytes(content)
        forget_read_files()
