"""What every lesson refuses: taps without a picture, a test that is none, a set of nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from companion.errors import BadLesson, Reason
from vision.errors import BadSet


class Picture(Protocol):
    """The picture that is tapped, and where it comes from."""

    @property
    def source(self) -> str:
        """Return "test" for one that was read with what was taught so far."""


PictureT = TypeVar("PictureT", bound=Picture)


def picture_of(shown: PictureT | None) -> PictureT:
    """Return the picture that is tapped. Raises ``BadLesson`` if there is none."""
    if shown is None:
        raise BadLesson(
            "the lesson has no picture",
            hint="Take one first.",
            reason=Reason("error.teaching.no_picture"),
        )
    return shown


def tested(shown: PictureT | None) -> PictureT:
    """Return the picture of a test. Raises ``BadLesson`` if there is none."""
    picture = picture_of(shown)
    if picture.source != "test":
        raise BadLesson("nothing is being tested", reason=Reason("error.teaching.no_picture"))
    return picture


@contextmanager
def something_taught() -> Iterator[None]:
    """Turn a set of which nothing was taught yet, ``BadSet``, into ``BadLesson``."""
    try:
        yield
    except BadSet as error:
        raise BadLesson(
            str(error), hint=error.hint, reason=Reason("error.teaching.nothing_taught")
        ) from error
