"""The cases: which picture is spoilt how, in an order of which every part is a fair sample."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from zlib import crc32

from companion.cli.pieces import reader_of
from tests.rigs.spoilt.kinds import KINDS, Shot, spoilt
from tests.rigs.spoilt.sources import Picture
from tests.rigs.spoilt.verdict import Verdict, read_and_judged
from vision.frame import ImageBgr
from vision.picture_files import load_picture


@dataclass(frozen=True)
class Case:
    """One picture spoilt in one way."""

    picture: Picture
    kind: str
    step: float

    @property
    def key(self) -> str:
        """Its name in the results."""
        return f"{self.picture.name} {self.kind} {self.step:g}"

    @property
    def seed(self) -> int:
        """What decides all chance in it."""
        return crc32(self.key.encode())

    @property
    def after(self) -> bool:
        """Whether the reader sees the picture unspoilt just before: at a live table it does."""
        return self.seed % 2 == 1


def cases_of(pictures: Iterable[Picture], kinds: Sequence[str] = ()) -> list[Case]:
    """Return every picture in every kind and step, in an order without any order."""
    found = [
        Case(picture, kind, step)
        for picture in pictures
        for kind in kinds or KINDS
        for step in KINDS[kind].steps
    ]
    return sorted(found, key=lambda case: case.seed)


def original_of(picture: Picture) -> dict[str, Any]:
    """Read a picture as it is; return its row of the results."""
    found = _read(picture, load_picture(picture.labelled.image), None)
    return _named(picture) | found.row()


def row_of(case: Case, others: Sequence[Picture]) -> dict[str, Any]:
    """Spoil a picture, read it, return the row of the results."""
    before = load_picture(case.picture.labelled.image)
    image = spoilt_picture(case, before, others)
    found = _read(case.picture, image, before if case.after else None)
    row = {"key": case.key, "kind": case.kind, "step": case.step, "after": case.after}
    return _named(case.picture) | row | found.row()


def spoilt_picture(case: Case, before: ImageBgr, others: Sequence[Picture]) -> ImageBgr:
    """Return a case's picture."""

    def other() -> ImageBgr:
        rest = [one for one in others if one.name != case.picture.name] or [case.picture]
        return load_picture(rest[case.seed // 2 % len(rest)].labelled.image)

    return spoilt(case.kind, case.step, Shot(before, case.picture.piece_px, other), case.seed)


def _named(picture: Picture) -> dict[str, Any]:
    return {"image": picture.name, "family": picture.collection.family, "from": picture.collection.name}


def _read(picture: Picture, image: ImageBgr, before: ImageBgr | None) -> Verdict:
    reader = fresh_reader(picture)
    if before is not None:
        read_and_judged(reader, picture.collection.family, picture.labelled, before)
    return read_and_judged(reader, picture.collection.family, picture.labelled, image)


def fresh_reader(picture: Picture) -> Any:
    """Return a reader that has seen nothing yet; that of a board remembers, making one takes little."""
    kind, set_name = picture.collection.family, picture.collection.set_name
    return reader_of(kind, set_name) if kind == "board" else _reader(kind, set_name)


@cache
def _reader(kind: str, set_name: str) -> Any:
    return reader_of(kind, set_name)
