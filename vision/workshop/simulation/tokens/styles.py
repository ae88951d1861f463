"""The looks of gems, gem boards and stones of different boxes.

The lists for teaching and tuning and those for measuring have no style in common. Once somebody has
looked at a style in order to improve the reader, it belongs to the former.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

import numpy as np

from vision.workshop.simulation.dice.styles import Colour
from vision.workshop.simulation.looks import looks_beside
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


_LOOKS = looks_beside(__file__)
GEM_STYLES = {
    name: GemStyle(**{**look, "colours": _LOOKS["palettes"][look["colours"]]})
    for name, look in _LOOKS["gems"].items()
}


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


GEM_BOARDS = {name: GemBoardStyle(**look) for name, look in _LOOKS["boards"].items()}


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


def _stone_style(look: dict[str, Any]) -> StoneStyle:
    weapons, armour, monster, logo = look["grounds"]
    grounds = {"sword": weapons, "axe": weapons, "shield": armour, "helmet": armour}
    return StoneStyle(**{**look, "grounds": {**grounds, "monster": monster, "logo": logo}})


STONE_STYLES = {name: _stone_style(look) for name, look in _LOOKS["stones"].items()}


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
