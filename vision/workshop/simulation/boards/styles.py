"""The drawn styles of boards and their pieces: colours, and how squares and buildings are shown."""

import colorsys
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from vision.workshop.simulation.boards.pen import Ink, mixed, shade
from vision.workshop.simulation.looks import looks_beside

Squares = Literal["lines", "dashes", "cards", "corners", "dots"]
Growth = Literal["grass", "pebbles", "cracks", "stars", "none"]
Sight = Literal["front", "roof", "flat"]
Badge = Literal["disc", "square", "bare"]


@dataclass(frozen=True)
class BoardStyle:
    """How one make of board looks.

    ``ground``: its two colours, mottled by ``mottling``; ``squares``: how a cell's edge is printed;
    ``growth``: other things scattered on plain ground; ``sight``: buildings from the front, from above,
    or as plain signs; ``roofs``: a colour for each type of building.
    """

    ground: tuple[Ink, Ink]
    mottling: float
    squares: Squares
    square_ink: Ink
    growth: Growth
    growth_ink: Ink
    sight: Sight
    roofs: tuple[Ink, ...]
    hut: Ink
    badge: Badge
    badge_ink: Ink
    number_ink: Ink
    frame: Ink
    dense: float = 1.0


@dataclass(frozen=True)
class PieceStyle:
    """The looks of one make's pieces: ground, colours of the lines along them, cut sides."""

    ground: Ink
    mottling: float
    growth: Growth
    growth_ink: Ink
    road: Ink
    water: Ink
    rails: Ink
    bricks: Ink
    mark: Ink
    marked: Ink
    sides: Ink
    rim: Ink | None = None


_LOOKS = looks_beside(__file__)
STYLES = {
    name: (BoardStyle(**look["board"]), PieceStyle(**look["pieces"])) for name, look in _LOOKS.items()
}
"""The board and the pieces of each style, by its name."""


ANY = "any-"
"""Prefix of random styles, followed by a number: no two are alike."""


def style_of(name: str) -> tuple[BoardStyle, PieceStyle]:
    """Return the board and the pieces of a style. Raises ``KeyError`` if there is no such style."""
    number = name.removeprefix(ANY)
    if number == name or not number.isdecimal():
        return STYLES[name]
    return any_style(np.random.default_rng([int(number), 83]))


def board_style(name: str, seed: int) -> BoardStyle:
    """Return a make of board in that style: its colours vary slightly with the seed."""
    style, rng = style_of(name)[0], np.random.default_rng([seed, 1])
    light, tint = _printing(rng)
    return replace(
        style,
        ground=(_reprint(style.ground[0], light, tint), _reprint(style.ground[1], light, tint)),
        square_ink=_reprint(style.square_ink, light, tint),
        roofs=tuple(style.roofs[n] for n in rng.permutation(len(style.roofs))),
        frame=shade(style.frame, float(rng.uniform(0.8, 1.2))),
    )


def piece_style(name: str, seed: int) -> PieceStyle:
    """Return a make of pieces in that style, printed with the board of the same seed."""
    style, rng = style_of(name)[1], np.random.default_rng([seed, 1])
    light, tint = _printing(rng)
    return replace(style, ground=_reprint(style.ground, light, tint))


def _printing(rng: np.random.Generator) -> tuple[float, tuple[float, float, float]]:
    blue, green, red = (float(v) for v in rng.normal(1, 0.02, 3))
    return float(rng.uniform(0.92, 1.05)), (blue, green, red)


def _reprint(ink: Ink, light: float, tint: tuple[float, float, float]) -> Ink:
    blue, green, red = (min(255.0, v * light * t) for v, t in zip(ink, tint, strict=True))
    return blue, green, red


ROOFS = 6
LIKE_BOARD = 0.6
"""Share of makes whose pieces have a ground much like the board's: sand on sand."""


def any_style(rng: np.random.Generator) -> tuple[BoardStyle, PieceStyle]:
    """Return a random board and its pieces: any colours, with strong or weak contrast."""
    ground, strong = _any_ink(rng, 0.65), float(rng.uniform(0.3, 1.0))
    growths = get_args(Growth)
    growth: Growth = growths[int(rng.integers(len(growths)))]
    board = BoardStyle(
        ground=(ground, mixed(ground, _any_ink(rng, 0.6), float(rng.uniform(0.0, 0.2)))),
        mottling=float(rng.uniform(0.2, 1.3)),
        squares=get_args(Squares)[int(rng.integers(len(get_args(Squares))))],
        square_ink=_ink_on(rng, ground, 0.6 * strong),
        growth=growth,
        growth_ink=_ink_on(rng, ground, 0.6 * strong),
        sight=get_args(Sight)[int(rng.integers(len(get_args(Sight))))],
        roofs=tuple(_ink_on(rng, ground, strong) for _ in range(ROOFS)),
        hut=_ink_on(rng, ground, strong),
        badge=get_args(Badge)[int(rng.integers(len(get_args(Badge))))],
        badge_ink=(badge := _ink_on(rng, ground, strong)),
        number_ink=_ink_on(rng, badge, max(strong, 0.6)),
        frame=_any_ink(rng, 0.8),
        dense=float(rng.uniform(0.6, 1.8)),
    )
    like = rng.random() < LIKE_BOARD
    own = mixed(ground, _any_ink(rng, 0.6), float(rng.uniform(0.0, 0.15 if like else 0.9)))
    pieces = PieceStyle(
        ground=own,
        mottling=float(rng.uniform(0.2, 1.3)),
        growth=growth if like else growths[int(rng.integers(len(growths)))],
        growth_ink=_ink_on(rng, own, 0.6 * strong),
        road=_ink_on(rng, own, 0.8 * strong),
        water=_ink_on(rng, own, strong),
        rails=_ink_on(rng, own, strong),
        bricks=_ink_on(rng, own, strong),
        mark=(mark := _ink_on(rng, own, strong)),
        marked=_ink_on(rng, mark, max(strong, 0.5)),
        sides=_any_ink(rng, 0.4),
        rim=_ink_on(rng, own, 0.6 * strong) if rng.random() < 0.25 else None,
    )
    return board, pieces


def _any_ink(rng: np.random.Generator, most_vivid: float) -> Ink:
    red, green, blue = colorsys.hsv_to_rgb(
        float(rng.random()), float(rng.uniform(0, most_vivid)), float(rng.uniform(0.18, 0.95))
    )
    return 255 * blue, 255 * green, 255 * red


def _ink_on(rng: np.random.Generator, ground: Ink, strong: float) -> Ink:
    """Return an ink that is visible on that ground: from 0, the ground's own colour, to 1, any other
    colour."""
    tried = [_any_ink(rng, 0.85) for _ in range(4)]
    farthest = max(tried, key=lambda ink: float(np.abs(np.subtract(ink, ground)).sum()))
    return mixed(ground, farthest, strong)
