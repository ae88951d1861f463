"""What lies set aside in a reading of Carcassonne dice, as moves that the rules accept."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import BadMove, IllegalMove
from companion.games.carcassonne_dice.city import Cell, PlacedFace
from companion.games.carcassonne_dice.closing import Closing, closings, fresh
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import State
from companion.games.game import Game
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.carcassonne_dice.placing import city_cells
from vision.readings.dice import LyingDice


@dataclass(frozen=True)
class ReadSetAside:
    """Dice set aside in a reading: the moves that say so, where they lie, and the state then."""

    moves: tuple[JsonObject, ...]
    cells: Mapping[int, Cell]
    state: State


def followed(game: Game[State, Any], state: State, moves: Iterable[JsonObject]) -> State | None:
    """Play moves of the seat to move; None when the rules forbid one."""
    try:
        for words in moves:
            rest = {key: value for key, value in words.items() if key != "seat"}
            state = game.play(state, game.parse(state, state.seat, rest))
    except (BadMove, IllegalMove):
        return None
    return state


def words_aside(seat: str, knights: int, city: Iterable[tuple[Cell, PlacedFace]] = ()) -> JsonObject:
    """Return the move that sets knights aside, and dice in cells of the city."""
    placed = [{"face": face, "cell": list(cell), "turns": turns} for cell, (face, turns) in city]
    return {"seat": seat, "move": "set_aside", "knights": knights, "city": placed}


def put_aside(
    game: Game[State, Any],
    seat: str,
    state: State,
    lying: LyingDice,
    chosen: Collection[int],
    built: Mapping[int, Cell],
) -> ReadSetAside | None:
    """Set the ``chosen`` dice aside, beside those ``built``; None where that cannot be."""
    faces = [die.face for die in lying.dice]
    new = {n for n in chosen if faces[n] not in (KNIGHT, CATAPULT) and n not in built}
    placed = city_cells(lying, new, built, state.city, state.faces)
    knights = sum(faces[n] == KNIGHT for n in chosen) - state.knights
    if placed is None or knights < 0:
        return None
    cells = {**built, **{die: cell for die, (cell, _) in placed.items()}}
    if not placed and not knights:
        return ReadSetAside((), cells, state)
    words = words_aside(seat, knights, placed.values())
    after = followed(game, state, (words,))
    return None if after is None else ReadSetAside((words,), cells, after)


def ways_to_close(state: State, dice: Counter[str], *, begun: bool) -> list[Closing]:
    """Return the ways in which some of these dice close a city; ``begun``: also one of them alone."""
    faces = state.faces
    most = tuple(dice[face.name] for face in faces.city)
    ways = [
        way
        for city in state.cities
        if sum(most) and city.open_edges
        for way in closings(state.built, city, faces, most, sum(most)).values()
    ]
    return [*ways, *(fresh(faces, most, sum(most)).values() if begun else ())]
