"""The box and what it shows: time, glass, lamps, keys."""

from typing import Literal, TypedDict


class BoxShape(TypedDict):
    """The voting box. ``seat``: the player who is awaited, there or on a phone; null if nobody is.

    ``open``: somebody has pressed OK there and is being shown a hand. ``labels``: the printed labels
    beside the keys of its column, from the top. Nothing here depends on what is picked.
    """

    seat: str | None
    open: bool
    labels: list[str]


class TimerShape(TypedDict):
    """The time that runs in the game (of an hourglass, for example): the rest of it when this was sent.

    ``running`` is false while it is paused; it is also paused after the table was switched off.
    """

    left_s: float
    of_s: float
    running: bool


Shows = Literal["both", "light", "sound", "page"]
"""How the hourglass is shown: by the box's lamps and buzzer, one of them, or its lamps and the sound of
a page."""
Measuring = Literal["arm", "press", "cancel"]
"""Make ready to measure the players' own glass, press at its turning and at its end, or give it up."""


class GlassShape(TypedDict):
    """How the table's hourglass is set, and the players' own one as it is measured.

    ``measuring``: armed: the next press is the turning; running: the next press is the end of the sand.
    ``measured_s`` is the time, in seconds, of a game that is started without giving one.
    """

    shows: Shows
    measuring: Literal["armed", "running"] | None
    measuring_s: float | None
    measured_s: int | None


PartKind = Literal["lamp", "buzzer", "key"]


class PartShape(TypedDict):
    """A part of the voting box: its GPIO, and the pin of the header that this is."""

    name: str
    kind: PartKind
    gpio: int
    pin: int


class PartsShape(TypedDict):
    """The voting box's parts. ``tried``: the one that is tried now; ``heard``: the key that was pressed
    since, if that one is a key."""

    parts: list[PartShape]
    tried: str | None
    heard: str | None


class StripShape(TypedDict):
    """The LED strip that shows the glass: its controller's address ("" if there is none), its number of
    lamps, and the most that each is lit, in per cent.
    """

    address: str
    leds: int
    brightness: int
