"""The simulated table, sketched: small pictures in which all that moves, moves, and hands reach in."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType

import cv2
import numpy as np

from vision.frame import ImageBgr
from vision.markers.cards import MARKER_IDS
from vision.markers.finder import Points
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.optics.solids import Solid, solid
from vision.workshop.simulation.scene import Hand, Prop, SceneDie
from vision.workshop.simulation.table import SimulatedTable

SHRINK = 4
"""A sketch is so much smaller than the camera's picture: watching for stillness needs no more."""
TABLE, BODY, TOP, SKIN, CUP, INK = 110, 190, 240, (120, 150, 200), (70, 60, 60), 20
HAND_MM = np.array(
    [[-40, -62], [40, -62], [48, 40], [35, 60], [35, 320], [-35, 320], [-35, 60], [-48, 40]], np.float64
)
"""A hand and its arm from above, the palm in the middle and the fingers up."""
CUP_MM = 40.0


@dataclass(frozen=True, eq=False)
class SeenDie:
    """A die as the camera has it: the corners px (4, 2) of its top and of its whole outline, and how
    high its top is in mm."""

    id: int
    die: SceneDie
    face: str
    corners_px: Points
    outline_px: Points
    top_mm: float

    @cached_property
    def centre_px(self) -> tuple[float, float]:
        """The middle of its top."""
        x, y = self.corners_px.mean(axis=0).tolist()
        return x, y


class SketchedTable(SimulatedTable):
    """A simulated table whose pictures are sketches. Only dice can be played on it."""

    _shares: Mapping[int, float] = MappingProxyType({})
    """How much of their light lamps give that were dimmed, 0…1."""

    def render(self, now: float) -> ImageBgr:
        """Return a sketch of the table at that time: (240, 320, 3), a new array each time."""
        width, height = self.size_wh
        sketch = np.full((height // SHRINK, width // SHRINK, 3), TABLE, np.uint8)
        for corners in self.markers_px().values():
            _fill(sketch, corners, INK)
        for cup in self.cups_px():
            _fill(sketch, cup, CUP)
        for seen in self.seen_dice(now):
            _fill(sketch, seen.outline_px, BODY)
            _fill(sketch, seen.corners_px, TOP)
            ink = 37 * (1 + self.style.faces.index(seen.face))
            _fill(sketch, seen.corners_px[[0, 1, 3]], (INK, ink % 200, ink))
        for hand in self.hands_px(now):
            _fill(sketch, hand, SKIN)
        return np.asarray(cv2.convertScaleAbs(sketch, None, self._light()), np.uint8)

    def seen_dice(self, now: float) -> list[SeenDie]:
        """Return the dice on the table at that time, the lowest first."""
        with self._lock:
            dice = [(die.id, self._scene_die(pose)) for die, pose in self._dice.seen(now)]
        seen = [_seen(number, die, self._stage.projection) for number, die in dice]
        return sorted(seen, key=lambda one: one.top_mm)

    def hands_px(self, now: float) -> list[Points]:
        """Return the outlines of the hands in the picture at that time."""
        with self._lock:
            hands = self._hands.seen(now)
        return [self._hand_px(hand) for hand in hands if self._stage.shows(hand)]

    def cups_px(self) -> list[Points]:
        """Return the outlines of the cups on the table."""
        return [self._round_px(prop) for prop in self._stage.props]

    def markers_px(self) -> dict[int, Points]:
        """Return the corners of the mat's markers; none where there is no mat."""
        mat = self._scene.mat
        if mat is None:
            return {}
        places = mat.layout.corners_mm()
        seen = self._stage.projection.table_to_picture(places.reshape(-1, 2)).reshape(-1, 4, 2)
        return dict(zip(MARKER_IDS, seen, strict=True))

    def light(self, lamp: int, share: float) -> None:
        """Let a lamp give so much of its light, 0…1. Raises ``LookupError``."""
        super().light(lamp, share)
        self._shares = {**self._shares, lamp: share}

    def _light(self) -> float:
        """Return how much of its light the table has, 0…1."""
        return sum(self._shares.get(lamp, 1.0) for lamp in range(self.lamps)) / self.lamps

    def _hand_px(self, hand: Hand) -> Points:
        turn = np.radians(hand.angle_deg)
        turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        outline = HAND_MM @ turned + np.array(hand.palm_mm)
        return self._stage.projection.table_to_picture(outline, hand.height_mm)

    def _round_px(self, prop: Prop) -> Points:
        around = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        rim = np.array(prop.centre_mm) + CUP_MM * np.stack([np.cos(around), np.sin(around)], axis=1)
        return self._stage.projection.table_to_picture(rim, 0.0)


@lru_cache(maxsize=64)  # most dice lie where they lay in the frame before
def _seen(number: int, die: SceneDie, projection: Projection) -> SeenDie:
    body: Solid = solid(die)
    slot = body.top_slot()
    top = body.face_corners(slot)
    outline = cv2.convexHull(projection.world_to_picture(body.corners()).astype(np.float32))
    return SeenDie(
        number,
        die,
        die.style.faces[slot],
        projection.world_to_picture(top),
        outline.reshape(-1, 2).astype(np.float64),
        float(-top[:, 2].mean()),
    )


def _fill(sketch: ImageBgr, outline_px: Points, colour: int | tuple[int, int, int]) -> None:
    shade = (colour, colour, colour) if isinstance(colour, int) else colour
    small = np.rint(outline_px / SHRINK * 16).astype(np.int32)
    cv2.fillPoly(sketch, [small], shade, cv2.LINE_AA, 4)
