"""When the table is read: once for each throw, never while something moves, never without a reason."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cameras.recording import FOLDER_FPS, HOLD_S, RecordedPhotos
from vision.clock import SteppedClock
from vision.frame import Frame, ImageBgr
from vision.motion.mask import Mask
from vision.motion.still import Stillness, StillWatch
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.dice.things import CityDie
from vision.workshop.simulation.stage import CARCASSONNE_DICE, PLAIN_DICE
from vision.workshop.simulation.table import SimulatedTable

SIZE_WH = (320, 240)
FPS = 6.0
NEVER = threading.Event()
Light = NDArray[np.float32]


@dataclass
class Evening:
    """A simulated table under watch, and the times at which a reading was due."""

    seed: int = 0
    surface: str = "wood_pale"
    plain: bool = False
    clock: SteppedClock = field(default_factory=SteppedClock)
    watch: StillWatch = field(default_factory=StillWatch)
    seen: list[Stillness] = field(default_factory=list)
    readings: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        style = PLAIN_DICE if self.plain else CARCASSONNE_DICE
        self.table = SimulatedTable(
            self.clock, style=style, seed=self.seed, surface=self.surface, size_wh=SIZE_WH
        )

    def lay_dice(self) -> None:
        for number, face in enumerate(self.table.style.faces):
            self.table.put(face, PointMm(60.0 + 28 * number, 80.0 + 3 * number), 17.0 * number)

    def lay_dice_elsewhere(self) -> None:
        other = Evening(surface=self.surface)
        for number, face in enumerate(self.table.style.faces):
            other.table.put(face, PointMm(70.0 + 26 * number, 110.0 - 3 * number), 31.0 * number)
        self.table = other.table

    def see(self, light: Light | None = None) -> Stillness:
        """Take in one frame; a reading that is due is taken at once."""
        now = self.clock.now()
        one = self.watch.follow(Frame(lit(self.table.render(now), light), now, len(self.seen)))
        self.seen.append(one)
        if one.should_read:
            self.readings.append(now)
            self.watch.mark_read()
        self.clock.wait(NEVER, 1 / FPS)
        return one

    def pass_by(self, seconds: float) -> int:
        """Watch for so long; return how many readings that brought."""
        before, ends = len(self.readings), self.clock.now() + seconds
        while self.clock.now() < ends - 1e-6:
            self.see()
        return len(self.readings) - before

    def come_to_rest(self) -> tuple[int, int]:
        """Watch until all is done and 1 s more; return the readings meanwhile, and those after."""
        meanwhile = self.pass_by(self.table.busy_until - self.clock.now())
        return meanwhile, self.pass_by(1.0)


def lit(image_bgr: ImageBgr, light: Light | None) -> ImageBgr:
    if light is None:
        return image_bgr
    return np.asarray(np.clip(np.rint(image_bgr * light[..., None]), 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("seed", range(6))
def test_no_reading_while_dice_roll_or_a_hand_is_in_and_one_for_each_throw(seed: int) -> None:
    surface = ("wood_pale", "white", "felt", "dark", "cloth", "stone")[seed]
    evening = Evening(seed, surface, plain=seed % 2 == 1)
    assert evening.pass_by(1.0) == 1
    dice = evening.table.throw(count=9)
    for number in range(2):
        assert evening.come_to_rest() == (0, 1), f"throw {number} on {surface}"
        again = dice[3 * number :]
        evening.table.lift(again)
        assert evening.come_to_rest() == (0, 1), f"lift {number} on {surface}"
        evening.table.throw(again)
    assert evening.come_to_rest() == (0, 1)


def test_a_die_laid_or_taken_is_read_once_when_the_hand_has_left() -> None:
    evening = Evening()
    evening.lay_dice()
    assert evening.pass_by(1.0) == 1
    evening.table.build([CityDie(1, GridCell(0, 0), 0), CityDie(2, GridCell(1, 0), 1)])
    assert evening.come_to_rest() == (0, 1)
    evening.table.lift([1])
    assert evening.come_to_rest() == (0, 1)


@pytest.mark.parametrize("surface", ["wood_pale", "white", "dark"])
def test_a_hand_held_still_is_waited_for_and_nothing_is_read_again_after_it(surface: str) -> None:
    evening = Evening(surface=surface)
    evening.lay_dice()
    assert evening.pass_by(1.0) == 1
    evening.table.hand(True)
    assert evening.pass_by(5.0) == 0
    assert evening.seen[-1].phase == "moving"
    assert_covers_much_but_not_all(evening.seen[-1].hand)
    evening.table.hand(False)
    assert evening.come_to_rest() == (0, 0)
    assert evening.seen[-1] == Stillness("read", False)


def assert_covers_much_but_not_all(hand: Mask | None) -> None:
    assert hand is not None
    assert 0.03 < hand.places.mean() < 0.5
    (outline, *_) = hand.outlines()
    assert any(x in (0, 1) or y in (0, 1) for x, y in outline)


def test_what_a_moving_hand_covers_is_known_once_the_table_was_read() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.table.hand(True)
    evening.pass_by(0.4)
    assert {one.hand for one in evening.seen} == {None}
    evening.table.hand(False)
    assert sum(evening.come_to_rest()) == 1
    evening.seen.clear()
    evening.table.hand(True)
    evening.come_to_rest()
    moving = [one for one in evening.seen if one.hand is not None]
    assert {one.phase for one in moving} == {"moving"}
    assert_covers_much_but_not_all(evening.seen[-1].hand)


def test_dice_that_move_are_no_hand() -> None:
    evening = Evening(seed=3, surface="white")
    evening.lay_dice()
    evening.pass_by(1.0)
    evening.seen.clear()
    evening.lay_dice_elsewhere()
    evening.pass_by(1.0)
    assert {one.phase for one in evening.seen} == {"moving", "still", "read"}
    assert {one.hand for one in evening.seen} == {None}


def test_what_lies_over_the_edge_for_long_is_taken_as_part_of_the_table() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    evening.table.hand(True)
    assert evening.pass_by(11.0) == 1


def test_what_is_read_under_a_hand_is_covered_and_its_leaving_is_no_other_hand() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    evening.table.hand(True)
    evening.pass_by(11.0)
    assert [one.covered for one in evening.seen if one.should_read] == [False, True]
    evening.table.hand(False)
    assert evening.come_to_rest() == (0, 1)
    assert [one.covered for one in evening.seen if one.should_read] == [False, True, False]


def test_a_hand_that_rests_over_pieces_is_waited_for_much_longer() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    evening.watch.learn_pieces(tuple(die.centre for die in evening.table.truth()))
    evening.table.hand(True)
    assert evening.pass_by(25.0) == 0
    assert evening.seen[-1].phase == "moving"
    assert evening.pass_by(10.0) == 1


def test_a_hand_that_rests_beside_the_pieces_is_not_waited_for_so_long() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    evening.watch.learn_pieces(((0.02, 0.02),))
    evening.table.hand(True)
    assert evening.pass_by(11.0) == 1


@pytest.mark.parametrize(("moved_mm", "turned_deg"), [(2.0, 0.0), (0.0, 15.0), (0.0, 90.0)])
@pytest.mark.parametrize("plain", [False, True])
def test_a_bump_that_moves_one_die_is_seen(plain: bool, moved_mm: float, turned_deg: float) -> None:
    evening, bumped = Evening(plain=plain), Evening(plain=plain)
    evening.lay_dice()
    assert evening.pass_by(1.0) == 1
    for number, face in enumerate(bumped.table.style.faces):
        moved, turned = (moved_mm, turned_deg) if number == 2 else (0.0, 0.0)
        at = PointMm(60.0 + 28 * number + moved, 80.0 + 3 * number)
        bumped.table.put(face, at, 17.0 * number + turned)
    evening.table = bumped.table
    assert evening.pass_by(1.0) == 1


HEIGHT, WIDTH = SIZE_WH[1], SIZE_WH[0]
ROWS, COLUMNS = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)


def flicker() -> Iterable[Light]:
    """Bands of lamps on alternating current in a picture exposed row by row."""
    rng = np.random.default_rng(2)
    for _ in range(30):
        yield 1 + 0.08 * np.sin(2 * np.pi * (ROWS / HEIGHT * 1.7 + np.float32(rng.random())))


def dusk() -> Iterable[Light]:
    for step in range(60):
        yield np.full_like(ROWS, 1 - 0.5 * step / 60)


def lamp_off() -> Iterable[Light]:
    yield from [np.full_like(ROWS, 0.7)] * 20


def lamp_at_the_side() -> Iterable[Light]:
    for step in range(40):
        yield 0.7 + 0.6 * min(step, 20) / 20 * COLUMNS / WIDTH


def head() -> Iterable[Light]:
    """Somebody leans over, stays, and leaves again: a large shadow with a soft edge."""
    path = list(range(-130, 70, 8))
    for x in [*path, *path[-1:] * 10, *path[::-1]]:
        inside = np.hypot(COLUMNS - x, (ROWS - 55) * 0.8) - 115
        yield 1 - 0.45 / (1 + np.exp(np.clip(inside / 7, -30, 30)))


@pytest.mark.parametrize("change", [flicker, dusk, lamp_off, lamp_at_the_side, head])
@pytest.mark.parametrize("surface", ["wood_pale", "white", "dark"])
def test_light_that_changes_is_no_reason_to_read_again(
    surface: str, change: Callable[[], Iterable[Light]]
) -> None:
    evening = Evening(surface=surface)
    evening.lay_dice()
    assert evening.pass_by(1.0) == 1
    for light in change():
        evening.see(light)
    assert len(evening.readings) == 1


def test_what_was_read_with_a_doubt_is_read_again_in_another_light() -> None:
    evening = Evening()
    evening.lay_dice()
    for _ in range(6):
        evening.see(np.full_like(ROWS, 0.3))
    evening.watch.doubt()
    assert len(evening.readings) == 1
    assert evening.pass_by(3.0) == 1, "the lamp is on again"
    assert evening.pass_by(3.0) == 0, "that reading was not doubtful"


@pytest.mark.parametrize(("surface", "dim_frames"), [("wood_pale", 3), ("white", 5), ("dark", 8)])
def test_lights_that_came_and_went_are_no_hand_once_something_is_laid(
    surface: str, dim_frames: int
) -> None:
    evening = Evening(surface=surface)
    evening.watch.every_rest = True
    evening.lay_dice()
    evening.pass_by(1.0)
    evening.table.hand(True)
    evening.pass_by(1.0)
    evening.table.hand(False)
    evening.pass_by(evening.table.busy_until - evening.clock.now())
    for _ in range(dim_frames):
        evening.see(np.power(np.float32(0.2), COLUMNS / WIDTH))
    evening.pass_by(1.0)
    evening.table.build([CityDie(number, GridCell(number, 0), 0) for number in range(1, 5)])
    assert evening.come_to_rest() == (0, 1)


def sun() -> Light:
    """The sun falls on a part of the table, so bright that some colours are clipped."""
    soft = np.clip((COLUMNS + 0.3 * ROWS - 130) / 6, 0, 1)
    return np.asarray(2.0 - 1.0 * soft, np.float32)


@pytest.mark.parametrize("surface", ["wood_dark", "stone", "cloth"])
def test_the_sun_is_no_hand_while_the_table_shows_through(surface: str) -> None:
    evening = Evening(surface=surface)
    evening.watch.every_rest = True
    evening.lay_dice()
    assert evening.pass_by(1.0) == 1
    evening.table.throw(count=2)
    while evening.clock.now() < evening.table.busy_until + 2.0:
        evening.see(sun())
    assert len(evening.readings) == 2
    evening.table.hand(True)
    while evening.clock.now() < evening.table.busy_until + 2.0:
        evening.see(sun())
    assert_covers_much_but_not_all(evening.seen[-1].hand)
    assert len(evening.readings) == 2


def test_a_doubtful_reading_is_kept_under_flicker() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    evening.watch.doubt()
    for light in flicker():
        evening.see(light)
    assert len(evening.readings) == 1


def test_a_reading_under_flicker_comes_all_the_same() -> None:
    evening = Evening()
    evening.lay_dice()
    for light in flicker():
        evening.see(light)
    assert len(evening.readings) == 1


@pytest.mark.parametrize("noise", [0.0, 8.0])
def test_every_photograph_of_a_recording_is_read_once(tmp_path: Path, noise: float) -> None:
    rng = np.random.default_rng(7)
    count, clock = 8, SteppedClock()
    table = SimulatedTable(clock, size_wh=SIZE_WH, surface="felt", mat=False)
    dice = table.throw(count=3)
    for number in range(count):
        clock.wait(NEVER, table.busy_until - clock.now())
        cv2.imwrite(str(tmp_path / f"{number}.png"), table.render(clock.now()))
        table.throw(dice[number % 3 :])
    watch, readings = StillWatch(), 0
    with RecordedPhotos(tmp_path, SteppedClock()) as camera:
        for _ in range(round(count * HOLD_S * FOLDER_FPS)):
            frame = camera.capture()
            noisy = frame.image_bgr + rng.normal(0, noise, frame.image_bgr.shape)
            image_bgr = np.clip(np.rint(noisy), 0, 255).astype(np.uint8)
            if watch.follow(Frame(image_bgr, frame.taken_at, frame.number)).should_read:
                readings += 1
                watch.mark_read()
    assert readings == count


def test_pictures_of_another_size_are_another_table() -> None:
    evening = Evening()
    evening.lay_dice()
    assert evening.pass_by(1.0) == 1
    evening.table = SimulatedTable(evening.clock, size_wh=(360, 360))
    assert evening.pass_by(1.0) == 1


def test_the_empty_table_is_known_once_a_reading_found_it_empty() -> None:
    evening = Evening()
    assert evening.pass_by(1.0) == 1
    assert evening.seen[-1].phase == "read"
    evening.watch.learn_empty()
    evening.see()
    assert evening.seen[-1] == Stillness("empty", False)
    dice = evening.table.throw(count=3)
    assert evening.come_to_rest() == (0, 1)
    assert evening.seen[-1].phase == "read"
    evening.table.lift(dice)
    assert evening.come_to_rest() == (0, 1)
    assert evening.seen[-1] == Stillness("empty", False)


def test_a_reading_that_was_not_sure_can_be_repeated_on_a_later_frame() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    for _ in range(3):
        evening.watch.read_again()
        assert evening.see().should_read
        assert not evening.see().should_read


def test_a_stillness_broken_off_between_two_readings_is_read_once_more() -> None:
    """A hand passes for a moment after the first reading, and nothing has changed afterwards."""
    evening = Evening()
    evening.lay_dice()
    assert evening.pass_by(2.0) == 1
    evening.table.hand(True)
    evening.watch.read_again()
    while evening.see().phase != "moving":
        evening.watch.read_again()
    evening.table.hand(False)
    assert evening.pass_by(4.0) >= 1


def test_a_reading_that_takes_long_does_not_end_the_stillness_it_belongs_to() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    for _ in range(4):
        evening.watch.read_again()
        evening.clock.wait(NEVER, 5.0)
        assert evening.see().should_read


def test_asking_again_while_something_moves_brings_one_reading_of_what_comes_to_rest() -> None:
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    evening.table.throw(count=3)
    evening.watch.read_again()
    evening.readings.clear()
    assert evening.come_to_rest()[1] == 1


def test_a_reading_marked_too_late_does_not_count() -> None:
    evening = Evening()
    evening.lay_dice()
    watch = evening.watch
    now = evening.clock.now
    while not watch.follow(Frame(evening.table.render(now()), now(), 0)).should_read:
        evening.clock.wait(NEVER, 1 / FPS)
    evening.table.put("knight", PointMm(60, 150), 0)
    assert watch.follow(Frame(evening.table.render(now()), now() + 0.1, 1)).phase == "moving"
    watch.mark_read()
    assert evening.pass_by(1.5) == 1


def test_after_a_gap_stillness_is_waited_for_anew() -> None:
    evening = Evening()
    evening.lay_dice()
    assert evening.pass_by(0.4) == 0
    evening.clock.wait(NEVER, 10)
    assert evening.see().phase == "moving"
    assert evening.pass_by(1.0) == 1


def test_a_hand_that_is_there_from_one_frame_to_the_next_covers_what_it_hides() -> None:
    """A slow camera shows nobody coming; such a look is no measure of what else reaches in."""
    evening = Evening()
    evening.lay_dice()
    evening.pass_by(1.0)
    for _ in range(2):
        evening.table.hand(True)
        evening.clock.wait(NEVER, evening.table.busy_until - evening.clock.now())
        assert evening.pass_by(1.0) == 1
        assert [one.covered for one in evening.seen if one.should_read][-1]
        evening.table.hand(False)
        evening.clock.wait(NEVER, evening.table.busy_until - evening.clock.now())
        evening.pass_by(1.0)
