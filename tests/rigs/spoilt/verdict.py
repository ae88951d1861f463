"""What a reading of a labelled picture is worth: sure, right, and what of it is surely wrong."""

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from vision.errors import NotJudged
from vision.frame import ImageBgr
from vision.judging.judged import read_judged
from vision.readings.reading import Reading
from vision.workshop.evaluation.boards import judge_board
from vision.workshop.evaluation.dice import judge
from vision.workshop.evaluation.tokens import judge_tokens


@dataclass(frozen=True)
class Verdict:
    """A reading against its labels.

    ``sure_wrong``: how many single pieces are sure and wrong; ``wrong``: what is missing, extra or
    misread; ``unjudged``: why the picture, or a part of it, could not be judged; ``error``: why there is
    no reading.
    """

    sure: bool
    right: bool
    sure_wrong: int
    wrong: str = ""
    unjudged: tuple[str, ...] = ()
    error: str = ""

    @property
    def surely_wrong(self) -> bool:
        """Whether the reading as a whole is sure, and something is missing, extra or misread."""
        return self.sure and not self.right

    def row(self) -> dict[str, Any]:
        """Return it as JSON."""
        row: dict[str, Any] = {"sure": self.sure, "right": self.right, "sure_wrong": self.sure_wrong}
        more = {"wrong": self.wrong, "unjudged": list(self.unjudged), "error": self.error}
        return row | {name: value for name, value in more.items() if value}


def read_and_judged(reader: Any, family: str, labelled: Any, image: ImageBgr) -> Verdict:
    """Read a picture and judge the reading; a reader that raises says nothing at all."""
    try:
        reading = read_judged(reader, image, "spoilt")
    except NotJudged as failed:
        error = failed.__cause__ or failed
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{where.filename.rsplit('/', 1)[-1]}:{where.lineno}"
        return Verdict(False, False, 0, error=f"{type(error).__name__}: {error} ({place})")
    return verdict(reader, family, labelled, reading)


def verdict(reader: Any, family: str, labelled: Any, reading: Any) -> Verdict:
    """Judge a reading by its kind's own measure."""
    sure_wrong, wrong = _FAULTS[family](labelled, reading, reader.taught)
    return Verdict(reading.sure, not wrong, sure_wrong, ", ".join(wrong), unjudged_of(reading))


def unjudged_of(reading: Reading) -> tuple[str, ...]:
    """Return why some of a picture could not be judged: only this knows the reading's field."""
    return tuple(dict.fromkeys(one.why for one in getattr(reading, "unjudged", ())))


Faults = tuple[int, list[str]]
"""How many single pieces are sure but wrong, and all that is wrong, in words."""


def _dice(labelled: Any, reading: Any, taught: Any) -> Faults:
    found = judge(labelled, reading, taught)
    misread = sum(die.is_there and not die.right for die in found.dice)
    sure_wrong = sum(die.sure and not die.right for die in found.dice) + found.cut_off_called_sure
    return sure_wrong, [*_told(missing=found.missed, extra=found.extra, misread=misread)]


def _board(labelled: Any, reading: Any, taught: Any) -> Faults:
    found = judge_board(labelled, reading, taught)
    wrong = [cell for cell in found.cells if not cell.right]
    missing = sum(cell.occupied and not cell.occupied_right for cell in wrong)
    extra = sum(not cell.occupied and not cell.occupied_right for cell in wrong)
    return (
        sum(cell.sure for cell in wrong),
        [*_told(missing=missing, extra=extra, misread=len(wrong) - missing - extra)],
    )


def _tokens(labelled: Any, reading: Any, taught: Any) -> Faults:
    found = judge_tokens(labelled, reading, taught)
    wrong = [token for token in found.tokens if not token.right]
    missing = sum(not token.found for token in wrong)
    extra = sum(not token.labelled for token in wrong)
    return (
        sum(token.sure and token.found for token in wrong),
        [*_told(missing=missing, extra=extra, misread=len(wrong) - missing - extra)],
    )


def _told(**counts: int) -> Iterator[str]:
    return (f"{many} {what}" for what, many in counts.items() if many)


_FAULTS: Final[Mapping[str, Callable[[Any, Any, Any], Faults]]] = {
    "dice": _dice,
    "board": _board,
    "tokens": _tokens,
}
