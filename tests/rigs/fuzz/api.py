"""The API of a whole table, asked as its own description says, and otherwise: every address and role.

Bots play on meanwhile, so that what is asked meets games of every kind in every phase. The answers are
held to what each address says it may answer (``app.testing``).
"""

import json
import threading
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from werkzeug.test import Client, TestResponse

from companion.devices.pin_map import shipped_pin_map
from companion.devices.simulated_pins import SimulatedPanel, SimulatedPins
from companion.errors import CompanionError
from companion.games import catalogue
from companion.games.game import HOST, Role, Seat, seat_role
from companion.games.record import name_of
from companion.simulation.simulator import Simulator
from companion.table.access.access import Access
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import FrameSight
from companion.table.storage.journal import Journal
from companion.table.table import Table
from companion.table.teaching.shelf import SetShelf
from companion.table.teaching.teaching import Teaching
from tests.games.bots import next_move
from tests.rigs.fuzz import garble, pictures
from tests.rigs.fuzz.schemas import Maker
from tests.rigs.fuzz.watched import Input, Refusal, Wrong
from vision.clock import SteppedClock
from vision.errors import VisionError
from vision.frame import Frame
from vision.workshop.simulation.table import SimulatedTable
from web.app import create_app

PIN = "246813579"
NAMES = ("Ana", "Bořivoj", "Cécile", "Dana")
GAMES = ("carcassonne_dice", "drunter", "ubongo", "gruftmeister", "yacht", "plain_dice")
ROLES = ("host", "host", "seat-1", "seat-2", "seat-3", "everyone", "nobody")
LASTS = 150
"""So many requests a game is asked about, before another one is begun."""
SLOW = frozenset({"/api/v1/teaching/photograph", "/api/v1/teaching/take", "/api/v1/teaching/test"})
"""Addresses at which a picture is read: asked less often."""
PATHS = ("0", "-1", "1", "2", "3", "99999999999999999999", "%00", "x", "٣", "mine", "..%2f..", "%F0%9F")


def api(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield requests."""
    asked = _Asked(rng, folder)
    with closing(asked.table):
        while True:
            asked.play_on()
            yield asked.request


@dataclass
class _Asked:
    """A table, its pages, and who asks."""

    rng: Random
    folder: Path
    clock: SteppedClock = field(default_factory=SteppedClock)
    tokens: dict[str, str] = field(default_factory=dict)
    requests: int = 0

    def __post_init__(self) -> None:
        simulated = SimulatedTable(self.clock, seed=1)
        self.hands = Simulator(simulated)
        pins = SimulatedPins(self.clock.now)
        journal = Journal(":memory:")
        backends = {"camera": "simulated", "pins": "simulated"}
        panel = SimulatedPanel(shipped_pin_map(), pins)
        self.table = Table(journal, self.clock, _wall, backends, self.hands, {}, panel)
        self.table.teaching = Teaching(self.table, SetShelf(self.folder / "sets"))
        self.hands.follow(self.table)
        self.access = Access(self.folder / "access.db", PIN, lambda: 0.0, self.clock.now)
        app = create_app(self.table, self.access)
        app.testing = True
        self.client: Client = app.test_client()
        document = app.test_client().get("/api/openapi.json").get_json()
        self.maker = Maker(document, self.rng)
        self.operations = [
            (method, path, operation)
            for path, item in document["paths"].items()
            for method, operation in item.items()
        ]
        self.photographs = pictures.samples(self.rng)
        image = simulated.render(self.clock.now())
        self.frame = cv2.resize(image, (320, 240))

    # The game goes on.

    def play_on(self) -> None:
        """Begin another game now and then; else let time pass and bots move."""
        if self.requests % LASTS == 0:
            self._begin()
        self.requests += 1
        if self.rng.random() < 0.3:
            self.clock.wait(threading.Event(), self.rng.choice((0.1, 1.0, 20.0)))
            self.table.tick()
        if self.rng.random() < 0.02:
            frame = Frame(np.asarray(self.frame, np.uint8), self.clock.now(), self.requests)
            self.table.sight.saw(FrameSight(frame, "moving"))
        if self.rng.random() < 0.3 and (made := self._bots_move()) is not None:
            with suppress(CompanionError):
                self.table.submit(made[0], f"bot-{self.requests}", made[1])

    def _begin(self) -> None:
        name = self.rng.choice(GAMES)
        game = catalogue.game(name)
        seats = self.rng.choice([count for count in game.seat_counts if count <= len(NAMES)] or [1])
        self.table.start_sitting({"game": name, "seats": list(NAMES[:seats])})
        for kind, set_name in self.table.sets.in_use.items():
            with suppress(VisionError):
                self.hands.use_set(kind, set_name)
        self.tokens = {"host": self.access.login(PIN, "here")}
        for seat in range(1, seats + 1):
            code = self.access.invite(Seat(seat), NAMES[seat - 1]).code
            self.tokens[f"seat-{seat}"] = self.access.join(
                Seat(seat), NAMES[seat - 1], code, "phone", "here"
            )

    def _bots_move(self) -> tuple[Role, JsonObject] | None:
        if not self.table.playing:
            return None
        history = self.table.history
        setup = history.setup
        bot = catalogue.bot(setup.game)
        move = next_move(history.game, bot, history.state, len(setup.seats), self.rng)
        if move is None:
            return None
        words = dict(history.game.words(history.state, move))
        if move.seat is not None:
            words = {"seat": name_of(setup, move.seat), **words}
        own = history.game.own_moves | history.game.secret_moves
        role = seat_role(move.seat) if move.seat is not None and words["move"] in own else HOST
        return role, words

    # What is asked.

    def request(self) -> None:
        """Send one request; raise where the answer may not be."""
        method, path, operation = self.rng.choice(self.operations)
        if path in SLOW and self.rng.random() < 0.9:
            path, operation = "/api/v1/moves", self._operation("/api/v1/moves")
            method = "post"
        role = self.rng.choice(ROLES)
        headers = self._headers(role)
        filled = self._path(path) + self._query()
        body, media = self._body(path, operation) if method == "post" else (None, None)
        reply = self.client.open(
            filled, method=method.upper(), headers=headers, data=body, content_type=media, buffered=False
        )
        self._check(reply, path)

    def _operation(self, path: str) -> Any:
        return next(one for _, there, one in self.operations if there == path)

    def _headers(self, role: str) -> dict[str, str]:
        token = self.tokens.get(role)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if self.rng.random() < 0.05:
            name = self.rng.choice(
                ("Authorization", "Last-Event-ID", "If-None-Match", "Accept-Encoding", "Origin", "Host")
            )
            headers[name] = self.rng.choice(
                ("", "x", "Bearer", "9" * 40, "é", '"', "null", "[::1", "gzip;q=x")
            )
        return headers

    def _path(self, path: str) -> str:
        while "{" in path:
            before, _, rest = path.partition("{")
            _, _, after = rest.partition("}")
            path = before + self.rng.choice(PATHS) + after
        return path

    def _query(self) -> str:
        if self.rng.random() < 0.85:
            return ""
        return "?as=" + self.rng.choice((*ROLES, "seat-0", "seat-99", "seat-%D9%A3", "%00", "&as=host"))

    def _body(self, path: str, operation: Any) -> tuple[bytes, str]:
        content: dict[str, Any] = operation["requestBody"]["content"]
        media = self.rng.choice(list(content))
        if media != "application/json":
            data = self.rng.choice(self.photographs)
            return (garble.damaged(self.rng, data) if self.rng.random() < 0.5 else data), media
        good = self._move() if path == "/api/v1/moves" else None
        good = self.maker.good(content[media]["schema"]) if good is None else good
        if self.rng.random() < 0.02:
            media = self.rng.choice(("text/plain", "", "application/json; charset=latin-1"))
        if self.rng.random() < 0.4:
            return json.dumps(good).encode(), media
        return garble.text(self.rng, good), media

    def _move(self) -> JsonObject | None:
        """Return a move of the game that is played; often one that a bot would make now."""
        made = self._bots_move()
        if made is None or self.rng.random() < 0.1:
            return None
        number = self.rng.randint(0, 8)
        chance = self.rng.random()
        words = dict(made[1])
        if chance < 0.1:
            words = {"move": "undo"}
        elif chance < 0.25:
            words = {"move": "correct", "number": number, "with": words}
        return {"id": f"m{self.rng.randrange(10**9)}", **words}

    def _check(self, reply: TestResponse, path: str) -> None:
        try:
            chunk: Any = next(iter(reply.response), b"")
            status, kind = reply.status_code, reply.mimetype
        finally:
            reply.close()
        if status >= 500:
            raise Wrong(f"{status} of {path}")
        if status >= 400:
            error = json.loads(chunk)["error"]
            if set(error) - {"reason", "params"} != {"code", "message", "hint"} or not error["message"]:
                raise Wrong(f"{status} of {path} says {error}")
            raise Refusal(error["code"])
        if kind == "application/json":
            json.loads(chunk)


def _wall() -> datetime:
    return datetime(2026, 1, 2, 20, 15, tzinfo=UTC)
