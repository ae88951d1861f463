"""What a lesson on pieces of any kind is: a taught set, and notes for who teaches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Generic, Literal, Protocol, TypeVar
from zlib import crc32

from vision.errors import BadSet, NotAPicture
from vision.frame import ImageBgr
from vision.manifests.labelled import Labelled
from vision.picture_files import load_picture

NoteKind = Literal[
    "no_picture",
    "no_places",
    "count_differs",
    "no_die",
    "labelled_twice",
    "labelled_differently",
    "too_alike",
    "not_bare",
    "not_learnt",
    "angle_missing",
    "angle_doubtful",
    "unlabelled",
    "odd_sample",
    "never_shown",
    "once_more",
]
ENOUGH_SAMPLES = 3
"""Sufficient samples of a label; no more are asked for. With three a face, 99 % of ordinary dice on
photographs and 91 % of painted symbols were named rightly (``tests/benchmarks/test_face_rivals.py``)."""


@dataclass(frozen=True)
class Note:
    """A note for the teacher; ``serious``: something could not be learnt, or contradicts itself.

    ``kind`` is for programs, ``text`` for people; ``faces`` are the labels concerned.
    """

    kind: NoteKind
    text: str
    serious: bool = False
    faces: tuple[str, ...] = ()


SetT = TypeVar("SetT", covariant=True)
PhotoT = TypeVar("PhotoT", bound=Labelled)


@dataclass(frozen=True)
class Lesson(Generic[SetT]):
    """A set as taught so far and the notes on it, the serious ones first, then what to do next."""

    taught: SetT
    notes: tuple[Note, ...]

    @classmethod
    def of(cls, taught: SetT, notes: Iterable[Note]) -> "Lesson[SetT]":  # type: ignore[misc]
        """Return a lesson with its notes in order."""
        return cls(taught, tuple(sorted(notes, key=lambda note: not note.serious)))


class NoteTaker(Protocol):
    """Whoever takes notes."""

    def add_note(self, note: Note) -> None:
        """Add a note to the lesson."""


def pictures_of(photos: Iterable[PhotoT], teacher: NoteTaker) -> Iterator[tuple[PhotoT, ImageBgr]]:
    """Yield each photograph with its picture; one that cannot be read becomes a note."""
    for photo in photos:
        try:
            image = load_picture(photo.image)
        except NotAPicture as error:
            teacher.add_note(Note("no_picture", str(error), True))
        else:
            yield photo, image


def nothing_usable(name: str, what: str, notes: Sequence[Note], hint: str) -> BadSet:
    """Return the error of a lesson that taught nothing, with all reasons."""
    reasons = "; ".join(note.text for note in notes)
    return BadSet(f"{name}: no {what} could be used{': ' + reasons if reasons else ''}", hint=hint)


def not_learnt(labels: Sequence[str], how: str) -> Iterator[Note]:
    """Yield a note if some labels have no samples; ``how``: how to photograph them."""
    if labels:
        text = f"{', '.join(labels)}: not learnt: photograph each{how}, whole in the picture"
        yield Note("not_learnt", text, True, tuple(labels))


def photo_key(image_bgr: ImageBgr, where: str) -> str:
    """Return a file name that distinguishes this picture from all others."""
    stem = "".join(c if c.isalnum() or c in "-_" else "_" for c in PurePath(where).stem)
    return f"{stem[:40]}.{crc32(image_bgr.tobytes()):08x}"
