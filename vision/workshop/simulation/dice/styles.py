"""How a die is made: body, ink, rounding, and the place of each face on the cube."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

Colour = tuple[int, int, int]
"""A printed or moulded colour as a picture stores it: blue, green, red, 0…255."""

DieKind = Literal["pips", "carcassonne", "symbols"]
KINDS: tuple[DieKind, ...] = get_args(DieKind)
CARCASSONNE_FACES = ("cap", "straight", "corner", "three", "knight", "catapult")
PIP_FACES = ("1", "2", "3", "4", "5", "6")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789"


@dataclass(frozen=True)
class DieStyle:
    """One make of die.

    ``faces`` and ``turns`` (quarter turns of the art) are by slot: top, bottom, north, east, south, west
    of a die whose top looks up. ``art_seed`` chooses the artist. ``edge`` is the radius of the rounded
    edges and ``ball`` that of the ball that cuts the corners, both in half sides (1.75: no ball).
    ``clear`` 0…1 is the share of light that passes, ``dent`` the depth of the ink, ``gloss`` 0…1.
    ``first`` is the ink of the face "1". ``slip``: how far prints may be misplaced, in half sides.
    """

    kind: DieKind
    faces: tuple[str, str, str, str, str, str]
    turns: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    art_seed: int = 0
    body: Colour = (235, 238, 240)
    ink: Colour = (25, 24, 24)
    first: Colour | None = None
    second: Colour | None = None
    pattern: Literal["plain", "speckled", "marbled", "grain"] = "plain"
    edge: float = 0.18
    ball: float = 1.75
    gloss: float = 0.35
    clear: float = 0.0
    dent: float = 0.0
    slip: float = 0.0


_WHITES: tuple[Colour, ...] = ((240, 242, 242), (225, 236, 240), (205, 228, 238), (250, 250, 250))
_BODIES: tuple[tuple[Colour, Colour], ...] = (
    ((240, 242, 242), (20, 20, 20)),
    ((240, 242, 242), (20, 20, 20)),
    ((205, 228, 238), (25, 25, 30)),
    ((225, 236, 240), (25, 25, 30)),
    ((28, 26, 26), (235, 238, 238)),
    ((28, 26, 26), (30, 30, 190)),
    ((40, 30, 190), (240, 240, 240)),
    ((30, 20, 140), (240, 240, 240)),
    ((40, 30, 200), (60, 200, 235)),
    ((60, 140, 40), (240, 240, 240)),
    ((70, 110, 30), (60, 210, 235)),
    ((160, 80, 30), (240, 240, 240)),
    ((110, 50, 25), (235, 235, 235)),
    ((40, 210, 235), (25, 25, 25)),
    ((40, 120, 230), (20, 20, 20)),
    ((90, 30, 60), (240, 240, 240)),
    ((60, 130, 170), (25, 25, 30)),
    ((130, 120, 120), (245, 245, 245)),
    ((150, 90, 210), (245, 245, 245)),
    ((200, 190, 90), (30, 30, 30)),
)


def random_style(rng: np.random.Generator, kind: DieKind) -> DieStyle:
    """Return any die of that kind."""
    return {"pips": _pips, "carcassonne": _carcassonne, "symbols": _symbols}[kind](rng)


def _carcassonne(rng: np.random.Generator) -> DieStyle:
    """White dice with black print, by any artist, moulded in any way."""
    faces = [str(f) for f in rng.permutation(CARCASSONNE_FACES)]
    return replace(
        _mould(rng, DieStyle("carcassonne", _six(faces))),
        body=_near(rng, _WHITES[rng.integers(len(_WHITES))], 8),
        ink=_near(rng, (28, 27, 27), 16),
        art_seed=int(rng.integers(1 << 16)),
        dent=float(rng.choice([0.0, 0.0, 0.25])),
        slip=float(rng.choice([0.0, rng.uniform(0, 0.05)])),
        ball=float(rng.choice([1.75, rng.uniform(1.5, 1.75)])),
    )


def _pips(rng: np.random.Generator) -> DieStyle:
    body, ink = _BODIES[rng.integers(len(_BODIES))]
    pattern = rng.choice(["plain", "plain", "plain", "speckled", "marbled", "grain"])
    style = replace(
        _mould(rng, DieStyle("pips", _handed(rng))),
        body=_near(rng, body, 18),
        ink=_near(rng, ink, 14),
        art_seed=int(rng.integers(1 << 16)),
        dent=float(rng.choice([0.0, 0.5, 1.0])),
        pattern=pattern,
        second=_second(rng, body) if pattern != "plain" else None,
    )
    if min(body) > 180 and rng.random() < 0.15:
        style = replace(style, first=_near(rng, (40, 35, 190), 20))
    if pattern == "plain" and rng.random() < 0.2:
        style = replace(style, clear=float(rng.uniform(0.3, 0.9)))
    return style


def _second(rng: np.random.Generator, body: Colour) -> Colour:
    """Return a body's second colour: its own lighter or darker, or a quite different one."""
    if rng.random() < 0.65:
        return _near(rng, body, 60)
    return _near(rng, _BODIES[rng.integers(len(_BODIES))][0], 20)


def _symbols(rng: np.random.Generator) -> DieStyle:
    body, ink = _BODIES[rng.integers(len(_BODIES))]
    names = [str(n) for n in rng.choice(list(_LETTERS), 6, replace=False)]
    glyphs = [f"glyph{rng.integers(1 << 20)}" for _ in range(6)]
    faces = [n if rng.random() < 0.3 else g for n, g in zip(names, glyphs, strict=True)]
    return replace(
        _mould(rng, DieStyle("symbols", _six(faces))),
        body=_near(rng, body, 18),
        ink=_near(rng, ink, 14),
        art_seed=int(rng.integers(1 << 16)),
        dent=float(rng.choice([0.0, 0.4])),
    )


def _handed(rng: np.random.Generator) -> tuple[str, str, str, str, str, str]:
    """Pips whose opposite faces sum to seven: western or eastern handed."""
    north, east = ("2", "3") if rng.random() < 0.5 else ("3", "2")
    return ("1", "6", north, east, str(7 - int(north)), str(7 - int(east)))


def _mould(rng: np.random.Generator, style: DieStyle) -> DieStyle:
    """Vary the common properties of dice: rounding, gloss, and the turn of the art on each face."""
    a, b, c, d, e, f = (int(t) for t in rng.integers(0, 4, 6))
    ball = 1.75 if rng.random() < 0.45 else float(rng.uniform(1.3, 1.65))
    return replace(
        style,
        turns=(a, b, c, d, e, f),
        edge=float(rng.uniform(0.05, 0.4)),
        ball=ball,
        gloss=float(rng.uniform(0.05, 0.8)),
    )


def _near(rng: np.random.Generator, colour: Colour, spread: int) -> Colour:
    """Return a similar colour: slightly lighter or darker, and slightly shifted."""
    moved = np.array(colour) + rng.normal(0, spread / 2) + rng.normal(0, spread / 3, 3)
    blue, green, red = np.clip(moved, 8, 252).astype(int).tolist()
    return blue, green, red


def _six(faces: list[str]) -> tuple[str, str, str, str, str, str]:
    a, b, c, d, e, f = faces
    return a, b, c, d, e, f
