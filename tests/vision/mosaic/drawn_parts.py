"""Parts of a board as a printer might draw them, and photographs of them on a table."""

from collections.abc import Mapping, Sequence
from functools import cache

import cv2
import numpy as np

from companion.games.gruftmeister.board import turned
from companion.games.gruftmeister.crypt import built_in
from vision.frame import ImageBgr
from vision.mosaic.part import Quad

SIDE = 48
FLOOR, ROCK, WALL = (150, 190, 215), (70, 78, 84), (25, 35, 45)
PAINTS = {"r": (60, 60, 200), "b": (190, 110, 50), "g": (80, 160, 70), "y": (60, 200, 230)}


def parts() -> dict[str, list[str]]:
    found: dict[str, list[str]] = built_in("our_crypt")["parts"]
    return found


@cache
def printed(name: str) -> ImageBgr:
    """Return a part as it is printed, seen straight."""
    return drawn(parts()[name], seed=sum(map(ord, name)))


def drawn(part: Sequence[str], seed: int = 0) -> ImageBgr:
    fields = len(part) // 2
    rng = np.random.default_rng(seed)
    image = np.full((fields * SIDE, fields * SIDE, 3), FLOOR, np.uint8)
    for y, x in np.ndindex(fields, fields):
        _field(image[y * SIDE : (y + 1) * SIDE, x * SIDE : (x + 1) * SIDE], part[2 * y + 1][2 * x + 1])
    for y, line in enumerate(part):
        for x, mark in enumerate(line):
            if mark == "#" and x % 2 != y % 2:
                at = (x // 2 * SIDE, y // 2 * SIDE)
                to = (at[0], at[1] + SIDE) if x % 2 == 0 else (at[0] + SIDE, at[1])
                cv2.line(image, at, to, WALL, 5)
    grain = rng.normal(0, 5, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def _field(there: ImageBgr, mark: str) -> None:
    middle = (SIDE // 2, SIDE // 2)
    if mark == "#":
        there[:] = ROCK
    elif mark == "c":
        cv2.rectangle(there, (10, 16), (38, 38), (60, 110, 160), -1)
        cv2.rectangle(there, (10, 16), (38, 38), (20, 30, 50), 2)
    elif mark == "k":
        shape = np.array([[16, 4], [32, 4], [38, 16], [31, 44], [17, 44], [10, 16]], np.int32)
        cv2.fillPoly(there, [shape], (165, 165, 165))
        cv2.polylines(there, [shape], True, (40, 40, 40), 2)
    elif mark == "d":
        cv2.rectangle(there, (8, 6), (40, 46), (40, 80, 130), -1)
        for x in (16, 24, 32):
            cv2.line(there, (x, 6), (x, 46), (10, 30, 60), 2)
    elif mark.lower() in PAINTS:
        paint = PAINTS[mark.lower()]
        if mark.islower():
            cv2.rectangle(there, (3, 3), (SIDE - 4, SIDE - 4), paint, 6)
        else:
            cv2.circle(there, middle, 16, paint, -1)


def board(layout: Sequence[Sequence[str]], gap: int = 0) -> ImageBgr:
    """Return parts side by side as they lie, seen straight; ``gap``: px between them."""
    rows = []
    for row in layout:
        line = []
        for laid in row:
            name, _, turns = laid.partition("+")
            image = np.rot90(printed(name), -int(turns or 0))
            line.append(
                cv2.copyMakeBorder(
                    np.ascontiguousarray(image),
                    gap,
                    gap,
                    gap,
                    gap,
                    cv2.BORDER_CONSTANT,
                    value=(40, 60, 50),
                )
            )
        rows.append(np.hstack(line))
    return np.asarray(np.vstack(rows), np.uint8)


def photographed(
    image: ImageBgr, seed: int, size: tuple[int, int] = (1280, 960), tilt: float = 0.06
) -> tuple[ImageBgr, Quad]:
    """Return a photograph of what lies on a table, and where its corners are, clockwise from the top
    left of the photograph; a little askew, lit from one side, with the camera's noise."""
    rng = np.random.default_rng(seed)
    width, height = size
    high, wide = image.shape[:2]
    scale = 0.78 * min(width / wide, height / high)
    base = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    angle = np.radians(rng.uniform(-8, 8))
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = (base - base.mean(0)) * scale @ spin + (width / 2, height / 2)
    corners += rng.uniform(-tilt, tilt, (4, 2)) * min(width, height) / 2
    plane = cv2.getPerspectiveTransform(base.astype(np.float32), corners.astype(np.float32))
    table = np.full((height, width, 3), (52, 92, 60), np.uint8)
    laid = cv2.warpPerspective(image, plane, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((high, wide), 255, np.uint8), plane, size)
    table[mask > 0] = laid[mask > 0]
    light = np.linspace(rng.uniform(0.75, 0.9), rng.uniform(1.0, 1.1), width)[None, :, None]
    noisy = table * light + rng.normal(0, 4, table.shape)
    return np.clip(cv2.GaussianBlur(noisy, (0, 0), 0.8), 0, 255).astype(np.uint8), corners


def turned_part(name: str, turns: int) -> tuple[str, ...]:
    return turned(tuple(parts()[name]), turns)


def layout_of(names: Mapping[int, str]) -> list[list[str]]:
    return [[names[4 * row + column] for column in range(4)] for row in range(3)]
