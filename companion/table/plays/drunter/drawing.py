"""Drunter und Drüber, drawn for all to see: the board with its buildings, tiles, gangs and ways."""

from companion.table.hooks.drawing import INK, PAPER, at, line, picture, tag, words
from companion.table.shapes.values import JsonObject

SIDE = 40
HALF = SIDE // 2
PAINTS = {"street": "#e0ab52", "river": "#79b8ea", "wall": "#b4b1ad"}
TURNS = {"east": 0, "south": 90, "west": 180, "north": 270}
BUILDINGS = {
    "saloon": "M6 3h10v4h3a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-3v4H6ZM16 10v4h2v-4Z",
    "tavern": "M6 3h10v4h3a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-3v4H6ZM16 10v4h2v-4Z",
    "bank": "M12 2 22 8v2H2V8ZM4 11h3v7H4ZM10.500 11h3v7h-3ZM17 11h3v7h-3ZM2 19h20v3H2Z",
    "museum": "M3 4h18v16H3ZM6 7v10h12V7ZM7 16l4-6 3 4 1.500-2 2 4Z",
    "school": "M2 5c4-1 7-1 9 1v14c-2-2-5-2-9-1ZM22 5c-4-1-7-1-9 1v14c2-2 5-2 9-1Z",
    "general store": "M3 3h18l1 6c0 3-4 3-4 0 0 3-4 3-4 0 0 3-4 3-4 0 0 3-4 3-4 0 0 3-4 3-4 0Z"
    "M4 13h16v9h-5v-6h-4v6H4Z",
    "town hall": "M11 1h2l4 3-4 2v3l9 5v8h-7v-5h-6v5H2v-8l9-5Z",
    "jail": "M3 3h18v18H3ZM6 6v12h2V6ZM11 6v12h2V6ZM16 6v12h2V6Z",
    "fire tower": "M12 1c4 5 7 8 7 13a7 7 0 0 1-14 0c0-3 2-5 3-7 1 2 2 3 3 3 1-2 1-5 1-9Z",
    "stable": "M5 3h4v9a3 3 0 0 0 6 0V3h4v9a7 7 0 0 1-5 6.700V22h-4v-3.300A7 7 0 0 1 5 12Z",
    "church": "M11 1h2v3h3v2h-3v3l8 6v7h-7v-5h-4v5H3v-7l8-6V6H8V4h3Z",
}
"""What stands for a building, in a field of 24 × 24; another edition's show their first letters."""
LINES = {
    "street": "M12 2a10 10 0 1 0 .01 0ZM12 6a6 6 0 1 0 .01 0Z",
    "river": "M11 1v13H3ZM13 4l7 10h-7ZM1 16h22l-4 6H5Z",
    "wall": "M3 2h4v3h3V2h4v3h3V2h4v8h-2v12h-5v-5a2 2 0 0 0-4 0v5H5V10H3Z",
}
OUTHOUSE = (
    "M12 1 21 7v2h-2v13H5V9H3V7ZM12 17l4.500-4.500a2.600 2.600 0 0 0-4.500-3 2.600 2.600 0 0 0-4.500 3Z"
)


def drawing(view: JsonObject) -> str:
    """Return the board."""
    columns, rows = view["board"]["grid"]
    width, height = columns * SIDE, rows * SIDE
    town = view["town"]
    covered = {tuple(square) for tile in town["tiles"] for square in tile["squares"]}
    across = "".join(f"M0 {row * SIDE}H{width}" for row in range(rows + 1))
    down = "".join(f"M{column * SIDE} 0V{height}" for column in range(columns + 1))
    drawn = [
        tag("rect", x=-4, y=-4, width=width + 8, height=height + 8, rx=6, fill="#f4ead0"),
        line(across + down, "#b9a882", 1),
        *(
            _draw_print(key, mark)
            for key, mark in view["board"]["cells"].items()
            if _square(key) not in covered
        ),
        *(
            _tile(tile["kind"], tile["squares"], towards)
            for tile, towards in zip(town["tiles"], view["runs"], strict=True)
        ),
        *(_draw_proposed(view["vote"]) if view["vote"] else ()),
        *(_way(way) for way in town["ways"]),
        *(_gang(gang["kind"], gang["square"]) for gang in town["gangs"]),
    ]
    return picture(-6, -6, width + 12, height + 12, drawn)


def _square(key: str) -> tuple[int, ...]:
    return tuple(int(number) for number in key.split(","))


def _draw_print(key: str, mark: str) -> str:
    column, row = _square(key)
    kind, _, rest = mark.rpartition(" ")
    if mark == "outhouse":
        inside = [at(8, 7, tag("path", d=OUTHOUSE, fill="#8c2711", fill_rule="evenodd"))]
    elif kind == "start":
        inside = [tag("rect", x=1, y=1, width=SIDE - 2, height=SIDE - 2, rx=5, fill=PAINTS[rest])]
    else:
        inside = [
            tag(
                "rect", x=1, y=1, width=SIDE - 2, height=SIDE - 2, fill=PAPER, stroke=INK, stroke_width=1
            ),
            at(2, 2, _symbol(kind), scale=0.9),
            words(rest, 38, 37, 23, text_anchor="end", font_weight=700),
        ]
    return at(column * SIDE, row * SIDE, *inside)


def _symbol(kind: str) -> str:
    if kind in BUILDINGS:
        return tag("path", d=BUILDINGS[kind], fill="#57472f", fill_rule="evenodd")
    return words(kind[:2].title(), 12, 19, 15, text_anchor="middle")


def _middle(square: list[int]) -> tuple[int, int]:
    return square[0] * SIDE + HALF, square[1] * SIDE + HALF


def _tile(kind: str, squares: list[list[int]], towards: str, **look: object) -> str:
    x, y = _middle(squares[0])
    length = len(squares) * SIDE
    how = {"stroke": INK, "stroke_width": 1.5, **look}
    body = tag("rect", x=3 - HALF, y=-15, width=length - 6, height=30, rx=5, fill=PAINTS[kind], **how)
    arrow = line(f"M{3 - HALF} -9l8 9-8 9M{length - SIDE + 6} -11l8 11-8 11", INK, 3)
    bridge = tag("rect", x=SIDE - 9, y=-17, width=18, height=34, rx=3, fill=PAPER, stroke=INK)
    return at(x, y, body, bridge if len(squares) == 3 else "", arrow, turn=TURNS[towards])


def _draw_proposed(vote: JsonObject) -> list[str]:
    """Return the tile that is voted on."""
    lay = vote["lay"]
    look = {"stroke": "#8f1fb0", "stroke_width": 4, "stroke_dasharray": "7 4"}
    return [_tile(lay["kind"], lay["squares"], lay["towards"], **look)]


def _gang(kind: str, square: list[int]) -> str:
    disc = tag("circle", r=15.5, fill=PAINTS[kind], stroke=INK, stroke_width=3)
    sign = tag("path", d=LINES[kind], fill=INK, fill_rule="evenodd")
    return at(*_middle(square), disc, at(-10.5, -10.5, sign, scale=0.875))


def _way(way: JsonObject) -> str:
    (x, y), (to_x, to_y) = _middle(way["gang"]), _middle(way["squares"][0])
    edge = abs(to_x - x) + abs(to_y - y) - HALF
    wedge = tag("path", d=f"M{edge + 1} -8l9 8-9 8Z", fill=INK)
    return at(x, y, wedge, turn=TURNS[way["towards"]])
