"""One table whose games bots play over HTTP, until it is killed; then what it must know."""

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from companion.errors import IllegalMove
from companion.games import catalogue
from companion.games.game import Seat, Setup
from companion.games.history import UNDO, History
from companion.games.record import entry_of, name_of, read_record, setup_words
from companion.table.shapes.values import JsonObject
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Journal
from tests.games.bots import next_move
from tests.rigs.program import Gone, Program, Refused

NAMES = ("Ana", "Bořivoj", "Cécile", "Dana")
LEFT_WITHIN_S = 1.6
"""What is left of a glass is written down every second; the disk and the restart take a little."""
SLOW_STARTS = 20
"""So often a state is asked for anew that could not be made in time."""
TAUGHT = ("cap", "three")


@dataclass
class Evening:
    """What was acknowledged, and what was on its way, when the table was killed."""

    game: str
    rng: Random
    data: Path
    photograph: bytes | None
    """For lessons; None: none are held."""
    program: Program | None = None
    tokens: dict[int, str] = field(default_factory=dict)
    """By seat; 0: the host."""
    truth: History | None = None
    known: list[str] = field(default_factory=list)
    """The ids of the acknowledged moves of this sitting, in order."""
    under_way: str | None = None
    left_s: float | None = None
    sets: set[str] = field(default_factory=set)
    saving: str | None = None
    moves: int = 0

    # Playing.

    def play_on(self) -> None:
        """Do one thing after the other until the table is gone."""
        try:
            if not self.tokens:
                self.tokens[0] = self._table.log_in()
            while True:
                self._one_thing()
        except Gone:
            return

    @property
    def _table(self) -> Program:
        assert self.program is not None
        return self.program

    def _one_thing(self) -> None:
        """Mostly a move; sometimes a lesson, or the glass laid down and stood up."""
        if self.truth is None or self.truth.game.outcome(self.truth.state) is not None:
            self._begin()
        chance = self.rng.random()
        if chance < 0.04 and self.photograph is not None:
            self._teach()
        elif chance < 0.25 and self.game == "ubongo":
            self._watch_glass()
        else:
            self._move()

    def _begin(self) -> None:
        game = catalogue.game(self.game)
        seats = self.rng.choice([n for n in game.seat_counts if 2 <= n <= 4])
        options: JsonObject = {"seconds": 20, "rounds": 30} if self.game == "ubongo" else {}
        if self.game == "drunter":
            options = {"variant": self.rng.choice(("basic", "basic", "expert"))}
        setup = game.deal(Setup(self.game, NAMES[:seats], options), self.rng)
        first = dict(setup_words(setup))
        self.truth, self.known, self.under_way = None, [], "first line"
        self._table.ask("/api/v1/sittings", first, self.tokens[0])
        self.truth, self.under_way, self.left_s = History.begin(game, setup), None, None
        self.tokens = {0: self.tokens[0]}

    def _move(self) -> None:
        assert self.truth is not None
        wanted = self._wanted()
        if wanted is None:
            self._learn()
            return
        seat, words = wanted
        self.under_way = uuid4().hex
        token = self.tokens[0]
        if words["move"] in self.truth.game.secret_moves | self.truth.game.own_moves:
            assert seat is not None
            token = self._phone(seat)
        try:
            self._table.ask("/api/v1/moves", {"id": self.under_way, **words}, token)
        except Refused as refused:
            if refused.status >= 500:
                raise
            self.under_way = None
            self._learn()
            return
        self.known.append(self.under_way)
        self.under_way, self.moves = None, self.moves + 1
        entry = entry_of(self.truth.setup, words, 1)
        try:
            self.truth = self.truth.add(entry.seat, entry.words)
        except IllegalMove:  # a time was over before it
            self._learn()

    def _wanted(self) -> tuple[Seat | None, JsonObject] | None:
        truth = self.truth
        assert truth is not None
        if truth.entries and not truth.game.secret_moves and self.rng.random() < 0.08:
            return None, {"move": UNDO}
        if self.game == "ubongo" and (made := self._glass_moves()) is not None:
            return None, made
        bot = catalogue.bot(self.game)
        move = next_move(truth.game, bot, truth.state, len(truth.setup.seats), self.rng)
        if move is None:
            return None
        words = dict(truth.game.words(truth.state, move))
        if move.seat is not None:
            words = {"seat": name_of(truth.setup, move.seat), **words}
        return move.seat, words

    def _glass_moves(self) -> JsonObject | None:
        """Return what the host does in a game with a glass: sometimes he ends it by hand."""
        kinds = {str(words) for words in self._state()["may"]}
        for kind in ("start", "turn_glass"):
            if kind in kinds:
                return {"move": kind, **({"symbol": "snake"} if kind == "start" else {})}
        return {"move": "time_up"} if "time_up" in kinds and self.rng.random() < 0.1 else None

    def _watch_glass(self) -> None:
        running = self.rng.random() < 0.7
        try:
            self._table.ask("/api/v1/timer", {"running": running}, self.tokens[0])
        except Refused:
            return
        timer = self._state()["timer"]
        self.left_s = None if timer is None else float(timer["left_s"])

    def _teach(self) -> None:
        """Teach two faces of dice, and save: the set is there afterwards, or it never was."""
        ask, host = self._table.ask, self.tokens[0]
        name = f"set {len(self.sets)}"
        self.saving = name
        ask("/api/v1/teaching/begin", {"kind": "dice", "name": name}, host)
        taken = self._table.send("/api/v1/teaching/photograph", self.photograph, "image/png", host)
        tops = json.loads(taken)["lesson"]["picture"]["tops"]
        for top, face in zip(tops, TAUGHT, strict=False):
            at = {"x": top["centre"][0], "y": top["centre"][1]}
            ask("/api/v1/teaching/tap", {"at": at, "face": face}, host)
        ask("/api/v1/teaching/save", {"use": False}, host)
        self.sets.add(name)
        self.saving = None

    def _phone(self, seat: Seat) -> str:
        """Return the token of the seat's phone, which joins where it has not yet."""
        if seat not in self.tokens:
            code = self._table.ask(f"/api/v1/seats/{seat}/codes", {}, self.tokens[0])["code"]
            said = {"code": code, "name": "a phone"}
            self.tokens[seat] = self._table.ask(f"/api/v1/seats/{seat}/join", said)["token"]
        return self.tokens[seat]

    def _state(self) -> JsonObject:
        state: JsonObject = self._table.ask("/api/v1/state", None, self.tokens[0])
        return state

    def _learn(self) -> None:
        """Take in what happened by itself, where the record may be had: a time that was over."""
        assert self.truth is not None
        if self.truth.game.secret_moves:
            return
        record = self._table.send("/api/v1/record", None, "", self.tokens[0]).decode()
        setup, entries = read_record(record.splitlines())
        self.truth = History.begin(self.truth.game, setup)
        for _, entry in entries:
            self.truth = self.truth.add(entry.seat, entry.words)

    # After the kill.

    def check(self, said: str) -> list[str]:
        """Return what is lost, half there, or said as a traceback; take in what is there."""
        wrong = ["a traceback"] if "Traceback" in said else []
        copy = self.data.with_name("copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.data, copy)
        with Journal(copy / "journal.lines") as journal:
            wrong += [f"mended {journal.mended}"] if journal.mended else []
            chapter = journal.last()
        if chapter is None or (self.under_way == "first line" and not chapter.events):
            self._begun_or_not(chapter)
            return wrong
        ids = [event.move_id.rpartition("/")[2] for event in chapter.events]
        tapped = [each for each in dict.fromkeys(ids) if not each.startswith("time-")]
        if self.under_way != "first line":
            allowed = [self.known, [*self.known, self.under_way]]
            wrong += [] if tapped in allowed else [f"lost: knows {tapped[-2:]}, was {self.known[-2:]}"]
        sitting = Sitting.resume(chapter)
        self.truth, self.known, self.under_way = sitting.history, tapped, None
        return wrong

    def _begun_or_not(self, chapter: Any) -> None:
        self.under_way, self.known = None, []
        self.truth = None if chapter is None else Sitting.resume(chapter).history

    def check_started(self, asked: Callable[..., Any]) -> list[str]:
        """Return what the table, started anew, shows otherwise than it was."""
        wrong: list[str] = []
        state = self._shown(asked)
        if state is None:  # what is there was looked at in the journal
            self.left_s = None
            return wrong
        entries = () if self.truth is None else self.truth.entries
        moves = sum(entry.words["move"] != UNDO for entry in entries)
        shown = state["earlier"] + len(state["history"])
        if self.truth is not None and (state["game"], shown) != (self.game, moves):
            wrong.append(f"{shown} moves of {state['game']} are shown, there are {moves}")
        codes = [fault["text"]["code"] for fault in state["faults"]]
        wrong += [f"fault {code}" for code in codes if code != "fault.deal_chosen"]  # the rig dealt
        timer, left_s = state["timer"], self.left_s
        if timer is not None and left_s is not None and timer["left_s"] > left_s + LEFT_WITHIN_S:
            wrong.append(f"{timer['left_s']} s are left, {left_s} were")
        if timer is not None and timer["running"]:
            wrong.append("the glass runs on by itself")
        self.left_s = None
        if 0 in self.tokens:
            sets = asked("/api/v1/teaching", None, self.tokens[0])["sets"]
            wrong += [f"{one['name']} is broken" for one in sets if one["broken"]]
            wrong += self._wrong_sets({one["name"] for one in sets})
        return wrong

    def _shown(self, asked: Callable[..., Any]) -> JsonObject | None:
        """Return the host's state, once no part of the table has fallen silent in making it.

        None where that takes too long: on a machine with much else to do.
        """
        for _ in range(SLOW_STARTS):
            state: JsonObject = asked("/api/v1/state", None, self.tokens.get(0))
            if not any(fault["text"]["code"] == "fault.silent" for fault in state["faults"]):
                return state
            time.sleep(0.25)
        return None

    def _wrong_sets(self, there: set[str]) -> list[str]:
        may_be = self.sets | ({self.saving} if self.saving else set())
        wrong = [] if self.sets <= there <= may_be else [f"sets {there ^ self.sets}"]
        self.sets, self.saving = there, None
        return wrong
