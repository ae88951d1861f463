"""What the eyes bring to the table: frames, readings, and what the referee makes of them."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import RLock

from companion.table.beside import Beside
from companion.table.sets_desk import SetsDesk
from companion.table.sight.eyes import FrameSight
from companion.table.sight.looking import Looking
from companion.table.sight.observation import describe_watched
from companion.table.sitting.playing import Playing
from companion.table.sitting.set_up import SetUp
from companion.table.sitting.sitting import all_dice, possible
from companion.table.sitting.weighing import (
    Situation,
    checked,
    drawn,
    glimpse,
    seen_after_the_time,
    to_weigh,
    weigh,
)


class SightDesk:
    """Takes in what was seen, and asks what it means. Every public method may be called from any
    thread."""

    explain: Callable[[Situation], None] | None = None
    """Called with each look before it is weighed; None if nobody wants it."""

    def __init__(
        self,
        playing: Playing,
        looking: Looking,
        sets: SetsDesk,
        set_up: SetUp,
        beside: Beside,
        lock: RLock,
        changing: Callable[[], AbstractContextManager[None]],
        wake: Callable[[], None],
    ) -> None:
        self._playing, self._looking, self._sets = playing, looking, sets
        self._set_up, self._beside = set_up, beside
        self._lock, self._changing, self._wake = lock, changing, wake

    def saw(self, sight: FrameSight, wanted: Callable[[], bool] = lambda: True) -> None:
        """Process a frame, perhaps with readings; those of a reader that is no longer ``wanted`` are
        ignored."""
        with self._lock:
            sitting, known = self._playing.sitting, self._looking.seen
        # What may take long is done on these, which nobody changes; only the eyes' thread comes here.
        sight = possible(sitting, sight)
        watch = describe_watched(sight, known)
        with self._lock:
            if not wanted() or self._looking.camera_used == "none":
                return
            is_read = self._sets.are_of_game
            sight, before = self._looking.take(sight, watch, is_read=is_read)
            watch = self._looking.seen.watch
            self._playing.weigh_again |= seen_after_the_time(self._playing, before, self._looking.seen)
            if not sight.finished:
                self._playing.hold_offered(moving=watch["phase"] in ("moving", "still"))
            glimpse(self._playing, sight.broken_off)
        if sight.finished or sight.settled:
            self._take_in(sight, wanted)
        elif watch != before.watch:
            self._wake()
        self.weigh(wanted)

    def weigh(self, wanted: Callable[[], bool] = lambda: True) -> None:
        """Ask the referee about what lies there, unless it has already answered."""
        self._beside.weigh(self._sets.beside)
        while (situation := self._to_weigh()) is not None:
            # Asked once: a referee that fails on these readings is asked again about the next ones.
            if self.explain is not None:
                self.explain(situation)
            verdict = weigh(situation)
            over, checks = drawn(situation, verdict), checked(situation)
            with self._changing():
                if not wanted():
                    return
                self._set_up.saw(checks)
                self._looking.draw_over(over, situation.seen.frame)
                if self._playing.serial == situation.serial:
                    self._playing.heed(verdict, situation.seen)
                else:
                    self._playing.weigh_again = True

    def _to_weigh(self) -> Situation | None:
        with self._lock:
            return to_weigh(self._playing, self._looking.seen)

    def _take_in(self, sight: FrameSight, wanted: Callable[[], bool]) -> None:
        """Take in settled readings."""
        with self._changing():
            if wanted():
                self._looking.settle(sight, all_dice(self._playing.sitting))
                self._playing.take_in(self._looking.seen.readings)
                self._beside.has_seen()
                self._playing.weigh_again = True
