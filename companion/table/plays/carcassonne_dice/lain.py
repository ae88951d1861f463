"""How dice lie after a look, what they are then, and how seldom they come to lie so."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import log
from typing import Any

from companion.games.carcassonne_dice.faces import KNIGHT, Faces
from companion.games.carcassonne_dice.state import State
from companion.table.plays.carcassonne_dice.placing import joined
from companion.table.plays.carcassonne_dice.standing import is_city, standing, together
from companion.table.plays.carcassonne_dice.turn import (
    ASIDE,
    BUILT,
    FELL,
    LOCKED,
    OUT,
    PUT,
    is_astray,
    is_catapult,
)
from companion.table.tracking.likelihood import ExplainedLook
from companion.table.tracking.world import EVEN, Hypothesis, Lain
from companion.table.tracking.worlds import stayed
from vision.piece import Look, Place
from vision.readings.places import PointPx

NO_FACE = ""
"""The label of a die that nobody has seen, nor will: no die that is read later is taken for it."""
NOWHERE = Place(PointPx(0.0, 0.0), 1.0)
"""Where a die lies that nobody has seen."""
ALONE = 0.02
"""Probability that a die of a city that was put aside lies by itself."""
TOUCHES, BACK_ALONE = 0.01, 0.02
"""Probability that a die falls against another, in line; that one of a city is put back by itself."""


def order(told: ExplainedLook) -> list[int]:
    """Return the numbers of the world's dice in the order in which they are left."""
    return [*told.known.values(), *told.unseen]


def in_order(one: Hypothesis, told: ExplainedLook) -> list[Lain]:
    """Return the world's dice in that order, as they lay before."""
    return [one.pieces[number] for number in order(told)]


def still_there(one: Hypothesis, look: Look[Any], told: ExplainedLook) -> list[Lain]:
    """Return the dice that were there before; catapults that are gone are out of the turn."""
    found = []
    for old, (_, piece) in zip(order(told), stayed(one, look, told), strict=True):
        was = one.pieces[old]
        role = PUT if old in told.moved and piece.role == FELL else piece.role
        if was.role not in LOCKED:
            laid = was.place if old in told.moved else None
        else:
            laid = was.laid or was.place if old in told.moved or is_astray(piece) else None
        is_same = (role, laid) == (piece.role, piece.laid)
        found.append(piece if is_same else replace(piece, role=role, laid=laid))
    return found


def locked(piece: Lain, number: int, chosen: set[int], cells: Mapping[int, tuple[int, int]]) -> Lain:
    """Return a die once those ``chosen`` are set aside; ``cells``: of each that is built, its cell."""
    if is_catapult(piece):
        return replace(piece, role=OUT)
    if number in cells:
        return replace(piece, role=BUILT, cell=cells[number])
    return replace(piece, role=ASIDE) if number in chosen else piece


def any_knight_aside(pieces: Sequence[Lain]) -> list[Lain]:
    """Return the same dice: any knight that lies there stands for one set aside that was taken up."""
    found = list(pieces)
    knights = [number for number, piece in enumerate(found) if piece.label == KNIGHT]
    gone = [number for number in knights if found[number].role == ASIDE and found[number].is_away]
    there = [n for n in knights if found[n].role != ASIDE and not found[n].is_away]
    for one, other in zip(gone, there, strict=False):
        role = found[other].role
        found[other] = replace(found[other], role=ASIDE)
        found[one] = replace(found[one], role=role)
    return found


def as_found(pieces: Sequence[Lain]) -> list[Lain]:
    """Return dice of whose past nothing is known: those that lie together, in line, were put so."""
    ways = standing(pieces)
    put = set[int]().union(*together(ways[0][1])) if ways else set()
    return [replace(piece, role=PUT if n in put else FELL) for n, piece in enumerate(pieces)]


def somewhere(state: State) -> list[Lain]:
    """Return the dice of a turn of which nobody knows where they lie, or whether they are in a hand."""
    built = [
        Lain(face.face, NOWHERE, EVEN, role=BUILT, cell=(cell.column, cell.row))
        for cell, face in state.city.items()
    ]
    aside = [Lain(KNIGHT, NOWHERE, EVEN, role=ASIDE)] * state.knights
    return [*built, *aside, *(Lain(face, NOWHERE, EVEN, role=FELL) for face in state.loose)]


def unseen(near: Sequence[Lain], labels: Iterable[str]) -> list[Lain]:
    """Return dice that nobody has seen, in a hand as far as is known, that fell ``near`` others."""
    return [
        replace(near[0], label=label, away=1.0, view=None, role=FELL, cell=None, laid=None)
        for label in labels
        if near
    ]


def put_back(before: Sequence[Lain], there: Sequence[Lain]) -> float:
    """Return how seldom dice of a city that were in a hand are put back by themselves."""
    back = [
        number
        for number, (old, new) in enumerate(zip(before, there, strict=True))
        if old.is_away and not new.is_away and is_city(new)
    ]
    if not back:
        return 0.0
    lying = [number for number, piece in enumerate(there) if not piece.is_away]
    groups = together(standing([there[number] for number in lying])[0][1])
    joined = {lying[place] for group in groups for place in group}
    return log(BACK_ALONE) * sum(number not in joined for number in back)


def left_alone(pieces: Sequence[Lain], faces: Faces) -> float:
    """Return how seldom dice of a city are put aside joined to no other, as these were."""
    there = [piece for piece in pieces if not (piece.is_away or is_catapult(piece))]
    groups = set[int]().union(*joined(standing(there)[0][1], faces)) if there else set()
    alone = (
        is_city(piece) and piece.role not in LOCKED and number not in groups
        for number, piece in enumerate(there)
    )
    return log(ALONE) * sum(alone)


def touching(left: Sequence[Lain], fell: Sequence[Lain]) -> float:
    """Return how seldom dice fall so: against others, in line."""
    there = [piece for piece in left if not piece.is_away]
    ways = standing((*there, *fell))
    groups = together(ways[0][1]) if ways else []
    # Of those that touch each other only, the first fell anywhere.
    beside = (sum(n >= len(there) for n in group) - (min(group) >= len(there)) for group in groups)
    return log(TOUCHES) * sum(beside)
