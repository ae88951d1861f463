"""What the table's devices do: keys that are pressed, lamps, the buzzer, the strip of LEDs."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import RLock
from uuid import uuid4

from companion.devices.device import Press, Signals
from companion.devices.hourglass import Sand
from companion.table.owner.owner import Owner
from companion.table.owner.parts import PartsCheck
from companion.table.owner.strip import StripSettings
from companion.table.sight.looking import Looking
from companion.table.sitting.box import BoxPicks
from companion.table.sitting.playing import Playing
from companion.table.sitting.sitting import signals_of
from vision.clock import Clock


class DeviceDesk:
    """Turns presses into moves, and the game into light and sound. Every public method may be called
    from any thread."""

    def __init__(
        self,
        box: BoxPicks,
        playing: Playing,
        looking: Looking,
        parts: PartsCheck,
        own: Owner,
        clock: Clock,
        lock: RLock,
        changing: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._box, self._playing, self._looking, self._parts = box, playing, looking, parts
        self._own, self._clock, self._lock, self._changing = own, clock, lock, changing
        self._start = uuid4().hex  # an earlier start's clock may have shown the same time

    def follow(self) -> None:
        """Let the box know what is being played."""
        with self._lock:
            self._box.follow(self._playing.sitting, is_showing=self._playing.is_showing)

    def press(self, press: Press) -> None:
        """Take in a key that was pressed. A press without a meaning now is ignored.

        Nobody learns of picks at the box, not even that there was one.
        """
        with self._lock:
            sitting = self._playing.sitting
            if self._parts.press(press):
                return
            if self._own.glass.is_measured or self._playing.is_for_glass(press):
                with self._changing():
                    if not self._own.glass.press(press.at):
                        self._playing.press_glass(press.at)
                return
            if sitting is None:
                return
            self.follow()
            secret = self._box.made(sitting, press)
            words = secret or sitting.play.pressed(sitting.position, press)
            if words is None and not self._box.pressed(press):
                return
            with self._changing():
                move_id = f"box {self._start}/{press.key}-{press.at}"
                readings = self._looking.seen.readings
                taken = words and self._playing.enter_pressed(words, press.at, move_id, readings)
                if taken and secret:
                    self._box.taken(press.at)

    @property
    def signals(self) -> Signals:
        """What lamps and buzzer show now: the glass without the lock, so that a slow write does not
        delay it."""
        tried = self._parts.signals()
        if tried is not None:
            return tried
        now, sitting = self._clock.now(), self._playing.sitting
        shown = self._own.glass.signals(signals_of(sitting, self._playing.sand(now)), now)
        if sitting is None or not sitting.play.box_labels:
            return shown
        with self._lock:
            self.follow()
            return self._box.signals(now, shown)

    @property
    def strip(self) -> StripSettings:
        """The settings of the LED strip."""
        return self._own.strip.settings

    @property
    def sand(self) -> Sand | None:
        """The glass for a light that everybody sees, without the lock; None: it is dark.

        It is dark in games in which secret choices are made at the box, and if the host wants the glass
        to be heard only.
        """
        sitting, shows = self._playing.sitting, self._own.glass.settings.shows
        if sitting is None or sitting.play.box_labels or shows == "sound":
            return None
        return self._playing.sand(self._clock.now())
