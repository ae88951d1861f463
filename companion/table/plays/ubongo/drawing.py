"""Ubongo, drawn for all to see: the gem board, its pawns, who has called and how far each may move.

What the first caller may take who has not taken yet is ringed.
"""

from collections.abc import Sequence

from companion.games.ubongo.rounds import GEMS_OF_A_TAKE
from companion.table.hooks.drawing import PAPER, Seated, Word, at, picture, seat_mark, tag, words
from companion.table.shapes.values import JsonObject

HOLES, RING = 12, "#123c66"
PITCH, ROW, FIRST = 26, 34, 120
PAINTS = {
    "red": ("#d0312d", "#fff", "M-5-9H5L9.500-4V4L5 9H-5L-9.500 4V-4Z"),
    "green": ("#2f9e44", "#fff", "M-8-8H8V8H-8Z"),
    "blue": ("#2f6fd0", "#fff", "M0-9.500a9.500 9.500 0 1 0 .01 0Z"),
    "yellow": ("#ffd43b", "#21180f", "M0-10 10 8H-10Z"),
    "brown": ("#b26a1f", "#fff", "M0-10 10 0 0 10-10 0Z"),
    "violet": ("#8e4ec6", "#fff", "M0-10 9.500-3 6 8.500H-6L-9.500-3Z"),
}
"""Fill, letter and outline of each gem."""


def drawing(view: JsonObject, seats: Sequence[Seated], word: Word) -> str:
    """Return the board with its gems and pawns; below it the players that have called, in order."""
    called = [name for calls in view["calls"] for name in calls]
    reached: list[int] = next((rows for name in called if (rows := view["players"][name]["rows"])), [])
    width = FIRST + PITCH * HOLES
    height = ROW * len(view["gems"])
    drawn = [tag("rect", x=0, y=0, width=width, height=height, rx=8, fill="#d9b98a")]
    for row, gems in enumerate(view["gems"]):
        here = [who for who in seats if view["players"][who.name]["pawn"] == row]
        ringed = GEMS_OF_A_TAKE if row in reached else 0
        drawn.append(at(0, ROW * (row + 0.5), *_row(row, gems, here, ringed, word)))
    sits = {who.name: who for who in seats}
    for place, name in enumerate(called):
        x = 14 + place * (width - 14) / max(4, len(seats))
        drawn.append(at(x, height + 26, seat_mark(sits[name]), scale=1.1))
        drawn.append(words(f"{place + 1}. {name[:8]}", x + 16, height + 34, 20, fill=PAPER))
        if (reach := view["players"][name]["reach"]) is not None:
            drawn.append(words(f"±{reach}", x + 16, height + 56, 20, fill=PAPER))
    return picture(-2, -2, width + 4, height + 68, drawn)


def _row(
    row: int, gems: Sequence[str | None], pawns: Sequence[Seated], ringed: int, word: Word
) -> list[str]:
    field = tag("rect", x=26, y=-14, width=88, height=28, rx=4, fill="#a02f17")
    lane = tag(
        "path", d=f"M{FIRST - 4} {ROW / 2}H{FIRST + PITCH * HOLES - 4}", stroke="#cba873", stroke_width=1
    )
    number = words(row + 1, 13, 8, 22, text_anchor="middle")
    marks = [at(38 + 21 * place, 0, seat_mark(who), scale=0.9) for place, who in enumerate(pawns)]
    first = HOLES - len(gems)
    rings = [
        at(
            FIRST + PITCH * (hole + 0.5),
            0,
            tag("circle", r=12.5, fill="none", stroke=RING, stroke_width=2),
        )
        for hole in range(first, min(HOLES, first + ringed))
    ]
    holes = [
        at(FIRST + PITCH * (hole + 0.5), 0, _gem(gems[hole - first] if hole >= first else None, word))
        for hole in range(HOLES)
    ]
    return [lane, field, number, *marks, *holes, *rings]


def _gem(colour: str | None, word: Word) -> str:
    if colour is None:
        return tag("circle", r=5, fill="#8a6a3f")
    fill, ink, outline = PAINTS[colour]
    body = tag("path", d=outline, fill=fill, stroke="#21180f", stroke_width=1.2)
    low = 5.6 if colour == "yellow" else 4
    return body + words(word(f"ubongo.letter.{colour}"), 0, low, 11, fill=ink, text_anchor="middle")
