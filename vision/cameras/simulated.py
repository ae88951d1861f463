"""The camera over the simulated table."""

from vision.cameras.camera import COMPUTED_STALE_AFTER_S, Camera
from vision.clock import Clock
from vision.frame import ImageBgr
from vision.workshop.simulation.table import SimulatedTable

FPS = 10.0
"""Frames a second: smooth enough to watch. Chosen by hand."""


class SimulatedCamera(Camera):
    """Sees the simulated table as it is at the clock's time, ``fps`` times a second."""

    stale_after_s = COMPUTED_STALE_AFTER_S

    def __init__(self, table: SimulatedTable, clock: Clock, *, fps: float = FPS) -> None:
        super().__init__("simulated", clock)
        self.table = table
        self._period_s = 1 / fps
        self._due = 0.0

    def _open(self) -> None:
        self._due = self._clock.now()

    def _grab(self) -> ImageBgr:
        self._wait_until(self._due)
        now = self._clock.now()
        self._due = max(self._due + self._period_s, now)
        return self.table.render(now)

    def _close(self) -> None:
        pass

    def lock_exposure(self) -> bool:
        """Return True: its exposure never changes."""
        return True

    def unlock_exposure(self) -> bool:
        """Return True: its exposure never changes."""
        return True
