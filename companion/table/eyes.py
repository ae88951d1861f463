"""From frames to finished readings: wait for stillness, look twice, look longer when not sure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from companion.table.referees.layout import Layout, stayers
from vision.frame import Frame, ImageBgr
from vision.reading import DiceReading
from vision.still import StillWatch

Phase = Literal["empty", "moving", "still", "read"]

PATIENCE = 6
"""Looks at one stillness before an unsure reading is let go as it is."""


class Reader(Protocol):
    """Whatever reads the dice in a picture."""

    def read(self, image_bgr: ImageBgr) -> DiceReading:
        """Return what lies there."""


@dataclass(frozen=True)
class Glance:
    """What one frame brought. ``finished``: the reading is agreed on, or as good as it gets."""

    frame: Frame
    phase: Phase
    reading: DiceReading | None = None
    finished: bool = False


@dataclass
class Eyes:
    """Looks at one camera's frames, one after the other; not thread-safe."""

    reader: Reader
    still: StillWatch = field(default_factory=StillWatch)
    _looks: list[DiceReading] = field(default_factory=list)

    def look(self, frame: Frame) -> Glance:
        """Take in a frame; read it if the table is still and has not been read."""
        look = self.still.look(frame)
        if look.phase == "moving":
            self._looks.clear()
        if not look.should_read:
            return Glance(frame, look.phase)
        self.still.mark_read()
        self._looks.append(self.reader.read(frame.image_bgr))
        reading = agreed(self._looks)
        if reading is None and len(self._looks) < PATIENCE:
            self.still.again()
            return Glance(frame, "still", self._looks[-1])
        finished = reading or replace(max(self._looks, key=_trust), sure=False)
        self._looks.clear()
        if finished.sure and not finished.dice:
            self.still.learn_empty()
        return Glance(frame, "read", finished, finished=True)

    def look_anew(self) -> None:
        """Forget what was read, so that the table is read again as it lies."""
        self._looks.clear()
        self.still.again()


def agreed(looks: Sequence[DiceReading]) -> DiceReading | None:
    """Return the last reading if it is sure and the one before says the same, surely too."""
    if len(looks) < 2:
        return None
    before, last = looks[-2:]
    same = len(before.dice) == len(last.dice) == len(stayers(Layout.of(before).dice, last, 90.0))
    return last if same and before.sure and last.sure else None


def _trust(reading: DiceReading) -> tuple[bool, float]:
    return reading.sure, min((die.confidence for die in reading.dice), default=0.0)
