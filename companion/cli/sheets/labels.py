"""``companion print labels``: the labels inside and outside the box, at true size.

The face is as large as the panel and has the same holes (``box.panel``): it is glued on before keys and
lamps are put in, and each word stands beside its key. A game provides the words.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.cli.sheets.box import CALLS_LABEL_MM, DOOR_TOP, KEY_HOLE, KEY_X, LABEL_MM, panel
from companion.cli.sheets.page import A4_MM, RULER_MM, Page, PointMm
from companion.devices.pin_map import PinMap
from companion.table.hooks.drawing import SEAT_SHAPES, SEATS

WORD_MM: Final = KEY_X + KEY_HOLE / 2 + 8
"""On the face: where words begin, clear of a key's collar."""
WORD_SIZE: Final = 22
CAP_MM: Final = 2.8
"""Half the height of a capital of that size: a word's baseline is this far below its key's middle."""
LEFT, TOP, APART = 15.0, 24.0, 10.0
MARK_FIELD: Final = 24
BELL: Final = (
    "M12 2C8 2 6 5 6 9V14L3 18H21L18 14V9C18 5 16 2 12 2ZM9 19.500C9.500 21.500 14.500 21.500 15 19.500Z"
)
"""The buzzer's sign, in a field of 24 × 24."""
SUN: Final = (
    "M12 7a5 5 0 1 0 .01 0ZM11 1H13V5H11ZM11 19H13V23H11ZM1 11H5V13H1ZM19 11H23V13H19Z"
    "M4.300 5.700 5.700 4.300 8.200 6.800 6.800 8.200Z"
    "M15.800 17.200 17.200 15.800 19.700 18.300 18.300 19.700Z"
    "M18.300 4.300 19.700 5.700 17.200 8.200 15.800 6.800Z"
    "M6.800 15.800 8.200 17.200 5.700 19.700 4.300 18.300Z"
)
"""The lamp."""


def labels(pin_map: PinMap, words: Mapping[str, Sequence[str]]) -> bytes:
    """Return the sheets, as PDF; ``words``: for each game's title, the words beside the keys."""
    page = Page("Labels of the voting box", *A4_MM)
    for game, told in words.items() if pin_map.keys else ():
        _face(page, pin_map, game, told)
        page.next()
    _outside(page, pin_map)
    return page.finished()


def _face(page: Page, pin_map: PinMap, game: str, words: Sequence[str]) -> None:
    """Draw the panel with a word beside each key."""
    piece = panel(pin_map)
    left, top = (A4_MM[0] - piece.size[0]) / 2, TOP
    page.text(LEFT, 13, f"The panel's face, for {game}", size=10, grey=0, bold=True)
    page.text(
        LEFT, 19, "Cut it out, glue it onto the panel, bore through its holes, then put in the keys."
    )
    page.outline(left, top, *piece.size)
    of_keys = dict(zip((f"card-{number}" for number in range(1, 9)), words, strict=False))
    of_keys["ok"] = "OK"
    for (x, y), diameter, name in piece.holes:
        centre = left + x, top + y
        page.circle(centre, diameter, width=0.2)
        page.line([(centre[0] - 1.5, centre[1]), (centre[0] + 1.5, centre[1])], width=0.1)
        page.line([(centre[0], centre[1] - 1.5), (centre[0], centre[1] + 1.5)], width=0.1)
        if name in of_keys:
            word = of_keys[name]
            page.text(left + WORD_MM, centre[1] + CAP_MM, word, size=WORD_SIZE, grey=0, bold=True)
    page.ruler((A4_MM[0] - RULER_MM) / 2, A4_MM[1] - 10)


def _outside(page: Page, pin_map: PinMap) -> None:
    """Draw the outside labels: a sign beside lamp and buzzer, and each call's colour, shape, number."""
    page.text(LEFT, 13, "Labels outside the box", size=10, grey=0, bold=True)
    page.text(
        LEFT, 19, "Cut them out. A call's label belongs at its button; the players' pages show the"
    )
    page.text(LEFT, 23, "same mark beside the name, unless a player has chosen another.")
    top = TOP + 8
    signs = [("status lamp, above the door", SUN)] if "status" in pin_map.lamps else []
    signs += [("buzzer", BELL)] if pin_map.buzzer is not None else []
    for place, (name, sign) in enumerate(signs):
        _sign(page, (LEFT + place * (DOOR_TOP + 40), top), name, sign)
    for place, name in enumerate(pin_map.calls):
        column, row = place % 3, place // 3
        at = LEFT + column * (CALLS_LABEL_MM + APART), top + 40 + row * (CALLS_LABEL_MM + 20)
        _call(page, at, name, place)
    page.ruler((A4_MM[0] - RULER_MM) / 2, A4_MM[1] - 10)


def _sign(page: Page, at: PointMm, name: str, sign: str) -> None:
    page.outline(*at, LABEL_MM, LABEL_MM)
    edge = 2.0
    page.sign(sign, (at[0] + edge, at[1] + edge), (LABEL_MM - 2 * edge) / MARK_FIELD)
    page.text(at[0], at[1] + LABEL_MM + 4, name)


def _call(page: Page, at: PointMm, name: str, place: int) -> None:
    """Draw a call's label: the mark of the seat in that place, a hole for the button, the number."""
    left, top = at
    middle = left + CALLS_LABEL_MM / 2
    page.outline(left, top, CALLS_LABEL_MM, CALLS_LABEL_MM)
    page.sign(SEAT_SHAPES[place], (middle - 11, top + 11), 0.75, colour=SEATS[place])
    page.text(middle + 11, top + 15.5, str(place + 1), size=34, grey=0, bold=True, anchor="middle")
    page.circle((middle, top + CALLS_LABEL_MM - 15), KEY_HOLE, width=0.2)
    page.text(left, top + CALLS_LABEL_MM + 4, name)
