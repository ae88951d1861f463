"""The looks of gems, gem boards and stones of different boxes.

The lists for teaching and tuning and those for measuring have no style in common. Once somebody has
looked at a style in order to improve the reader, it belongs to the former.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import numpy as np

from vision.workshop.simulation.dice.styles import Colour
from vision.workshop.simulation.tokens.things import GEM_LABELS

Cut = Literal["brilliant", "nugget", "dome", "step"]
Hole = Literal["recess", "ring", "dimple"]
Clear = tuple[float, float, float]
"""The share of light that a gem transmits over its width, linear 0…1, blue-green-red."""


@dataclass(frozen=True)
class GemStyle:
    """One make of gem. ``milky`` 0…1 is the share of light scattered inside it, ``gloss`` 0…1."""

    cut: Cut
    across_mm: float
    colours: dict[str, Clear]
    milky: float = 0.25
    gloss: float = 0.85
    uneven: float = 0.05


_USUAL: dict[str, Clear] = {
    "red": (0.02, 0.015, 0.6),
    "green": (0.06, 0.36, 0.02),
    "blue": (0.56, 0.1, 0.015),
    "yellow": (0.03, 0.62, 0.85),
    "brown": (0.008, 0.14, 0.45),
    "violet": (0.32, 0.03, 0.2),
}
_PALE: dict[str, Clear] = {
    "red": (0.07, 0.05, 0.75),
    "green": (0.2, 0.6, 0.1),
    "blue": (0.75, 0.34, 0.08),
    "yellow": (0.13, 0.78, 0.92),
    "brown": (0.03, 0.28, 0.62),
    "violet": (0.55, 0.13, 0.42),
}
_DEEP: dict[str, Clear] = {
    "red": (0.012, 0.008, 0.38),
    "green": (0.03, 0.22, 0.012),
    "blue": (0.36, 0.04, 0.008),
    "yellow": (0.012, 0.5, 0.78),
    "brown": (0.006, 0.075, 0.27),
    "violet": (0.17, 0.012, 0.1),
}
_WARM: dict[str, Clear] = {
    "red": (0.03, 0.03, 0.66),
    "green": (0.03, 0.42, 0.11),
    "blue": (0.6, 0.2, 0.03),
    "yellow": (0.02, 0.52, 0.82),
    "brown": (0.01, 0.17, 0.52),
    "violet": (0.4, 0.05, 0.3),
}

_COOL: dict[str, Clear] = {
    "red": (0.05, 0.012, 0.5),
    "green": (0.1, 0.3, 0.015),
    "blue": (0.48, 0.06, 0.03),
    "yellow": (0.05, 0.68, 0.78),
    "brown": (0.015, 0.12, 0.36),
    "violet": (0.36, 0.04, 0.15),
}
_BRIGHT: dict[str, Clear] = {
    "red": (0.03, 0.02, 0.72),
    "green": (0.05, 0.5, 0.05),
    "blue": (0.68, 0.2, 0.02),
    "yellow": (0.06, 0.7, 0.9),
    "brown": (0.012, 0.2, 0.56),
    "violet": (0.45, 0.06, 0.32),
}

GEM_STYLES: dict[str, GemStyle] = {
    "brilliant": GemStyle("brilliant", 11.0, _USUAL),
    "nugget": GemStyle("nugget", 12.0, _USUAL, milky=0.18),
    "dome": GemStyle("dome", 11.5, _PALE, milky=0.3),
    "frosted": GemStyle("nugget", 11.0, _WARM, milky=0.55, gloss=0.55),
    "deep": GemStyle("brilliant", 10.5, _DEEP, milky=0.35),
    "step": GemStyle("step", 11.5, _USUAL, milky=0.22, gloss=0.9),
    "pale": GemStyle("brilliant", 12.0, _PALE, milky=0.15, gloss=0.95),
    "pebble": GemStyle("dome", 10.5, _WARM, milky=0.4, gloss=0.8),
    "princess": GemStyle("step", 11.0, _COOL, milky=0.28, gloss=0.8),
    "rose": GemStyle("brilliant", 11.5, _BRIGHT, milky=0.22, gloss=0.9),
    "ice": GemStyle("nugget", 11.5, _BRIGHT, milky=0.3, gloss=0.9, uneven=0.08),
    "drop": GemStyle("dome", 12.0, _COOL, milky=0.22, gloss=0.95),
}
TEACHING_GEMS = ("brilliant", "nugget", "dome", "frosted", "deep", "step", "pale", "pebble")
MEASURING_GEMS = ("princess", "rose", "ice", "drop")


@dataclass(frozen=True)
class GemBoardStyle:
    """The print of a gem board. ``ground``: two inks mixed in patches; ``bands`` run along rows."""

    ground: tuple[Colour, Colour]
    mottling: float
    floor: Colour
    rim: Colour
    red: Colour
    hole: Hole = "recess"
    hole_mm: float = 15.0
    bands: bool = False
    figures: Literal["none", "zigzag", "leaves", "stones"] = "none"
    figure_ink: Colour = (60, 80, 100)


GEM_BOARDS: dict[str, GemBoardStyle] = {
    "sand": GemBoardStyle(
        ((120, 175, 205), (90, 140, 180)),
        1.0,
        (95, 135, 165),
        (60, 90, 120),
        (35, 35, 185),
        figures="zigzag",
        figure_ink=(45, 75, 120),
    ),
    "jungle": GemBoardStyle(
        ((50, 105, 70), (35, 75, 60)),
        1.4,
        (40, 60, 50),
        (35, 120, 140),
        (40, 40, 200),
        hole="dimple",
        figures="leaves",
        figure_ink=(60, 140, 90),
    ),
    "night": GemBoardStyle(
        ((75, 50, 45), (45, 35, 35)),
        1.0,
        (35, 28, 28),
        (120, 110, 100),
        (40, 35, 170),
        hole="recess",
        figures="stones",
        figure_ink=(95, 75, 70),
    ),
    "plain": GemBoardStyle(
        ((215, 222, 225), (195, 205, 212)),
        0.6,
        (150, 160, 168),
        (110, 120, 128),
        (50, 45, 200),
        hole="ring",
    ),
    "clay": GemBoardStyle(
        ((80, 110, 170), (60, 85, 140)),
        1.2,
        (50, 70, 110),
        (40, 60, 95),
        (30, 30, 150),
        hole="dimple",
        figures="zigzag",
        figure_ink=(30, 45, 70),
        bands=True,
    ),
    "slate": GemBoardStyle(
        ((130, 125, 120), (100, 98, 95)),
        1.5,
        (75, 75, 75),
        (165, 165, 165),
        (45, 40, 190),
        hole="recess",
        figures="stones",
        figure_ink=(150, 145, 140),
    ),
    "straw": GemBoardStyle(
        ((110, 190, 225), (85, 165, 205)),
        0.9,
        (120, 170, 190),
        (70, 110, 150),
        (40, 40, 175),
        hole="ring",
        figures="leaves",
        figure_ink=(70, 120, 110),
        bands=True,
    ),
    "lagoon": GemBoardStyle(
        ((150, 130, 70), (120, 95, 45)),
        1.1,
        (90, 75, 45),
        (190, 200, 170),
        (55, 55, 205),
        hole="recess",
        figures="zigzag",
        figure_ink=(200, 190, 130),
    ),
    "heath": GemBoardStyle(
        ((120, 90, 140), (95, 70, 115)),
        1.1,
        (70, 55, 85),
        (170, 160, 185),
        (45, 45, 195),
        hole="recess",
        figures="leaves",
        figure_ink=(90, 130, 150),
    ),
    "moss": GemBoardStyle(
        ((85, 150, 130), (65, 120, 105)),
        1.3,
        (75, 110, 100),
        (45, 80, 75),
        (40, 35, 180),
        hole="ring",
        figures="stones",
        figure_ink=(120, 165, 160),
    ),
    "bark": GemBoardStyle(
        ((55, 80, 115), (40, 60, 90)),
        1.4,
        (30, 42, 60),
        (90, 120, 150),
        (38, 38, 175),
        hole="dimple",
        figures="zigzag",
        figure_ink=(95, 125, 160),
    ),
    "linen": GemBoardStyle(
        ((185, 205, 212), (165, 188, 198)),
        0.8,
        (130, 150, 160),
        (95, 115, 130),
        (48, 48, 190),
        hole="recess",
        figures="leaves",
        figure_ink=(130, 150, 140),
        bands=True,
    ),
}
TEACHING_BOARDS = ("sand", "jungle", "night", "plain", "clay", "slate", "straw", "lagoon")
MEASURING_BOARDS = ("heath", "moss", "bark", "linen")


@dataclass(frozen=True)
class StoneStyle:
    """The print of stones. ``grounds``: ink of the ground by face; ``back``: the black side."""

    grounds: dict[str, Colour]
    ink: Colour
    side: Colour
    back: Colour = (30, 28, 28)
    ring: bool = True
    gloss: float = 0.25
    grain: float = 0.5


def _grounds(weapons: Colour, armour: Colour, monster: Colour, logo: Colour) -> dict[str, Colour]:
    return {
        "sword": weapons,
        "axe": weapons,
        "shield": armour,
        "helmet": armour,
        "monster": monster,
        "logo": logo,
    }


STONE_STYLES: dict[str, StoneStyle] = {
    "card": StoneStyle(
        _grounds((150, 190, 205), (190, 180, 150), (70, 90, 160), (120, 150, 170)),
        (30, 30, 35),
        (140, 175, 195),
    ),
    "wood": StoneStyle(
        _grounds((130, 180, 215), (130, 180, 215), (130, 180, 215), (130, 180, 215)),
        (25, 40, 70),
        (110, 160, 200),
        ring=False,
        gloss=0.1,
        grain=1.2,
    ),
    "bone": StoneStyle(
        _grounds((205, 220, 228), (205, 220, 228), (205, 220, 228), (205, 220, 228)),
        (35, 30, 30),
        (185, 205, 215),
        gloss=0.5,
    ),
    "enamel": StoneStyle(
        _grounds((40, 45, 150), (130, 80, 35), (50, 110, 60), (60, 150, 190)),
        (225, 232, 235),
        (40, 40, 42),
        gloss=0.6,
    ),
    "parchment": StoneStyle(
        _grounds((150, 200, 220), (165, 205, 215), (120, 165, 205), (150, 190, 205)),
        (40, 45, 80),
        (90, 110, 125),
        grain=1.0,
    ),
    "stone": StoneStyle(
        _grounds((150, 150, 150), (165, 160, 152), (125, 130, 150), (150, 150, 150)),
        (35, 35, 40),
        (120, 120, 122),
        gloss=0.15,
        grain=1.4,
        ring=False,
    ),
    "felted": StoneStyle(
        _grounds((120, 140, 195), (150, 165, 120), (85, 100, 140), (130, 160, 190)),
        (40, 35, 45),
        (115, 130, 150),
        gloss=0.1,
        grain=1.1,
    ),
    "ivory": StoneStyle(
        _grounds((195, 215, 222), (180, 205, 215), (160, 185, 215), (195, 215, 222)),
        (60, 45, 40),
        (170, 195, 205),
        back=(38, 34, 36),
        gloss=0.45,
    ),
    "ember": StoneStyle(
        _grounds((45, 80, 190), (60, 130, 200), (45, 55, 120), (70, 120, 180)),
        (215, 228, 232),
        (45, 60, 100),
        gloss=0.4,
        ring=False,
    ),
}
TEACHING_STONES = ("card", "wood", "bone", "enamel", "parchment", "stone")
MEASURING_STONES = ("felted", "ivory", "ember")


@cache
def gem_style(name: str, seed: int) -> GemStyle:
    """Return one box's gems: the style's colours, each slightly varied. Raises ``KeyError``."""
    style, rng = GEM_STYLES[name], np.random.default_rng([seed, 71])
    colours = {}
    for label in GEM_LABELS:
        moved = np.array(style.colours[label]) * np.exp(rng.normal(0, 0.12, 3))
        blue, green, red = (float(v) for v in np.clip(moved, 0.004, 0.93))
        colours[label] = (blue, green, red)
    return replace(
        style,
        colours=colours,
        across_mm=style.across_mm * float(rng.uniform(0.95, 1.06)),
        milky=float(np.clip(style.milky * rng.uniform(0.7, 1.3), 0.05, 0.7)),
        gloss=float(np.clip(style.gloss + rng.normal(0, 0.05), 0.3, 1.0)),
    )


@cache
def gem_board_style(name: str, seed: int) -> GemBoardStyle:
    """Return one printing of a gem board: the style's inks, slightly varied. Raises ``KeyError``."""
    style, rng = GEM_BOARDS[name], np.random.default_rng([seed, 72])
    light, dark = style.ground
    return replace(
        style,
        ground=(_near(rng, light), _near(rng, dark)),
        floor=_near(rng, style.floor),
        red=_near(rng, style.red),
        hole_mm=style.hole_mm * float(rng.uniform(0.97, 1.05)),
    )


@cache
def stone_style(name: str, seed: int) -> StoneStyle:
    """Return one box's stones: the style's inks, slightly varied. Raises ``KeyError``."""
    style, rng = STONE_STYLES[name], np.random.default_rng([seed, 73])
    grounds = {face: _near(rng, ink) for face, ink in style.grounds.items()}
    return replace(style, grounds=grounds, ink=_near(rng, style.ink), side=_near(rng, style.side))


def _near(rng: np.random.Generator, ink: Colour) -> Colour:
    moved = np.array(ink) * rng.uniform(0.93, 1.07) + rng.normal(0, 4, 3)
    blue, green, red = (round(float(v)) for v in np.clip(moved, 5, 250))
    return blue, green, red
