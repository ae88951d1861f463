"""A table that stands still: it says what it was told, and takes only the calls it was told of."""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from companion.errors import CompanionError, NoSuchGame
from companion.games.game import EVERYONE, HOST, Role, Seat, Words
from companion.table.broadcast.views import describe_awaited
from companion.table.evenings.players import KnownPlayer
from companion.table.evenings.sharing import SharedGame
from companion.table.hooks.drawing import Word, seated
from companion.table.hooks.speaking import Awaiting
from companion.table.mosaics.shapes import MosaicsShape
from companion.table.plays.catalogue import play_of
from companion.table.service import Change, LatestPicture, Table
from companion.table.shapes.box import Measuring, PartsShape, Shows
from companion.table.shapes.camera import PhoneReport, PhoneWanted
from companion.table.shapes.evenings import EndShape, EveningsShape, LastGameShape
from companion.table.shapes.moves import HistoryLine
from companion.table.shapes.state import MemoryShape, StateShape
from companion.table.shapes.values import JsonObject, MarkShape
from companion.table.sight.tapped import Tapped
from companion.table.supervision.wakeups import Wakeups
from companion.table.teaching.shapes import FamilyShape, Place, TappedPiece, TeachingShape

Call = tuple[Any, ...]


def nothing_played() -> StateShape:
    """Return the state of a table at which nothing is played, seen by everyone."""
    return {
        "sitting": None,
        "game": None,
        "seats": [],
        "to_move": None,
        "scores": None,
        "outcome": None,
        "version": 0,
        "role": "everyone",
        "backends": {"camera": "simulated"},
        "camera": {"backend": "simulated", "health": "running", "message": None},
        "watch": {"phase": "empty", "seen": None, "hand": []},
        "proposal": None,
        "view": None,
        "building": None,
        "task": None,
        "mine": False,
        "may": [],
        "odds": None,
        "timer": None,
        "faults": [],
        "history": [],
        "earlier": 0,
        "edition": 0,
        "end": None,
        "marks": {},
    }


def end_of(state: StateShape) -> EndShape:
    """Return how the game ended, as far as its scores and winners tell it."""
    scores, won = state["scores"] or {}, (state["outcome"] or {}).get("winners", [])
    best = sorted(state["seats"], key=lambda name: (name not in won, -scores.get(name, 0)))
    return {
        "ranking": [
            {"name": name, "rank": rank, "score": scores.get(name), "won": name in won}
            for rank, name in enumerate(best, 1)
        ],
        "why": None,
        "highlights": [],
        "minutes": 30.0,
        "moves": len(state["history"]),
        "picture": None,
        "evening": {"number": 1, "games": 1, "standings": []},
    }


def usual_marks(seats: Sequence[str]) -> dict[str, MarkShape]:
    """Return the marks of players of whom nothing is known."""
    return {name: {"colour": place % 6 + 1, "sign": place % 6 + 1} for place, name in enumerate(seats)}


def task_of(state: StateShape, role: Role) -> Any:
    """Return what the game waits for, as the table would tell it."""
    view = state["building"] or state["view"]
    if state["game"] is None or not view or (role.seat or 0) > len(state["seats"]):
        return {}
    now = Awaiting(view, state["to_move"], state["may"])
    return describe_awaited(state["game"], now, state["seats"], role.seat)


class Anything:
    """Equal to everything: an argument that may be whatever it likes."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Expected:
    """Calls that must come, in this order, and what they answer. Any other call fails at once."""

    def __init__(self) -> None:
        self._awaited: deque[tuple[Call, Any]] = deque()
        self.wrong: list[str] = []

    def expect(self, *call: Any, answer: Any = None) -> None:
        """Await a call: its method's name, then its arguments. An error as answer is raised."""
        self._awaited.append((call, answer))

    def take(self, *call: Any) -> Any:
        """Answer a call, which must be the next that was awaited."""
        describe_awaited, answer = self._awaited.popleft() if self._awaited else (None, None)
        if call != describe_awaited:
            self.wrong.append(f"awaited {describe_awaited}, came {call}")
        assert call == describe_awaited, self.wrong[-1]
        if isinstance(answer, CompanionError):
            raise answer
        return answer

    def all_came(self) -> None:
        """Fail if a call that was awaited has not come, or another came in a thread of the server."""
        assert not self.wrong, self.wrong
        assert not self._awaited, f"never came: {list(self._awaited)}"

    @property
    def done(self) -> bool:
        """Whether every call that was awaited has come."""
        return not self._awaited


class FakeHands:
    """The simulated table's hands."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls
        self.lying: JsonObject = {"dice": []}

    def table(self) -> JsonObject:
        return self.lying

    def begin(self) -> None:
        self._calls.take("begin")

    def throw(self, count: int | None = None) -> None:
        self._calls.take("throw", count)

    def drag(self, die: int, to: tuple[float, float], turn_deg: float, snap: bool) -> None:
        self._calls.take("drag", die, to, turn_deg, snap)

    def remove(self, dice: list[int]) -> None:
        self._calls.take("remove", dice)

    def clear(self) -> None:
        self._calls.take("clear")

    def lay(self, labels: Sequence[str], to: tuple[float, float], turns: int, snap: bool) -> None:
        self._calls.take("lay", labels, to, turns, snap)

    def shift(self, piece: int, to: tuple[float, float], turns: int, snap: bool) -> None:
        self._calls.take("shift", piece, to, turns, snap)

    def stand(self, pawn: int, to: tuple[float, float]) -> None:
        self._calls.take("stand", pawn, to)

    def take_away(self, pieces: Sequence[int], pawns: Sequence[int]) -> None:
        self._calls.take("take_away", pieces, pawns)

    def throw_stones(self) -> None:
        self._calls.take("throw_stones")

    def move_token(self, token: int, to: tuple[float, float]) -> None:
        self._calls.take("move_token", token, to)

    def take_tokens(self, tokens: Sequence[int], seat: int | None) -> None:
        self._calls.take("take_tokens", tokens, seat)

    def lay_puzzle(self, filled: bool) -> None:
        self._calls.take("lay_puzzle", filled)

    def move_part(self, part: int, to: tuple[float, float], turns: int, flip: bool) -> None:
        self._calls.take("move_part", part, to, turns, flip)

    def put_puzzle_away(self) -> None:
        self._calls.take("put_puzzle_away")

    def hand(self, over_table: bool) -> None:
        self._calls.take("hand", over_table)

    def dress(self, surface: str) -> None:
        self._calls.take("dress", surface)


class FakeCameraPhone:
    """The phone that is the camera: it says what came, and wants the next picture after a while."""

    def __init__(self) -> None:
        self.pictures: list[bytes] = []
        self.told: list[PhoneReport] = []
        self.names: list[str | None] = []

    def picture(self, jpeg: bytes) -> PhoneWanted:
        self.pictures.append(jpeg)
        return {"next_ms": 150, "size": [1640, 1232], "hold": False, "asked": 0}

    def hear(self, how: PhoneReport) -> None:
        self.told.append(how)

    def becomes(self, name: str | None) -> None:
        self.names.append(name)


class FakeNewcomers:
    """What is covered on phones that join anew."""

    def __init__(self) -> None:
        self.came: list[tuple[Seat, bool]] = []
        self.gone: list[Seat] = []
        self.covered: set[Seat] = set()

    def come(self, seat: Seat, took_over: bool) -> None:
        self.came.append((seat, took_over))

    def go(self, seat: Seat) -> None:
        self.gone.append(seat)

    def covers(self, seat: Seat) -> bool:
        return seat in self.covered


class FakeSetUp:
    """How a game is set up: what was shown of it, and whether each game begun asked for it."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls
        self.known: list[str] = []
        self.asked: list[bool] = []

    def show(self, role: Role, *, shown: bool) -> None:
        self._calls.take("set_up", role, shown)


class FakeParts:
    """The voting box's parts: two lamps, the buzzer and a key."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls
        self.told: PartsShape = {
            "parts": [
                {"name": "column-1", "kind": "lamp", "gpio": 9, "pin": 21},
                {"name": "status", "kind": "lamp", "gpio": 21, "pin": 40},
                {"name": "buzzer", "kind": "buzzer", "gpio": 26, "pin": 37},
                {"name": "card-1", "kind": "key", "gpio": 4, "pin": 7},
            ],
            "tried": None,
            "heard": None,
        }

    def shape(self) -> PartsShape:
        return self.told

    def ask(self, name: str | None) -> None:
        self._calls.take("ask", name)
        self.told["tried"], self.told["heard"] = name, None


class FakeOwner:
    """The owner's settings, of which a test says what is called."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls

    def show_glass_with(self, shows: Shows) -> None:
        self._calls.take("show_glass_with", shows)

    def show_advice(self, *, shown: bool) -> None:
        self._calls.take("show_advice", shown)

    def set_strip(self, said: Mapping[str, Any]) -> None:
        self._calls.take("set_strip", dict(said))

    def measure_glass(self, doing: Measuring) -> None:
        self._calls.take("measure_glass", doing)


class FakeEvenings:
    """Players and past games."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls
        self.shown: EveningsShape = {
            "players": [],
            "standings": [],
            "evenings": [],
            "earlier": 0,
            "untold": False,
        }
        self.last: list[LastGameShape] = []
        self.ended: list[SharedGame] = []
        self.drawn = ""

    def told(self, before: int | None = None) -> EveningsShape:
        return self.shown if before is None else {**self.shown, "evenings": [], "earlier": 0}

    def last_games(self) -> list[LastGameShape]:
        return self.last

    def play(self, sitting: int, title: Callable[[str], str]) -> SharedGame:
        found = [one for one in self.plays(title) if one.result.sitting == sitting]
        if not found:
            raise NoSuchGame(f"no game {sitting}")
        return found[0]

    def plays(self, title: Callable[[str], str]) -> list[SharedGame]:
        return [replace(one, title=title(one.result.game)) for one in self.ended]

    def players(self) -> list[KnownPlayer]:
        return [KnownPlayer(**one) for one in self.shown["players"]]

    def drawing(self, sitting: int, word: Word) -> str:
        del sitting, word
        return self.drawn

    def close(self, sitting: int) -> None:
        self._calls.take("close", sitting)

    def reopen(self, sitting: int) -> None:
        self._calls.take("reopen", sitting)

    def leave(self, sitting: int, name: str) -> None:
        self._calls.take("leave", sitting, name)

    def come_in(self, sitting: int, name: str, *, nameless: bool = False) -> None:
        self._calls.take("come_in", sitting, name, nameless)

    def rename(self, id_: str, name: str) -> tuple[str, str]:
        before: str = self._calls.take("rename", id_, name)
        return before, name

    def mark(self, id_: str, colour: int, sign: int) -> None:
        self._calls.take("mark", id_, colour, sign)

    def merge(self, id_: str, into: str) -> tuple[str, str]:
        names: tuple[str, str] = self._calls.take("merge", id_, into)
        return names

    def delete(self, id_: str, stand_in: str) -> str:
        name: str = self._calls.take("delete", id_, stand_in)
        return name


class FakeBeside:
    """Side tables of which nothing is kept."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls

    def view(self, game: str) -> JsonObject:
        shown: JsonObject = self._calls.take("view", game)
        return shown

    def do(self, game: str, id_: str, words: Words) -> None:
        self._calls.take("do", game, id_, dict(words))


class FakeMosaics:
    """Boards of parts of which none was taught."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls

    def state(self) -> MosaicsShape:
        return {"games": {}, "boards": [], "open": None, "picture": None, "unsure": []}

    def picture(self) -> bytes | None:
        return None

    def open(self, name: str, game: str) -> MosaicsShape:
        return self._done("open", name, game)

    def take_picture(self) -> MosaicsShape:
        return self._done("take_picture")

    def take_file(self, data: bytes) -> MosaicsShape:
        return self._done("take_file", data)

    def cut(self, corners: list[Place], fields: int) -> MosaicsShape:
        return self._done("cut", corners, fields)

    def edit(self, part: str) -> MosaicsShape:
        return self._done("edit", part)

    def keep(self, drawing: Sequence[str]) -> MosaicsShape:
        return self._done("keep", list(drawing))

    def count(self, counts: Mapping[str, Mapping[str, int]]) -> MosaicsShape:
        return self._done("count", dict(counts))

    def read_stones(self, kind: str) -> MosaicsShape:
        return self._done("read_stones", kind)

    def lies(self, name: str, corners: list[Place] | None) -> MosaicsShape:
        return self._done("lies", name, corners)

    def delete(self, name: str) -> MosaicsShape:
        return self._done("delete", name)

    def packed(self, name: str) -> bytes:
        packed: bytes = self._calls.take("packed", name)
        return packed

    def take_up(self, data: bytes) -> MosaicsShape:
        return self._done("take_up", data)

    def _done(self, *call: Any) -> MosaicsShape:
        self._calls.take(*call)
        return self.state()


class FakePanel:
    """The simulated box's front."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls
        self.front: JsonObject = {
            "keys": ["card-1", "ok"],
            "lamps": {"column-1": True, "status": False},
            "levels": {"column-1": 0.5, "status": 0.0},
            "beeps": 3,
        }

    def look(self) -> JsonObject:
        return self.front

    def press(self, key: str) -> None:
        self._calls.take("press", key)


def nothing_taught() -> TeachingShape:
    """Return the state of a table at which nothing was taught."""
    pips: FamilyShape = {
        "kind": "dice",
        "name": "pips",
        "faces": ["1", "2", "3", "4", "5", "6"],
        "without_top": [],
        "pawns": [],
        "columns": 0,
        "rows": 0,
    }
    return {
        "kinds": ["dice"],
        "families": [pips],
        "lesson": None,
        "sets": [],
        "own": {},
    }


class FakeTeaching:
    """Teaching: ``taught`` is how it stands, ``shown`` the lesson's picture."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls
        self.taught = nothing_taught()
        self.shown: bytes | None = None

    def state(self) -> TeachingShape:
        return self.taught

    def picture(self) -> bytes | None:
        return self.shown

    def begin(self, kind: str, name: str, family: str, earlier: bool) -> TeachingShape:
        return self._done("begin", kind, name, family, earlier)

    def give_up(self) -> TeachingShape:
        return self._done("give_up")

    def take_picture(self) -> TeachingShape:
        return self._done("take_picture")

    def take_file(self, data: bytes) -> TeachingShape:
        return self._done("take_file", data)

    def place(self, columns: int, rows: int, corners: list[Place]) -> TeachingShape:
        return self._done("place", columns, rows, corners)

    def mark(self, cells: Mapping[str, str], settled: bool) -> TeachingShape:
        return self._done("mark", cells, settled)

    def nudge(self, right: int, down: int) -> TeachingShape:
        return self._done("nudge", right, down)

    def unplace(self) -> TeachingShape:
        return self._done("unplace")

    def again(self) -> TeachingShape:
        return self._done("again")

    def measure(self, at: Place, radius: float | None) -> TeachingShape:
        return self._done("measure", at, radius)

    def tap(self, said: TappedPiece) -> TeachingShape:
        return self._done("tap", said)

    def undo(self) -> TeachingShape:
        return self._done("undo")

    def test(self) -> TeachingShape:
        return self._done("test")

    def judge(self) -> TeachingShape:
        return self._done("judge")

    def save(self, use: bool) -> TeachingShape:
        return self._done("save", use)

    def use(self, kind: str, name: str | None) -> TeachingShape:
        return self._done("use", kind, name)

    def keep(self, kind: str, said: TappedPiece, name: str) -> TeachingShape:
        return self._done("keep", kind, said, name)

    def delete(self, name: str) -> TeachingShape:
        return self._done("delete", name)

    def packed(self, name: str) -> bytes:
        packed: bytes = self._calls.take("packed", name)
        return packed

    def take_up(self, data: bytes) -> TeachingShape:
        return self._done("take_up", data)

    def _done(self, *call: Any) -> TeachingShape:
        self._calls.take(*call)
        return self.taught


class FakeLooking:
    """What the camera shows, and how it is set."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls
        self.shown: LatestPicture | None = None

    def picture(self) -> LatestPicture | None:
        return self.shown

    def set_camera(self, said: Mapping[str, Any]) -> None:
        self._calls.take("set_camera", dict(said))


class FakeMemory:
    """Where moves are kept."""

    def __init__(self, calls: Expected) -> None:
        self._calls = calls
        self.told: MemoryShape = {
            "kept": True,
            "without": False,
            "folder": "/data",
            "elsewhere": False,
            "places": [],
        }

    def shape(self) -> MemoryShape:
        return self.told

    def go_on_in(self, place: str | None) -> Path | None:
        folder: Path | None = self._calls.take("go_on_in", place)
        return folder


class FakeTable:
    """A table for tests. ``tell`` gives a role its next change; ``waits``: whether ``changes`` waits."""

    def __init__(self, *, waits: bool = False) -> None:
        self.calls = Expected()
        self.simulator: FakeHands | None = FakeHands(self.calls)
        self.after: list[int | None] = []
        self.only_known: list[bool] = []
        self.panel: FakePanel | None = FakePanel(self.calls)
        self.teaching: FakeTeaching | None = FakeTeaching(self.calls)
        self.newcomers = FakeNewcomers()
        self.camera_phone: FakeCameraPhone | None = FakeCameraPhone()
        self.games: JsonObject = {"plain_dice": {"seats": [1, 2, 3, 4], "options": {}, "goes_on": {}}}
        self.known_players: list[str] = []
        self.evenings = FakeEvenings(self.calls)
        self.beside = FakeBeside(self.calls)
        self.mosaics: FakeMosaics | None = FakeMosaics(self.calls)
        self.set_up = FakeSetUp(self.calls)
        self.parts = FakeParts(self.calls)
        self.owner = FakeOwner(self.calls)
        self.looking = FakeLooking(self.calls)
        self.memory = FakeMemory(self.calls)
        self._waits = waits
        self._states: dict[Role, StateShape] = {}
        self._told: dict[Role, list[Change]] = {}
        self._news = threading.Condition()
        self._wakeups = Wakeups()
        self.woken = self._wakeups.woken

    def show(self, state: StateShape, *roles: Role) -> None:
        """Let these roles (none given: everyone and the host) be in this state, and tell them."""
        if self.looking.shown is not None and state["watch"]["phase"] != "moving":
            state["watch"] = {**state["watch"], "picture": self.looking.shown.frame}
        state["marks"] = state["marks"] or usual_marks(state["seats"])
        for role in roles or (EVERYONE, HOST):
            self._states[role] = state.copy()
            self._states[role].update(task_of(state, role))
            self.tell(role, "state", dict(self._states[role]))

    def tell(self, role: Role, kind: str, data: JsonObject) -> None:
        """Give a role its next change."""
        with self._news:
            told = self._told.setdefault(role, [])
            told.append(Change(len(told) + 1, kind, data))
            self._news.notify_all()
        self._wakeups.wake()

    def players(self) -> list[str]:
        return self.known_players

    def state(self, role: Role) -> StateShape:
        return self._states.get(role) or nothing_played()

    def drawing(self, word: Word) -> str:
        state = self.state(EVERYONE)
        view = state["building"] or state["view"]
        if view is None or state["game"] is None:
            return ""
        return play_of(state["game"]).drawing(view, seated(state["seats"], state["marks"]), word)

    def changes(self, role: Role, after: int | None, timeout_s: float) -> list[Change]:
        with self._news:
            if not self._newer(role, after) and self._waits:
                self._news.wait_for(lambda: self._newer(role, after), timeout_s)
            return list(self._newer(role, after))

    def _newer(self, role: Role, after: int | None) -> Sequence[Change]:
        told = self._told.get(role, [])
        if after is None:
            return [change for change in told if change.kind == "state"][-1:]
        return [change for change in told if change.number > after]

    def earlier(self, role: Role, before: int) -> list[HistoryLine]:
        lines: list[HistoryLine] = self.calls.take("earlier", role, before)
        return lines

    on_trial = False

    def start_sitting(self, words: Words, nameless: Sequence[str] = (), *, set_up: bool = False) -> None:
        self.set_up.asked.append(set_up)
        self.calls.take("start_sitting", dict(words), *nameless)

    def submit(
        self,
        role: Role,
        move_id: str,
        words: Words,
        after: int | None = None,
        *,
        only_known: bool = False,
    ) -> int:
        self.after.append(after)
        self.only_known.append(only_known)
        version: int = self.calls.take("submit", role, move_id, dict(words))
        return version

    def answer(self, role: Role, proposal: str, choice: str, faces: Sequence[str] | None = None) -> None:
        said = () if faces is None else (faces,)
        self.calls.take("answer", role, proposal, choice, *said)

    def put_right(self, role: Role, tapped: Tapped) -> None:
        self.calls.take("put_right", role, tapped)

    def run_timer(self, role: Role, running: bool) -> None:
        self.calls.take("run_timer", role, running)

    def record(self) -> str:
        record: str = self.calls.take("record")
        return record


def as_table(fake: FakeTable) -> Table:
    """Return it as pages take it; ``test_fake_table.py`` holds it to what the real one takes."""
    return cast(Table, fake)
