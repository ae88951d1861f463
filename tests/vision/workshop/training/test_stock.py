"""Painted scenes are painted once: a training that was stopped finds those that it had painted."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.workshop.training.samples.stock import Group, PaintedStock
from vision.workshop.training.worlds.scenes import PaintedDie, PaintedScene


def _paint(rng: np.random.Generator) -> Iterator[Group]:
    """Yield pairs of scenes whose truth is as random as their pictures."""
    while True:
        yield tuple(_scene(rng) for _ in range(2))


def _scene(rng: np.random.Generator) -> PaintedScene:
    corners = rng.uniform(0, 9, (4, 2))
    dice = tuple(
        PaintedDie("pips", str(rng.integers(1, 7)), corners, False) for _ in range(rng.integers(0, 3))
    )
    return PaintedScene(rng.integers(0, 256, (8, 8, 3), np.uint8), dice, (0, 0, 8, 8), (corners + 1,))


STOCK = PaintedStock("pairs", seed=3, blocks=4, block=5, paint=_paint)


def _same(one: PaintedScene, other: PaintedScene) -> bool:
    return (
        np.array_equal(one.image_bgr, other.image_bgr)
        and [die.label for die in one.dice] == [die.label for die in other.dice]
        and all(
            np.array_equal(a.corners_px, b.corners_px) for a, b in zip(one.dice, other.dice, strict=True)
        )
        and np.array_equal(one.sides_px[0], other.sides_px[0])
    )


def _all_same(some: list[Group], others: list[Group]) -> bool:
    pairs = zip(some, others, strict=True)
    return all(_same(a, b) for one, other in pairs for a, b in zip(one, other, strict=True))


def test_as_many_blocks_are_painted_as_are_needed(tmp_path: Path) -> None:
    assert [len(STOCK.at(tmp_path, needed)) for needed in (1, 5, 6, 1000)] == [5, 5, 10, 20]


def test_the_same_seed_paints_the_same_and_no_two_scenes_are_the_same(tmp_path: Path) -> None:
    one, other = STOCK.at(tmp_path / "one", 20), STOCK.at(tmp_path / "other", 20)
    assert _all_same(one, other)
    pictures = {scene.image_bgr.tobytes() for group in one for scene in group}
    assert len(pictures) == 40
    assert not _all_same(one, replace(STOCK, seed=4).at(tmp_path / "third", 20))


def test_what_was_painted_is_not_painted_again(tmp_path: Path) -> None:
    painted = STOCK.at(tmp_path, 10)
    first = tmp_path / "pairs.0.npy"
    written = first.stat().st_mtime_ns
    assert _all_same(painted, STOCK.at(tmp_path, 20)[:10])
    assert first.stat().st_mtime_ns == written


def test_a_block_that_was_not_finished_is_painted_anew(tmp_path: Path) -> None:
    painted = STOCK.at(tmp_path, 10)
    for path in tmp_path.glob("pairs.1.*"):
        path.unlink()
    (tmp_path / "pairs.1.npy").write_bytes(b"half a file")
    assert _all_same(painted, STOCK.at(tmp_path, 10))
