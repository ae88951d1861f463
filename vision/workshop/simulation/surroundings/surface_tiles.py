"""Drawings of table tops that repeat without a seam: wood, felt, cloth, stone, paper, print."""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.workshop.simulation.optics.light import Linear

TILE_PX = 768
_CELLS_A_FEATURE = 1.8
_SEAM = 3


def _noise(rng: np.random.Generator, fine_x: float, fine_y: float) -> Linear:
    """Return seamless smooth noise of unit deviation; ``fine`` is in features a tile."""
    columns, rows = (min(TILE_PX, max(2, round(_CELLS_A_FEATURE * fine))) for fine in (fine_x, fine_y))
    cells = rng.standard_normal((rows, columns), np.float32)
    # Enlarged together with its own opposite edge, so that it stays seamless.
    around = cv2.copyMakeBorder(cells, _SEAM, _SEAM, _SEAM, _SEAM, cv2.BORDER_WRAP)
    step_x, step_y = columns / TILE_PX, rows / TILE_PX
    to_cells = np.array([[step_x, 0, _SEAM + (step_x - 1) / 2], [0, step_y, _SEAM + (step_y - 1) / 2]])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    smooth = cv2.warpAffine(around, to_cells, (TILE_PX, TILE_PX), flags=flags)
    return np.asarray(smooth / np.std(smooth), np.float32)


def _mix(a: tuple[int, int, int], b: tuple[int, int, int], share: ArrayLike) -> Linear:
    part = np.asarray(share, np.float32)[..., None]
    return np.asarray(np.array(a) * (1 - part) + np.array(b) * part, np.float32)


def _grid() -> tuple[Linear, Linear]:
    axis = np.arange(TILE_PX, dtype=np.float32) / TILE_PX
    x, y = np.meshgrid(axis, axis)
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def _wood(rng: np.random.Generator, pale: tuple[int, int, int], dark: tuple[int, int, int]) -> Linear:
    _, y = _grid()
    bend = _noise(rng, 1.4, 4) * rng.uniform(0.008, 0.06) + _noise(rng, 6, 9) * 0.003
    rings = int(rng.integers(9, 30))
    ring = np.mod((y + bend) * rings, 1)
    late = ring ** rng.uniform(2, 5)
    pores = np.clip(_noise(rng, 10, 260) - 1.2, 0, 2) * rng.uniform(0.05, 0.2)
    cloud = _noise(rng, 3, 9) * 0.06 + _noise(rng, 40, 200) * 0.05
    share = np.clip(late * rng.uniform(0.25, 0.7) + pores + cloud, 0, 1)
    wood = _mix(pale, dark, cv2.GaussianBlur(share, (0, 0), 1.0, borderType=cv2.BORDER_REFLECT))
    if rng.random() < 0.4:
        wood = _planked(rng, wood)
    return wood


def _planked(rng: np.random.Generator, wood: Linear) -> Linear:
    planks = int(rng.integers(2, 5))
    edges = np.linspace(0, TILE_PX, planks + 1).astype(int)
    out = wood.copy()
    for top, bottom in pairwise(edges):
        out[top:bottom] = np.roll(wood[top:bottom], int(rng.integers(TILE_PX)), axis=1) * rng.uniform(
            0.88, 1.06
        )
        out[top : top + 2] *= 0.45
    return out


def _wood_pale(rng: np.random.Generator) -> Linear:
    pale = [(170, 200, 222), (150, 190, 218), (185, 208, 222), (140, 178, 205)][rng.integers(4)]
    return _wood(rng, pale, (95, 140, 180))


def _wood_dark(rng: np.random.Generator) -> Linear:
    tones = [((55, 85, 130), (20, 35, 65)), ((70, 110, 160), (30, 50, 95)), ((40, 55, 80), (15, 22, 35))]
    pale, dark = tones[rng.integers(3)]
    return _wood(rng, pale, dark)


def _felt(rng: np.random.Generator) -> Linear:
    colours = [(60, 95, 25), (45, 110, 40), (30, 25, 120), (110, 55, 25), (70, 70, 70), (60, 40, 90)]
    base = np.array(colours[rng.integers(len(colours))])
    fibre = _noise(rng, 250, 250) * 0.1 + _noise(rng, 60, 60) * 0.05 + _noise(rng, 8, 8) * 0.03
    return np.asarray(base * (1 + fibre[..., None]), np.float32)


def _weave(rng: np.random.Generator) -> Linear:
    x, y = _grid()
    threads = int(rng.integers(60, 200))
    over = np.sin(2 * np.pi * threads * x) * np.sin(2 * np.pi * threads * y)
    slubs = _noise(rng, 6, 200) * 0.35 + _noise(rng, 200, 6) * 0.35
    return np.asarray(over * 0.6 + slubs, np.float32)


def _cloth(rng: np.random.Generator) -> Linear:
    colours = [
        (205, 215, 220),
        (170, 190, 205),
        (130, 140, 150),
        (150, 110, 80),
        (70, 60, 130),
        (90, 130, 110),
    ]
    base = np.array(colours[rng.integers(len(colours))])
    folds = _noise(rng, 4, 4) * 0.03
    return np.asarray(base * (1 + 0.07 * _weave(rng) + folds)[..., None], np.float32)[..., :3]


def _patterned(rng: np.random.Generator) -> Linear:
    x, y = _grid()
    checks = int(rng.integers(6, 16))
    on_x, on_y = np.mod(x * checks, 1) < 0.5, np.mod(y * checks, 1) < 0.5
    kind = rng.integers(3)
    if kind == 0:
        share = (on_x.astype(np.float32) + on_y) / 2
    elif kind == 1:
        share = on_x.astype(np.float32)
    else:
        dots = np.hypot(np.mod(x * checks, 1) - 0.5, np.mod(y * checks, 1) - 0.5)
        share = (dots < 0.25).astype(np.float32)
    inks = [(60, 50, 170), (140, 80, 40), (70, 110, 60), (90, 90, 90), (80, 160, 200)]
    cloth = _mix((225, 230, 232), inks[rng.integers(len(inks))], cv2.GaussianBlur(share, (0, 0), 0.8))
    return np.asarray(cloth * (1 + 0.05 * _weave(rng)[..., None]), np.float32)


def _white(rng: np.random.Generator) -> Linear:
    grain = _noise(rng, 300, 300) * 0.008 + _noise(rng, 5, 5) * 0.01
    base = np.array([(232, 236, 238), (245, 245, 245), (222, 226, 226)][rng.integers(3)])
    return np.asarray(base * (1 + grain[..., None]), np.float32)


def _grey_board(rng: np.random.Generator) -> Linear:
    base = np.array([(165, 172, 176), (135, 140, 142), (185, 190, 192)][rng.integers(3)])
    fleck = np.clip(_noise(rng, 160, 160) - 1.8, 0, 2) * rng.normal(0, 0.2)
    return np.asarray(base * (1 + (fleck + _noise(rng, 300, 300) * 0.03)[..., None]), np.float32)


def _dark(rng: np.random.Generator) -> Linear:
    base = np.array([(34, 32, 32), (48, 42, 38), (28, 30, 44), (60, 58, 56)][rng.integers(4)])
    grain = _noise(rng, 220, 220) * 0.1 + _noise(rng, 30, 30) * 0.05
    return np.asarray(base * (1 + grain[..., None]), np.float32)


def _stone(rng: np.random.Generator) -> Linear:
    veins = np.exp(-np.abs(_noise(rng, 5, 5) + 0.4 * _noise(rng, 20, 20)) * 7)
    cloud = 0.5 + 0.2 * _noise(rng, 8, 8)
    pale, dark = [((225, 228, 230), (150, 155, 160)), ((70, 72, 75), (140, 145, 150))][rng.integers(2)]
    return _mix(pale, dark, np.clip(0.6 * veins + 0.25 * cloud + _noise(rng, 250, 250) * 0.05, 0, 1))


def _board_print(rng: np.random.Generator) -> Linear:
    """A printed game board: patches of colour, lines and blots, busier than any table."""
    patches = _noise(rng, 7, 7)
    levels = np.digitize(patches, [-0.8, 0, 0.8])
    inks = rng.integers(60, 220, (4, 3))
    lines = np.abs(_noise(rng, 12, 12)) < 0.04
    picture = inks[levels] * (1 + 0.06 * _noise(rng, 120, 120))[..., None]
    picture[lines] *= 0.4
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.float32)


MAKERS = {
    "wood_pale": _wood_pale,
    "wood_dark": _wood_dark,
    "felt": _felt,
    "cloth": _cloth,
    "patterned": _patterned,
    "white": _white,
    "grey_board": _grey_board,
    "dark": _dark,
    "stone": _stone,
    "board_print": _board_print,
}


def grain(rng: np.random.Generator, kind: str) -> Linear:
    """Return the grain that is visible only from near, as a factor about 1: (TILE_PX, TILE_PX)."""
    along, across, depth = _GRAINS.get(kind, (300.0, 300.0, 0.03))
    fine = 0.7 * _noise(rng, along, across) + 0.5 * _noise(rng, 0.4 * along, 0.4 * across)
    pits = np.clip(_noise(rng, along, across) - 1.6, 0, 2)
    return np.asarray(1 + depth * (fine - 1.2 * pits), np.float32)


_GRAINS = {
    "wood_pale": (25.0, 300.0, 0.05),
    "wood_dark": (25.0, 300.0, 0.10),
    "felt": (240.0, 240.0, 0.13),
    "cloth": (160.0, 160.0, 0.06),
    "patterned": (160.0, 160.0, 0.05),
    "white": (250.0, 250.0, 0.012),
    "dark": (250.0, 250.0, 0.08),
}
"""Features a tile along and across, and depth, of the finest grain."""
