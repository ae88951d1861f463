"""The drawn styles of boards and their pieces: colours, and how squares and buildings are shown."""

from dataclasses import replace

import numpy as np

from vision.workshop.simulation.boards.any_style import any_style
from vision.workshop.simulation.boards.pen import Ink, shade
from vision.workshop.simulation.boards.style import BoardStyle, PieceStyle
from vision.workshop.simulation.looks import looks_beside

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
