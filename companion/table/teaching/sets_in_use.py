"""Which sets of pieces are in use: each game's own, or taught ones chosen for all games."""

from collections.abc import Mapping
from typing import Any

from companion.errors import IllegalMove, Reason
from companion.table.hooks.seeing import Sees
from companion.table.plays.catalogue import sets_without_a_game
from companion.table.sitting.sitting import Sitting
from vision.errors import VisionError
from vision.kinds import labels_of
from vision.readings.board import EMPTY


class SetsInUse:
    """Sets by the kind of their pieces. Not locked: the table calls it under its own lock.

    ``own``: the taught ones; ``serial`` grows whenever another set is used, or one in use was taught
    again.
    """

    def __init__(self, own: Mapping[str, str]) -> None:
        self.own = dict(own)
        self.serial = 0
        self._stands_for: dict[str, frozenset[str]] = {}

    def use(self, kind: str, set_name: str | None, stands_for: frozenset[str]) -> None:
        """Use a taught set from now on; None: each game's own.

        ``stands_for``: the games' sets that it can replace; empty: any.
        """
        self.own.pop(kind, None)
        if set_name is not None:
            self.own[kind] = set_name
        self._stands_for[kind] = stands_for
        self.serial += 1

    def wanted(self, sitting: Sitting | None) -> dict[str, str]:
        """Return the sets to read with now."""
        if sitting is None:
            return sets_without_a_game() | self.own
        kinds = sitting.play.wanted(sitting.history.state)
        found = {kind: self._instead_of(kind, sitting.play.sets.get(kind)) for kind in kinds}
        return {kind: name for kind, name in found.items() if name is not None}

    def of(self, play: Sees[Any]) -> dict[str, str]:
        """Return the sets that a game would be read with."""
        return self.in_place_of(play.sets)

    def in_place_of(self, sets: Mapping[str, str]) -> dict[str, str]:
        """Return the sets to read with in a game that is played with these."""
        return {kind: self._instead_of(kind, name) or name for kind, name in sets.items()}

    def check_name(self, kind: str, name: str, sitting: Sitting | None) -> None:
        """Raise IllegalMove if no piece of the set in use has that name."""
        set_name = self.wanted(sitting).get(kind)
        try:
            names = frozenset() if set_name is None else labels_of(set_name)
        except VisionError:  # broken or missing: its reader reports it
            names = frozenset()
        if name not in names and not (kind == "dice" and name == EMPTY):  # no die lies there
            known = ", ".join(sorted(names))
            raise IllegalMove(
                f"no piece that is read now is called {name!r}",
                hint=f"One of: {known}." if names else "No set of such pieces is read with.",
                reason=Reason("error.no_such_piece"),
            )

    def _instead_of(self, kind: str, of_game: str | None) -> str | None:
        """Return the set to read with in a game that is played with this one."""
        stands_for = self._stands_for.get(kind)
        return of_game if stands_for and of_game not in stands_for else self.own.get(kind, of_game)
