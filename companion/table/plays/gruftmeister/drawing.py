"""Gruftmeister, drawn for all to see: the crypt, what is closed there, the figures and their hearts."""

from collections.abc import Sequence

from companion.table.hooks.drawing import INK, PAPER, Seated, at, line, picture, tag, words
from companion.table.shapes.values import JsonObject

SIDE = 40
PAINTS = {"red": "#d4502f", "blue": "#2f7ac4", "green": "#3f9a5c", "yellow": "#f0b429"}
SIGNS = {
    "red": "M0-9a9 9 0 1 1-.1 0Z",
    "blue": "M-8-8H8V8H-8Z",
    "green": "M0-10 10 8H-10Z",
    "yellow": "M0-11 11 0 0 11-11 0Z",
}
CLOSED = {
    "chest": ("#c99a5b", "M7 18c0-8 26-8 26 0v15H7Z"),
    "coffin": ("#b9b4a8", "M14 4H26L32 14 27 36H13L8 14Z"),
    "door": ("#c99a5b", "M8 36V12c0-10 24-10 24 0v24Z"),
}
HEART = "M50 86C26 68 14 54 14 36c0-20 26-28 36-8 10-20 36-12 36 8 0 18-12 32-36 50Z"
PLACES = {
    "master": ((11, 12), (29, 12), (11, 26), (29, 26)),
    "servant": ((15, 24), (25, 24), (15, 14), (25, 14)),
}
"""Where the players' figures stand on a field."""


def drawing(view: JsonObject, seats: Sequence[Seated]) -> str:
    """Return the crypt, and below it the players' hearts; of a fight alone only these."""
    players = view["players"]
    if view["fight_only"]:
        return picture(0, 0, 800, 100, _hearts(players, seats, 0, 44, 800))
    board = view["board"]
    columns, rows = len(board[0]) // 2, len(board) // 2
    width, height = columns * SIDE, rows * SIDE
    drawn = [
        tag("rect", x=-6, y=-6, width=width + 12, height=height + 12, rx=4, fill="#6d6455"),
        *_floor(view),
        line(_walls(view), "#2b241a", 5, stroke_linecap="round"),
        *(_draw_closed(kind, cell) for kind, cells in view["closed"].items() for cell in cells),
        *(_lying(key) for key in view["lying"]),
        *(
            _figure(player, place, figure)
            for place, player in enumerate(players)
            for figure in ("servant", "master")
        ),
        *_hearts(players, seats, height + 16, 44, width),
    ]
    per_row = 2
    below = 16 + 44 * -(-len(players) // per_row)
    return picture(-8, -8, width + 16, height + below + 12, drawn)


def _fields(view: JsonObject) -> dict[tuple[int, int], str]:
    """Return what is printed on each field, by column and row; rock is none."""
    legend = view["legend"]
    return {
        (x // 2, y // 2): legend[mark]
        for y, marks in enumerate(view["board"])
        for x, mark in enumerate(marks)
        if x % 2 and y % 2 and mark != "#" and mark in legend
    }


def _floor(view: JsonObject) -> list[str]:
    drawn = []
    for (column, row), printed in _fields(view).items():
        kind, _, colour = printed.partition(" ")
        square = tag("rect", width=SIDE, height=SIDE, fill="#efe6d2", stroke="#cdbb99", stroke_width=0.5)
        lock = _sign(colour, 0.9) if kind == "lock" else ""
        home = {"fill": "none", "stroke": PAINTS.get(colour, INK), "stroke_width": 5}
        start = tag("rect", x=4, y=4, width=32, height=32, **home) if kind == "start" else ""
        drawn.append(at(column * SIDE, row * SIDE, square, start, at(20, 20, lock)))
    return drawn


def _sign(colour: str, scale: float) -> str:
    fill = PAINTS.get(colour, "#9aa3a8")
    path = tag("path", d=SIGNS.get(colour, SIGNS["blue"]), fill=fill, stroke=INK, stroke_width=1.5)
    return at(0, 0, path, scale=scale)


def _walls(view: JsonObject) -> str:
    fields = _fields(view)
    d = ""
    for y, marks in enumerate(view["board"]):
        for x, mark in enumerate(marks):
            if mark != "#" or x % 2 == y % 2:
                continue
            column, row = x // 2, y // 2
            upright = x % 2 == 0
            beside = (
                ((column - 1, row), (column, row)) if upright else ((column, row - 1), (column, row))
            )
            if any(field in fields for field in beside):
                d += f"M{column * SIDE} {row * SIDE}{'v' if upright else 'h'}{SIDE}"
    return d


def _draw_closed(kind: str, cell: Sequence[int]) -> str:
    fill, outline = CLOSED.get(kind, CLOSED["chest"])
    shape = tag("path", d=outline, fill=fill, stroke=INK, stroke_width=2)
    return at(cell[0] * SIDE, cell[1] * SIDE, shape)


def _lying(key: str) -> str:
    column, row = (int(number) for number in key.split(","))
    return at(
        column * SIDE + 20, row * SIDE + 20, tag("circle", r=7, fill=PAPER, stroke=INK, stroke_width=2)
    )


def _figure(player: JsonObject, place: int, figure: str) -> str:
    """Return a figure: the master with a crown, the servant smaller."""
    column, row = player[figure]
    right, down = PLACES[figure][place % len(PLACES[figure])]
    disc = tag(
        "circle", r=10, fill=PAINTS.get(player["colour"], "#9aa3a8"), stroke=INK, stroke_width=2.5
    )
    is_master = figure == "master"
    crown = tag("path", d="M-8-6L-6-14L-2-9L0-15L2-9L6-14L8-6Z", fill=INK)
    x, y = column * SIDE + right, row * SIDE + down
    return at(x, y, disc, crown if is_master else "", scale=1 if is_master else 0.65)


def _hearts(
    players: Sequence[JsonObject], seats: Sequence[Seated], top: float, high: float, width: float
) -> list[str]:
    """Return each player's hearts, behind the name: two players in a row."""
    drawn = []
    for place, (player, (name, *_)) in enumerate(zip(players, seats, strict=False)):
        x, y = (place % 2) * width / 2, top + (place // 2) * high
        hearts = (
            at(220 + 34 * heart, 2, tag("path", d=HEART, fill="#ff7a5c"), scale=0.36)
            for heart in range(player["hearts"])
        )
        sign = at(16, 20, _sign(player["colour"], 1.5))
        drawn.append(at(x, y, sign, words(name[:11], 42, 32, 32, fill=PAPER), *hearts))
    return drawn
