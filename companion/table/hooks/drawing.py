"""Drawing games for screens whose browser runs no scripts: plain shapes, visible from afar.

Colours are in the shapes themselves; only SVG 1.1 is used.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from companion.table.shapes.values import MarkShape

Word = Callable[[str], str]
"""Gives the text of a code in the reader's language; a code without a text is returned as it is."""

INK: Final = "#21180f"
PAPER: Final = "#fffaf0"
SEATS: Final = ("#d4502f", "#2f7ac4", "#3f9a5c", "#f0b429", "#9a5bb5", "#9aa3a8")
SEAT_SHAPES: Final = (
    "M0-10a10 10 0 1 0 .01 0Z",
    "M-9-9H9V9H-9Z",
    "M0-10.5 11 9.500H-11Z",
    "M0-11.5 10 0 0 11.5-10 0Z",
    "M0-11 10.500-3 6.500 9.500H-6.500L-10.500-3Z",
    "M-3-11H3V-3H11V3H3V11H-3V3H-11V-3H-3Z",
)
"""The players' marks, as the other pages have them, around 0, 0."""

DIE: Final = 100
"""The side of a die as it is drawn."""
PIPS: Final = {
    "1": ((50, 50),),
    "2": ((28, 28), (72, 72)),
    "3": ((28, 28), (50, 50), (72, 72)),
    "4": ((28, 28), (72, 28), (28, 72), (72, 72)),
    "5": ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)),
    "6": ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Return an element; ``_`` in an attribute's name is ``-``. ``inside`` is SVG already."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{told}>{''.join(inside)}</{name}>"


def picture(left: float, top: float, width: float, height: float, inside: Iterable[str]) -> str:
    """Return a whole drawing, as large as there is room."""
    box = f"{left:g} {top:g} {width:g} {height:g}"
    return tag("svg", *inside, xmlns="http://www.w3.org/2000/svg", viewBox=box)


def words(said: object, x: float, y: float, size: float, **attributes: object) -> str:
    """Return a text; ``y`` is its line."""
    return tag("text", escape(str(said)), x=x, y=y, font_size=size, **{"fill": INK, **attributes})


def line(d: str, colour: str, width: float, **attributes: object) -> str:
    """Return lines along a path."""
    return tag("path", d=d, fill="none", stroke=colour, stroke_width=width, **attributes)


def at(x: float, y: float, *inside: str, scale: float = 1, turn: float = 0) -> str:
    """Return ``inside`` moved there, turned (degrees clockwise) and scaled."""
    return tag("g", *inside, transform=f"translate({x:g} {y:g}) rotate({turn:g}) scale({scale:g})")


class Seated(NamedTuple):
    """A player, with the colour and sign of the seat; both count from 1."""

    name: str
    colour: int
    sign: int


def seated(names: Sequence[str], marks: Mapping[str, MarkShape]) -> list[Seated]:
    """Return the players at the table, with the marks that a state names."""
    return [Seated(name, marks[name]["colour"], marks[name]["sign"]) for name in names]


def seat_mark(who: Seated) -> str:
    """Return a player's mark, 20 high, around 0, 0."""
    colour, shape = SEATS[who.colour - 1], SEAT_SHAPES[who.sign - 1]
    return tag("path", d=shape, fill=colour, stroke=INK, stroke_width=1.5)


def die(print_: str, turns: int = 0, colour: str = PAPER) -> str:
    """Return a die of 100 × 100 with this on its face; ``turns``: quarter turns clockwise."""
    body = tag("rect", x=2, y=2, width=96, height=96, rx=13, fill=colour, stroke=INK, stroke_width=4)
    return body + tag("g", print_, transform=f"rotate({90 * turns} 50 50)")


def ordinary(face: str) -> str:
    """Return the content of an ordinary die's face, in a field of 100 × 100: pips, or else its
    letters."""
    if face in PIPS:
        return "".join(tag("circle", cx=x, cy=y, r=10, fill=INK) for x, y in PIPS[face])
    size = min(60.0, 130 / max(2, len(face)))
    return words(face, 50, 50 + size / 3, size, text_anchor="middle")


def row_of(dice: Iterable[str], top: float = 0, apart: float = 116) -> list[str]:
    """Return dice side by side."""
    return [at(place * apart, top, one) for place, one in enumerate(dice)]
