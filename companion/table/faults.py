"""Which parts of the table are at fault now. Safe to use from any thread."""

from collections.abc import Collection
from threading import Lock

from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Fault


class Faults:
    """The faults by part, under a lock of their own: they can be shown whatever holds the table's
    lock."""

    def __init__(self, journal: Journal) -> None:
        self._lock = Lock()
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

        Nobody is told which of the keys behind the box's door it is: somebody may be voting with it.
        """
        calls = sum(name.startswith("call-") for name in names)
        for part, count in (("calls", calls), ("keys", len(names) - calls)):
            self.report(f"stuck {part}", Fault(part, "stuck") if count else None)

    def now(self) -> tuple[tuple[Fault, ...], int]:
        """Return the faults, and a number that grows with every report."""
        with self._lock:
            return tuple(self._by_part.values()), self._serial


def _of(journal: Journal) -> dict[str, Fault]:
    """Return what is to be reported of the journal until another game is begun."""
    mended = journal.mended
    if mended is None:
        return {}
    return {"journal": Fault("journal", "mended", {"moves": mended.moves, "folder": mended.folder})}
