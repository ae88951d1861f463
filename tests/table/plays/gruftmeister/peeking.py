"""A table at which a master looks under a door, and all that leaves it for the others."""

from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

import numpy as np

from companion.errors import CompanionError
from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.games.gruftmeister.start import dealt
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import FrameSight, Phase
from tests.games.gruftmeister.case import SMALL
from tests.games.gruftmeister.crypts import NAMES, crypt_data
from tests.table.conftest import Bench, bench_on
from vision.frame import Frame
from web.api.events import event
from web.encoding import encode

ANA, BOB, CYD = (seat_role(Seat(number)) for number in (1, 2, 3))
DOOR = [6, 0]
"""A door beside a field that the red start leads to over an edge of the board: two steps."""
WALK: tuple[JsonObject, ...] = (
    {"move": "step", "figure": "master", "to": [7, 0]},
    {"move": "peek", "door": DOOR},
)
FACES = ("barred", "boarded")


def first_line(players: int = 3) -> JsonObject:
    return {
        "game": "gruftmeister",
        "seats": list(NAMES[:players]),
        "options": {"crypt": crypt_data()},
    }


def dealt_with(face: str) -> JsonObject:
    """Return stones as a table deals them, this one under the door that Ana looks under."""
    stones: JsonObject = dict(dealt(SMALL, Random(1)))
    holder = next(place for place, there in stones.items() if there == face)
    stones[holder], stones["6,0"] = stones["6,0"], face
    return stones


def bench_at_the_door(path: Any = None, players: int = 3, stones: JsonObject | None = None) -> Bench:
    """Return a table at which Ana's master looks under a door; ``stones``: as the table dealt them."""
    bench = bench_on(path, 1)
    dealt_stones = {} if stones is None else {"stones": stones}
    bench.table.start_sitting({**first_line(players), **dealt_stones})
    for number, words in enumerate(WALK):
        bench.table.submit(ANA, f"walk {number}", words)
    return bench


def frame(bench: Bench, shade: int, phase: Phase = "still") -> None:
    """Let the camera take a picture of that shade, a little after whatever happened."""
    bench.clock.wait(Event(), 0.01)
    bench.table.sight.saw(sight_of(bench, shade, phase))


def sight_of(bench: Bench, shade: int, phase: Phase = "still") -> FrameSight:
    """Return a picture of that shade as it is taken now."""
    bench.frames += 1
    picture = np.full((9, 12, 3), shade, np.uint8)
    return FrameSight(Frame(picture, bench.clock.now(), bench.frames), phase)


def see(bench: Bench, seen: str | None, move_id: str = "see") -> None:
    """Let Ana say what lies there, on her own phone."""
    bench.table.submit(ANA, move_id, {"move": "see", "seen": seen})


def state_of(bench: Bench, role: Role) -> JsonObject:
    """Return what a role may know, as it is sent."""
    return dict(bench.table.state(role))


@dataclass
class Onlookers:
    """Everybody but Ana: what each is told, byte by byte, and what each is refused."""

    bench: Bench
    roles: tuple[Role, ...] = (HOST, EVERYONE, BOB, CYD)
    told: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._heard = dict.fromkeys(self.roles, 0)
        self.listen()
        self.told.clear()

    def listen(self) -> None:
        """Take down every event since the last time, and the whole state."""
        self.bench.table.tell()
        for role in self.roles:
            changes = self.bench.table.changes(role, self._heard[role] or None, 0.0)
            self._heard[role] = changes[-1].number if changes else self._heard[role]
            self.told += [event(change.number, change) for change in changes]
            self.told.append(encode(self.bench.table.state(role)))
        picture = self.bench.table.looking.picture()
        self.told.append(b"no picture" if picture is None else picture.jpeg)

    def try_all(self) -> None:
        """Let everybody try whatever might tell something; what is refused changes nothing."""
        doors: list[JsonObject] = [
            *({"move": "see", "seen": seen} for seen in (*FACES, "open", None, "nonsense")),
            *({"move": "use_tool", "door": DOOR, "face": face} for face in FACES),
            {"move": "use_key", "door": DOOR},
            {"move": "shut_in", "remove": DOOR},
            {"move": "show", "doors": {"6,0": "barred"}},
        ]
        right: list[JsonObject] = [
            {"move": "correct", "number": number, "with": words}
            for number in (1, 2, 3)
            for words in (doors[0], doors[3], {**WALK[0]})
        ]
        for role in self.roles:
            for words in (*doors, *right):
                for name in (None, "Ana", "Bob"):
                    self._try(role, words if name is None else {"seat": name, **words})
        self.told.append(refusal(self.bench.table.record))

    def _try(self, role: Role, words: JsonObject) -> None:
        number = len(self.told)
        self.told.append(refusal(lambda: self.bench.table.submit(role, f"try {number}", words)))


def refusal(act: Any) -> bytes:
    """Return what is told to who may not do that; it must be refused."""
    try:
        act()
    except CompanionError as error:
        return encode([error.code, error.http_status, str(error), error.hint, repr(error.reason)])
    raise AssertionError("this should have been refused")
