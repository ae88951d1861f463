"""The news for each role: its state, made from one snapshot of the table, with its own numbers."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.table.broadcast.feed import Feed
from companion.table.broadcast.views import Views
from companion.table.hooks.drawing import Word
from companion.table.hooks.verdict import Say, text
from companion.table.service import Change
from companion.table.shapes.box import BoxShape, GlassShape, StripShape
from companion.table.shapes.evenings import EndShape
from companion.table.shapes.moves import HistoryLine
from companion.table.shapes.state import FaultShape, SetUpShape, StateShape
from companion.table.shapes.values import JsonObject, MarkShape
from companion.table.sight.observation import Observation
from companion.table.sitting.glass import Glass
from companion.table.sitting.offer import Offer
from companion.table.sitting.sitting import Sitting
from companion.table.supervision.supervisor import Fault

PASSING = ("version", "proposal", "timer", "glass")
"""Parts of a state that change by themselves as time passes: their changes are not reported."""


OF_HOST: Final = ("strip", "pin", "clock")
"""Parts whose faults the host alone is told."""


@dataclass(frozen=True)
class Snapshot:
    """The table at one moment. ``serial`` grows with every change; ``now`` is the table's clock, s.

    ``ahead``: the game's state including the dice now set aside on the table; ``accepted``: an offer
    that was accepted by itself, and can still be stopped; ``covered``: seats whose phones are not shown
    their secrets yet; ``taken_over``: players whose seats another phone took over lately; ``beside``:
    the side tables in use, by game; ``end``: how the game ended, as soon as that is known; ``marks``:
    each seat's colour and sign.
    """

    serial: int
    now: float
    sitting: Sitting | None
    ahead: Any
    offer: Offer | None
    accepted: Offer | None
    notice: Say | None
    glass: Glass | None
    own_glass: GlassShape
    advises: bool
    strip: StripShape
    box: BoxShape | None
    set_up: SetUpShape | None
    covered: frozenset[Seat]
    taken_over: list[str]
    beside: dict[str, JsonObject]
    observation: Observation
    faults: tuple[Fault, ...]
    end: JsonObject | None
    marks: Mapping[str, MarkShape]

    @property
    def roles(self) -> list[Role]:
        """All roles that may ask now."""
        seats = len(self.sitting.history.setup.seats) if self.sitting else 0
        return [HOST, EVERYONE, *(seat_role(Seat(number)) for number in range(1, seats + 1))]


class Broadcaster:
    """Sends each role its news. Safe to use from any thread; it never holds the table's lock.

    ``snapshot`` takes the table as it is now.
    """

    def __init__(
        self, snapshot: Callable[[], Snapshot], views: Views, backends: Mapping[str, str]
    ) -> None:
        self._snapshot, self._views, self._backends = snapshot, views, dict(backends)
        self._feed = Feed()
        self._telling = threading.Lock()
        self._serial = -1
        self._sitting: int | None = None
        self._told: dict[Role, tuple[int, JsonObject]] = {}
        self._watch: JsonObject = {}

    def tell(self) -> None:
        """Send each role its news, if anything has changed."""
        with self._telling:
            self._catch_up()

    def advise(self) -> bool:
        """Work out missing advice and send it; return whether there was any. Nobody waits."""
        is_new = self._snapshot().advises and self._views.advise()
        if is_new:
            with self._telling:
                self._serial = -1
                self._catch_up()
        return is_new

    def state(self, role: Role) -> StateShape:
        """Return all that this role may know now."""
        with self._telling:
            return self._shape(self._catch_up(), role, self._version(role))

    def drawing(self, word: Word) -> str:
        """Return the game as everybody may see it, as SVG; "" if there is none."""
        with self._telling:
            state = self._shape(self._catch_up(), EVERYONE, self._version(EVERYONE))
            return self._views.drawing(state, word)

    def version(self, role: Role) -> int:
        """Return the version of the role's state now."""
        with self._telling:
            self._catch_up()
            return self._version(role)

    def earlier(self, role: Role, before: int) -> list[HistoryLine]:
        """Return the last moves before that number, oldest first, as this role may know them."""
        with self._telling:
            now = self._snapshot()
            known = EVERYONE if role.seat in now.covered else role
            return [] if now.sitting is None else self._views.earlier(now.sitting, known, before)

    def changes(self, role: Role, after: int | None, timeout_s: float) -> list[Change]:
        """Wait for changes newer than ``after``; a newcomer gets the whole state."""
        with self._telling:
            now = self._catch_up()
            if not self._feed.closed and not self._feed.holds_all_after(role, after):
                # State and number belong together: nothing can be sent in between.
                state = cast(JsonObject, self._shape(now, role, self._version(role)))
                return [Change(self._feed.number(role), "state", state)]
        return self._feed.after(role, after or 0, timeout_s)

    def close(self) -> None:
        """Tell everyone that the table stops."""
        self._feed.close()
        with self._telling:
            self._views.close()

    @property
    def retry_s(self) -> float | None:
        """Seconds until a failed view of a game is tried again; None if all is well."""
        return self._views.rests_s

    def _catch_up(self) -> Snapshot:
        now = self._snapshot()
        watch = cast(JsonObject, now.observation.watch)
        number = now.sitting.number if now.sitting else None
        if number != self._sitting:
            self._sitting = number
            self._feed.forget()
        if now.serial != self._serial or self._views.rests_s == 0.0:
            self._serial = now.serial
            for role in now.roles:
                self._tell_state(now, role)
        elif watch != self._watch:
            for role in now.roles:
                self._feed.publish(role, "seen", dict(watch))
        self._watch = watch
        return now

    def _tell_state(self, now: Snapshot, role: Role) -> None:
        number, before = self._told.get(role, (0, {}))
        shape = cast(JsonObject, self._shape(now, role, number + 1))
        news = {key: value for key, value in shape.items() if key not in PASSING}
        news |= {
            "offer": now.offer and (now.offer.id, now.offer.proposal.say),
            "glass": now.glass and (now.glass.timer, now.glass.due),
            "own_glass": {**now.own_glass, "measuring_s": None},
        }
        if news["covered"] and not before.get("covered"):
            self._feed.forget(role)  # the earlier phone's changes
        if news != before:
            self._told[role] = (number + 1, news)
            self._feed.publish(role, "state", shape)

    def _version(self, role: Role) -> int:
        return self._told.get(role, (0, {}))[0]

    def _shape(self, now: Snapshot, role: Role, version: int) -> StateShape:
        shape: StateShape = {
            "sitting": None,
            "game": None,
            "seats": [],
            "to_move": None,
            "scores": None,
            "outcome": None,
            "version": version,
            "role": str(role),
            "backends": self._backends,
            "camera": now.observation.camera,
            "watch": now.observation.watch,
            "proposal": now.offer.shape(now.now) if now.offer else None,
            "view": None,
            "building": None,
            "task": None,
            "mine": False,
            "may": [],
            "odds": None,
            "timer": now.glass.shape(now.now) if now.glass else None,
            "glass": now.own_glass,
            "advises": now.advises,
            "faults": [fault_shape(fault) for fault in now.faults if _is_told(fault, role)],
            "history": [],
            "earlier": 0,
            "edition": 0,
            "notice": text(now.notice) if now.notice else None,
            "accepted": now.accepted.id if now.accepted else None,
            "box": now.box,
            "set_up": now.set_up,
            "covered": role.seat in now.covered,
            "taken_over": now.taken_over,
            "end": cast(EndShape | None, now.end),
            "marks": dict(now.marks),
        }
        views = self._views.of(now.sitting, now.ahead, role, covered=role.seat in now.covered)
        is_chosen = now.sitting is not None and now.sitting.history.setup.chosen
        if is_chosen and views.get("outcome") is None:
            shape["faults"].append(fault_shape(Fault("deal", "deal_chosen")))
        if now.beside:
            shape["beside"] = now.beside
        if role == HOST:
            shape["strip"] = now.strip
        if not now.advises:
            views = {**views, "odds": None}
        return cast(StateShape, {**shape, **views})


def _is_told(fault: Fault, role: Role) -> bool:
    """Tell whether a role sees a fault: some stop nobody, and nobody but the host can mend them."""
    return role == HOST or fault.part not in OF_HOST


def fault_shape(fault: Fault) -> FaultShape:
    """Return a fault as it leaves the table."""
    told = fault.told or {"part": fault.part}
    return {"part": fault.part, "text": text(Say(f"fault.{fault.kind}", told))}
