"""The contract of every reader: several readers, each of another kind, may look at the same picture."""

from collections.abc import Sequence
from traceback import extract_tb
from typing import Protocol, TypeVar

from vision.errors import NotJudged
from vision.frame import ImageBgr
from vision.readings.reading import Reading

ReadingT = TypeVar("ReadingT", bound=Reading)


class Reader(Protocol[ReadingT]):
    """Reads one kind of thing in pictures of the table."""

    @property
    def kind(self) -> str:
        """The kind it reads, such as "dice"."""

    def read(self, image_bgr: ImageBgr) -> ReadingT:
        """Return the reading of a picture."""

    def pool(self, readings: Sequence[ReadingT]) -> ReadingT:
        """Return several readings of a still table as one. Raises ``ValueError`` for none."""


def read_by(reader: Reader[ReadingT], image_bgr: ImageBgr, name: str) -> ReadingT:
    """Return a reader's result for a picture of this name. Raises ``NotJudged`` if it fails."""
    try:
        return reader.read(image_bgr)
    except Exception as error:  # whatever the error is, other pictures can be read
        place = extract_tb(error.__traceback__)[-1]
        where = f"{place.filename.rpartition('/')[2]}:{place.lineno}"
        raise NotJudged(
            f"not judged: {name} (the reader of {reader.kind} failed: {_in_words(error)}, {where})",
            hint="This is a fault of ours: please report it, with the picture.",
        ) from error


def _in_words(error: Exception) -> str:
    """Return an error in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
