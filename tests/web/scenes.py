"""Moments at the table, for pages to be looked at: real rules, rendered pictures, readings by hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2

from companion.games.carcassonne_dice.faces import STANDARD
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.game import EVERYONE, Setup, Words
from companion.games.plain_dice.rules import PlainDice
from companion.table.plays.carcassonne_dice.cities import drawn
from companion.table.service import LatestPicture
from companion.table.shapes.moves import HistoryLine, ProposalShape
from companion.table.shapes.state import StateShape
from companion.table.sight.seen import seen_shape
from tests.web.fake_table import end_of, nothing_played
from vision.readings.dice import DiceReading, Die, Grid, GridDie
from vision.readings.places import GridCell, PointMm
from vision.readings.reading import Guess
from vision.workshop.simulation import CameraPose, Hand, Lamp, Mat, Scene, SceneDie, Surface, render
from vision.workshop.simulation.dice.styles import CARCASSONNE_FACES, PIP_FACES, DieStyle

SIZE_WH = (960, 720)
SIDE_MM = 16.0
FIRST_CELL_MM = PointMm(118.0, 60.0)
LOOSE_MM = [
    (70, 55),
    (64, 92),
    (200, 70),
    (222, 104),
    (70, 130),
    (104, 148),
    (150, 150),
    (198, 143),
    (235, 60),
]
CITY = [
    ("corner", 0, 0, 1),
    ("three", 1, 0, 1),
    ("corner", 2, 0, 2),
    ("corner", 0, 1, 0),
    ("three", 1, 1, 3),
]

Fixed = tuple[str, int, int, int]
"""A die built: face, column, row, quarter turns clockwise."""


@dataclass(frozen=True)
class Table:
    """What lies there: dice built and loose, perhaps a hand; which of the loose are unsure."""

    built: Sequence[Fixed] = ()
    loose: Sequence[str] = ()
    hand: bool = False
    unsure: frozenset[int] = frozenset()
    surface: str = "wood_pale"


@dataclass
class Moment:
    """One moment: what everyone is told, and the picture."""

    state: StateShape
    picture: LatestPicture | None = None
    hands: list[dict[str, Any]] = field(default_factory=list)


def photograph(table: Table, frame: int) -> tuple[LatestPicture, DiceReading]:
    """Render the table; return the picture and its true reading, but for what is unsure."""
    pips = any(face in PIP_FACES for face in table.loose)
    faces = PIP_FACES if pips else CARCASSONNE_FACES
    laid = [
        (face, FIRST_CELL_MM.x + column * SIDE_MM, FIRST_CELL_MM.y + row * SIDE_MM, 90.0 * turns)
        for face, column, row, turns in table.built
    ]
    laid += [(face, *LOOSE_MM[n], 37.0 * n) for n, face in enumerate(table.loose)]
    scene = Scene(
        dice=tuple(_die(faces, face, PointMm(x, y), angle) for face, x, y, angle in laid),
        camera=CameraPose(PointMm(138, 95), distance_mm=300, tilt_deg=9),
        surface=Surface(table.surface),
        lamps=(Lamp(PointMm(40, -60), 500, 60, (0.75, 0.8, 0.85)),),
        mat=Mat(),
        hands=(Hand(PointMm(190, 120), 320.0),) if table.hand else (),
    )
    seen = render(scene, SIZE_WH)
    jpeg = cv2.imencode(".jpg", seen.image_bgr)[1].tobytes()
    ordered = sorted(seen.dice, key=lambda die: die.scene_index)
    dice = tuple(
        Die(
            face=die.face,
            centre_px=die.centre_px,
            corners_px=die.corners_px,
            angle_deg=die.angle_deg,
            confidence=0.998,
            sure=True,
            likely=(Guess(die.face, 0.998),),
        )
        for die in ordered
    )
    built = len(table.built)
    dice = tuple(
        replace(die, sure=False, confidence=0.61) if n - built in table.unsure else die
        for n, die in enumerate(dice)
    )
    city = Grid(tuple(GridDie(n, GridCell(c, r), t) for n, (_, c, r, t) in enumerate(table.built)))
    lone = tuple(Grid((GridDie(n, GridCell(0, 0), 0),)) for n in range(built, len(dice)))
    grids = (city, *lone) if table.built else lone
    doubts = ("die",) if table.unsure else ()
    return LatestPicture(jpeg, frame), DiceReading(
        dice, grids, not table.unsure, doubts, SIZE_WH, has_markers=True
    )


def _die(faces: Sequence[str], face: str, centre: PointMm, angle: float) -> SceneDie:
    top = list(faces)
    top.remove(face)
    a, b, c, d, e, f = (face, *top)
    kind = "pips" if faces is PIP_FACES else "carcassonne"
    style = DieStyle(kind, (a, b, c, d, e, f))  # type: ignore[arg-type]
    return SceneDie(style, face, centre, angle, SIDE_MM)


# -- sittings


def carcassonne(
    moves: Sequence[Words], seats: Sequence[str] = ("Ana", "Bořivoj", "Cécile")
) -> StateShape:
    """Play the moves; return what everyone may know."""
    game = CarcassonneDice()
    position = game.start(Setup("carcassonne_dice", tuple(seats)))
    state = nothing_played()
    for number, words in enumerate(moves, 1):
        seat = game.to_move(position)
        assert seat is not None
        before = sum(position.scores)
        position = game.play(position, game.parse(position, seat, words))
        state["history"].append(_line(number, seats[seat - 1], words, sum(position.scores) - before))
    to_move, outcome = game.to_move(position), game.outcome(position)
    state["sitting"], state["game"], state["seats"] = "1", game.name, list(seats)
    state["to_move"] = seats[to_move - 1] if to_move else None
    state["scores"] = dict(zip(seats, position.scores, strict=True))
    view: Any = game.view(position, EVERYONE)
    state["view"] = view
    state["may"] = [str(kind) for kind in view["may"]]
    state["odds"] = game.odds(position)
    if outcome:
        state["outcome"] = {"winners": [seats[seat - 1] for seat in outcome.winners], "why": outcome.why}
        state["end"] = end_of(state)
    return state


def _line(number: int, seat: str | None, words: Words, gained: int) -> HistoryLine:
    said: dict[str, tuple[str, dict[str, Any]]] = {
        "throw": ("move.throw", {"faces": " ".join(sorted(map(str, words.get("faces", ()))))}),  # type: ignore[arg-type]
        "set_aside": (
            "move.set_aside",
            {"city": len(words.get("city", ())), "knights": words.get("knights", 0)},  # type: ignore[arg-type]
        ),
        "stop": ("move.stop_city", {"points": gained}),
    }
    code, params = said[str(words["move"])]
    if words.get("take") == "knight":
        code, params = "move.stop_knight", {}
    return {
        "number": number,
        "seat": seat,
        "text": {"code": code, "params": params},
        "move": {**({"seat": seat} if seat else {}), **words},
        "at": f"2026-01-06T19:{number % 60:02d}:00Z",
        "by": "camera" if number % 7 else "tap",
        "undone": False,
        "corrected": number % 11 == 5,
    }


def throw(*faces: str) -> Words:
    return {"move": "throw", "faces": list(faces)}


def aside(*city: Fixed, knights: int = 0) -> Words:
    placed: Any = [
        {"face": face, "cell": [column, row], "turns": turns} for face, column, row, turns in city
    ]
    return {"move": "set_aside", "knights": knights, "city": placed}


STOP: Words = {"move": "stop", "take": "city"}
KEEP: Words = {"move": "stop", "take": "knight"}
FIRST = throw("corner", "three", "corner", "corner", "three", "cap", "knight", "catapult", "straight")
PAIR = aside(("cap", 0, 0, 1), ("straight", 1, 0, 1), ("cap", 2, 0, 3))
SMALL = [
    throw("cap", "cap", "straight", "knight", "knight", "knight", "catapult", "corner", "three"),
    PAIR,
    STOP,
]
KNIGHTS = [
    throw("cap", "cap", "straight", "knight", "knight", "knight", "catapult", "corner", "three"),
    aside(knights=3),
    KEEP,
]
NOTHING = [throw(*["cap"] * 8), STOP]
NINE = [throw(*["catapult"] * 9)]


def _with(state: StateShape, table: Table | None, phase: str, frame: int = 42) -> Moment:
    if table is None:
        return Moment(state)
    picture, reading = photograph(table, frame)
    state["watch"] = {"phase": phase, "seen": None, "hand": []}  # type: ignore[typeddict-item]
    if phase == "read":
        pips = any(face in PIP_FACES for face in table.loose)
        cities = {} if pips else {"cities": drawn(reading, STANDARD)}
        state["watch"]["seen"] = seen_shape({"dice": reading}, frame, cities)
    hands = [
        {
            "id": n,
            "face": die.face,
            "centre": [die.centre_px.x / SIZE_WH[0], die.centre_px.y / SIZE_WH[1]],
            "corners": [[p.x / SIZE_WH[0], p.y / SIZE_WH[1]] for p in die.corners_px],
            "angle": die.angle_deg,
            "at_rest": True,
            "laid": n < len(table.built),
            "stayed": False,
        }
        for n, die in enumerate(reading.dice)
    ]
    return Moment(state, picture, hands)


def no_sitting() -> Moment:
    return _with(nothing_played(), Table(), "empty")


def before_throw() -> Moment:
    return _with(carcassonne([*SMALL, *KNIGHTS]), Table(), "empty")


def moving() -> Moment:
    return _with(carcassonne([*SMALL, *KNIGHTS]), Table(loose=("cap", "knight"), hand=True), "moving")


def proposed() -> Moment:
    faces = ("corner", "three", "corner", "corner", "three", "cap", "knight", "catapult")
    moment = _with(carcassonne([*SMALL, *KNIGHTS]), Table(loose=faces), "read")
    move = {"seat": "Cécile", **throw(*faces)}
    text: Any = {"code": "throw.seen", "params": {"seat": "Cécile", "faces": " ".join(faces)}}
    moment.state["proposal"] = _proposal("move", text, [move], [], 1.5)
    return moment


def asked() -> Moment:
    faces = ("corner", "three", "corner", "corner", "three", "cap", "knight", "catapult")
    moment = _with(carcassonne([*SMALL, *KNIGHTS]), Table(loose=faces, unsure=frozenset({2, 5})), "read")
    ways = [faces, (*faces[:5], "straight", *faces[6:]), (*faces[:2], "three", *faces[3:])]
    choices = [
        (f"throw-{n}", {"code": "throw.plain", "params": {"faces": " ".join(w)}})
        for n, w in enumerate(ways)
    ]
    moment.state["proposal"] = _proposal(
        "question", {"code": "ask.throw_unsure", "params": {}}, [], choices, None
    )
    return moment


def half_built() -> Moment:
    """A city of five, open, while it is being built: no move has said so yet."""
    faces = ("corner", "three", "corner", "corner", "three", "straight", "knight", "knight")
    state = carcassonne([*SMALL, *KNIGHTS, throw(*faces)])
    building = carcassonne([*SMALL, *KNIGHTS, throw(*faces), aside(*CITY, knights=1)])
    state["building"], state["odds"] = building["view"], building["odds"]
    return _with(state, Table(built=CITY, loose=("straight", "knight", "knight")), "read")


def closed() -> Moment:
    """Six dice in a closed city after the last throw but one."""
    faces = ("corner", "three", "corner", "corner", "three", "straight", "knight", "knight")
    city = [*CITY, ("corner", 2, 1, 3)]
    more = [throw(*faces), aside(*CITY, knights=1), throw("corner", "knight")]
    state = carcassonne([*SMALL, *KNIGHTS, *more, aside(city[-1], knights=1)])
    return _with(state, Table(built=city, loose=("knight", "knight")), "read")


def over() -> Moment:
    return _with(
        carcassonne([*SMALL, *KNIGHTS, *NOTHING, *NOTHING, *NINE]),
        Table(loose=["catapult"] * 9),
        "read",
    )


def camera_lost() -> Moment:
    moment = half_built()
    moment.state["camera"] = {"backend": "webcam:0", "health": "lost", "message": None}
    moment.state["backends"] = {"camera": "webcam:0"}
    moment.state["watch"] = {"phase": "off", "seen": None, "hand": []}
    return moment


def without_camera() -> Moment:
    state = carcassonne([*SMALL, FIRST])
    state["camera"] = {"backend": "none", "health": "off", "message": None}
    state["watch"] = {"phase": "off", "seen": None, "hand": []}
    return Moment(state)


def plain() -> Moment:
    game = PlainDice()
    position = game.start(Setup("plain_dice", ("Ana",)))
    state = nothing_played()
    throws = [("1", "4", "6"), ("2", "2", "5", "5"), ("3", "6", "6", "1", "5")]
    for number, faces in enumerate(throws, 1):
        words = throw(*faces)
        position = game.play(position, game.parse(position, None, words))
        state["history"].append(_line(number, None, words, 0))
    state["sitting"], state["game"], state["seats"] = "2", "plain_dice", ["Ana"]
    state["view"] = game.view(position, EVERYONE)
    state["may"] = ["throw", "undo"]
    return _with(state, Table(loose=throws[-1], surface="felt"), "read")


def generic() -> Moment:
    """A game that has no page."""
    state = nothing_played()
    state["sitting"], state["game"], state["seats"] = "3", "pick_up_sticks", ["Ana", "Bob"]
    state["to_move"] = "Ana"
    state["view"] = {
        "round": 3,
        "rounds": 9,
        "gems": [["red", "blue"], ["green"]],
        "calls": [],
        "glass": {"left_s": 12.5, "running": True},
    }
    return _with(state, Table(), "empty")


def at_fault() -> Moment:
    """Half built, but two parts of the table do not work: one of them shows the game."""
    moment = half_built()
    moment.state["view"] = moment.state["building"] = moment.state["odds"] = None
    moment.state["faults"] = [
        {"part": "view", "text": {"code": "fault.raised", "params": {"part": "view"}}},
        {"part": "call button 2", "text": {"code": "fault.silent", "params": {"part": "call button 2"}}},
    ]
    return moment


def covered() -> Moment:
    """Half built, and a sleeve lies over a corner of the table."""
    moment = half_built()
    moment.state["watch"]["hand"] = [[(0.7, 0.45), (1.0, 0.4), (1.0, 0.9), (0.8, 0.75)]]
    return moment


def kept_waiting() -> Moment:
    """Half built, and a hand stays over the table."""
    moment = covered()
    moment.state["watch"] |= {"phase": "moving", "seen": None, "restless": True}
    moment.state["proposal"] = None
    return moment


def timed() -> Moment:
    """A game in which time runs."""
    moment = generic()
    moment.state["timer"] = {"left_s": 30.0, "of_s": 45.0, "running": True}
    return moment


def paused() -> Moment:
    """The same while the time stands still."""
    moment = generic()
    moment.state["timer"] = {"left_s": 12.3, "of_s": 45.0, "running": False}
    return moment


def _proposal(kind: Any, text: Any, moves: Any, choices: Any, closes: float | None) -> ProposalShape:
    return {
        "id": "p1",
        "kind": kind,
        "text": text,
        "moves": moves,
        "choices": [{"id": id_, "text": said, "moves": [], "dice": []} for id_, said in choices],
        "closes_in_s": closes,
        "frame": 42,
    }


MOMENTS: dict[str, Callable[[], Moment]] = {
    "no_sitting": no_sitting,
    "before_throw": before_throw,
    "moving": moving,
    "proposed": proposed,
    "asked": asked,
    "half_built": half_built,
    "closed": closed,
    "over": over,
    "camera_lost": camera_lost,
    "without_camera": without_camera,
    "plain": plain,
    "generic": generic,
    "at_fault": at_fault,
    "covered": covered,
    "kept_waiting": kept_waiting,
    "timed": timed,
    "paused": paused,
}
