"""A spell: for so long the camera's pictures are spoilt in one way, from a moment of the game on."""

from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.spoilt.kinds import KINDS, Shot, spoilt
from vision.cameras.simulated import SimulatedCamera
from vision.clock import Clock
from vision.frame import ImageBgr
from vision.workshop.simulation.table import SimulatedTable

Phase = Literal["at rest", "moving", "hand", "unread", "offer", "between turns"]
"""When it begins: pieces lie there, nothing moves, all is read; pieces move with no hand about; a hand
is in the picture; all has come to rest and is not read yet; a move is proposed, or asked; a turn is
over."""
PHASES: Final[tuple[Phase, ...]] = ("at rest", "moving", "hand", "unread", "offer", "between turns")
NONE: Final = "none"
"""The kind of a spell that spoils nothing: what is counted of those, the game does by itself."""
IN_PIXELS: Final = ("gaussian", "motion", "tearing")
ANEW: Final = ("noise", "rain")
"""All of these is chance, in every frame."""
AFTER_SENSOR: Final = (*ANEW, "jpeg", "frozen half", "tearing")
"""These befall the data: the sensor's noise, new in every frame, is in the picture already. All others
befall the light, and the noise comes after."""
SENSOR_SPREAD: Final = 1.0
"""The spread of the sensor's noise, in values of 255."""
CLIPPED: Final = 255
"""The value of a sensor that is full: it has no noise."""
NOISE_MARGIN: Final = 64
SAME_WITHIN: Final = 2.0
"""Pictures made as small as 80 x 60 that differ nowhere by more, in values of 255, show the same."""
PIECE: Final = {"drunter": 0.035, "ubongo": 0.03, "gruftmeister": 0.06}
USUAL_PIECE: Final = 0.043
"""How large a piece is, as a part of the picture's width: a cell, a gem, a stone; a die."""


@dataclass
class Spell:
    """One case. ``skip``: so many occasions are let pass first. Times are the table's, s."""

    game: str
    phase: Phase
    kind: str
    step: float
    lasts_s: float
    seed: int
    skip: int = 0
    begun: float = inf
    frames: int = field(default=0, compare=False)
    _last: tuple[NDArray[np.float32], ImageBgr] | None = field(default=None, compare=False, repr=False)

    @property
    def ends(self) -> float:
        """When it is over."""
        return self.begun + self.lasts_s

    def is_on(self, now: float) -> bool:
        """Tell whether pictures are spoilt now."""
        return self.begun <= now < self.ends

    def spoil(self, image: ImageBgr, shrunk: float, earlier: ImageBgr) -> ImageBgr:
        """Return a picture of the camera spoilt; ``shrunk``: its width, as a part of the full one."""
        self.frames += 1
        if self.kind == NONE:
            return image
        if self.kind in AFTER_SENSOR:
            return self._spoil(image, shrunk, earlier)
        bad = self._again(image)
        if bad is None:
            bad = self._spoil(image, shrunk, earlier)
            self._last = (_small(image), bad)
        is_dead = self.kind == "black" and self.step == 0
        return bad if is_dead else self._seen(bad)

    def _spoil(self, image: ImageBgr, shrunk: float, earlier: ImageBgr) -> ImageBgr:
        step = max(1.0, self.step * shrunk) if self.kind in IN_PIXELS else self.step
        seed = self.seed + (self.frames if self.kind in ANEW else 0)
        piece_px = PIECE.get(self.game, USUAL_PIECE) * image.shape[1]
        return spoilt(self.kind, step, Shot(image, piece_px, lambda: earlier), seed)

    def _again(self, image: ImageBgr) -> ImageBgr | None:
        """Return how the last picture was spoilt, if this one shows the same but for its noise."""
        if self._last is None or self._last[1].shape != image.shape:
            return None
        differs = float(np.abs(_small(image) - self._last[0]).max())
        return None if differs > SAME_WITHIN else self._last[1]

    def _seen(self, bad: ImageBgr) -> ImageBgr:
        """Return a picture with the sensor's noise of this frame."""
        height, width = bad.shape[:2]
        rng = np.random.default_rng([self.seed, self.frames])
        down, right = rng.integers(NOISE_MARGIN, size=2).tolist()
        noise = _noise(height, width)[down : down + height, right : right + width]
        seen = cv2.add(bad, noise, dtype=cv2.CV_8U)
        return np.asarray(np.where(bad == CLIPPED, bad, seen), np.uint8)


def _small(image: ImageBgr) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(image, (80, 60), interpolation=cv2.INTER_AREA), np.float32)


@cache
def _noise(height: int, width: int) -> NDArray[np.int16]:
    shape = (height + NOISE_MARGIN, width + NOISE_MARGIN, 3)
    noise = SENSOR_SPREAD * np.random.default_rng(1).standard_normal(shape)
    return np.asarray(np.rint(noise), np.int16)


def drawn(rng: np.random.Generator, game: str, number: int, every: int) -> Spell:
    """Return the case of that number; of so many, one spoils nothing."""
    phase = PHASES[number % len(PHASES)]
    kind = NONE if number % every == every - 1 else str(rng.choice(list(KINDS)))
    step = 0.0 if kind == NONE else float(rng.choice(KINDS[kind].steps))
    lasts_s = float(np.exp(rng.uniform(np.log(0.5), np.log(20))))
    return Spell(game, phase, kind, step, lasts_s, int(rng.integers(1 << 30)), int(rng.integers(3)))


class SpoiltCamera(SimulatedCamera):
    """The camera over the simulated table; ``clean`` is its last picture before it was spoilt."""

    def __init__(self, table: SimulatedTable, clock: Clock, fps: float) -> None:
        super().__init__(table, clock, fps=fps)
        self.spell: Spell | None = None
        self.clean = self.earlier = np.zeros((*table.size_wh[::-1], 3), np.uint8)

    def _grab(self) -> ImageBgr:
        image = super()._grab()
        spell, self.clean = self.spell, image
        if spell is None or not spell.is_on(self._clock.now()):
            if image.shape[1] == self.table.size_wh[0] and (spell is None or spell.begun == inf):
                self.earlier = image
            return image
        return spell.spoil(image, image.shape[1] / self.table.size_wh[0], self.earlier)
