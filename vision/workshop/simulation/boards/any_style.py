"""Makes up random styles of boards, so that readers meet boards that nobody designed."""

import colorsys
from typing import get_args

import numpy as np

from vision.workshop.simulation.boards.pen import Ink, mixed
from vision.workshop.simulation.boards.style import Badge, BoardStyle, Growth, PieceStyle, Sight, Squares

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
