"""The voting box in a game: its lamps and buzzer, its keys, and secret choices made there."""

from typing import ClassVar, Generic

from companion.devices.device import DARK, Press, Signals
from companion.devices.hourglass import Sand, shown
from companion.devices.picking import SecretPick
from companion.table.hooks.position import Position, StateT
from companion.table.hooks.verdict import JsonObject


class UsesBox(Generic[StateT]):
    """How a game uses the voting box."""

    box_labels: ClassVar[tuple[str, ...]] = ()
    """The printed labels beside the keys of the box's column, from the top. Empty: the box is not
    used."""

    def signals(self, position: Position[StateT], sand: Sand | None) -> Signals:
        """Return what lamps and buzzer show now: the game's time as an hourglass, if one runs."""
        return DARK if sand is None else shown(sand)

    def pressed(self, position: Position[StateT], press: Press) -> JsonObject | None:
        """Return the move that a key means now; None if it means nothing."""
        return None

    def asked(self, position: Position[StateT]) -> SecretPick | None:
        """Return what a seat is to pick at the box now; None if nothing is asked there."""
        return None

    def picked(
        self,
        position: Position[StateT],
        asked: SecretPick,
        keys: tuple[int, ...],
    ) -> JsonObject | None:
        """Return the move for the picked keys, in ascending order, of the choice that was ``asked``;
        None if they mean nothing."""
        return None
