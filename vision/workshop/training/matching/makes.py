"""Synthetic makes of pieces: their prints, shape, height, and material."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from vision.board_grid import PX_PER_CELL as CELL
from vision.workshop.training.matching.paint import (
    KEPT_BACK,
    KNOWN,
    LARGE_PX,
    LETTERS,
    SIGNS_KEPT_BACK,
    SIGNS_KNOWN,
    Floats,
    Mask,
    Rng,
    Sign,
    Texture,
    apart,
    colour,
    drawn,
    marked,
    texture,
)

MOST_PIECES = 26
"""Most kinds of pieces in a make: more would be drawn, but not used for training at once."""
SAME, SEEN_PX = 0.12, 24
"""Difference of spots, at this small and soft size, below which two pieces look the same."""
SAME_TURNED, SLID_PX = 0.09, 3
"""A piece looks the same turned if, after a shift of these few pixels, no larger share of its structure
differs: an O, an H, a cross slightly off centre."""

FAINT_SHARE, FAINT = 0.2, (0.3, 0.8)
"""Share of makes with faint prints, and how opaque these are compared with others."""
TWINS = (0.4, 0.2, 0.15, 0.25)
"""Shares of unknown twins with a mark more (an A, an Ä), in another ink, mirrored, and with a small sign
more."""


@dataclass(frozen=True, eq=False)
class Print:
    """The print of one cell of a piece: inks over the ground, each with its mask."""

    inks: tuple[tuple[Floats, Mask], ...]
    ground: Floats | None = None
    """Its own ground; None: the make's material."""

    def on(self, ground: Floats) -> Floats:
        """Return the print on a piece of ground."""
        out = (ground if self.ground is None else self.ground).astype(np.float32)
        for ink, where in self.inks:
            out += (ink - out) * where[..., None]
        return out


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of piece: the label and print of each of its cells, one below the other."""

    labels: tuple[int, ...]
    prints: tuple[Print, ...]


@dataclass(frozen=True, eq=False)
class Make:
    """Pieces that belong together.

    ``ground`` is larger than a piece; ``own_grain``: each piece is cut from another part of it.
    ``alpha``: its shape within a cell; ``thick``: its height in cells; ``clear``: how much of the board
    shows through.
    """

    kinds: tuple[Kind, ...]
    rotations: tuple[int, ...]
    """For each label: how many different pictures its quarter turns give."""
    ground: Floats
    own_grain: bool
    alpha: Mask
    size: float
    thick: float
    side: Floats
    clear: float
    gloss: float
    upright: bool
    slide: float
    """How far pieces lie off their cells' middles, in cells."""

    def face(self, rng: Rng, kind: Kind) -> Floats:
        """Return a piece as seen from above: (cells, CELL, CELL, 3) one below the other."""
        room = len(self.ground) - CELL * len(kind.prints)
        top = int(rng.integers(room + 1)) if self.own_grain else 0
        left = int(rng.integers(CELL + 1)) if self.own_grain else 0
        parts = []
        for number, part in enumerate(kind.prints):
            at = top + number * CELL
            parts.append(part.on(self.ground[at : at + CELL, left : left + CELL]))
        return np.vstack(parts)


@dataclass(frozen=True, eq=False)
class _Studio:
    """The drawing of one make: its ground, and whether held-out styles are used."""

    rng: Rng
    ground: Floats
    kept_back: bool
    opaque: float = 1.0
    """How opaque its inks are at most: some prints are faint."""

    @property
    def textures(self) -> tuple[Texture, ...]:
        return KEPT_BACK if self.kept_back else KNOWN

    def ink(self) -> Floats:
        """Return a colour that is seen on the ground, if only just."""
        for _ in range(8):
            ink = colour(self.rng)
            if np.abs(ink - self.ground.mean((0, 1))).max() > self.rng.uniform(0.1, 0.6):
                break
        return ink

    def family(self) -> str:
        """Return a family of signs."""
        families = SIGNS_KEPT_BACK if self.kept_back else SIGNS_KNOWN
        return families[int(self.rng.integers(len(families)))]

    def sign(self, family: str | None = None, least: float = 0.5, most: float = 0.8) -> Sign:
        """Return any sign."""
        number, font = int(self.rng.integers(1 << 30)), int(self.rng.integers(1000))
        return Sign(family or self.family(), number, -1, font, self.rng.uniform(least, most))

    def plain(self, sign: Sign, ink: Floats, ground: Floats | None = None) -> Print:
        """Return a sign in an ink, more or less opaque."""
        return Print(((ink, drawn(sign, CELL, CELL) * self.strong()),), ground)

    def strong(self) -> np.float32:
        """Return how opaque an ink is."""
        return np.float32(self.rng.uniform(0.6, 1) * self.opaque)


def make(rng: Rng, *, kept_back: bool = False) -> Make:
    """Return a make of pieces; ``kept_back``: of held-out signs and textures."""
    many = int(rng.integers(2, 1 + MOST_PIECES))
    ground = texture(rng, CELL * 4, CELL * 2, KEPT_BACK if kept_back else KNOWN)
    if rng.random() < 0.5:  # plain material: wood, card, plastic
        ground = np.clip(ground.mean((0, 1)) + (ground - ground.mean((0, 1))) * np.float32(0.2), 0, 1)
    draw = ART[int(rng.choice(len(ART), p=SHARES))]
    sizes = [1] * many
    if draw in (_signs, _bands, _pictures) and rng.random() < 0.5:
        sizes = [int(n) for n in rng.choice([1, 2, 3], many, p=[0.5, 0.3, 0.2])]
    opaque = rng.uniform(*FAINT) if rng.random() < FAINT_SHARE else 1.0
    prints = draw(_Studio(rng, ground, kept_back, opaque), sum(sizes))
    rim = colour(rng) if rng.random() < 0.3 else None
    prints = _told_apart([_rimmed(part, rim) for part in prints], ground)
    sizes = sizes if sum(sizes) == len(prints) else [1] * len(prints)
    starts = np.cumsum([0, *sizes])
    kinds = tuple(
        Kind(tuple(range(start, start + size)), tuple(prints[start : start + size]))
        for start, size in zip(starts[:-1].tolist(), sizes, strict=True)
    )
    alone = all(size == 1 for size in sizes)
    round_ = rng.random()
    return Make(
        kinds,
        tuple(4 if not alone else _rotations(part, ground) for part in prints),
        ground.astype(np.float32),
        own_grain=rng.random() < 0.6,
        alpha=_shape(rng) if alone and round_ < 0.35 else np.ones((CELL, CELL), np.float32),
        size=float(rng.uniform(0.66, 1.0)) if alone else float(rng.uniform(0.86, 1.0)),
        thick=float(rng.choice([0.0, rng.uniform(0.01, 0.08), rng.uniform(0.05, 0.3)])),
        side=ground.mean((0, 1)) * np.float32(rng.uniform(0.5, 1))
        if rng.random() < 0.7
        else colour(rng),
        clear=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.07 else 0.0,
        gloss=float(rng.uniform(0, 0.5)) if rng.random() < 0.35 else 0.0,
        upright=rng.random() < 0.35,
        slide=float(rng.choice([0.015, 0.03, 0.06, 0.1])),
    )


def twin(rng: Rng, of: Make, kind: Kind, *, kept_back: bool = False) -> Kind | None:
    """Return a kind that differs slightly from one of a make: an additional mark, another ink, mirrored,
    or an additional small sign; None if that is not visible."""
    part, by = kind.prints[0], _Studio(rng, of.ground, kept_back)
    how = int(rng.choice(4, p=TWINS))
    if how == 0 and part.inks:
        ink, where = part.inks[0]
        large = cv2.resize(where, (LARGE_PX, LARGE_PX))
        over = np.asarray(np.clip(large, 0, 1) * 255 * (large > 0.2), np.uint8)
        mark = cv2.resize(
            marked(int(rng.integers(1000)), over), (CELL, CELL), interpolation=cv2.INTER_AREA
        )
        new = Print((*part.inks, (ink, np.asarray(mark / 255, np.float32))), part.ground)
    elif how == 1 and part.inks:
        new = Print(((by.ink(), part.inks[0][1]), *part.inks[1:]), part.ground)
    elif how == 2 and part.inks:
        new = Print(tuple((ink, where[:, ::-1]) for ink, where in part.inks), part.ground)
    else:
        new = Print((*part.inks, *by.plain(by.sign(None, 0.25, 0.45), by.ink()).inks), part.ground)
    face = _small(new, of.ground)
    others = [_small(one, of.ground) for other in of.kinds for one in other.prints]
    if any(_same(np.rot90(face, turns), other) for other in others for turns in range(4)):
        return None
    return Kind((len(of.rotations),), (new,))


def _shape(rng: Rng) -> Mask:
    """Return the outline of a piece that is no square."""
    out = np.zeros((CELL, CELL), np.uint8)
    corners, middle = int(rng.choice([0, 0, 0, 5, 6, 8])), CELL / 2 - 0.5
    if corners == 0:
        cv2.circle(out, (int(middle), int(middle)), CELL // 2 - 1, 255, -1, cv2.LINE_AA)
    else:
        angles = (np.arange(corners) + 0.5) * 2 * np.pi / corners
        points = middle + np.stack([np.sin(angles), np.cos(angles)], 1) * CELL * 0.53
        cv2.fillPoly(out, [points.astype(np.int32)], 255, cv2.LINE_AA)
    return np.asarray(out / 255, np.float32)


def _rimmed(part: Print, rim: Floats | None) -> Print:
    if rim is None:
        return part
    edge = np.zeros((CELL, CELL), np.float32)
    cv2.rectangle(edge, (0, 0), (CELL - 1, CELL - 1), 1.0, 3)
    return Print((*part.inks, (rim, edge)), part.ground)


def _told_apart(prints: list[Print], ground: Floats) -> list[Print]:
    """Return the prints without those that look like an earlier one, in any turn."""
    kept: list[Print] = []
    faces: list[Floats] = []
    for part in prints:
        face = _small(part, ground)
        turned = np.stack([np.rot90(face, turns) for turns in range(4)])
        if not faces or np.abs(turned[:, None] - np.stack(faces)).max((2, 3, 4)).min() >= SAME:
            kept.append(part)
            faces.append(face)
    return kept


def _rotations(part: Print, ground: Floats) -> int:
    face = _small(part, ground)
    if _same_slid(face, np.rot90(face)):
        return 1
    return 2 if _same_slid(face, face[::-1, ::-1]) else 4


def _same_slid(face: Floats, turned: Floats) -> bool:
    one, other = (cv2.GaussianBlur(np.ascontiguousarray(part), (0, 0), 1.0) for part in (face, turned))
    inner = np.ascontiguousarray(one[SLID_PX:-SLID_PX, SLID_PX:-SLID_PX])
    there_is = float(inner.var((0, 1)).sum())
    least = float(cv2.matchTemplate(other, inner, cv2.TM_SQDIFF).min()) / inner[..., 0].size
    return bool(least <= max(2 * SAME_TURNED * there_is, 1e-3))


def _small(part: Print, ground: Floats) -> Floats:
    face = part.on(np.tile(ground.mean((0, 1)), (CELL, CELL, 1)))
    small = cv2.resize(face, (SEEN_PX, SEEN_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (2, 2)), np.float32)


def _same(one: Floats, other: Floats) -> bool:
    return bool(np.abs(one - other).max() < SAME)


def _letters(by: _Studio, many: int) -> list[Print]:
    """One font, one ink; perhaps a number in the corner. Every other font is kept back."""
    rng, font = by.rng, int(by.rng.integers(1000)) * 2 + by.kept_back
    ink, large, strong = by.ink(), rng.uniform(0.45, 0.85), by.strong()
    away, counted, third = rng.normal(0, 2, 2), rng.random() < 0.6, CELL // 3
    out = []
    for letter in rng.permutation(len(LETTERS))[:many].tolist():
        where = drawn(Sign("letter", letter, -1, font, large), CELL, CELL)
        moved = np.array([[1, 0, away[0]], [0, 1, away[1]]])
        where = np.asarray(cv2.warpAffine(where, moved, (CELL, CELL)), np.float32)
        if counted:
            digit = Sign("letter", int(rng.integers(26, 36)), -1, font, 0.9)
            where[-third - 2 : -2, -third - 2 : -2] = drawn(digit, third, third)
        out.append(Print(((ink, where * strong),)))
    return out


def _signs(by: _Studio, many: int) -> list[Print]:
    """Any signs in few inks, on one ground or each on its own."""
    rng = by.rng
    family = by.family() if rng.random() < 0.5 else None
    inks = [by.ink() for _ in range(int(rng.integers(1, 4)))]
    own = rng.random() < 0.3
    out = []
    for _ in range(many):
        layers: tuple[tuple[Floats, Mask], ...] = ()
        for _ in range(int(rng.integers(1, 4))):
            layers += by.plain(by.sign(family, 0.4, 0.9), inks[int(rng.integers(len(inks)))]).inks
        out.append(Print(layers, texture(rng, CELL, CELL, by.textures) if own else None))
    return out


def _colours(by: _Studio, many: int) -> list[Print]:
    """Few signs, or none, each in several colours: twins except for these."""
    inks, whole = apart(by.rng, int(by.rng.integers(2, 8))), np.ones((CELL, CELL), np.float32)
    wheres = [drawn(by.sign(None, 0.5, 0.9), CELL, CELL) for _ in range(int(by.rng.integers(1, 7)))]
    if by.rng.random() < 0.25:
        wheres = [whole]  # plain discs
    pairs = list(product(wheres, inks))
    return [Print(((pairs[n][1], pairs[n][0]),)) for n in by.rng.permutation(len(pairs))[:many].tolist()]


def _marks(by: _Studio, many: int) -> list[Print]:
    """Few signs, each plain and with small marks: twins except for these."""
    rng, ink = by.rng, by.ink()
    family = "letter" if rng.random() < 0.5 and not by.kept_back else by.family()
    first = by.sign(family, 0.45, 0.75)
    bases = [replace(first, number=int(rng.integers(1 << 30))) for _ in range(int(rng.integers(2, 9)))]
    pairs = list(product(bases, [-1, *rng.integers(0, 1000, int(rng.integers(1, 4))).tolist()]))
    chosen = rng.permutation(len(pairs))[:many].tolist()
    return [by.plain(replace(pairs[n][0], mark=pairs[n][1]), ink) for n in chosen]


def _mirror(by: _Studio, many: int) -> list[Print]:
    """Signs and the same in a mirror, and the same in negative."""
    ink, whole = by.ink(), np.ones((CELL, CELL), np.float32)
    out: list[Print] = []
    while len(out) < many:
        where = drawn(by.sign(), CELL, CELL)
        out += [Print(((ink, one),)) for one in (where, whole - where, where[:, ::-1])]
    return out[:many]


def _pictures(by: _Studio, many: int) -> list[Print]:
    """A different picture for each; some with a sign."""
    out = []
    for _ in range(many):
        own = texture(by.rng, CELL, CELL, by.textures)
        signed = by.rng.random() < 0.6
        out.append(by.plain(by.sign(), colour(by.rng), own) if signed else Print((), own))
    return out


def _bands(by: _Studio, many: int) -> list[Print]:
    """Paths over one ground, each with something on it."""
    inks = [by.ink() for _ in range(3)]
    out = []
    for _ in range(many):
        path = by.plain(by.sign("band"), inks[int(by.rng.integers(3))])
        small = by.plain(by.sign(None, 0.3, 0.4), colour(by.rng))
        out.append(Print(path.inks + (small.inks if by.rng.random() < 0.6 else ())))
    return out


Art = Callable[[_Studio, int], list[Print]]
ART: tuple[Art, ...] = (_letters, _signs, _colours, _marks, _mirror, _pictures, _bands)
SHARES = (0.22, 0.18, 0.2, 0.14, 0.06, 0.1, 0.1)
