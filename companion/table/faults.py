"""Which parts of the table are at fault now. Safe to use from any thread."""

from collections.abc import Callable, Collection
from threading import Lock
from typing import Final

from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Fault, FaultKind

OF_SIGHT: Final = frozenset[FaultKind](
    (
        *("broken_set", "no_set", "markers_few", "markers_bent", "markers_gone", "marker_bent"),
        *("marker_hidden", "picture_turned", "picture_mirrored", "phone_battery"),
    )
)
"""What is wrong with what a camera sees, or sees it with: no matter where all is told by tap."""
READER: Final = "reader"
"""The part that reads what a camera sees."""


class Faults:
    """The faults by part, under their own lock: they can be shown whoever holds the table's lock."""

    def __init__(self, journal: Journal, wake: Callable[[], None]) -> None:
        """``wake`` is called after every report."""
        self._lock, self._wake = Lock(), wake
        self._by_part = _of(journal)
        self._serial = 0
        self._missing: frozenset[str] = frozenset()

    def report(self, part: str, fault: Fault | None) -> None:
        """Record a fault of a part; None: it works again."""
        with self._lock:
            self._by_part.pop(part, None)
            if fault is not None:
                self._by_part[part] = fault
            self._serial += 1
        self._wake()

    def report_changed(self, part: str, fault: Fault | None) -> None:
        """Take note of how a part is, unless that is known."""
        with self._lock:
            is_known = self._by_part.get(part) == fault
        if not is_known:
            self.report(part, fault)

    def sets_are_missing(self, kinds: Collection[str]) -> None:
        """Record that pieces of exactly these kinds must be taught before they are read."""
        for kind in {*kinds, *self._missing}:
            self.report(f"no set of {kind}", Fault(kind, "no_set") if kind in kinds else None)
        self._missing = frozenset(kinds)

    def keys_are_stuck(self, names: Collection[str]) -> None:
        """Record that exactly these keys stay down.

        It is never shown which of the keys behind the box's door it is: somebody may be voting with it.
        """
        calls = sum(name.startswith("call-") for name in names)
        for part, count in (("calls", calls), ("keys", len(names) - calls)):
            self.report(f"stuck {part}", Fault(part, "stuck") if count else None)

    def now(self, *, sighted: bool) -> tuple[tuple[Fault, ...], int]:
        """Return the faults, and a number that grows with every report.

        ``sighted``: whether a camera is looked through; else nothing is said of what it sees.
        """
        with self._lock:
            every = self._by_part.values()
            told = [one for one in every if sighted or not (one.kind in OF_SIGHT or one.part == READER)]
            return tuple(told), self._serial


def _of(journal: Journal) -> dict[str, Fault]:
    """Return the report on the journal, which is shown until another game is begun."""
    mended = journal.mended
    if mended is None:
        return {}
    return {"journal": Fault("journal", "mended", {"moves": mended.moves, "folder": mended.folder})}
