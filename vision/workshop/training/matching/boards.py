"""Synthetic boards with pieces: the view from straight above, and its truth."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS, BoardGrid
from vision.board_grid import PX_PER_CELL as CELL
from vision.workshop.training.matching.figures import PaintedFigure, drawn_figure, figures
from vision.workshop.training.matching.makes import Kind, Make, Print, make, twin
from vision.workshop.training.matching.paint import (
    KEPT_BACK,
    KNOWN,
    SIGNS_KEPT_BACK,
    SIGNS_KNOWN,
    Floats,
    Mask,
    Rng,
    Sign,
    colour,
    drawn,
    texture,
)

EDGE = round(MARGIN_CELLS * CELL)
BARE = -1
"""A cell's truth if nothing lies there."""
MOST_TWINS = 4
"""Most taught pieces with a twin that was never taught."""
STRANGE = 0.18
"""Share of laid pieces that were never taught, where a world has such."""
FILLED = 0.25
"""Share of games with a block of few kinds of pieces, side by side."""
WITH_FIGURES, MOST_FIGURES = 0.7, 10
"""Share of worlds with figures, and their greatest number on a board."""
Place = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True, eq=False)
class BoardWorld:
    """A board's print, a make of pieces, and which of its kinds are taught."""

    grid: BoardGrid
    print: Floats
    make: Make
    taught: tuple[Kind, ...]
    strangers: tuple[Kind, ...]
    other: Make
    """Another make: pieces that do not belong here at all."""
    figures: tuple[PaintedFigure, ...]


@dataclass(frozen=True)
class Parallax:
    """The effect of heights: the direction and distance by which a top one cell high appears shifted in
    the board's middle, and how much further outwards at its edges; where the main lamp throws its
    shadow, how dark and how soft."""

    aside: tuple[float, float]
    outwards: float
    shadow: tuple[float, float]
    dark: float
    soft_px: float

    def aside_at(self, x: float, y: float, canvas: Floats) -> tuple[float, float]:
        """Return the shift of a top one cell high at a place (px) of a board."""
        out = 2 * np.array([x, y]) / canvas.shape[1::-1] - 1
        away = np.array(self.aside) + self.outwards * out
        return float(away[0]), float(away[1])


@dataclass(frozen=True, eq=False)
class BoardScene:
    """A board with pieces: ``truth`` is the label of each cell (rows, columns), ``BARE``, or a label
    that was never taught; ``figures``: which stands on it (``BARE``: none); ``cover``: how much of each
    place is hidden by a hand or a
    thing; ``hidden``: by a figure."""

    canvas: Floats
    shine: Mask
    """How strongly each place mirrors the lamps."""
    cover: Mask
    hidden: Mask
    truth: NDArray[np.int32]
    turns: NDArray[np.int32]
    figures: NDArray[np.int32]
    taken: dict[Place, int] = field(default_factory=dict)


def world(rng: Rng, *, kept_back: bool = False) -> BoardWorld:
    """Return a synthetic world."""
    grid = BoardGrid(int(rng.integers(6, 11)), int(rng.integers(5, 9)))
    own = make(rng, kept_back=kept_back)
    kinds = list(own.kinds)
    rng.shuffle(kinds)
    strange = int(len(kinds) * rng.uniform(0.1, 0.4)) if len(kinds) > 2 and rng.random() < 0.7 else 0
    twins = [twin(rng, own, kind, kept_back=kept_back) for kind in kinds[strange:][:MOST_TWINS]]
    return BoardWorld(
        grid,
        _print(rng, grid, own, kept_back),
        own,
        tuple(kinds[strange:]),
        (*kinds[:strange], *(one for one in twins if one is not None and rng.random() < 0.7)),
        make(rng, kept_back=kept_back),
        figures(rng) if rng.random() < WITH_FIGURES else (),
    )


def _print(rng: Rng, grid: BoardGrid, own: Make, kept_back: bool) -> Floats:
    """Return a board's print: a picture, lines between cells, and cells with prints, perhaps the same as
    on pieces."""
    width, height = grid.straightened_wh
    textures = KEPT_BACK if kept_back else KNOWN
    families = SIGNS_KEPT_BACK if kept_back else SIGNS_KNOWN
    out = texture(rng, height, width, textures)
    chance = rng.random()
    if chance < 0.15:  # of the pieces' own material
        out = np.asarray(cv2.resize(own.ground, (width, height)), np.float32)
    elif chance < 0.35:  # of nearly their colour
        nearly = own.ground.mean((0, 1)) + rng.normal(0, 0.05, 3)
        out = np.asarray(out + (nearly - out.mean((0, 1))), np.float32)
    fields: list[Print] = []
    for _ in range(int(rng.integers(0, 7))):
        sign = Sign(
            families[int(rng.integers(len(families)))],
            int(rng.integers(1 << 30)),
            -1,
            9,
            rng.uniform(0.3, 1),
        )
        ground = texture(rng, CELL, CELL, textures) if rng.random() < 0.5 else None
        inks = ((colour(rng), drawn(sign, CELL, CELL)),) if rng.random() < 0.7 else ()
        fields.append(Print(inks, ground))
    if rng.random() < 0.25:  # print that looks like pieces
        fields += [kind.prints[0] for kind in own.kinds[:3]]
    strong, dense = np.float32(rng.uniform(0.2, 1)), rng.uniform(0.1, 0.9)
    inset = int(rng.integers(0, 6))
    for cell in grid.cells if fields else []:
        if rng.random() < dense:
            left, top = EDGE + cell.column * CELL, EDGE + cell.row * CELL
            ground = out[top : top + CELL, left : left + CELL]
            new = fields[int(rng.integers(len(fields)))].on(ground)
            inner = slice(inset, CELL - inset)
            ground[inner, inner] += (new - ground)[inner, inner] * strong
    if rng.random() < 0.75:
        _rule(rng, out, grid, float(strong))
    return np.clip(out, 0, 1).astype(np.float32)


def _rule(rng: Rng, out: Floats, grid: BoardGrid, strong: float) -> None:
    lines, ink, thick = out.copy(), colour(rng).tolist(), int(rng.integers(1, 4))
    right, bottom = EDGE + grid.columns * CELL, EDGE + grid.rows * CELL
    for column in range(grid.columns + 1):
        cv2.line(lines, (EDGE + column * CELL, EDGE), (EDGE + column * CELL, bottom), ink, thick)
    for row in range(grid.rows + 1):
        cv2.line(lines, (EDGE, EDGE + row * CELL), (right, EDGE + row * CELL), ink, thick)
    out += (lines - out) * np.float32(strong)


def view(rng: Rng) -> Parallax:
    """Return the effect of heights in one photograph: a camera up to 35 degrees off the vertical."""
    seen, lit = rng.uniform(0, 2 * np.pi, 2)
    tilt, low = abs(rng.normal(0, 0.3)), rng.uniform(0.3, 1.8)
    return Parallax(
        (float(np.cos(seen) * tilt), float(np.sin(seen) * tilt)),
        float(rng.uniform(0, 0.5)),
        (float(np.cos(lit) * low), float(np.sin(lit) * low)),
        float(rng.uniform(0, 0.65)),
        float(rng.uniform(0.4, 4)),
    )


def bare(of: BoardWorld) -> BoardScene:
    """Return the board with nothing on it."""
    shape = (of.grid.rows, of.grid.columns)
    plain = np.zeros(of.print.shape[:2], np.float32)
    return BoardScene(
        of.print.copy(),
        plain,
        plain.copy(),
        plain.copy(),
        np.full(shape, BARE, np.int32),
        np.zeros(shape, np.int32),
        np.full(shape, BARE, np.int32),
    )


def taught(rng: Rng, of: BoardWorld, seen: Parallax, *, one_way: bool) -> list[BoardScene]:
    """Return enough boards to show each taught kind at least once, and perhaps more often."""
    scenes, left = (
        list[BoardScene](),
        [kind for kind in of.taught for _ in range(int(rng.integers(1, 3)))],
    )
    rng.shuffle(left)
    while left and len(scenes) < 3:
        scene = bare(of)
        left = [
            kind for kind in left if not _lay_somewhere(rng, of, scene, seen, kind, one_way, 40, of.make)
        ]
        scenes.append(scene)
    return scenes


def played(rng: Rng, of: BoardWorld, seen: Parallax) -> BoardScene:
    """Return a board in the middle of a game."""
    scene = bare(of)
    cells = of.grid.columns * of.grid.rows
    if rng.random() < FILLED:
        _fill(rng, of, scene, seen)
    for _ in range(int(cells * rng.uniform(0.05, 0.6))):
        chance, kinds, by = rng.random(), of.taught, of.make
        if chance < STRANGE and of.strangers:
            kinds = of.strangers
        elif chance > 0.98:
            kinds, by = of.other.kinds, of.other
        kind = kinds[int(rng.integers(len(kinds)))]
        upright = of.make.upright and rng.random() < 0.97
        _lay_somewhere(rng, of, scene, seen, kind, upright, 4, by)
    if of.figures:
        for _ in range(int(rng.integers(1, 1 + MOST_FIGURES))):
            _stand(rng, scene, seen, of.figures[int(rng.integers(len(of.figures)))])
    if rng.random() < 0.35:
        for _ in range(int(rng.integers(1, 3))):
            _reach_over(rng, scene)
    return scene


def _fill(rng: Rng, of: BoardWorld, scene: BoardScene, seen: Parallax) -> None:
    """Lay pieces of one or two kinds on each cell of a part of the board."""
    few = [of.taught[int(rng.integers(len(of.taught)))] for _ in range(int(rng.integers(1, 3)))]
    wide, high = (int(rng.integers(2, most + 1)) for most in (of.grid.columns, of.grid.rows))
    left, top = int(rng.integers(of.grid.columns - wide + 1)), int(rng.integers(of.grid.rows - high + 1))
    turns = None if rng.random() < 0.5 else int(rng.integers(4))
    for number in range(wide * high):
        place = left + number % wide, top + number // wide
        way = 0 if of.make.upright else int(rng.integers(4)) if turns is None else turns
        _lay_at(rng, of, scene, seen, few[int(rng.integers(len(few)))], place, way, of.make)


def _lay_somewhere(
    rng: Rng,
    of: BoardWorld,
    scene: BoardScene,
    seen: Parallax,
    kind: Kind,
    upright: bool,
    tries: int,
    by: Make,
) -> bool:
    """Lay a piece on free cells; tell whether there were any."""
    for _ in range(tries):
        turns = 0 if upright else int(rng.integers(4))
        place = int(rng.integers(of.grid.columns)), int(rng.integers(of.grid.rows))
        if _lay_at(rng, of, scene, seen, kind, place, turns, by):
            return True
    return False


def _lay_at(
    rng: Rng,
    of: BoardWorld,
    scene: BoardScene,
    seen: Parallax,
    kind: Kind,
    place: Place,
    turns: int,
    by: Make,
) -> bool:
    """Lay a piece from this cell on if all its cells are free. They run downwards with no turns."""
    across, down = ((0, 1), (-1, 0), (0, -1), (1, 0))[turns]
    cells = [(place[0] + across * n, place[1] + down * n) for n in range(len(kind.labels))]
    if not all(
        0 <= c < of.grid.columns and 0 <= r < of.grid.rows and (c, r) not in scene.taken
        for c, r in cells
    ):
        return False
    _lay(rng, by, scene, seen, kind, cells, turns)
    for (c, r), label in zip(cells, kind.labels, strict=True):
        strange = by is not of.make or label >= len(of.make.rotations)
        scene.taken[c, r] = 1
        scene.truth[r, c] = len(of.make.rotations) if strange else label
        scene.turns[r, c] = 0 if strange else turns % of.make.rotations[label]
    return True


def _lay(
    rng: Rng, by: Make, scene: BoardScene, seen: Parallax, kind: Kind, cells: list[Place], turns: int
) -> None:
    art = by.face(rng, kind)
    art = art * np.float32(rng.uniform(0.94, 1.04))
    alpha = by.alpha if len(cells) == 1 else np.ones(art.shape[:2], np.float32)
    column, row = np.mean(cells, 0) + 0.5 + rng.normal(0, by.slide, 2)
    x, y = EDGE + column * CELL, EDGE + row * CELL
    reach = int((len(cells) * 0.5 + 0.9) * CELL) + 6
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    part = np.s_[top : int(y) + reach, left : int(x) + reach]
    ground = scene.canvas[part]
    size = (ground.shape[1], ground.shape[0])
    matrix = cv2.getRotationMatrix2D(
        ((art.shape[1] - 1) / 2, (art.shape[0] - 1) / 2), -turns * 90 - rng.normal(0, 2.2), by.size
    )
    matrix[:, 2] += [x - left - art.shape[1] / 2, y - top - art.shape[0] / 2]

    def moved(picture: Floats, by_px: tuple[float, float], border: int) -> Floats:
        away = matrix.copy()
        away[:, 2] += np.array(by_px)
        return np.asarray(cv2.warpAffine(picture, away, size, borderMode=border), np.float32)

    high = by.thick * CELL
    if seen.dark > 0.02:
        thrown = moved(
            alpha, (seen.shadow[0] * (high + 1), seen.shadow[1] * (high + 1)), cv2.BORDER_CONSTANT
        )
        soft = cv2.GaussianBlur(thrown, (0, 0), max(0.5, seen.soft_px * (0.4 + by.thick * 4)))
        ground *= 1 - soft[..., None] * np.float32(seen.dark)
    lean = seen.aside_at(x, y, scene.canvas)
    aside = (lean[0] * high, lean[1] * high)
    steps = int(np.hypot(*aside)) // 2
    for step in range(steps):
        up = step / max(1, steps)
        side = moved(alpha, (aside[0] * up, aside[1] * up), cv2.BORDER_CONSTANT)[..., None]
        ground += (by.side * np.float32(0.6 + 0.3 * up) - ground) * side
    where = moved(alpha, aside, cv2.BORDER_CONSTANT)
    ground += (moved(art, aside, cv2.BORDER_REPLICATE) - ground) * (where * (1 - by.clear))[..., None]
    if by.gloss:
        scene.shine[part] = np.maximum(scene.shine[part] * (1 - where), where * by.gloss)


def _stand(rng: Rng, scene: BoardScene, seen: Parallax, figure: PaintedFigure) -> None:
    """Place a figure on a cell, on a piece or beside one."""
    rows, columns = scene.truth.shape
    column, row = int(rng.integers(columns)), int(rng.integers(rows))
    if rng.random() < 0.6 and scene.taken:
        column, row = list(scene.taken)[int(rng.integers(len(scene.taken)))]
    if scene.figures[row, column] != BARE:
        return
    scene.figures[row, column] = figure.label
    x, y = EDGE + (column + 0.5) * CELL + rng.normal(0, 3), EDGE + (row + 0.5) * CELL + rng.normal(0, 3)
    ink = int(rng.integers(len(figure.inks)))
    lean = seen.aside_at(x, y, scene.canvas)
    shadow = seen.shadow, seen.dark, seen.soft_px
    drawn_figure(rng, figure, ink, (scene.canvas, scene.hidden), (x, y), lean, shadow)


def _reach_over(rng: Rng, scene: BoardScene) -> None:
    """Put a hand, a sleeve or a cup over the board."""
    height, width = scene.cover.shape
    over = np.zeros((height, width), np.float32)
    end = np.array([rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height])
    how = rng.random()
    if how < 0.15:  # a sheet, a book: up to half of the board
        far = np.array([rng.choice([0, width]), rng.choice([0, height])])
        cv2.rectangle(over, end.astype(int).tolist(), far.tolist(), 1.0, -1)
    elif how < 0.4:
        cv2.circle(over, end.astype(int).tolist(), int(rng.uniform(0.6, 1.7) * CELL), 1.0, -1)
    else:
        start = np.array([[0, end[1]], [width, end[1]], [end[0], 0], [end[0], height]])[
            int(rng.integers(4))
        ]
        start = start + rng.normal(0, 2 * CELL, 2)
        cv2.line(
            over,
            start.astype(int).tolist(),
            end.astype(int).tolist(),
            1.0,
            int(rng.uniform(0.7, 2.2) * CELL),
        )
        for _ in range(int(rng.integers(0, 5))):
            ahead = (end - start) / (np.linalg.norm(end - start) + 1) * rng.uniform(0.4, 1.6) * CELL
            tip = end + ahead + rng.normal(0, 0.5 * CELL, 2)
            cv2.line(
                over,
                end.astype(int).tolist(),
                tip.astype(int).tolist(),
                1.0,
                int(rng.uniform(0.2, 0.5) * CELL),
            )
    skin = np.array([rng.uniform(0.2, 0.6), rng.uniform(0.3, 0.7), rng.uniform(0.4, 0.9)], np.float32)
    if rng.random() < 0.3:  # in the board's own colour
        skin = scene.canvas.mean((0, 1)) + rng.normal(0, 0.05, 3).astype(np.float32)
    stuff = texture(rng, height, width)
    if rng.random() < 0.6:
        stuff = skin + (stuff - stuff.mean((0, 1))) * np.float32(rng.uniform(0, 0.2))
    inside = np.clip(
        cv2.distanceTransform((over > 0.5).astype(np.uint8), cv2.DIST_L2, 3) / (0.35 * CELL), 0, 1
    )
    away = rng.integers(-9, 10, 2)
    shadow = cv2.GaussianBlur(np.roll(over, tuple(away.tolist()), (0, 1)), (0, 0), rng.uniform(1, 7))
    scene.canvas[:] *= 1 - (shadow * np.float32(rng.uniform(0.1, 0.55)))[..., None]
    soft = cv2.GaussianBlur(over, (0, 0), 0.8)[..., None]
    scene.canvas[:] += (stuff * (0.55 + 0.45 * inside)[..., None] - scene.canvas) * soft
    np.maximum(scene.cover, over, out=scene.cover)
    scene.shine[:] *= 1 - over
