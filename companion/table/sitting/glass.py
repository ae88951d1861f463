"""The time that runs in a game: running or paused, and how much remains."""

from dataclasses import dataclass, replace

from companion.devices.hourglass import Sand
from companion.table.hooks.timing import Timer
from companion.table.shapes.box import TimerShape
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Chapter

KEPT_EVERY_S = 1.0
"""Seconds between two notes of the remaining time in the journal: the most that a power cut gives
back."""
NOT_KEPT_S = 0.5
"""Nothing is noted in the last half second: a slow disk must not delay the end."""


@dataclass(frozen=True)
class Glass:
    """A game's time. While it runs, it ends at ``due``; while it is paused, ``paused_s`` are left.

    Times are seconds of the table's clock. ``kept_at``: when the remaining time was last written down.
    """

    timer: Timer
    due: float | None
    paused_s: float = 0.0
    kept_at: float | None = None

    @classmethod
    def started(cls, timer: Timer, at: float) -> "Glass":
        """Return a time that has run since ``at``."""
        return cls(timer, at + timer.seconds)

    @classmethod
    def come_back(cls, timer: Timer, left_s: float) -> "Glass":
        """Return a time that an undo has restored: paused."""
        return cls(timer, None, left_s)

    @classmethod
    def paused(cls, sitting: Sitting, chapter: Chapter | None) -> "Glass | None":
        """Return the time of a sitting that continues after a break: paused, if there is one."""
        if sitting.position.has_ended:
            return None
        timer = sitting.play.timer(sitting.position)
        if timer is None:
            return None
        kept = chapter.timer if chapter is not None else None
        left_s = kept[1] if kept is not None and kept[0] == timer.key else timer.seconds
        return cls(timer, None, left_s)

    def left_s(self, now: float) -> float:
        """Return how much is left."""
        return self.paused_s if self.due is None else max(0.0, self.due - now)

    def stopped(self, now: float) -> "Glass":
        """Return the same time, paused."""
        return replace(self, due=None, paused_s=self.left_s(now))

    def going_on(self, now: float) -> "Glass":
        """Return the same time, running."""
        return replace(self, due=now + self.left_s(now))

    def changed(self, timer: Timer) -> "Glass":
        """Return the same time with more or less remaining, counted from its beginning."""
        more = timer.seconds - self.timer.seconds
        due = None if self.due is None else self.due + more
        return replace(self, timer=timer, due=due, paused_s=max(0.0, self.paused_s + more))

    def is_to_be_kept(self, now: float) -> bool:
        """Tell whether the remaining time should be written down now."""
        if self.due is None or now > self.due - NOT_KEPT_S:
            return False
        return self.kept_at is None or now >= self.kept_at + KEPT_EVERY_S

    def kept(self, now: float) -> "Glass":
        """Return the same time, whose remainder was written to the journal at ``now``."""
        return replace(self, kept_at=now)

    def sand(self, now: float, ended_s: float | None = None) -> Sand:
        """Return the time as an hourglass; ``ended_s``: how long ago it ended for somebody."""
        if self.due is not None and now >= self.due:
            ended_s = now - self.due  # whether or not the move for its end is already written
        return Sand(self.left_s(now), self.timer.seconds, self.due is not None, ended_s)

    def shape(self, now: float) -> TimerShape:
        """Return the time in the form for pages."""
        return {
            "left_s": round(self.left_s(now), 2),
            "of_s": self.timer.seconds,
            "running": self.due is not None,
        }
