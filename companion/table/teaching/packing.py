"""A taught set as a single file, for another table; files from elsewhere are not trusted."""

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from companion.errors import BadUpload, Reason
from companion.table.storage.files import BROKEN_ZIP
from vision.errors import NotAPicture
from vision.picture_files import size_of

MOST_FILES = 3000
MOST_BYTES = 64 * 1024 * 1024
"""Largest total size of an unpacked set, in bytes: a hundred times a usual set."""
MOST_PIXELS = 4_000_000
"""Most pixels of a set's picture: a sample has thousands, a board's picture half a million."""
DEEPEST = 4
"""Most folders and names in a packed file's path."""
PICTURES = frozenset({".png", ".jpg", ".jpeg"})
ENDINGS = PICTURES | {".json"}


@dataclass(frozen=True)
class Packed:
    """An unpacked set: its folder's name, and its files by their paths within."""

    name: str
    files: dict[PurePosixPath, bytes]

    def write(self, folder: Path) -> None:
        """Write the files to a folder."""
        for path, data in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)


def pack(folder: Path) -> bytes:
    """Return a set's folder as a zip file that holds it."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix.lower() in ENDINGS:
                packed.write(path, str(PurePosixPath(folder.name, *path.relative_to(folder).parts)))
    return written.getvalue()


def unpack(data: bytes) -> Packed:
    """Return the content of a zip file: one folder with pictures and data, nothing else.

    Raises ``BadUpload`` for anything else.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return _check(packed)
    except (*BROKEN_ZIP, OSError) as error:
        if isinstance(error, BadUpload):
            raise
        raise _refuse(f"no set can be unpacked from it: {error}") from error


def _check(packed: zipfile.ZipFile) -> Packed:
    entries = [entry for entry in packed.infolist() if not entry.is_dir()]
    if not entries or len(entries) > MOST_FILES:
        raise _refuse(f"{len(entries)} files are in it")
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise _refuse("it is too large")
    paths = [_path(entry.filename) for entry in entries]
    roots = {path.parts[0] for path in paths}
    if len(roots) != 1 or any(len(path.parts) < 2 for path in paths):
        raise _refuse("it holds more than one folder")
    files = {}
    for path, entry in zip(paths, entries, strict=True):
        with packed.open(entry) as file:
            # Read no more bytes than announced: the size in the zip's list may be a lie.
            files[PurePosixPath(*path.parts[1:])] = _look_at(path, file.read(entry.file_size))
    return Packed(roots.pop(), files)


def _path(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    strange = {"..", ".", ""} & set(name.split("/")) or any(sign in name for sign in '\\:*?"<>|\0')
    if path.is_absolute() or strange or len(path.parts) > DEEPEST:
        raise _refuse(f"{name!r} is no path within a set")
    if path.suffix.lower() not in ENDINGS:
        raise _refuse(f"{name!r} is neither a picture nor data")
    return path


def _look_at(path: PurePosixPath, data: bytes) -> bytes:
    """Return a file's bytes, after checking that a picture may be decoded."""
    if path.suffix.lower() in PICTURES:
        try:
            width, height = size_of(data)
        except NotAPicture as error:
            raise _refuse(f"{path}: {error}") from error
        if width * height > MOST_PIXELS:
            raise _refuse(f"{path} is too large a picture")
    return data


def _refuse(why: str) -> BadUpload:
    return BadUpload(
        why,
        hint="Send a file that another table packed.",
        reason=Reason("error.teaching.no_packed_set"),
    )
