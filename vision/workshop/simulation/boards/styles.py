"""The drawn styles of boards and their pieces: colours, and how squares and buildings are shown."""

from dataclasses import replace

import numpy as np

from vision.workshop.simulation.boards.any_style import any_style
from vision.workshop.simulation.boards.pen import Ink, shade
from vision.workshop.simulation.boards.style import BoardStyle, PieceStyle

STYLES: dict[str, tuple[BoardStyle, PieceStyle]] = {
    "frontier": (
        BoardStyle(
            ground=((150, 196, 222), (122, 172, 205)),
            mottling=1.0,
            squares="lines",
            square_ink=(92, 132, 165),
            growth="grass",
            growth_ink=(78, 128, 122),
            sight="front",
            roofs=(
                (50, 60, 170),
                (140, 90, 50),
                (60, 120, 70),
                (40, 130, 200),
                (120, 60, 120),
                (70, 75, 80),
            ),
            hut=(185, 120, 60),
            badge="disc",
            badge_ink=(225, 238, 245),
            number_ink=(30, 40, 60),
            frame=(60, 85, 120),
        ),
        PieceStyle(
            ground=(135, 182, 210),
            mottling=0.8,
            growth="grass",
            growth_ink=(80, 125, 120),
            road=(95, 130, 165),
            water=(190, 140, 70),
            rails=(70, 80, 95),
            bricks=(85, 95, 120),
            mark=(35, 50, 120),
            marked=(215, 230, 240),
            sides=(120, 140, 155),
        ),
    ),
    "old_town": (
        BoardStyle(
            ground=((128, 160, 148), (104, 140, 122)),
            mottling=0.8,
            squares="dots",
            square_ink=(86, 112, 100),
            growth="pebbles",
            growth_ink=(146, 166, 160),
            sight="roof",
            roofs=(
                (52, 70, 178),
                (60, 105, 190),
                (120, 95, 85),
                (70, 55, 120),
                (50, 125, 140),
                (110, 120, 60),
            ),
            hut=(60, 120, 165),
            badge="square",
            badge_ink=(205, 228, 236),
            number_ink=(35, 35, 45),
            frame=(52, 66, 70),
            dense=1.4,
        ),
        PieceStyle(
            ground=(112, 148, 132),
            mottling=0.7,
            growth="pebbles",
            growth_ink=(140, 165, 155),
            road=(150, 170, 180),
            water=(175, 135, 60),
            rails=(70, 70, 75),
            bricks=(120, 128, 140),
            mark=(45, 55, 150),
            marked=(220, 230, 235),
            sides=(150, 165, 175),
        ),
    ),
    "plain": (
        BoardStyle(
            ground=((232, 236, 238), (226, 231, 234)),
            mottling=0.25,
            squares="cards",
            square_ink=(205, 212, 216),
            growth="none",
            growth_ink=(200, 205, 210),
            sight="flat",
            roofs=(
                (60, 70, 210),
                (190, 130, 40),
                (95, 160, 60),
                (40, 170, 235),
                (150, 80, 140),
                (90, 90, 95),
            ),
            hut=(190, 150, 40),
            badge="bare",
            badge_ink=(255, 255, 255),
            number_ink=(250, 250, 250),
            frame=(180, 190, 195),
        ),
        PieceStyle(
            ground=(215, 222, 226),
            mottling=0.2,
            growth="none",
            growth_ink=(200, 205, 210),
            road=(90, 165, 225),
            water=(215, 155, 60),
            rails=(95, 90, 90),
            bricks=(80, 90, 170),
            mark=(45, 45, 50),
            marked=(245, 245, 245),
            sides=(190, 200, 205),
            rim=(160, 168, 172),
        ),
    ),
    "night": (
        BoardStyle(
            ground=((62, 46, 36), (80, 58, 44)),
            mottling=0.9,
            squares="corners",
            square_ink=(130, 105, 80),
            growth="stars",
            growth_ink=(140, 130, 115),
            sight="front",
            roofs=(
                (70, 110, 205),
                (160, 120, 90),
                (100, 150, 100),
                (60, 160, 210),
                (150, 100, 150),
                (120, 120, 125),
            ),
            hut=(70, 150, 190),
            badge="disc",
            badge_ink=(70, 180, 225),
            number_ink=(25, 25, 30),
            frame=(30, 26, 24),
        ),
        PieceStyle(
            ground=(74, 56, 46),
            mottling=0.8,
            growth="stars",
            growth_ink=(130, 120, 110),
            road=(90, 120, 150),
            water=(180, 140, 60),
            rails=(150, 150, 150),
            bricks=(100, 90, 130),
            mark=(80, 190, 235),
            marked=(35, 30, 30),
            sides=(60, 52, 50),
        ),
    ),
    "pale_sand": (
        BoardStyle(
            ground=((176, 206, 222), (160, 194, 212)),
            mottling=1.2,
            squares="dashes",
            square_ink=(140, 172, 192),
            growth="cracks",
            growth_ink=(140, 172, 192),
            sight="front",
            roofs=(
                (100, 130, 190),
                (150, 145, 130),
                (110, 150, 140),
                (90, 150, 200),
                (140, 125, 150),
                (110, 120, 130),
            ),
            hut=(165, 150, 120),
            badge="disc",
            badge_ink=(200, 222, 232),
            number_ink=(70, 85, 105),
            frame=(130, 160, 180),
        ),
        PieceStyle(
            ground=(168, 200, 217),
            mottling=1.2,
            growth="cracks",
            growth_ink=(140, 172, 192),
            road=(135, 168, 192),
            water=(185, 180, 150),
            rails=(115, 130, 145),
            bricks=(130, 145, 165),
            mark=(100, 120, 150),
            marked=(205, 222, 230),
            sides=(165, 188, 202),
        ),
    ),
    "meadow": (
        BoardStyle(
            ground=((92, 168, 132), (74, 146, 112)),
            mottling=1.1,
            squares="dashes",
            square_ink=(112, 186, 158),
            growth="grass",
            growth_ink=(60, 122, 84),
            sight="roof",
            roofs=(
                (45, 60, 190),
                (55, 90, 150),
                (130, 120, 110),
                (60, 140, 215),
                (115, 70, 110),
                (60, 70, 75),
            ),
            hut=(70, 110, 160),
            badge="disc",
            badge_ink=(235, 240, 240),
            number_ink=(40, 50, 40),
            frame=(50, 95, 70),
            dense=1.6,
        ),
        PieceStyle(
            ground=(86, 160, 124),
            mottling=1.0,
            growth="grass",
            growth_ink=(62, 126, 88),
            road=(125, 165, 190),
            water=(200, 160, 75),
            rails=(80, 90, 100),
            bricks=(135, 145, 155),
            mark=(40, 60, 190),
            marked=(235, 240, 240),
            sides=(140, 160, 160),
        ),
    ),
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
