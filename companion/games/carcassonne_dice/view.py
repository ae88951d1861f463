"""What pages show of a position: all of it, since nothing in this game is secret."""

from collections.abc import Iterable

from companion.games.carcassonne_dice.city import Cell, City, Edge, PlacedFace, largest_closed, points
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT, Faces, write_faces
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS, State
from companion.games.game import Json


def view(state: State) -> dict[str, Json]:
    """Return the position as JSON. Cells are ``[column, row]``; lists by seat begin with seat 1.

    ``throw`` counts the throws made in this turn, ``dice`` are all dice of this turn, ``dice_to_throw``
    those that would be thrown now (0: no throw). ``may`` names the moves allowed now, ``may_take`` what
    a stop can take. ``faces`` has all six faces of these dice: for each the parts of a city on it, for
    each part its edges.
    """
    standing = state.cities
    return {
        "scores": state.scores,
        "kept_knights": state.kept,
        "target": state.terms.target,
        "finish_round": state.terms.finish_round,
        "seat": state.seat,
        "throw": state.throws,
        "throws": THROWS,
        "dice": state.dice,
        "dice_to_throw": state.dice_to_throw,
        "doubled": state.doubled,
        "loose": state.loose,
        "catapults": state.catapults,
        "knights": state.knights,
        "knights_to_keep_one": KNIGHTS,
        "city": built(state.built),
        "cities": [city_shape(city, doubled=state.doubled) for city in standing],
        "open_edges": _edges(edge for city in standing for edge in city.open_edges),
        "largest_closed": largest_closed(standing),
        "points_now": state.points_now,
        "may": _may(state),
        "may_take": _may_take(state),
        "faces": _faces(state.faces),
    }


def built(placed: Iterable[tuple[Cell, PlacedFace]]) -> list[Json]:
    """Return dice as they are built, as JSON."""
    return [{"face": face, "cell": list(cell), "turns": turns} for cell, (face, turns) in placed]


def city_shape(city: City, *, doubled: bool = False) -> dict[str, Json]:
    """Return a city as JSON, with the points that it would bring."""
    return {
        "cells": [list(cell) for cell in city.cells],
        "size": city.size,
        "closed": city.closed,
        "points": points(city.size, doubled=doubled) if city.closed else 0,
        "open_edges": _edges(city.open_edges),
    }


def _may(state: State) -> list[str]:
    if state.outcome is not None:
        return []
    throw = ["throw"] if state.dice_to_throw else []
    if state.throws == 0:
        return throw
    return [*throw, *(["set_aside"] if state.loose else []), "stop"]


def _may_take(state: State) -> list[str]:
    if state.outcome is not None or state.throws == 0:
        return []
    return ["city", "knight"] if state.may_keep_knight else ["city"]


def _faces(faces: Faces) -> dict[str, Json]:
    return {**write_faces(faces), KNIGHT: [], CATAPULT: []}


def _edges(edges: Iterable[Edge]) -> list[Json]:
    return [{"cell": _pair(edge.cell), "side": edge.side.name.lower()} for edge in edges]


def _pair(cell: Cell) -> list[int]:
    return [cell.column, cell.row]
