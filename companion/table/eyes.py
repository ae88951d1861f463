"""From frames to finished readings: wait for stillness, look twice, look longer when not sure."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from vision.frame import Frame, ImageBgr
from vision.readers.pooling import pool_dice
from vision.reading import DiceReading
from vision.sets.dice import DiceSet
from vision.still import StillWatch

Phase = Literal["empty", "moving", "still", "read"]

LOOKS = 5
"""So many looks at one stillness are a long look: what is not sure then is asked."""


class Reader(Protocol):
    """Whatever reads the dice of a set in a picture."""

    @property
    def taught(self) -> DiceSet:
        """The set."""

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
        look = self.still.follow(frame)
        if look.phase == "moving":
            self._looks.clear()
        if not look.should_read:
            return Glance(frame, look.phase)
        self.still.mark_read()
        self._looks.append(self.reader.read(frame.image_bgr))
        together = pool_dice(self._looks, self.reader.taught)
        if not (self._agree(together) or len(self._looks) == LOOKS):
            self.still.again()
            return Glance(frame, "still", together)
        self._looks.clear()
        if together.sure and not together.dice:
            self.still.learn_empty()
        return Glance(frame, "read", together, finished=True)

    def look_anew(self) -> None:
        """Forget what was read, so that the table is read again as it lies."""
        self._looks.clear()
        self.still.again()

    def _agree(self, together: DiceReading) -> bool:
        """Tell whether the first two looks are sure and say the same.

        Only they: who asks again until two agree will hear at last what is wrong.
        """
        return len(self._looks) == 2 and together.sure and all(look.sure for look in self._looks)
