"""Phones that have just joined a seat: which secrets they do not see yet, and which notice everybody
sees.

Anyone with a seat's code can join it, and the host makes the codes. So earlier secrets are covered on a
new phone: the seat's face-down cards until they are turned up and, if the seat had another phone, all of
its secrets for a minute, in which that phone may take the seat back. Everybody sees that it took the
seat over. A small file of the data folder holds who is covered.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.errors import JournalError, NotAllowed, Reason
from companion.games.game import Role, Seat, Words
from companion.games.history import CORRECT, corrections
from companion.games.record import name_of
from companion.table.shapes.values import JsonObject
from companion.table.sitting.secrecy import is_secret, touches_a_secret, would_tell
from companion.table.sitting.sitting import Sitting
from companion.table.storage.small_file import SmallFile

_log = logging.getLogger(__name__)

NEWCOMERS: Final = "newcomers.json"
"""The file in the data folder."""
WAITS_S: Final = 60.0
"""Seconds in which a seat's earlier phone may take it back before the newcomer is shown its secrets."""
TOLD_S: Final = 600.0
"""Seconds for which everybody sees that a phone took a seat over, since nobody looks all the time."""


@dataclass(frozen=True)
class Newcomer:
    """A phone that joined at ``since``, in seconds of the table's clock; ``took_over``: another phone
    lost the seat."""

    since: float
    took_over: bool
    is_covered: bool = True

    @property
    def waits_until(self) -> float:
        """When its earlier phone has had its time."""
        return self.since + (WAITS_S if self.took_over else 0.0)

    @property
    def told_until(self) -> float:
        """Until when everybody sees the notice, at least."""
        return self.since + (TOLD_S if self.took_over else 0.0)


class Newcomers:
    """The newcomers of the sitting under way. ``path``: None if nothing is kept.

    ``changing``: takes the table's lock, and reports changes when it is left; the table calls
    ``time_passes`` under that lock, and at each such change.
    """

    def __init__(
        self,
        path: Path | None,
        sitting: Callable[[], Sitting | None],
        time_now: Callable[[], float],
        changing: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._file = SmallFile(path, "who joined")
        self._sitting, self._now, self._changing = sitting, time_now, changing
        # No clock tells how long the table was off: all of them wait from the beginning.
        kept: dict[str, bool] = self._file.read(_understood, {})
        self._all = {player: Newcomer(time_now(), took_over) for player, took_over in kept.items()}

    def move(self, path: Path | None) -> None:
        """Keep them in another file from now on; None: no longer keep them. The table's lock is held."""
        self._file.path = path
        self._keep(self._all)

    def come(self, seat: Seat, took_over: bool) -> None:
        """Record that a phone joined a seat; ``took_over``: another lost it. Raises JournalError."""
        with self._changing():
            sitting = self._sitting()
            if sitting is None:
                return
            player = name_of(sitting.history.setup, seat)
            self._keep(self._all | {player: Newcomer(self._now(), took_over)})

    def go(self, seat: Seat) -> None:
        """Take in that the phone before took the seat back in time. Raises JournalError."""
        with self._changing():
            sitting = self._sitting()
            player = None if sitting is None else name_of(sitting.history.setup, seat)
            self._keep({other: one for other, one in self._all.items() if other != player})

    def rename(self, name: str, new: str) -> None:
        """Record that a player of the sitting has another name. The table's lock is held."""
        if name in self._all:
            self._keep({new if player == name else player: one for player, one in self._all.items()})

    def covers(self, seat: Seat) -> bool:
        """Tell whether the seat's secrets are covered on the phone that joined it last."""
        return seat in self.covered

    @property
    def covered(self) -> frozenset[Seat]:
        """The seats whose secrets are covered on their own phones; none in a game without secrets."""
        sitting = self._sitting()
        if sitting is None or not sitting.history.game.secret_moves:
            return frozenset()
        return frozenset(seat for seat, one in self._here().items() if one.is_covered)

    @property
    def told(self) -> list[str]:
        """The names of those whose seats were taken over lately, in seat order."""
        return [self._names()[seat - 1] for seat, one in sorted(self._here().items()) if one.took_over]

    @property
    def due(self) -> float | None:
        """When something here next ends by itself; None if nothing does."""
        now = self._now()
        ends = [end for one in self._all.values() for end in (one.waits_until, one.told_until)]
        return min((end for end in ends if end > now), default=None)

    def time_passes(self) -> bool:
        """Uncover secrets that need not be covered any more, and forget takeovers that everybody has
        seen; tell whether anything changed."""
        left = {player: self._later(player, one) for player, one in self._all.items()}
        now = self._now()
        left = {player: one for player, one in left.items() if one.is_covered or one.told_until > now}
        if left == self._all:
            return False
        try:
            self._keep(left)
        except JournalError:  # they are covered again after the next start, which does no harm
            _log.warning("that a seat is no longer covered cannot be kept")
            self._all = left
        return True

    def check(self, role: Role, sitting: Sitting, words: Words) -> None:
        """Raise NotAllowed if a covered phone would make a secret move, or learn of one by trial."""
        if role.seat not in self.covered:
            return
        history = sitting.history
        kinds = history.game.own_moves | history.game.hang_on_secrets
        secret = is_secret(history.game, words) or words.get("move") in kinds
        if words.get("move") == CORRECT:
            right = corrections(words)
            secret = touches_a_secret(history, right) or would_tell(history, right)
        if secret:
            raise NotAllowed(
                "this phone has joined anew: the seat's secrets are still covered on it",
                hint="Wait a minute, and until what lies face down is turned up; or use the voting box.",
                reason=Reason("error.covered"),
            )

    def _names(self) -> Sequence[str]:
        sitting = self._sitting()
        return () if sitting is None else sitting.history.setup.seats

    def _here(self) -> dict[Seat, Newcomer]:
        """Return the newcomers among those who sit at the table now, by seat."""
        names = enumerate(self._names(), 1)
        return {Seat(number): self._all[name] for number, name in names if name in self._all}

    def _later(self, player: str, one: Newcomer) -> Newcomer:
        sitting, names = self._sitting(), self._names()
        if not one.is_covered or sitting is None or self._now() < one.waits_until:
            return one
        seat = Seat(names.index(player) + 1) if player in names else None
        return replace(one, is_covered=seat is not None and sitting.lies_face_down(seat))

    def _keep(self, those: dict[str, Newcomer]) -> None:
        """Hold and keep these. Raises JournalError, and then keeps its old value."""
        covered = ((player, one) for player, one in those.items() if one.is_covered)
        kept: JsonObject = {
            str(number): [player, one.took_over] for number, (player, one) in enumerate(covered, 1)
        }
        if kept or (self._file.path is not None and self._file.path.exists()):
            self._file.write(kept)
        self._all = dict(those)


def _understood(said: Any) -> dict[str, bool]:
    """Return the phones that are kept as covered, and whether each took the seat over."""
    return {str(player): bool(over) for _, (player, over) in said.items()}
