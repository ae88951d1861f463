"""Scenes of tokens drawn at random, and photographs of them with manifests, for teaching and figures.

Gem boards, loose gems, thrown stones, in any light; everything is decided by one seed. The pictures of
one folder show one box, like those of one owner.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.scenery import (
    any_hand,
    any_photo,
    any_surface,
    camera_over,
    cards_round,
    lit_room,
)
from vision.workshop.simulation.photos.manifests import write_photos
from vision.workshop.simulation.scene import Hand, Photo, Scene
from vision.workshop.simulation.shapes import beside
from vision.workshop.simulation.things import ThingsNow
from vision.workshop.simulation.tokens.scenery import PAWN_PAINTS, gem_in_hole, loose_gem, pawn_at
from vision.workshop.simulation.tokens.styles import gem_style
from vision.workshop.simulation.tokens.things import (
    GEM_LABELS,
    STONE_FACES,
    Gem,
    GemBoardMake,
    GemMake,
    LaidGemBoard,
    Stone,
    StoneMake,
)

Floats = NDArray[np.float64]
What = Literal["gems", "loose", "stones"]
SIZE_WH = (1640, 1232)
TEACHING_GEMS = ("brilliant", "nugget", "dome", "frosted", "deep", "step", "pale", "pebble")
MEASURING_GEMS = ("princess", "rose", "ice", "drop")
TEACHING_BOARDS = ("sand", "jungle", "night", "plain", "clay", "slate", "straw", "lagoon")
MEASURING_BOARDS = ("heath", "moss", "bark", "linen")
TEACHING_STONES = ("card", "wood", "bone", "enamel", "parchment", "stone")
MEASURING_STONES = ("felted", "ivory", "ember")
"""Styles for teaching and tuning, and those kept for measuring."""
_TEACH = 3
_LOOSE_EACH = 4
_STONES_EACH = 2
_ARM_MM = 300.0
_NEAREST_MM = 140.0
_ROUND_BOARD_MM = 32.0
_BESIDE_MM = 16.0


@dataclass(frozen=True)
class TokenWishes:
    """Requirements of a random scene; None leaves a value to chance.

    ``board``, ``gems`` and ``stones`` are styles, ``make`` is the box they come from; ``taken``: the
    number of gems taken from the board; ``counts``: the number of loose ones of each label.
    """

    board: str = "sand"
    gems: str = "brilliant"
    stones: str = "card"
    make: int = 0
    taken: int | None = None
    counts: dict[str, int] | None = None
    tilt_deg: float | None = None
    hands: int | None = None
    photo: Photo | None = None


def random_token_scene(
    rng: np.random.Generator, what: What, size_wh: tuple[int, int], wishes: TokenWishes
) -> Scene:
    """Return a random plausible scene of that kind for a picture of that size."""
    board = None
    if what == "gems":
        board = random_gem_board(rng, wishes)
        things = gems_in_play(rng, board, wishes)
        corners = np.vstack(board.outlines_mm())
        x, y = board.centre_mm
        wide, high = np.array(board.make.size_mm) / 2 + _ROUND_BOARD_MM
        if not things.gems or any(board.cell_at(gem.centre_mm) is None for gem in things.gems):
            corners = np.array([[x - wide, y - high], [x + wide, y + high]])
            corners = np.vstack([corners, [[x - wide, y + high], [x + wide, y - high]]])
    else:
        things = loose_gems(rng, wishes) if what == "loose" else thrown_stones(rng, wishes)
        lying: list[Gem | Stone] = [*things.gems, *things.stones]
        places = np.array([token.centre_mm for token in lying]).reshape(-1, 2)
        around = places if len(places) else np.array([[130.0, 90.0]])
        room = float(rng.uniform(15, 60))
        low, high_corner = around.min(axis=0) - room, around.max(axis=0) + room
        corners = np.array([low, [high_corner[0], low[1]], high_corner, [low[0], high_corner[1]]])
    middle = PointMm(*corners.mean(axis=0).tolist())
    scene = Scene(
        dice=(),
        camera=camera_over(rng, middle, corners, 3.0, size_wh, wishes.tilt_deg, _NEAREST_MM),
        surface=any_surface(rng),
        lamps=(),
        photo=wishes.photo or any_photo(rng),
        mat=cards_round(board) if rng.random() < 0.3 and board is not None else None,
        board=board,
        things=things,
    )
    scene = lit_room(rng, scene)
    hands = int(rng.random() < 0.15) if wishes.hands is None else wishes.hands
    return replace(scene, hands=tuple(_hand(rng, corners) for _ in range(hands)))


def random_gem_board(rng: np.random.Generator, wishes: TokenWishes) -> LaidGemBoard:
    """Return a board of that make as hands lay it: its halves do not quite fit."""
    return LaidGemBoard(
        GemBoardMake(wishes.board, wishes.make),
        PointMm(*rng.normal((200, 140), 8).tolist()),
        float(rng.normal(0, 6)),
        gap_mm=float(abs(rng.normal(0, 0.4))),
        slide_mm=float(rng.normal(0, 0.4)),
    )


def gems_in_play(rng: np.random.Generator, board: LaidGemBoard, wishes: TokenWishes) -> ThingsNow:
    """Return the gems of a board in play: some taken, the nearest of a row first, and pawns.

    Taken gems lie beside the board; some were taken out of the picture.
    """
    make = GemMake(wishes.gems, wishes.make)
    columns, rows = board.make.grid
    labels = rng.permutation([label for label in GEM_LABELS for _ in range(columns)])
    taken = wishes.taken
    if taken is None:
        taken = int(rng.integers(0, 73)) if rng.random() < 0.33 else 0
    first = np.zeros(rows, int)
    for _ in range(taken):
        row = int(rng.integers(rows))
        first[row] = min(columns, first[row] + 1)
    gems, won = [], []
    for number, label in enumerate(labels.tolist()):
        column, row = number % columns, number // columns
        if column >= first[row]:
            gems.append(gem_in_hole(rng, board, make, label, GridCell(column, row)))
        elif rng.random() < 0.6:
            won.append(label)
    pawns = tuple(
        pawn_at(rng, board, paint, int(rng.integers(rows)), number)
        for number, paint in enumerate(PAWN_PAINTS[: int(rng.integers(2, 5))])
    )
    return ThingsNow(pawns=pawns, gems=(*gems, *_beside(rng, board, make, won)))


def heap(
    rng: np.random.Generator, count: int, across_mm: float, at_mm: PointMm, touching: float
) -> list[PointMm]:
    """Return places of things of this width around a point; ``touching`` is the share that touch
    another."""
    places = [np.array(at_mm)]
    while len(places) < count:
        base = places[int(rng.integers(len(places)))]
        far = across_mm * float(
            rng.uniform(1.0, 1.06) if rng.random() < touching else rng.uniform(1.1, 3)
        )
        way = float(rng.uniform(0, 2 * np.pi))
        there = base + far * np.array([np.cos(way), np.sin(way)])
        if min(float(np.hypot(*(there - p))) for p in places) > 0.98 * across_mm:
            places.append(there)
    return [PointMm(float(x), float(y)) for x, y in places[:count]]


def loose_gems(rng: np.random.Generator, wishes: TokenWishes) -> ThingsNow:
    """Return loose gems on the table, many of them touching."""
    make = GemMake(wishes.gems, wishes.make)
    counts = wishes.counts
    if counts is None:
        counts = {label: int(rng.integers(0, 9)) for label in GEM_LABELS}
    labels = rng.permutation([label for label, n in counts.items() for _ in range(n)]).tolist()
    across = gem_style(make.style, make.seed).across_mm
    places = heap(rng, len(labels), across, PointMm(130.0, 90.0), float(rng.uniform(0.2, 0.9)))
    gems = (loose_gem(rng, make, label, at) for label, at in zip(labels, places, strict=True))
    return ThingsNow(gems=tuple(gems))


def thrown_stones(rng: np.random.Generator, wishes: TokenWishes) -> ThingsNow:
    """Return the stones of a fight as they were thrown."""
    make = StoneMake(wishes.stones, wishes.make)
    if wishes.counts is None:
        faces = [str(rng.choice(["monster", "logo"]))]
        carried = rng.permutation(["sword", "axe", "shield", "helmet"])[: int(rng.integers(1, 5))]
        faces += [str(face) if rng.random() < 0.5 else "back" for face in carried]
    else:
        faces = [face for face in STONE_FACES for _ in range(wishes.counts.get(face, 0))]
    places = heap(rng, len(faces), make.across_mm, PointMm(130.0, 90.0), 0.3)
    return ThingsNow(
        stones=tuple(
            Stone(make, face, at, float(rng.uniform(0, 360)))
            for face, at in zip(faces, places, strict=True)
        )
    )


def _beside(
    rng: np.random.Generator, board: LaidGemBoard, make: GemMake, labels: Sequence[str]
) -> list[Gem]:
    """Lay won gems before their players, above and below the board."""
    across = gem_style(make.style, make.seed).across_mm
    width, height = board.make.size_mm
    gems: list[Gem] = []
    for seat in range(4):
        mine = labels[seat::4]
        x, side = (-0.25, 0.25)[seat % 2] * width, 1 if seat < 2 else -1
        y = side * (height / 2 + _BESIDE_MM)
        at = np.array([x, y])
        places = _place_in_row(rng, len(mine), across, at)
        for label, place in zip(mine, places, strict=True):
            at_mm = beside(board.centre_mm, board.angle_deg, *place)
            gems.append(loose_gem(rng, make, label, at_mm))
    return gems


def _place_in_row(
    rng: np.random.Generator, count: int, across: float, at: Floats
) -> list[tuple[float, float]]:
    """Return places in a loose row about a point, some touching."""
    step = across * float(rng.uniform(1.0, 1.15))
    return [
        (float(at[0] + (n - (count - 1) / 2) * step), float(at[1] + rng.normal(0, 2)))
        for n in range(count)
    ]


def _hand(rng: np.random.Generator, corners: Floats) -> Hand:
    """Reach over the table from below or above."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    tips = PointMm(*rng.uniform(low, high).tolist())
    side = 1 if tips.y > (low[1] + high[1]) / 2 else -1
    arm = PointMm(tips.x + float(rng.normal(0, 60)), tips.y + side * _ARM_MM)
    return any_hand(rng, arm, tips, (20, 50))


def write_token_photos(
    folder: Path,
    what: What,
    wishes: TokenWishes,
    *,
    seed: int,
    count: int,
    size_wh: tuple[int, int] = SIZE_WH,
) -> tuple[Path, Path]:
    """Write photographs for teaching tokens, and ``count`` of play; return both manifests.

    ``teach.jsonl``: one light and one camera; for a gem board first the empty one, then all 72 gems at
    random; for loose gems every colour equally often; for stones every face. ``play.jsonl``: any light,
    tilt and table, some behind a hand.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([seed, 78])
    teach = teaching_scenes(rng, what, wishes, size_wh)
    play = [random_token_scene(rng, what, size_wh, wishes) for _ in range(count)]
    return (
        write_photos(folder, "teach", teach, size_wh, seed),
        write_photos(folder, "play", play, size_wh, seed),
    )


def teaching_scenes(
    rng: np.random.Generator, what: What, wishes: TokenWishes, size_wh: tuple[int, int]
) -> list[Scene]:
    """Return the scenes for teaching tokens: nearly from above, nothing hidden."""
    calm = replace(wishes, tilt_deg=float(rng.uniform(0, 8)), hands=0, taken=0)
    if what == "loose":
        calm = replace(calm, counts=dict.fromkeys(GEM_LABELS, _LOOSE_EACH))
    if what == "stones":
        calm = replace(calm, counts=dict.fromkeys(STONE_FACES, _STONES_EACH))
    first = random_token_scene(rng, what, size_wh, calm)
    scenes = [first]
    if what == "gems":
        scenes.insert(0, replace(first, things=ThingsNow(pawns=first.things.pawns)))
    while len(scenes) < _TEACH + (what == "gems"):
        other = random_token_scene(rng, what, size_wh, calm)
        kept = replace(first, things=other.things, board=other.board)
        scenes.append(other if what != "gems" else kept)
        light = {name: getattr(first, name) for name in ("lamps", "ambient", "surface", "photo")}
        scenes[-1] = replace(scenes[-1], **light)
    return scenes
