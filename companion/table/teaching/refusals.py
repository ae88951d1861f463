"""What every lesson refuses: taps without a picture, an invalid test, a set without content."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TypeVar

from companion.errors import BadLesson, BadUpload, Reason
from vision.errors import BadSet, NoDieThere, VisionError
from vision.frame import ImageBgr
from vision.picture_files import decoded


class PictureShown(Protocol):
    """The picture being tapped, and its source."""

    @property
    def source(self) -> str:
        """Return "test" for a picture that was read with the pieces taught so far."""


PictureT = TypeVar("PictureT", bound=PictureShown)


def refused(why: str, code: str, hint: str = "") -> BadLesson:
    """Return why something cannot be done; ``code``: how players are told, in the catalogue."""
    return BadLesson(why, hint=hint, reason=Reason(f"error.teaching.{code}"))


@contextmanager
def refusing(code: str, kind: type[VisionError] = VisionError) -> Iterator[None]:
    """Turn errors of that kind into ``BadLesson``; ``code``: as in ``refused``."""
    try:
        yield
    except kind as error:
        raise refused(str(error), code, error.hint) from error


def picture_of(shown: PictureT | None) -> PictureT:
    """Return the picture that is tapped. Raises ``BadLesson`` if there is no picture."""
    if shown is None:
        raise refused("the lesson has no picture", "no_picture", "Take one first.")
    return shown


def tested(shown: PictureT | None) -> PictureT:
    """Return the picture of a test. Raises ``BadLesson`` if there is no test."""
    picture = picture_of(shown)
    if picture.source != "test":
        raise refused("nothing is being tested", "no_picture")
    return picture


def something_taught() -> AbstractContextManager[None]:
    """Turn ``BadSet``, for a set in which nothing was taught yet, into ``BadLesson``."""
    return refusing("nothing_taught", BadSet)


def a_die_there() -> AbstractContextManager[None]:
    """Turn an error of a die that is not there into ``BadLesson``."""
    return refusing("no_die", NoDieThere)


def photograph_in(data: bytes) -> ImageBgr:
    """Return a photograph that somebody sent. Raises ``BadUpload`` if it is none."""
    try:
        return decoded(data, "the photograph")
    except VisionError as error:
        reason = Reason("error.teaching.no_photograph")
        raise BadUpload(str(error), hint=error.hint, reason=reason) from error
