"""A table that runs in a tree, asked as its host, and a film that it looks at."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from tests.rigs import found
from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.readings.places import PointMm
from vision.workshop.simulation.table import SimulatedTable

NAMES = ["Ana", "Bob"]
DICE_GAME = {"game": "carcassonne_dice", "seats": NAMES}
PHOTOGRAPHS = 600
SETTLED_S = 3.5
"""From a finished reading until what the table proposes has been accepted, and told."""

State = dict[str, Any]
Claims = Iterator[tuple[str, found.Found]]
"""What was tried, by name, and how it fails."""


@dataclass(frozen=True)
class Lain:
    """A die as it lies: its face, where (mm on the mat), and how it is turned (degrees clockwise)."""

    face: str
    x: float
    y: float
    angle_deg: float = 0.0


SPOTS_MM = [(x, y) for y in (52.0, 88.0, 124.0, 160.0) for x in (70.0, 112.0, 154.0, 196.0, 238.0)]
"""Far enough apart that no two dice can be thought to touch."""


def strewn(*faces: str, begin: int = 0) -> list[Lain]:
    """Return dice that lie apart, row by row from the spot numbered ``begin``."""
    return [
        Lain(face, *SPOTS_MM[(begin + n) % len(SPOTS_MM)], 17.0 + 41.0 * (begin + n))
        for n, face in enumerate(faces)
    ]


def scene(*dice: Lain, hand: bool = False, seed: int = 3) -> ImageBgr:
    """Return the picture of a table on which these dice lie, with a hand over them or not."""
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=seed)
    for die in dice:
        table.put(die.face, PointMm(die.x, die.y), die.angle_deg)
    if hand:
        table.hand(True)
        clock = SteppedClock(table.busy_until + 1.0)
    return table.render(clock.now())


class Evening:
    """A table that runs, asked as its host."""

    def __init__(self, table: found.Table) -> None:
        self.port = table.port
        self._token = ""
        self._token = self.ask("login", {"pin": found.PIN})["token"]

    @property
    def address(self) -> str:
        """Where its pages are, on this machine."""
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, body: object = None) -> Any:
        """Return what the API answers, a refusal too. Raises OSError."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        headers |= {} if body is None else {"Content-Type": "application/json"}
        data = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", f"/api/v1/{path}", data, headers)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer

    def state(self) -> State:
        """Return what the host may know."""
        return dict(self.ask("state"))

    def moves(self) -> list[State]:
        """Return the moves that stand."""
        return [line["move"] for line in self.state()["history"] if not line["undone"]]

    def until(self, comes: Callable[[State], bool], within_s: float) -> State | None:
        """Return the first state of which this is true; None where none comes."""
        until = time.monotonic() + within_s
        while time.monotonic() < until:
            state = self.state()
            if comes(state):
                return state
            time.sleep(0.1)
        return None

    def throw(self) -> State | None:
        """Throw at the simulated table; return the state with the throw, or what is asked of it."""
        before = len(self.moves())
        self.ask("simulator/throw", {})
        return self.until(lambda now: len(now["history"]) > before or is_asked(now), 25.0)

    def answer_first(self, state: State) -> None:
        """Take the first answer, if something is asked."""
        if is_asked(state) and state["proposal"]["choices"]:
            proposal = state["proposal"]
            self.ask("answers", {"proposal": proposal["id"], "choice": proposal["choices"][0]["id"]})


def is_asked(state: State) -> bool:
    """Tell whether the table asks something."""
    return state["proposal"] is not None and state["proposal"]["kind"] == "question"


def short(state: State) -> str:
    """Return what the table did and says, in few words."""
    kinds = [line["move"]["move"] for line in state["history"] if not line["undone"]]
    proposal, notice = state["proposal"], state.get("notice")
    says = [f"{proposal['kind']} {proposal['text']['code']}"] if proposal else []
    says += [f"points {proposal['text']['params']['points']}"] if says and is_building(proposal) else []
    says += [notice["code"]] if notice else []
    return f"moves: {', '.join(kinds) or 'none'}; says: {'; '.join(says) or 'nothing'}"


def is_building(proposal: State) -> bool:
    """Tell whether a proposal says what a city that is being built is worth."""
    return "points" in proposal["text"]["params"]


class Film:
    """A recording whose picture is changed while it runs: each of its photographs is the present one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._now = folder / "now"
        folder.mkdir()
        self._write(scene())
        for number in range(PHOTOGRAPHS):
            (folder / f"{number:03}.png").symlink_to("now")

    def _write(self, image: ImageBgr) -> None:
        new = self.folder / "new"
        new.write_bytes(cv2.imencode(".png", image)[1].tobytes())
        new.replace(self._now)

    def begin(self, evening: Evening) -> None:
        """Wait until the empty table has been read, and begin the dice game."""
        evening.until(lambda now: now["watch"]["phase"] in ("empty", "read"), 30.0)
        evening.ask("sittings", DICE_GAME)
        time.sleep(SETTLED_S)

    def show(self, evening: Evening, image: ImageBgr, within_s: float = 25.0) -> State:
        """Let the table see this, until it has been read and what comes of it is there."""
        before = frame_read(evening.state())
        self._write(image)
        evening.until(lambda now: frame_read(now) > before, within_s)
        time.sleep(SETTLED_S)
        return evening.state()

    def show_until(self, evening: Evening, image: ImageBgr, comes: Callable[[State], bool]) -> State:
        """Let the table see this, until something comes of it. Raises RuntimeError if it never does."""
        self._write(image)
        state = evening.until(comes, 25.0)
        if state is None:
            raise RuntimeError(f"it never came; {short(evening.state())}")
        return state


def frame_read(state: State) -> int:
    """Return the number of the frame that has been read last; -1: none."""
    watch = state["watch"]
    is_read = watch["phase"] in ("empty", "read") and watch["seen"] is not None
    return int(watch["seen"]["frame"]) if is_read else -1


@contextmanager
def filmed(tree: found.Tree, folder: Path) -> Iterator[tuple[Evening, Film]]:
    """Run a table that looks at a film of an empty table, the dice game begun."""
    film = Film(folder / "film")
    with tree.table(folder / "data", "--camera", f"recording:{film.folder}") as table:
        evening = Evening(table)
        film.begin(evening)
        yield evening, film
