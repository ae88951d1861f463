"""How a game is set up: shown before its first move until somebody says *Ready*, and once for each game.

Which games were shown it is kept in a small file of the data folder: another browser shows none again
that nobody asked for. Nothing waits for it: whoever plays on is ready.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from companion.errors import IllegalMove, JournalError, Reason
from companion.games.game import Role
from companion.table.hooks.seeing import Check
from companion.table.hooks.verdict import text
from companion.table.shapes.state import SetUpShape
from companion.table.sitting.permissions import check_player
from companion.table.sitting.sitting import Sitting
from companion.table.storage.small_file import SmallFile

_log = logging.getLogger(__name__)

SET_UP: Final = "set-up.json"
"""The file in the data folder."""


class SetUp:
    """Whether it is shown, and what a camera sees of it. ``path``: None if nothing is kept.

    ``changing``: takes the table's lock, and tells what is new when it is left; all but ``show`` is
    called under that lock.
    """

    def __init__(
        self,
        path: Path | None,
        sitting: Callable[[], Sitting | None],
        changing: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._file, self._sitting, self._changing = SmallFile(path, "what was shown"), sitting, changing
        self.known: list[str] = self._file.read(_understood, [])
        """The games whose players were shown how they are set up."""
        self._number: int | None = None
        self._checks: tuple[Check, ...] = ()

    def show(self, role: Role, *, shown: bool) -> None:
        """Show how the game is set up, or say that it is. Raises NotAllowed, IllegalMove."""
        check_player(role)
        with self._changing():
            sitting = self._sitting()
            if shown and not (sitting and _is_before(sitting)):
                raise IllegalMove(
                    "no game is about to begin",
                    hint="It is set up before the first move.",
                    reason=Reason("error.over"),
                )
            if shown:
                self.begin()
            else:
                self._number = None

    def begin(self) -> None:
        """Show how the game that is about to begin is set up."""
        sitting = self._sitting()
        assert sitting is not None
        self._number, self._checks = sitting.number, ()
        game = sitting.history.setup.game
        if game not in self.known:
            self.known.append(game)
            self._keep()

    @property
    def is_shown(self) -> bool:
        """Whether it is shown now: nobody has said that all is ready, and nobody has moved."""
        sitting = self._sitting()
        return sitting is not None and sitting.number == self._number and _is_before(sitting)

    def saw(self, checks: Sequence[Check]) -> None:
        """Take in what a camera sees of it; nothing where none looks on."""
        self._checks = tuple(checks)

    def shape(self) -> SetUpShape | None:
        """Return what pages are told; None if it is not shown."""
        if not self.is_shown:
            return None
        return {"checks": [{"text": text(one.say), "done": one.is_done} for one in self._checks]}

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: nowhere."""
        self._file.path = path
        if self.known:
            self._keep()

    def _keep(self) -> None:
        try:
            self._file.write({"known": self.known})
        except JournalError as error:  # it is shown again after the next start, and no worse
            _log.warning("%s", error)


def _is_before(sitting: Sitting) -> bool:
    return not sitting.events or sitting.play.is_set_up_by(sitting.history.state)


def _understood(said: Any) -> list[str]:
    return [str(game) for game in said["known"]]
