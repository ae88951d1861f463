"""The voting box's parts, tried one by one: a lamp is lit, the buzzer sounds, a key is awaited.

As ``companion doctor`` does it with the table stopped; here the table runs, and only while no game does.
Nothing is tried until somebody asks for it, and a part that was left on goes dark by itself.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from companion.devices.device import Lamp, Press, Signals
from companion.devices.header import pin_of
from companion.devices.pin_map import PinMap
from companion.errors import IllegalMove, Reason
from companion.table.shapes.box import PartKind, PartsShape

QUIET_S = 60.0
"""Seconds after which nobody looks any more: the part goes dark, and keys count again."""


@dataclass(frozen=True)
class BoxPart:
    """A part of the box, and its GPIO."""

    name: str
    kind: PartKind
    gpio: int


def parts_of(pin_map: PinMap) -> tuple[BoxPart, ...]:
    """Return the parts in the order in which they are tried: what is seen or heard first."""
    lamps = [BoxPart(name, "lamp", gpio) for name, gpio in pin_map.lamps.items()]
    buzzer = [] if pin_map.buzzer is None else [BoxPart("buzzer", "buzzer", pin_map.buzzer)]
    keys = [BoxPart(name, "key", gpio) for name, gpio in pin_map.inputs.items()]
    return (*lamps, *buzzer, *keys)


@dataclass(frozen=True)
class _Try:
    part: BoxPart
    since: float
    heard: str | None = None


class PartsCheck:
    """Which part is tried, and which key was heard. Signals are asked for without the table's lock.

    ``is_on``: whether a game is; ``changing``: takes the table's lock, and tells what is new when it is
    left.
    """

    def __init__(
        self,
        is_on: Callable[[], bool],
        now: Callable[[], float],
        changing: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._is_on, self._now, self._changing = is_on, now, changing
        self._try: _Try | None = None
        self.parts: Sequence[BoxPart] = ()
        """What there is; nothing without a box."""

    def ask(self, name: str | None) -> None:
        """Try this part now, and no other; None: leave off. Raises IllegalMove."""
        part = next((part for part in self.parts if part.name == name), None)
        if name is not None and part is None:
            raise IllegalMove(
                f"the box has no part {name!r}",
                hint="GET tells all that it has.",
                reason=Reason("error.no_such_part"),
            )
        if part is not None and self._is_on():
            raise IllegalMove("a game is on", hint="End it first.", reason=Reason("error.game_is_on"))
        with self._changing():
            self._try = None if part is None else _Try(part, self._now())

    def shape(self) -> PartsShape:
        """Return what there is, and how the part does that is tried."""
        now = self._tried()
        return {
            "parts": [
                {"name": part.name, "kind": part.kind, "gpio": part.gpio, "pin": pin_of(part.gpio)}
                for part in self.parts
            ],
            "tried": now.part.name if now else None,
            "heard": now.heard if now else None,
        }

    def press(self, press: Press) -> bool:
        """Take a press while parts are tried: it means nothing else then."""
        now = self._tried()
        if now is None:
            return False
        if now.part.kind == "key" and now.heard is None:
            self._try = _Try(now.part, self._now(), press.key)
        return True

    def signals(self) -> Signals | None:
        """Return what the box shows while parts are tried; None: it shows what it always does."""
        now = self._tried()
        if now is None:
            return None
        left_s = now.since + QUIET_S - self._now()
        lamps: dict[str, Lamp | float] = {now.part.name: "lit"} if now.part.kind == "lamp" else {}
        return Signals(lamps, "wrong" if now.part.kind == "buzzer" else "none", left_s)

    def _tried(self) -> _Try | None:
        now = self._try
        is_over = now is None or self._now() >= now.since + QUIET_S or self._is_on()
        return None if is_over else now
