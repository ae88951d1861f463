"""Files of a taught set: labels as folders' names, pictures in them, folders written whole or not at
all."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadSet, NotAPicture
from vision.given_files import bytes_of
from vision.picture_files import MOST_BYTES, decoded

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


def as_file(label: str) -> str:
    """Return a label as a folder any system takes; letters of all languages stay as they are."""
    plain = "".join(c if c.isalnum() or c in " -_+()'!&,." else quote(c, safe="") for c in label)
    return plain.replace(".", "%2E") if plain.strip(". ") != plain else plain


def sample_files(folder: Path) -> list[Path]:
    """Return the pictures in a folder of a folder a label. Raises ``BadSet`` for a file that cannot be
    one."""
    files = sorted(path for path in folder.glob("*/*") if path.is_file())
    shown = [path for path in files if not path.name.startswith(".") and path.name != "Thumbs.db"]
    for path in shown:
        if path.suffix.lower() not in PICTURES:
            raise BadSet(
                f"{path} is no sample", hint=f"Save it as one of {', '.join(PICTURES)}, or take it out."
            )
    return shown


def read_picture(file: Path, how: int = cv2.IMREAD_COLOR) -> NDArray[np.uint8]:
    """Return a set's picture. Raises ``BadSet``."""
    try:
        return decoded(bytes_of(file, MOST_BYTES), str(file), 1, how)
    except (NotAPicture, OSError) as error:
        raise BadSet(f"{file} is not a picture", hint="Delete it or teach again.") from error


def write_picture(file: Path, image: NDArray[np.uint8]) -> None:
    """Write a picture as PNG, making its folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(cv2.imencode(".png", image)[1].tobytes())


@contextmanager
def written_whole(folder: Path) -> Iterator[Path]:
    """Give a copy of the folder to write to, which takes its place if all goes well, else vanishes."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as beside:
        new, old = Path(beside) / "new", Path(beside) / "old"
        if folder.exists():
            shutil.copytree(folder, new)
        else:
            new.mkdir()
        yield new
        if folder.exists():
            folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise
