"""How a secret choice is made at a box with keys, lamps and OK; it knows no game, and no clock.

Nothing is shown until OK was pressed. Then the lamps of the available keys are lit, a key picks or puts
back (blinking: picked), and OK confirms. A choice left alone for a while is cleared, and the box goes
dark.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Final

from companion.devices.device import Lamp, Sound

IDLE_S: Final = 20.0
"""Seconds without a key after which an unfinished choice is cleared and the lamps go dark."""
REST_S: Final = 1.0
"""Seconds after a choice in which keys are ignored: a second press of OK must not open the next hand."""

OK: Final = "ok"
CARD: Final = "card-"
COLUMN: Final = "column-"
STATUS: Final = "status"


@dataclass(frozen=True)
class SecretPick:
    """The secret choice that one seat is asked for now. ``keys`` count from 1, along the column.

    ``several``: any number may be picked; otherwise a new pick replaces the old one. Without ``keys``,
    pressing OK only confirms that something was done.
    """

    seat: str
    keys: frozenset[int]
    several: bool = False


@dataclass(frozen=True)
class Picking:
    """A choice half made. Immutable; times are seconds of one clock.

    ``question`` identifies a question; ``asked`` is the open one, if any. While ``is_open`` the hand is
    shown. ``rests_until``: keys are ignored until then, since a choice was just made.
    """

    question: Hashable = None
    asked: SecretPick | None = None
    is_open: bool = False
    picked: frozenset[int] = field(default=frozenset(), repr=False)  # in no log
    touched_at: float = 0.0
    rests_until: float = float("-inf")

    def about(self, question: Hashable, asked: SecretPick | None) -> "Picking":
        """Return the choice with this question open; a new question begins with nothing picked."""
        if question == self.question:
            return self
        return Picking(question, asked, rests_until=self.rests_until)

    def at(self, now: float) -> "Picking":
        """Return the choice at that time: cleared if it was left alone."""
        if self.is_open and now >= self.touched_at + IDLE_S:
            return replace(self, is_open=False, picked=frozenset())
        return self

    @property
    def due(self) -> float | None:
        """When it is cleared if nobody goes on with it; None if there is nothing to clear."""
        return self.touched_at + IDLE_S if self.is_open else None

    def pressed(self, key: str, at: float) -> "Picking":
        """Return the choice after a key; OK to confirm is handled elsewhere (see ``confirms``)."""
        now = self.at(at)
        if now.asked is None or at < now.rests_until:
            return now
        if key == OK:
            return replace(now, is_open=True, touched_at=at)
        number = card_number(key)
        if not now.is_open or number is None:
            return now
        touched = replace(now, touched_at=at)
        return replace(touched, picked=now._toggle(number)) if number in now.asked.keys else touched

    def confirms(self, key: str, at: float) -> bool:
        """Tell whether this key confirms the choice."""
        now = self.at(at)
        if now.asked is None or key != OK or not now.is_open or at < now.rests_until:
            return False
        return bool(now.picked) or not now.asked.keys

    def made(self, at: float) -> "Picking":
        """Return the state after the choice was accepted: for a moment nothing is shown, and keys are
        ignored."""
        return Picking(self.question, None, rests_until=at + REST_S)

    def lamps(self, now: float) -> dict[str, Lamp]:
        """Return the lamps to show: the column inside the door, and the lamp outside that says whether
        the box waits for somebody."""
        open_ = self.at(now)
        if open_.asked is None:
            return {}
        if not open_.is_open:
            return {STATUS: "lit"}
        column: dict[str, Lamp] = {
            f"{COLUMN}{number}": "blinking" if number in open_.picked else "lit"
            for number in sorted(open_.asked.keys)
        }
        return {STATUS: "blinking", **column}

    def sound(self, now: float) -> Sound:
        """Return the sound to make: a tick if a choice was just made."""
        return "tick" if now < self.rests_until else "none"

    def _toggle(self, number: int) -> frozenset[int]:
        assert self.asked is not None
        if number in self.picked:
            return self.picked - {number}
        return self.picked | {number} if self.asked.several else frozenset({number})


def card_number(key: str) -> int | None:
    """Return which key of the column this is, from 1; None for another key."""
    number = key.removeprefix(CARD)
    return int(number) if key.startswith(CARD) and number.isascii() and number.isdigit() else None
