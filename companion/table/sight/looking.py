"""What the table knows by sight, and the camera that it looks through.

The table calls it under its own lock, except where a method says otherwise.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from companion.table.hooks.verdict import Say, text
from companion.table.owner.camera import OFF, OwnCamera
from companion.table.service import LatestPicture
from companion.table.shapes.camera import CameraShape
from companion.table.shapes.seen import WatchShape
from companion.table.shapes.values import JsonObject
from companion.table.sight.camera_choice import CameraChoice, CameraUsed
from companion.table.sight.eyes import FrameSight
from companion.table.sight.marker_watch import PART, MarkerWatch
from companion.table.sight.observation import Observation, Pictures, describe_watched
from companion.table.sight.putting_right import MisreadPiece
from companion.table.supervision.supervisor import Fault
from vision.cameras.view import CameraView
from vision.clock import Clock
from vision.frame import Frame

Changing = Callable[[], AbstractContextManager[None]]
"""Under the table's lock; whoever waits for changes is woken after it."""


class Looking:
    """What was seen, the picture that is shown of it, and the camera in use."""

    def __init__(
        self,
        camera: str,
        settings: OwnCamera,
        clock: Clock,
        changing: Changing,
        report: Callable[[str, Fault | None], None],
        on_other_camera: Callable[[CameraUsed, CameraUsed], None],
    ) -> None:
        """``camera``: the one that the table started with; ``on_other_camera`` is called with the camera
        used before, and now."""
        self._settings, self._clock, self._changing = settings, clock, changing
        self._on_other_camera = on_other_camera
        self._choice = CameraChoice(camera, is_off=settings.is_off(camera))
        self._used = self._choice.used
        self._pictures = Pictures()
        self._markers = MarkerWatch(lambda fault: report(PART, fault))
        self.seen = Observation(self._shape())
        """What is known. Replaced as a whole, so that it may be read at any time."""

    # The camera. All of this may be called from any thread, without the lock.

    @property
    def camera_used(self) -> CameraUsed:
        """The camera that is to be used."""
        return self._choice.used

    @property
    def camera_kind(self) -> str:
        """The kind of the camera in use: ``simulated``, ``webcam`` …"""
        return self.seen.camera["backend"].partition(":")[0]

    def view(self, *, for_board: bool) -> CameraView:
        """Return the camera's settings to use now; ``for_board``: a board is to be read."""
        return self._settings.view(for_board=for_board)

    def set_camera(self, said: Mapping[str, Any]) -> None:
        """Set the camera, with any of the keys of ``CameraViewShape``, and keep the settings. Raises
        JournalError."""
        off = {OFF: self._choice.own if said[OFF] else None} if OFF in said else {}
        with self._changing():
            self._settings.set({**said, **off})
            self._look_through(self._choice)

    def phone_is_called(self, name: str | None, *, again: bool = False) -> None:
        """Record which phone is the camera; None: no phone.

        Whoever lets a phone be the camera plays with it, unless it already was before (``again``).
        """
        with self._changing():
            if self._choice.is_off and name is not None and not again:
                self._settings.set({OFF: None})
            self._look_through(replace(self._choice, phone=name))

    def camera_is(self, health: str, message: Say | None = None) -> None:
        """Take in how the camera is."""
        told: Any = {"health": health, "message": text(message) if message else None}
        if self.seen.camera | told == self.seen.camera:
            return
        with self._changing():  # another may have been chosen since
            camera: CameraShape = self.seen.camera | told
            self.seen = replace(self.seen, camera=camera)

    def look_anew(self) -> None:
        """Discard everything seen: another camera is used from now on."""
        with self._changing():
            self.seen = self.seen.through(self._shape())
            self._pictures.forget()
            self._markers.forget()
            before, self._used = self._used, self._choice.used
            self._on_other_camera(before, self._used)

    # Its pictures. May be called from any thread, without the lock.

    @property
    def frame(self) -> Frame | None:
        """The current frame; None before the first, while it is hidden, and if the camera hangs."""
        return self._pictures.frame_of(self._clock.now())

    def picture(self) -> LatestPicture | None:
        """Return the latest frame as JPEG; None before the first, and while it is hidden."""
        return self._pictures.newest()

    # What is seen.

    def take(
        self, sight: FrameSight, watch: WatchShape, *, is_read: bool
    ) -> tuple[FrameSight, Observation]:
        """Take in a frame; return it as far as it may be known, and what was known before it.

        ``watch``: what pages are shown of it; ``is_read``: pieces are looked for at present.
        """
        if self._is_hidden(sight):
            sight, watch = sight.unread(), describe_watched(sight, self.seen)
        self._markers.follow(sight, is_read)
        before = self.seen.reached_over(sight)
        self.seen = before.looked_on(self._pictures.told(watch), sight)
        return sight, before

    def settle(self, sight: FrameSight, all_dice: int | None) -> None:
        """Take in the settled readings of a frame; ``all_dice``: the game's dice, if it knows."""
        self.seen = self.seen.after(sight).with_all_dice(all_dice)

    def put_right(self, pieces: Sequence[MisreadPiece]) -> None:
        """Take in what some pieces really are, as a person has said."""
        self.seen = self.seen.put_right(pieces)

    def draw_over(self, drawn: JsonObject, frame: int) -> None:
        """Show a game's drawing over the reading of a frame, if that is still shown."""
        self.seen = self.seen.drawn_over(drawn, frame)

    def forget_readings(self) -> None:
        """Discard what was read, since it is read with another set; a person's corrections remain."""
        self.seen = replace(self.seen.forgotten(), corrected=self.seen.corrected)

    def forget(self) -> None:
        """Discard everything seen: another game is played now, or none."""
        self.seen = self.seen.forgotten()
        self._markers.forget()

    def hide(self, secret: bool) -> None:
        """Hide the picture while it may show a ``secret``, and until that is surely gone."""
        self._pictures.hide(secret, self._clock.now())
        self.seen = self.seen.with_picture(hidden=self._pictures.hidden)

    def _is_hidden(self, sight: FrameSight) -> bool:
        """Take in a newer picture, unless it must not be shown."""
        before, shown = self._pictures.hidden, self._pictures.show(sight)
        if before and shown:
            with self._changing():  # its being shown again is news
                return False
        return not shown

    def _look_through(self, choice: CameraChoice) -> None:
        """Use that camera, or none if it is switched off; report which, and its settings."""
        self._choice = replace(choice, is_off=self._settings.is_off(choice.own))
        before, now = self.seen, self._shape()
        if before.camera["backend"] != now["backend"]:
            self.look_anew()
        else:
            camera: CameraShape = {**before.camera, "view": self._settings.shape()}
            self.seen = replace(before, camera=camera)

    def _shape(self) -> CameraShape:
        return {
            "backend": self._choice.backend,
            "health": "off",
            "message": None,
            "view": self._settings.shape(),
        }
