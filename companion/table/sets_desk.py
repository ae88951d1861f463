"""Which sets of pieces the eyes read with, and which of them are taught at the moment."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from threading import RLock

from companion.table.beside import Beside
from companion.table.sight.looking import Looking
from companion.table.sitting.playing import Playing
from companion.table.supervision.supervisor import Fault
from companion.table.teaching.sets_in_use import SetsInUse


class SetsDesk:
    """The sets in use, by the kind of their pieces. Every method may be called from any thread."""

    def __init__(
        self,
        sets: SetsInUse,
        playing: Playing,
        looking: Looking,
        beside: Beside,
        lock: RLock,
        changing: Callable[[], AbstractContextManager[None]],
        report: Callable[[str, Fault | None], None],
    ) -> None:
        self._sets, self._playing, self._looking, self._beside = sets, playing, looking, beside
        self._lock, self._changing, self._report = lock, changing, report

    @property
    def in_use(self) -> dict[str, str]:
        """The sets to read with now: the game's own, or those chosen for all games."""
        with self._lock:
            sitting, beside = self._playing.sitting, self.beside
            return beside if beside and sitting is None else self._sets.wanted(sitting) | beside

    @property
    def beside(self) -> dict[str, str]:
        """The sets to read with for a side table."""
        playing = self._playing
        return {} if playing.is_resting else self._beside.sets(playing.sitting, is_on=playing.is_on)

    @property
    def are_of_game(self) -> bool:
        """Whether anything of the game that is played is read."""
        return bool(self._sets.wanted(self._playing.sitting))

    @property
    def serial(self) -> int:
        """Grows whenever another set is used, or one in use was taught again."""
        with self._lock:
            return self._sets.serial

    @property
    def own(self) -> dict[str, str]:
        """The taught sets that readers use in any game."""
        with self._lock:
            return dict(self._sets.own)

    def use(self, kind: str, set_name: str | None, stands_for: frozenset[str] = frozenset()) -> None:
        """Read pieces of this kind with a taught set from now on; None: with each game's own.

        ``stands_for``: the games' sets that it can replace; empty: any.
        """
        with self._changing():
            self._sets.use(kind, set_name, stands_for)
            self._looking.forget_readings()
        self._report(f"set of {kind}", None)

    def teach(self, kind: str | None) -> None:
        """Set which kind of piece is being taught: such pieces are not part of the game. None: none
        is."""
        with self._changing():
            self._playing.rest(kind in self._sets.wanted(self._playing.sitting))

    def fall_back(self, kind: str, set_name: str) -> bool:
        """If a broken set was a taught one, read with the game's own and report it; tell whether it
        was."""
        if self.own.get(kind) != set_name:
            return False
        self.use(kind, None)
        self._report(f"set of {kind}", Fault(Path(set_name).name, "broken_set"))
        return True
