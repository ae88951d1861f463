"""The margins that the thresholds of readers and stillness cite, measured and printed anew.

*1260 dice*: every third photograph of two collections, most of which the networks learnt from, and
simulated tables of any kind and of the house.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist
from pathlib import Path

import numpy as np
import pytest

from tests.vision.dice.test_simulated_table import evening
from tests.vision.motion.test_still import (
    Evening,
    Light,
    dusk,
    flicker,
    head,
    lamp_at_the_side,
    lamp_off,
    lit,
)
from vision.corners import Corners
from vision.dice.faces.first_looks import FirstLooks
from vision.dice.geometry import area_of, centre_of, off_square, side_of, sides_apart, stretch_between
from vision.dice.naming import NamedDie
from vision.dice.presence.presence import DIE_FROM, PLAINLY_FROM, presence
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.manifests.manifest import DICE, load_manifest
from vision.markers.finder import find_markers
from vision.markers.plane import table_plane
from vision.motion.changes import LogBgr, bumps, has_changed, regions_at_edge, shrink
from vision.picture_files import load_picture
from vision.pyramid import Pyramid
from vision.readings.places import PointMm, PointPx
from vision.workshop.simulation import DieKind, random_scene, render
from vision.workshop.simulation.table import SimulatedTable

KINDS: tuple[DieKind, ...] = ("pips", "carcassonne")
SIZES_WH = ((640, 480), (1280, 960), (1640, 1232))
SURFACES = ("wood_pale", "white", "felt", "dark", "cloth", "stone")
SEEN = 0.85
"""A die of which less is seen is left out, and so is one that the picture's edge cuts."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture, where its whole dice lie, and where those that are left out do."""

    kind: str
    image_bgr: ImageBgr
    dice: tuple[PointPx, ...]
    left_out: tuple[PointPx, ...] = ()


def photographs(folder: Path) -> Iterator[Picture]:
    for photo in load_manifest(folder / "manifest.jsonl", DICE)[::3]:
        whole = tuple(die.centre_px for die in photo.pieces or () if not die.cut_off)
        cut = tuple(die.centre_px for die in photo.pieces or () if die.cut_off)
        yield Picture("pips", load_picture(photo.image), whole, cut)


def any_tables() -> Iterator[Picture]:
    for number in range(60):
        kind, size = KINDS[number % 2], SIZES_WH[number % 3]
        seen = render(random_scene(np.random.default_rng(50_000 + number), kind, size), size, number)
        whole = [not die.cut_off and die.visible >= SEEN for die in seen.dice]
        places = [die.centre_px for die in seen.dice]
        yield Picture(
            kind,
            seen.image_bgr,
            tuple(place for place, is_whole in zip(places, whole, strict=True) if is_whole),
            tuple(place for place, is_whole in zip(places, whole, strict=True) if not is_whole),
        )


def house_tables() -> Iterator[Picture]:
    for seed in range(20):
        table = evening(seed)
        now, (width, height) = table.busy_until + 1.0, table.size_wh
        places = tuple(
            PointPx(die.centre[0] * width - 0.5, die.centre[1] * height - 0.5)
            for die in table.truth(now)
        )
        yield Picture("carcassonne", table.render(now), places)


def quantiles(name: str, numbers: Iterable[float]) -> None:
    found = np.array(list(numbers))
    least, hundredth, half, last_hundredth, most = np.quantile(found, [0, 0.01, 0.5, 0.99, 1])
    print(
        f"  {name:34} n {len(found):5}  least {least:.3f}  1 % {hundredth:.3f}  half {half:.3f}  "
        f"99 % {last_hundredth:.3f}  most {most:.3f}"
    )


def place_of(quad: Corners, places: tuple[PointPx, ...]) -> int | None:
    near = [n for n, place in enumerate(places) if dist(place, centre_of(quad)) < 0.5 * side_of(quad)]
    return near[0] if near else None


class Margins:
    """What is gathered over pictures."""

    def __init__(self) -> None:
        self.readers = {kind: DiceReader(load(kind)) for kind in KINDS}
        self.first: list[tuple[float, float]] = []
        self.named: list[tuple[NamedDie, float, bool]] = []
        self.flat: list[tuple[float, float]] = []
        self.touching: list[tuple[Corners, Corners]] = []

    def take(self, picture: Picture) -> None:
        """Read one picture and gather what the thresholds are compared with."""
        reader = self.readers[picture.kind]  # type: ignore[index]
        self._take_first(reader, picture)
        named = reader.named(picture.image_bgr)
        chances = presence([one.evidence for one in named])
        plane = table_plane(picture.image_bgr, find_markers(Pyramid(picture.image_bgr)))
        tops = []
        for one, chance in zip(named, chances, strict=True):
            if place_of(one.corners_px, picture.left_out) is not None:
                continue
            is_die = place_of(one.corners_px, picture.dice) is not None
            self.named.append((one, chance, is_die))
            if is_die and chance >= DIE_FROM:
                tops.append(one.corners_px)
                if plane is not None:
                    flat = plane.to_mm(one.corners_px, reader.taught.side_mm)
                    self.flat.append((off_square(flat), side_of(flat) / reader.taught.side_mm))
        self.touching += [(a, b) for a, b in combinations(tops, 2) if sides_apart(a, b) < 1.25]

    def _take_first(self, reader: DiceReader, picture: Picture) -> None:
        """Gather the best face score of each die when first examined, and that candidate's heat."""
        best: dict[int, tuple[float, float]] = dict.fromkeys(range(len(picture.dice)), (0.0, 0.0))
        looks = FirstLooks(reader.detector.examiner, Pyramid(picture.image_bgr))
        plane = table_plane(picture.image_bgr, markers := find_markers(looks.picture))
        candidates = reader.candidates(looks, plane, list(markers.values()))
        for candidate, one in zip(candidates, looks.of(candidates), strict=True):
            place = place_of(one.corners_px, picture.dice)
            if place is not None:
                best[place] = max(best[place], (one.face_score, candidate.heat))
        self.first += best.values()

    def show(self) -> None:
        """Print the margins."""
        dice = [(one, chance) for one, chance, is_die in self.named if is_die]
        quantiles("dice: heat at first", [heat for _, heat in self.first])
        quantiles("dice: face score at first", [score for score, _ in self.first])
        quantiles("dice: chance", [chance for _, chance in dice])
        quantiles("dice: corner shift", [one.examined.corner_shift for one, _ in dice])
        quantiles("dice: rival", [one.evidence.rival for one, _ in dice])
        for low, high in ((0.0, 0.2), (0.2, DIE_FROM), (DIE_FROM, PLAINLY_FROM), (PLAINLY_FROM, 1.01)):
            dies = sum(low <= chance < high for _, chance in dice)
            others = sum(low <= chance < high and not is_die for _, chance, is_die in self.named)
            print(f"  chance {low:.2f} to {high:.2f}: {dies} dice, {others} that are none")
        if self.flat:
            quantiles("laid flat: off a square", [off for off, _ in self.flat])
            quantiles("laid flat: side over the die's", [side for _, side in self.flat])
        if self.touching:
            quantiles("touching: sides apart", [sides_apart(a, b) for a, b in self.touching])
            quantiles("touching: stretch", [stretch_between(a, b) for a, b in self.touching])
            ratios = [area_of(a) / area_of(b) for a, b in self.touching]
            quantiles("touching: areas", [max(ratio, 1 / ratio) for ratio in ratios])


@pytest.mark.bench
@pytest.mark.real
def test_margins_of_the_readers_thresholds(real_photographs: Path) -> None:
    together = Margins()
    sources: dict[str, Iterator[Picture]] = {
        "webcam": photographs(real_photographs / "dice" / "webcam"),
        "topdown": photographs(real_photographs / "dice" / "topdown"),
        "any table": any_tables(),
        "house table": house_tables(),
    }
    for name, pictures in sources.items():
        margins = Margins()
        for picture in pictures:
            margins.take(picture)
        print(f"\n{name}")
        margins.show()
        together.first += margins.first
        together.named += margins.named
        together.flat += margins.flat
        together.touching += margins.touching
    print("\ntogether")
    together.show()


def strength(bump: np.ndarray) -> float:
    """Return the greatest threshold at which a bump still counts as a change."""
    low, high = 0.0, 3.0
    for _ in range(20):
        between = (low + high) / 2
        low, high = (between, high) if has_changed(bump, between) else (low, between)
    return low


def lying(surface: str, seed: int, moved_mm: float = 0.0, turned_deg: float = 0.0) -> SimulatedTable:
    """Return a table with dice, the third of them moved and turned a little."""
    table = Evening(seed=seed, surface=surface, plain=seed % 2 == 1).table
    for number, face in enumerate(table.style.faces):
        at = PointMm(60.0 + 28 * number + (moved_mm if number == 2 else 0.0), 80.0 + 3 * number)
        table.put(face, at, 17.0 * number + (turned_deg if number == 2 else 0.0))
    return table


def small(table: SimulatedTable, light: Light | None = None, at: float = 0.0) -> LogBgr:
    """Return the second picture of a table, for every table begins with the same noise."""
    table.render(at)
    return shrink(lit(table.render(at), light))


@pytest.mark.bench
def test_margins_of_stillness() -> None:
    tables = [(surface, seed) for surface in SURFACES for seed in range(4)]
    before = {one: shrink(lying(*one).render(0.0)) for one in tables}
    for name, moved, turned in (("nothing", 0.0, 0.0), ("2 mm", 2.0, 0.0), ("15°", 0.0, 15.0)):
        after = {one: small(lying(*one, moved, turned)) for one in tables}
        quantiles(f"change: {name}", [strength(bumps(before[one], after[one])) for one in tables])
    changes: list[Callable[[], Iterable[Light]]] = [flicker, dusk, lamp_off, lamp_at_the_side, head]
    for change in changes:
        seen = [
            (before[one], small(table, light))
            for one, table in ((one, lying(*one)) for one in tables[::4])
            for light in change()
        ]
        quantiles(f"change: {change.__name__}", [strength(bumps(a, b)) for a, b in seen])
        show_regions(change.__name__, seen)
    hands = []
    for one in tables:
        table = lying(*one)
        table.hand(True)
        hands.append((before[one], small(table, at=table.busy_until + 1.0)))
    show_regions("hand", hands)


def show_regions(name: str, pictures: list[tuple[LogBgr, LogBgr]]) -> None:
    regions = [region for before, now in pictures for region in regions_at_edge(before, now)]
    if regions:
        quantiles(f"{name}: part of the picture", [region.places.mean() for region in regions])
        quantiles(f"{name}: tint", [region.tint for region in regions])
        quantiles(f"{name}: roughness", [region.roughness for region in regions])
