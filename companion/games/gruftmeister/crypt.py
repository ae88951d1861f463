"""A crypt as data: twelve board parts, the things that are found, and the stones laid on the board.

The sources include neither the published parts nor their stones, so owners describe their copy in a JSON
file (``our_crypt.json`` is our own example)::

    {"name": "…", "note": "…",
     "colours": ["red", "blue", "green", "yellow"],
     "legend": {".": "floor", "c": "chest", "k": "coffin", "d": "door",
                "R": "lock red", "r": "start red", …},
     "parts": {"a": ["#### ####", "#. . .c.#", …], …},           twelve, drawn as in ``board``
     "layout": [["a", "b+1", "c", "d"], …],                      3 × 4 or 4 × 3; +1: a quarter turn
     "things": {"sword": "weapon", "shield": "armour", "crowbar": "tool", "heart": "heart", …},
     "doors": {"iron": {"tool": "crowbar", "key": "red"}, …},    what opens the locked doors
     "stones": {"chest": {"sword": 4, "red key": 1, …}, "coffin": {"treasure": 20, …},
                "door": {"open": 5, "iron": 3, …}}}

The key of each colour is a thing of itself (``red key``). A lock shows its colour on the board.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from companion.errors import BadSetup
from companion.games.game import Json
from companion.games.gruftmeister.board import (
    CHEST,
    COFFIN,
    Board,
    Drawing,
    Field,
    board_of,
    joined,
    turned,
)
from companion.games.gruftmeister.faults import crypt_faults, layout_faults, shape_faults
from companion.games.setup import near

WEAPON = "weapon"
ARMOUR = "armour"
KEY = "key"
HEART = "heart"
TREASURE = "treasure"

OPEN = "open"
"""The symbol under a door that is not locked."""

BUILT_IN = ("our_crypt",)


@dataclass(frozen=True, eq=False)
class Crypt:
    """One edition's parts, things and stones, free of faults, laid out as a board."""

    name: str
    note: str
    colours: tuple[str, ...]
    legend: Mapping[str, str]
    """The kind of field for each mark in the board's drawing."""
    kinds: Mapping[str, str]
    """The kind of each thing, keys included."""
    doors: Mapping[str, tuple[str, str]]
    """Tool and key (two things) that open each kind of locked door."""
    stones: Mapping[str, Mapping[str, int]]
    """How many stones of each face lie on the chests, the coffins and the doors."""
    board: Board

    @cached_property
    def weapons(self) -> frozenset[str]:
        """The things that kill."""
        return frozenset(thing for thing, kind in self.kinds.items() if kind == WEAPON)

    @cached_property
    def armour(self) -> frozenset[str]:
        """The things that block wounds."""
        return frozenset(thing for thing, kind in self.kinds.items() if kind == ARMOUR)

    @cached_property
    def treasures(self) -> int:
        """How many treasures there are in all."""
        chests, coffins = self.stones[CHEST], self.stones[COFFIN]
        found = (*chests.items(), *coffins.items())
        return sum(count for thing, count in found if self.kinds[thing] == TREASURE)


def key_of(colour: str) -> str:
    """Return the key of that colour, as a thing."""
    return f"{colour} key"


def ground_of(crypt: Json, layout: Json) -> str:
    """Return the text that fully describes the board: the crypt (a built-in name or data), and how its
    parts lie, both free of faults. Raises ``BadSetup`` naming all faults."""
    data: Any = built_in(crypt) if isinstance(crypt, str) else crypt
    faults = shape_faults(data)
    if not faults:
        layout = data["layout"] if layout is None else layout
        faults = [*crypt_faults(data), *layout_faults(data, layout)]
    if faults:
        raise BadSetup("; ".join(faults), hint="See the description of a crypt's file.")
    ground = json.dumps({"crypt": crypt, "layout": layout}, ensure_ascii=False)
    _check_all_reached(crypt_of(ground).board)
    return ground


@lru_cache(maxsize=16)
def crypt_of(ground: str) -> Crypt:
    """Return the crypt that such a text describes."""
    words = json.loads(ground)
    data = built_in(words["crypt"]) if isinstance(words["crypt"], str) else words["crypt"]
    legend = {mark: Field(*kind.split()) for mark, kind in data["legend"].items()}
    keys = {key_of(colour): KEY for colour in data["colours"]}
    return Crypt(
        name=data["name"],
        note=data["note"],
        colours=tuple(data["colours"]),
        legend=data["legend"],
        kinds={**data["things"], **keys},
        doors={face: (door["tool"], key_of(door["key"])) for face, door in data["doors"].items()},
        stones=data["stones"],
        board=board_of(_laid_out(data["parts"], words["layout"]), legend),
    )


def built_in(name: str) -> Any:
    """Return the data of a crypt that ships with us. Raises ``BadSetup``."""
    if name not in BUILT_IN:
        raise BadSetup(f"no crypt is called {near(name, BUILT_IN)}", hint=f"There is {BUILT_IN[0]}.")
    text = files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)


def _laid_out(parts: Mapping[str, list[str]], layout: list[list[str]]) -> Drawing:
    def part(laid: str) -> Drawing:
        name, _, turns = laid.partition("+")
        return turned(tuple(parts[name]), int(turns or 0))

    return joined([part(laid) for laid in row] for row in layout)


def _check_all_reached(board: Board) -> None:
    start = next(iter(board.starts.values()))
    lost = sorted(set(board.fields) - board.within_reach(start))
    if lost:
        cells = ", ".join(f"({cell})" for cell in lost[:6])
        raise BadSetup(f"layout: {len(lost)} fields cannot be reached from the starts: {cells}")
