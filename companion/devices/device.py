"""The contract of every device: keys that are pressed, lamps and a sound that are shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Sound = Literal["none", "tick", "end", "wrong"]
Lamp = Literal["dark", "lit", "blinking"]


@dataclass(frozen=True)
class Press:
    """A key that was pressed. ``at``: the time in seconds of the table's clock, as exactly as it is
    known."""

    key: str
    at: float


@dataclass(frozen=True)
class Signals:
    """What lamps and buzzer show: lamps by name; lamps not named are dark.

    A number from 0 to 1 is a lamp's duty cycle: it is dimmed. ``holds_s``: seconds after which something
    else is to be shown; None if nothing changes by itself.
    """

    lamps: Mapping[str, Lamp | float] = field(default_factory=dict)
    sound: Sound = "none"
    holds_s: float | None = field(default=None, compare=False)


DARK = Signals()
"""No lamp is lit, and nothing sounds."""


@dataclass(frozen=True)
class KeysHeard:
    """What a device has heard from its keys: presses, in the order in which they were made.

    ``due``: when to ask again, in seconds of the table's clock, even if no key changes; None: only after
    one changes. ``stuck``: keys that stay down; they are ignored until they come up.
    """

    presses: tuple[Press, ...] = ()
    due: float | None = None
    stuck: frozenset[str] = frozenset()


class Device(Protocol):
    """One thing on the table. Opened, used and closed by one thread."""

    @property
    def name(self) -> str:
        """Its name in logs and on pages."""

    def open(self, changed: Callable[[], None]) -> None:
        """Start to listen to its keys; ``changed`` is called, from any thread, when a key has
        changed."""

    def heard(self) -> KeysHeard:
        """Return what was heard since the last call."""

    def show(self, signals: Signals) -> None:
        """Set its lamps and its sound; repeating the same changes nothing."""

    def close(self) -> None:
        """Let go of its pins, with every lamp dark."""
