"""Yacht, drawn for everybody to see: the dice lying there, and all sheets."""

from collections.abc import Sequence

from companion.table.hooks.drawing import (
    INK,
    PAPER,
    Seated,
    Word,
    at,
    die,
    ordinary,
    picture,
    seat_mark,
    tag,
    words,
)
from companion.table.shapes.values import JsonObject

NAMES, COLUMN, ROW, HEAD = 300, 110, 40, 46
DIE_SCALE = 0.85
OPEN, MINE = "#e3d5b8", "#ffe9ad"


def drawing(view: JsonObject, seats: Sequence[Seated], word: Word) -> str:
    """Return the sheets as a table, beside the dice of this turn."""
    boxes = view["boxes"]
    upper = len(view["upper_boxes"])
    lines = [(word(f"yacht.box.{box}"), [row[box] for row in view["rows"]]) for box in boxes]
    if view["bonus"]:
        lines.insert(upper, (word("yacht.bonus").partition("(")[0].strip(), view["bonuses"]))
    lines.append((word("yacht.total"), view["totals"]))
    width, height = NAMES + COLUMN * len(seats), HEAD + ROW * len(lines)
    mine = view["seat"] - 1
    drawn = [
        tag("rect", x=0, y=0, width=width, height=height, rx=8, fill=PAPER),
        tag("rect", x=NAMES + COLUMN * mine, y=0, width=COLUMN, height=height, fill=MINE),
        *(
            at(NAMES + COLUMN * (place + 0.5), HEAD / 2, seat_mark(who), scale=1.5)
            for place, who in enumerate(seats)
        ),
    ]
    for number, (name, points) in enumerate(lines):
        drawn += _line(name, points, HEAD + ROW * number, width)
    dice = [
        at(
            -150,
            place * 112 * DIE_SCALE,
            die(ordinary(face), colour=MINE if kept else PAPER),
            scale=DIE_SCALE,
        )
        for place, (face, kept) in enumerate(_lying(view))
    ]
    return picture(-160, -4, width + 164, height + 8, [*drawn, *dice])


def _lying(view: JsonObject) -> list[tuple[str, bool]]:
    """Return the dice lying there, and whether each was kept."""
    kept = list(view["kept"])
    found = []
    for face in view["faces"]:
        is_kept = face in kept
        if is_kept:
            kept.remove(face)
        found.append((face, is_kept))
    return found


def _line(name: str, points: Sequence[int | None], y: float, width: float) -> list[str]:
    rule = tag("path", d=f"M0 {y}H{width}", stroke=OPEN, stroke_width=2)
    cells = [
        words(score, NAMES + COLUMN * (place + 0.5), y + 31, 32, text_anchor="middle", fill=INK)
        for place, score in enumerate(points)
        if score is not None
    ]
    return [rule, words(name, 10, y + 30, 27), *cells]
