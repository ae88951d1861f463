"""What every lesson refuses: taps without a picture, an invalid test, a set without content."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from companion.errors import BadLesson, Reason
from vision.errors import BadSet, VisionError


class Picture(Protocol):
    """The picture being tapped, and its source."""

    @property
    def source(self) -> str:
        """Return "test" for a picture that was read with the pieces taught so far."""


PictureT = TypeVar("PictureT", bound=Picture)


def picture_of(shown: PictureT | None) -> PictureT:
    """Return the picture that is tapped. Raises ``BadLesson`` if there is no picture."""
    if shown is None:
        raise BadLesson(
            "the lesson has no picture",
            hint="Take one first.",
            reason=Reason("error.teaching.no_picture"),
        )
    return shown


def tested(shown: PictureT | None) -> PictureT:
    """Return the picture of a test. Raises ``BadLesson`` if there is no test."""
    picture = picture_of(shown)
    if picture.source != "test":
        raise BadLesson("nothing is being tested", reason=Reason("error.teaching.no_picture"))
    return picture


@contextmanager
def something_taught() -> Iterator[None]:
    """Turn ``BadSet``, for a set in which nothing was taught yet, into ``BadLesson``."""
    try:
        yield
    except BadSet as error:
        raise BadLesson(
            str(error), hint=error.hint, reason=Reason("error.teaching.nothing_taught")
        ) from error


@contextmanager
def set_that_is_read() -> Iterator[None]:
    """Turn an error of a set that cannot be read into ``BadLesson``."""
    try:
        yield
    except VisionError as error:
        raise BadLesson(
            str(error), hint=error.hint, reason=Reason("error.teaching.broken_set")
        ) from error
