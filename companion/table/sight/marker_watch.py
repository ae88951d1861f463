"""Which marker cards are usable, and the warning if more cards lie there than are usable.

The warning must not come and go with every reading: a marker counts if it was usable in one of the last
readings, and a table that never showed markers is never asked for any.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.table.hooks.position import Readings
from companion.table.sight.eyes import FrameSight
from companion.table.supervision.supervisor import Fault, FaultKind

LOOKS = 3
"""Number of the latest readings; a marker must have been usable in one of them. Chosen by hand: a throw
or two may pass before a covered card is reported, and a barely readable one is not reported again and
again."""
TOLD_AFTER_S = 5.0
"""Seconds that a fault must last before it is reported: cards may just be being laid down."""
PART = "markers"
CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
"""Where the markers lie around the play area, by number."""


@dataclass(frozen=True)
class _Look:
    """The markers of one look at the table, by number; whether they determine its plane."""

    seen: frozenset[int]
    serving: frozenset[int]
    has_plane: bool


class MarkerWatch:
    """Follows the finished readings of one camera. For one thread at a time."""

    def __init__(self, tell: Callable[[Fault | None], None]) -> None:
        """``tell`` is called whenever the warning changes; None: no warning."""
        self._tell = tell
        self._told: Fault | None = None
        self.forget()

    def forget(self) -> None:
        """Start again: another game is played, perhaps at a table without markers."""
        self._known: frozenset[int] = frozenset()
        self._are_there = False
        self._rest()

    def follow(self, sight: FrameSight, is_read: bool) -> None:
        """Take the result of a frame; ``is_read``: pieces are looked for at present."""
        if not is_read:
            self._rest()
        elif sight.finished and not any(one.covered for one in sight.readings.values()):
            self._take_in(_look_of(sight.readings))
        self._say(self._fault(), sight.frame.taken_at)

    def _rest(self) -> None:
        """Say nothing until the table is read again."""
        self._lately: deque[_Look] = deque(maxlen=LOOKS)
        self._since: float | None = None

    def _take_in(self, look: _Look) -> None:
        self._lately.append(look)
        # One number in one picture may be any print; two markers, or the same one twice, are real
        # markers.
        self._are_there |= len(look.seen) > 1 or bool(look.seen & self._known)
        self._known |= look.seen

    def _fault(self) -> Fault | None:
        """Return what is wrong with the markers, according to the last readings."""
        if not self._lately or not self._are_there:
            return None
        seen = frozenset[int]().union(*(look.seen for look in self._lately))
        if not seen:
            return Fault(PART, "markers_gone")
        if any(look.has_plane for look in self._lately):
            serving = frozenset[int]().union(*(look.serving for look in self._lately))
            idle = min(self._known - serving, default=None)
            if idle is None:
                return None
            kind: FaultKind = "marker_bent" if idle in seen else "marker_hidden"
            return Fault(PART, kind, {"corner_term": f"marker.{CORNERS[idle]}"})
        if any(look.seen != look.serving for look in self._lately):
            return Fault(PART, "markers_bent")
        return Fault(PART, "markers_few", {"seen": len(seen)})

    def _say(self, fault: Fault | None, now: float) -> None:
        """Report a fault once it has lasted for a while, and its end at once."""
        self._since = None if fault is None else now if self._since is None else self._since
        if fault is not None and self._told is None and now - (self._since or 0.0) < TOLD_AFTER_S:
            return
        if fault != self._told:
            self._told = fault
            self._tell(fault)


def _look_of(readings: Readings) -> _Look:
    """Return the markers that the readings of one look, each for its own kind of pieces, found
    together."""
    marks = [one.markers for one in readings.values()]
    seen = frozenset(number for one in marks for number in one.seen)
    serving = frozenset(number for one in marks for number in {*one.seen} - {*one.unfit})
    return _Look(seen, serving, any(one.has_markers for one in readings.values()))
