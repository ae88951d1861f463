"""The cases: which picture is spoilt how, in an order of which every part is a fair sample."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from companion.cli.kinds.pieces import reader_of
from tests.rigs.spoilt.kinds import KINDS, Shot, spoilt, torn_px
from tests.rigs.spoilt.sources import Picture
from tests.rigs.spoilt.verdict import Verdict, read_and_judged
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.picture_files import load_picture
from vision.readings.places import PointPx


@dataclass(frozen=True)
class Case:
    """One picture spoilt in one way. ``other`` is the file of another of its collection."""

    picture: Picture
    kind: str
    step: float
    other: Path

    @property
    def key(self) -> str:
        """Its name in the results."""
        return _key(self.picture, self.kind, self.step)

    @property
    def seed(self) -> int:
        """What decides all chance in it."""
        return crc32(self.key.encode())

    @property
    def after(self) -> bool:
        """Whether the reader sees the picture unspoilt just before: at a live table it does."""
        return self.seed % 2 == 1


def _key(picture: Picture, kind: str, step: float) -> str:
    return f"{picture.name} {kind} {step:g}"


def cases_of(
    groups: Iterable[Sequence[Picture]], kinds: Sequence[str] = (), *, mildest: bool = False
) -> list[Case]:
    """Return every picture in every kind and step, in an order without any order.

    ``groups``: the pictures of each collection; ``mildest``: only in those steps.
    """
    steps = {kind: KINDS[kind].mildest if mildest else KINDS[kind].steps for kind in kinds or KINDS}
    found = [
        case_of(group, number, kind, step)
        for group in groups
        for number in range(len(group))
        for kind, own in steps.items()
        for step in own
    ]
    return sorted(found, key=lambda case: case.seed)


def case_of(group: Sequence[Picture], number: int, kind: str, step: float) -> Case:
    """Return one picture of a collection in one kind and step."""
    picture = group[number]
    rest = [*group[:number], *group[number + 1 :]] or [picture]
    other = rest[crc32(_key(picture, kind, step).encode()) // 2 % len(rest)]
    return Case(picture, kind, step, other.labelled.image)


def original_of(picture: Picture) -> dict[str, Any]:
    """Read a picture as it is; return its row of the results."""
    found = _read(picture, load_picture(picture.labelled.image), None)
    return _named(picture) | found.row()


def row_of(case: Case) -> dict[str, Any]:
    """Spoil a picture, read it, return the row of the results."""
    before = load_picture(case.picture.labelled.image)
    picture = replace(case.picture, labelled=_as_torn(case, before))
    found = _read(picture, spoilt_picture(case, before), before if case.after else None)
    row = {"key": case.key, "kind": case.kind, "step": case.step, "after": case.after}
    return _named(case.picture) | row | found.row()


def spoilt_picture(case: Case, before: ImageBgr) -> ImageBgr:
    """Return a case's picture."""
    shot = Shot(before, case.picture.piece_px, lambda: load_picture(case.other))
    return spoilt(case.kind, case.step, shot, case.seed)


def _as_torn(case: Case, before: ImageBgr) -> Any:
    """Return a case's label: what a torn picture shows beside its place lies there."""
    labelled = case.picture.labelled
    if case.kind != "tearing" or case.picture.collection.family != "dice":
        return labelled
    if not isinstance(labelled, LabelledPhoto) or labelled.pieces is None:
        return labelled
    height, width = before.shape[:2]
    shifts = torn_px(height, case.step, np.random.default_rng(case.seed))

    def moved(die: LabelledPiece) -> LabelledPiece:
        x, y = die.centre_px
        return replace(die, centre_px=PointPx((x + shifts[min(int(y), height - 1)]) % width, y))

    return replace(labelled, pieces=tuple(map(moved, labelled.pieces)))


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
