"""What every reader can do: several readers, each of another kind, may look at the same picture."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from vision.frame import ImageBgr
from vision.reading import Reading

ReadingT = TypeVar("ReadingT", bound=Reading)


class Reader(Protocol[ReadingT]):
    """Reads one kind of thing in pictures of the table."""

    @property
    def kind(self) -> str:
        """What it reads: "dice", "board", "tokens"."""

    def read(self, image_bgr: ImageBgr) -> ReadingT:
        """Return what is seen in a picture."""

    def pool(self, readings: Sequence[ReadingT]) -> ReadingT:
        """Return several readings of a still table as one. Raises ``ValueError`` for none."""
