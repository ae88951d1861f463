"""The table's own thread: frames from the camera to the eyes, what they see to the table, and time."""

import logging
import threading
from collections.abc import Callable

from companion.errors import CompanionError
from companion.table.eyes import Eyes, Reader
from companion.table.referees.referee import Say
from companion.table.table import Table
from vision.cameras.watched import Health, WatchedCamera

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.25
"""The table is looked after so often even when no frame comes."""


class Watching:
    """Runs between ``start`` and ``stop``. ``reader_for`` gives the reader of a set by its name."""

    def __init__(self, table: Table, camera: WatchedCamera, reader_for: Callable[[str], Reader]) -> None:
        self._table, self._camera, self._reader_for = table, camera, reader_for
        self._set_name = table.dice_set
        self._eyes = Eyes(reader_for(self._set_name))
        self._frame: int | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._camera.start()
        self._thread.start()

    def stop(self) -> None:
        """Stop watching, and close the camera."""
        self._stopping.set()
        self._camera.stop()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._once()
            except CompanionError as error:
                # A full disk, say: what was read is still on the table, and is offered again.
                _log.error("%s %s", error, error.hint)
                self._table.trouble(Say("trouble.table", {"message": str(error)}))
                self._stopping.wait(LOOK_EVERY_S)

    def _once(self) -> None:
        self._follow_the_game()
        frame = self._camera.wait_newer(self._frame, LOOK_EVERY_S)
        if frame is not None:
            self._frame = frame.number
            self._table.saw(self._eyes.look(frame))
        self._tell(self._camera.health())
        self._table.tick()

    def _follow_the_game(self) -> None:
        """Read with the dice of the game that is played now, and hold the exposure meanwhile."""
        self._camera.hold_exposure(self._table.playing)
        if self._table.dice_set != self._set_name:
            self._set_name = self._table.dice_set
            self._eyes = Eyes(self._reader_for(self._set_name))

    def _tell(self, health: Health) -> None:
        said = Say("camera.trouble", {"message": health.message, "hint": health.hint})
        self._table.camera_is(health.state, said if health.message else None)
