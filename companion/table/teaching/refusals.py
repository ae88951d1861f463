"""What every lesson refuses: taps without a picture, an invalid test, a set without content."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from companion.errors import BadLesson, Reason
from companion.table.teaching.lesson import TappedPicture
from vision.errors import BadSet, NoDieThere, VisionError

PictureT = TypeVar("PictureT", bound=TappedPicture)


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
def _refused(kind: type[VisionError], why: str) -> Iterator[None]:
    """Turn an error about pictures or sets into ``BadLesson``; ``why``: its reason's code."""
    try:
        yield
    except kind as error:
        raise BadLesson(str(error), hint=error.hint, reason=Reason(why)) from error


def something_taught() -> AbstractContextManager[None]:
    """Turn ``BadSet``, for a set in which nothing was taught yet, into ``BadLesson``."""
    return _refused(BadSet, "error.teaching.nothing_taught")


def set_that_is_read() -> AbstractContextManager[None]:
    """Turn an error of a set that cannot be read into ``BadLesson``."""
    return _refused(VisionError, "error.teaching.broken_set")


def a_die_there() -> AbstractContextManager[None]:
    """Turn an error of a die that is not there into ``BadLesson``."""
    return _refused(NoDieThere, "error.teaching.no_die")
