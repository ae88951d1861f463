"""The time that runs during a game: it follows the position, and survives a power cut.

Not locked: the game that is played holds it. When it ends, it makes a move of the current game.
"""

from contextlib import suppress

from companion.devices.hourglass import END_S, Sand
from companion.errors import JournalError
from companion.games.history import CORRECT, UNDO
from companion.table.hooks.timing import Timer
from companion.table.sitting.glass import Glass
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Chapter, Journal
from vision.clock import Clock


class GameTime:
    """The running time of the sitting, and the one that has just ended. ``glass`` is None if nothing
    runs."""

    def __init__(
        self, journal: Journal, clock: Clock, sitting: Sitting | None, chapter: Chapter | None
    ) -> None:
        """Go on from the end of a journal's chapter: paused."""
        self._journal, self._clock = journal, clock
        self.glass = None if sitting is None else Glass.paused(sitting, chapter)
        self._lefts: dict[str, float] = {}
        """The rest of times that ended or were taken back, by key."""
        self._over: tuple[float, float] | None = None
        """When the last time ended, and how many seconds it had."""

    def forget(self) -> None:
        """Forget the times of a sitting that is over."""
        self.glass, self._lefts, self._over = None, {}, None

    def sand(self, now: float) -> Sand | None:
        """Return the running time as an hourglass, and for a moment the one that has ended.

        May be called without the table's lock.
        """
        glass, over = self.glass, self._over
        ended_s = None if over is None or now - over[0] >= END_S else now - over[0]
        if glass is not None:
            return glass.sand(now, ended_s)
        return None if over is None or ended_s is None else Sand(0.0, over[1], False, ended_s)

    def end(self, glass: Glass) -> None:
        """Take in that a time is over."""
        assert glass.due is not None
        self._over = (glass.due, glass.timer.seconds)

    def run(self, sitting: Sitting, glass: Glass, running: bool, now: float) -> None:
        """Start or pause a time, and write down the remaining time."""
        self.glass = glass.going_on(now) if running else glass.stopped(now)
        self._write_down(sitting, self.glass, now)

    def follow(self, sitting: Sitting, at: float) -> None:
        """Run the time of this position, which was reached at that moment."""
        timer = None if sitting.position.has_ended else sitting.play.timer(sitting.position)
        if self.glass is not None and (timer is None or timer.key != self.glass.timer.key):
            self._lefts[self.glass.timer.key] = self.glass.left_s(self._clock.now())
            self.glass = None
        if timer is None:
            return
        if self.glass is not None:
            self.glass = self.glass.changed(timer)
        elif sitting.history.entries and sitting.history.entries[-1].words["move"] in (UNDO, CORRECT):
            # A time restored by an undo waits until somebody starts it again.
            self.glass = Glass.come_back(timer, self._lefts.get(timer.key, timer.seconds))
        else:
            self._start(sitting, timer, at)

    def keep(self, sitting: Sitting | None, now: float) -> None:
        """Write down the remaining time now and then, so that a power cut only pauses it."""
        glass = self.glass
        if sitting is not None and glass is not None and glass.is_to_be_kept(now):
            self._write_down(sitting, glass, now)
            self.glass = glass.kept(now)

    def _start(self, sitting: Sitting, timer: Timer, at: float) -> None:
        self.glass, self._over = Glass.started(timer, at), None
        with suppress(JournalError):  # moves are on the disk; this is written again soon
            self.keep(sitting, self._clock.now())

    def _write_down(self, sitting: Sitting, glass: Glass, now: float) -> None:
        self._journal.keep_timer(sitting.number, glass.timer.key, glass.left_s(now))
