"""``companion print box``: the parts of the voting box, an outhouse, to cut out at true size.

Made for cardboard or plywood of 3 mm. Sides stand between front and back, the floor and the panel with
the keys between the sides; the roof lies on top, and slopes to the back.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from companion.cli.sheets.box_drawing import Outside, draw_assembled
from companion.cli.sheets.box_steps import BoxPlates, draw_steps
from companion.cli.sheets.page import A4_MM, Page, PointMm
from companion.cli.sheets.piece import Hole, SheetPiece, draw, rectangle
from companion.devices.pin_map import PinMap

THICK = 3.0
WIDTH, DEPTH = 130.0, 110.0
FRONT_HEIGHT, BACK_HEIGHT = 250.0, 220.0
"""The whole box, outside, without its roof; all measures here in mm."""
OVERHANG = 15.0
PANEL_BEHIND = 45.0
"""Distance of the panel behind the front: keys and a finger need room behind the door."""
DOOR_LEFT, DOOR_TOP, DOOR_BOTTOM = 18.0, 22.0, 14.0
"""Width of the front that remains beside the door (on both sides), above it and below it."""

KEY_HOLE, LAMP_HOLE, BUZZER_HOLE, LEAD_HOLE, CABLE_HOLE = 12.0, 5.0, 12.0, 6.0, 18.0
FIRST_KEY, PITCH, OK_BELOW = 20.0, 23.0, 27.0
"""On the panel: from the top to the first key, from key to key, and from the last key to OK."""
LAMP_X, KEY_X = 40.0, 66.0
"""On the panel: lamps and keys from the left."""
LABEL_MM, CALLS_LABEL_MM = 16.0, 46.0
"""Sides of the labels outside: at lamp and buzzer, less than the space above the door; at calls."""


def height_at(behind: float) -> float:
    """Return the height of the walls at this distance behind the front."""
    return FRONT_HEIGHT - (FRONT_HEIGHT - BACK_HEIGHT) * behind / DEPTH


def pieces(pin_map: PinMap) -> list[SheetPiece]:
    """Return every piece, with the holes for the parts in the pin map."""
    inside_width, inside_depth = WIDTH - 2 * THICK, DEPTH - 2 * THICK
    slope = hypot(DEPTH, FRONT_HEIGHT - BACK_HEIGHT)
    roof_width, roof_depth = WIDTH + 2 * OVERHANG, slope + 2 * OVERHANG
    return [
        _front(pin_map),
        _side(pin_map),
        _back(pin_map),
        panel(pin_map),
        SheetPiece(
            "roof", 1, rectangle(roof_width, roof_depth), marks=_walls_below(roof_width, roof_depth)
        ),
        SheetPiece("floor", 1, rectangle(inside_width, inside_depth)),
    ]


def _front(pin_map: PinMap) -> SheetPiece:
    right, bottom = WIDTH - DOOR_LEFT, FRONT_HEIGHT - DOOR_BOTTOM
    status: tuple[Hole, ...] = ()
    if "status" in pin_map.lamps:
        status = (((WIDTH / 2, DOOR_TOP / 2), LAMP_HOLE, "status"),)
    return SheetPiece(
        "front with its door",
        1,
        rectangle(WIDTH, FRONT_HEIGHT),
        status,
        (((DOOR_LEFT, DOOR_TOP), (DOOR_LEFT, bottom), "fold here: the hinge"),),
        (((DOOR_LEFT, DOOR_TOP), (right, DOOR_TOP), (right, bottom), (DOOR_LEFT, bottom)),),
    )


def _side(pin_map: PinMap) -> SheetPiece:
    front, back = height_at(THICK), height_at(DEPTH - THICK)
    depth = DEPTH - 2 * THICK
    buzzer: tuple[Hole, ...] = ()
    if pin_map.buzzer is not None:
        buzzer = (((depth - 25, 55), BUZZER_HOLE, "buzzer"),)
    panel_top = front - height_at(THICK + PANEL_BEHIND)
    return SheetPiece(
        "side with its high edge in front",
        2,
        ((0, 0), (depth, front - back), (depth, front), (0, front)),
        marks=(((PANEL_BEHIND, panel_top), (PANEL_BEHIND, front), "front of the panel"),),
        once=buzzer,
    )


def _back(pin_map: PinMap) -> SheetPiece:
    calls = list(pin_map.calls)
    first = WIDTH / 2 - PITCH * (len(calls) - 1) / 2
    leads = [
        ((first + PITCH * number, BACK_HEIGHT - 60), LEAD_HOLE, name)
        for number, name in enumerate(calls)
    ]
    cable = ((WIDTH / 2, BACK_HEIGHT - 25), CABLE_HOLE, "wires to the Pi")
    return SheetPiece("back", 1, rectangle(WIDTH, BACK_HEIGHT), (*leads, cable))


def panel(pin_map: PinMap) -> SheetPiece:
    """Return the panel behind the door: a lamp left of each key, OK below."""
    cards = [name for name in pin_map.keys if name != "ok"]
    column = [name for name in pin_map.lamps if name != "status"]
    holes: list[Hole] = []
    for x, diameter, names in ((LAMP_X, LAMP_HOLE, column), (KEY_X, KEY_HOLE, cards)):
        holes += [((x, FIRST_KEY + PITCH * number), diameter, name) for number, name in enumerate(names)]
    rows = max(len(cards), len(column))
    if "ok" in pin_map.keys:
        holes.append(((KEY_X, FIRST_KEY + PITCH * (rows - 1) + OK_BELOW), KEY_HOLE, "ok"))
    height = height_at(THICK + PANEL_BEHIND + THICK) - THICK - 1  # it stands on the floor
    return SheetPiece("panel with the keys", 1, rectangle(WIDTH - 2 * THICK, height), tuple(holes))


def _walls_below(width: float, depth: float) -> tuple[tuple[PointMm, PointMm, str], ...]:
    left, right, top, bottom = OVERHANG, width - OVERHANG, OVERHANG, depth - OVERHANG
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    words = ("the walls below", "", "", "")
    return tuple((*ends, word) for ends, word in zip(pairwise(corners), words, strict=True))


def box(pin_map: PinMap) -> bytes:
    """Return the sheets, as PDF: the finished box, its pieces at true size, and the steps of building
    it."""
    width, height = A4_MM
    page = Page("The voting box", width, height)
    every = pieces(pin_map)
    listed = [(piece.name, piece.count, *piece.size) for piece in every]
    draw_assembled(page, _outside(panel(pin_map)), panel(pin_map).holes, listed, THICK)
    for piece in every:
        page.next()
        draw(page, piece)
    page.next()
    draw_steps(page, _together(every))
    return page.finished()


def _together(every: Sequence[SheetPiece]) -> BoxPlates:
    by_name = {piece.name.split()[0]: piece for piece in every}
    return BoxPlates(by_name, THICK, OVERHANG, PANEL_BEHIND)


def _outside(behind: SheetPiece) -> Outside:
    return Outside(
        WIDTH,
        DEPTH,
        FRONT_HEIGHT,
        BACK_HEIGHT,
        OVERHANG,
        (DOOR_LEFT, DOOR_BOTTOM, DOOR_TOP),
        (THICK, THICK + behind.size[1]),
    )
