"""What every device is: keys that are pressed, lamps and a sound that are shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Sound = Literal["none", "tick", "end", "wrong"]
Lamp = Literal["dark", "lit", "blinking"]


@dataclass(frozen=True)
class Press:
    """A key that was pressed. ``at``: when, in seconds of the table's clock, as exactly as is known."""

    key: str
    at: float


@dataclass(frozen=True)
class Signals:
    """What lamps and buzzer show: lamps by name, those not named are dark.

    A number says how much of the time a lamp is lit, 0 to 1: it is dimmed. ``holds_s``: after so many
    seconds something else is to be shown; None if nothing changes by itself.
    """

    lamps: Mapping[str, Lamp | float] = field(default_factory=dict)
    sound: Sound = "none"
    holds_s: float | None = field(default=None, compare=False)


DARK = Signals()
"""No lamp is lit, and nothing sounds."""


@dataclass(frozen=True)
class Heard:
    """What a device has heard of its keys: presses, in the order in which they were made.

    ``due``: when to ask again, in seconds of the table's clock, though no key changes; None: not before
    one does. ``stuck``: keys that stay down; they are not heard until they come up.
    """

    presses: tuple[Press, ...] = ()
    due: float | None = None
    stuck: frozenset[str] = frozenset()


class Device(Protocol):
    """One thing on the table. Opened, used and closed by one thread."""

    @property
    def name(self) -> str:
        """What it is called in logs and on pages."""

    def open(self, changed: Callable[[], None]) -> None:
        """Begin to listen to its keys; ``changed`` is called, from any thread, when one has changed."""

    def heard(self) -> Heard:
        """Return what was heard since this was asked last."""

    def show(self, signals: Signals) -> None:
        """Set its lamps and its sound; the same again changes nothing."""

    def close(self) -> None:
        """Let go of its pins, with every lamp dark."""
