"""Where on the simulated table dice may lie: in the picture, off markers, beside standing things."""

from math import dist

import numpy as np

from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.dice.placing import corners_mm
from vision.workshop.simulation.scene import Scene
from vision.workshop.simulation.stage import Stage

_EDGE = 0.02
"""Least distance of a die from the picture's edge, as a share of the picture."""
_PROP_NEEDS_MM = 58.0
"""Least distance between the middle of a cup and that of the nearest die."""


class Ground:
    """The table under a camera, for dice whose side is ``side_mm``."""

    def __init__(self, stage: Stage, scene: Scene, size_wh: tuple[int, int], side_mm: float) -> None:
        self._stage, self._scene, self._size, self._side_mm = stage, scene, np.array(size_wh), side_mm

    def has_room(self, place: TablePose) -> bool:
        """Tell whether a die there would be completely in the picture, and not inside a standing
        thing."""
        if any(dist(prop.centre_mm, place.centre_mm) < _PROP_NEEDS_MM for prop in self._stage.props):
            return False
        foot, project = corners_mm(place, self._side_mm), self._stage.projection.table_to_picture
        points = np.vstack([project(foot, 0.0), project(foot, self._side_mm)]) / self._size
        return bool(((points > _EDGE) & (points < 1 - _EDGE)).all())

    def is_off_markers(self, place: TablePose) -> bool:
        """Tell whether a die there would cover no marker."""
        if self._scene.mat is None:
            return True
        markers, margin_mm = self._scene.mat.layout.corners_mm(), 0.75 * self._side_mm
        low, high = markers.min(axis=1) - margin_mm, markers.max(axis=1) + margin_mm
        centre = np.array(place.centre_mm)
        return not bool(((centre > low) & (centre < high)).all(axis=1).any())
