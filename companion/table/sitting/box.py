"""The box at the table: whose turn it is there, and the choice that is being made.

An unfinished choice exists only here: in no journal, in no log, and in no state that leaves the table.
It is dropped after 20 idle seconds, when anything is played meanwhile, and when the program ends. Not
locked: the table calls it under its own lock.
"""

from companion.devices.device import Press, Signals
from companion.devices.picking import Picking
from companion.table.shapes.box import BoxShape
from companion.table.shapes.values import JsonObject
from companion.table.sitting.sitting import Sitting


class BoxPicks:
    """The question and the picks at the box in the current game."""

    def __init__(self, *, is_there: bool) -> None:
        self._is_there = is_there
        self._picking = Picking()

    def follow(self, sitting: Sitting | None, *, is_showing: bool) -> None:
        """Ask the game's current question; an unfinished choice is dropped.

        Nothing is asked while everybody is still being shown what came of the last move.
        """
        if sitting is None:
            self._picking = Picking()
            return
        question = (sitting.number, len(sitting.events), is_showing)
        if question != self._picking.question:
            asked = None if is_showing else sitting.play.asked(sitting.position)
            self._picking = self._picking.about(question, asked)

    def made(self, sitting: Sitting, press: Press) -> JsonObject | None:
        """Return the game's move that this press confirms; None if it confirms none."""
        if not self._picking.confirms(press.key, press.at):
            return None
        asked = self._picking.asked
        assert asked is not None
        return sitting.play.picked(sitting.position, asked, tuple(sorted(self._picking.picked)))

    def taken(self, at: float) -> None:
        """Clear the choice, which was played."""
        self._picking = self._picking.made(at)

    def pressed(self, press: Press) -> bool:
        """Process a key that confirms nothing; return whether more than the picks has changed."""
        before, self._picking = self._picking, self._picking.pressed(press.key, press.at)
        return self._picking.is_open != before.is_open

    @property
    def due(self) -> float | None:
        """When an abandoned choice is cleared; None if there is none."""
        return self._picking.due

    def time_passes(self, now: float) -> bool:
        """Clear an abandoned choice; return whether there was one."""
        before, self._picking = self._picking, self._picking.at(now)
        return self._picking is not before

    def signals(self, now: float, shown: Signals) -> Signals:
        """Return the box's signals, which override all others."""
        sound = self._picking.sound(now)
        lamps = {**shown.lamps, **self._picking.lamps(now)}
        return Signals(lamps, shown.sound if sound == "none" else sound, shown.holds_s)

    def shape(self, sitting: Sitting | None) -> BoxShape | None:
        """Return the box's public part: the same, whatever is picked. None if the game does not need
        it."""
        if not self._is_there or sitting is None or not sitting.play.box_labels:
            return None
        asked = self._picking.asked
        return {
            "seat": asked.seat if asked else None,
            "open": self._picking.is_open,
            "labels": list(sitting.play.box_labels),
        }
