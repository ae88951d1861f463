"""The dice game, drawn for all to see: the city as it is built, and the dice that are left to throw."""

from collections.abc import Sequence

from companion.games.carcassonne_dice.faces import PRINTED
from companion.table.hooks.drawing import DIE, INK, PAPER, at, die, line, ordinary, picture, tag, words
from companion.table.shapes.values import JsonObject

CITIES = {
    "cap": "M9 8H91C86 45 70 60 50 60S14 45 9 8Z",
    "straight": "M9 8H91C70 34 70 66 91 92H9C30 66 30 34 9 8Z",
    "corner": "M8 8H92V92C68 88 14 40 8 8Z",
    "three": "M9 8H92V92H9C32 68 32 32 9 8Z",
}
"""What is printed on the faces with a city."""
KNIGHT = (
    "M50 13c9 0 15 6 15 14 0 4-1 7-3 10 12 3 26 10 26 17 0 5-6 8-12 8-4 0-8-1-11-2 3 9 10 18 16"
    " 24 2 2 1 5-2 5H59c-2 0-3-1-4-3l-5-11-5 11c-1 2-2 3-4 3H21c-3 0-4-3-2-5 6-6 13-15 16-24-3 "
    "1-7 2-11 2-6 0-12-3-12-8 0-7 14-14 26-17-2-3-3-6-3-10 0-8 6-14 15-14Z"
)
CATAPULT = "M14 70H86M36 69L52 40L68 69M70 66L26 24"
SIDES = {"top": (0, 0, 1, 0), "right": (1, 0, 1, 1), "bottom": (0, 1, 1, 1), "left": (0, 0, 0, 1)}
BESIDE = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}
SCORES_FROM = 3
"""A closed city of fewer dice scores nothing."""
GREEN, RED = "#7ed09a", "#ff9c80"
MARGIN = 20
LEAST = 4
"""The drawing is at least so many dice wide, so that a single one does not fill the screen."""


def drawing(view: JsonObject) -> str:
    """Return the city that is being built, and below it the dice that are left to throw."""
    cells = [tuple(placed["cell"]) for placed in view["city"]]
    left, top = (min((cell[axis] for cell in cells), default=0) for axis in (0, 1))
    columns = max((cell[0] - left + 1 for cell in cells), default=0)
    rows = max((cell[1] - top + 1 for cell in cells), default=0)
    aside = [*["catapult"] * view["catapults"], *["knight"] * view["knights"]]
    below = [*(die(printed(face), colour="#cdbb99") for face in aside)]
    below += [die("")] * view["dice_to_throw"]
    small = 0.55
    width = max(columns * DIE, small * DIE * len(below) * 1.15, LEAST * DIE)
    shift = (width - columns * DIE) / 2
    low = rows * DIE + (30 if rows else 0)
    drawn = [
        at(
            shift - left * DIE,
            -top * DIE,
            *(placed_die(placed, view["faces"]) for placed in view["city"]),
            *map(_wall, view["cities"]),
        ),
        *(at(place * small * DIE * 1.15, low, one, scale=small) for place, one in enumerate(below)),
        *_throws(view, width, low + small * DIE + 55),
    ]
    return picture(-MARGIN, -MARGIN, width + 2 * MARGIN, low + small * DIE + 75 + MARGIN, drawn)


def placed_die(placed: JsonObject, faces: JsonObject) -> str:
    """Return a die that lies on its cell; ``faces``: their parts."""
    column, row = placed["cell"]
    face = placed["face"]
    return at(column * DIE, row * DIE, die(printed(face, faces.get(face)), placed["turns"]))


def printed(face: str, parts: Sequence[Sequence[str]] | None = None) -> str:
    """Return what a face bears; ``parts``: of a city, where they are not the usual ones."""
    if parts and parts != PRINTED.get(face):
        return "".join(map(_part, parts))
    if face in CITIES:
        return tag("path", d=CITIES[face], fill=INK)
    if face == "knight":
        return tag("path", d=KNIGHT, fill=INK)
    if face == "catapult":
        wheels = (tag("circle", cx=x, cy=80, r=11, fill=INK) for x in (27, 73))
        return line(CATAPULT, INK, 8) + "".join(wheels)
    return ordinary(face)


def _part(edges: Sequence[str]) -> str:
    """Return one part: several edges meet in the middle, one alone ends before."""
    d = f"M9 8H91L50 {60 if len(edges) > 1 else 34}Z"
    turns = (90 * list(SIDES).index(edge) for edge in edges)
    return "".join(tag("path", d=d, fill=INK, transform=f"rotate({turn} 50 50)") for turn in turns)


def _wall(city: JsonObject) -> str:
    own = {tuple(cell) for cell in city["cells"]}
    d = "".join(
        _edge(cell, side)
        for cell in sorted(own)
        for side, (right, down) in BESIDE.items()
        if (cell[0] + right, cell[1] + down) not in own
    )
    is_worth = city["closed"] and city["size"] >= SCORES_FROM
    gaps = "".join(_edge(tuple(edge["cell"]), edge["side"]) for edge in city["open_edges"])
    return line(d, GREEN if is_worth else PAPER, 9) + line(gaps, RED, 13, stroke_dasharray="16 12")


def _edge(cell: tuple[int, ...], side: str) -> str:
    x1, y1, x2, y2 = SIDES[side]
    column, row = cell
    return f"M{(column + x1) * DIE} {(row + y1) * DIE}L{(column + x2) * DIE} {(row + y2) * DIE}"


def _throws(view: JsonObject, width: float, y: float) -> list[str]:
    """Return the throws of the turn as dots, and what the turn is worth now."""
    dots = [
        tag(
            "circle",
            cx=20 + 50 * place,
            cy=y - 16,
            r=16,
            fill=PAPER if place < view["throw"] else "none",
            stroke=PAPER,
            stroke_width=4,
        )
        for place in range(view["throws"])
    ]
    worth = words(f"+{view['points_now']}", width, y, 56, fill=PAPER, text_anchor="end")
    return [*dots, worth] if view["throw"] else dots
