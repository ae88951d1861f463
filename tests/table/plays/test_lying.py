"""Which dice have not moved: by millimetres where the table's plane is known, by pixels else."""

from dataclasses import replace
from math import cos, radians, sin

import pytest

from companion.games.game import EVERYONE
from companion.table.plays.lying import DieLying, match_unmoved_among
from companion.table.storage.codec import as_json, from_json
from tests.table.conftest import bench_on
from tests.table.paper_table import PaperDie, reading_of
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.readings.dice import DiceReading
from vision.readings.places import PointMm, PointPx
from vision.workshop.simulation import CameraPose, Lamp, Mat, Scene, SceneDie, Surface, render
from vision.workshop.simulation.stage import PLAIN_DICE

PIXELS_A_MM = 4.0


def on_plane(reading: DiceReading, shift_px: tuple[float, float] = (0, 0)) -> DiceReading:
    """Return a reading whose plane is known, as a camera sees it that was shifted by so much."""
    dice = tuple(
        replace(
            die,
            centre_mm=PointMm(die.centre_px.x / PIXELS_A_MM, die.centre_px.y / PIXELS_A_MM),
            angle_mm_deg=die.angle_deg,
            centre_px=PointPx(die.centre_px.x + shift_px[0], die.centre_px.y + shift_px[1]),
        )
        for die in reading.dice
    )
    return replace(reading, dice=dice)


DICE = [PaperDie("cap", (0, 0)), PaperDie("three", (2, 1), 1), PaperDie("knight", (5, 2))]


def lying(reading: DiceReading) -> list[DieLying]:
    return [DieLying.of(die) for die in reading.dice]


def unmoved(before: list[DieLying], reading: DiceReading, alike_deg: float = 180.0) -> dict[int, int]:
    return match_unmoved_among(before, lying(reading), alike_deg)


def test_a_bumped_camera_moves_nothing_where_the_plane_is_known() -> None:
    before, after = on_plane(reading_of(DICE)), on_plane(reading_of(DICE), (90.0, -40.0))
    assert unmoved(lying(before), after) == {0: 0, 1: 1, 2: 2}


def test_without_a_plane_a_shift_of_the_picture_is_a_move() -> None:
    before, after = reading_of(DICE), reading_of([replace(die, at=(die.at[0] + 1, 0)) for die in DICE])
    assert unmoved(lying(before), after) == {}


def seen_turned(dice: list[PaperDie], turn_deg: float) -> list[PaperDie]:
    """Return the dice as a camera sees them that was turned, and shifted by half a side."""
    across, along = cos(radians(turn_deg)), sin(radians(turn_deg))
    return [
        replace(die, at=(across * x - along * y + 0.5, along * x + across * y - 0.5))
        for die in dice
        for x, y in [die.at]
    ]


FIVE = [PaperDie("knight", at) for at in [(5.0, -2.0), (4.2, 0.0), (2.0, 0.2), (4.4, 1.6), (0.0, 9.0)]]


def test_a_die_far_off_moves_farther_when_the_camera_is_bumped_and_turned() -> None:
    before, after = reading_of(FIVE), reading_of(seen_turned(FIVE, 4.0))
    assert unmoved(lying(before)[:4], after) == {0: 0, 1: 1, 2: 2, 3: 3}
    assert unmoved(lying(before), after) == {0: 0, 1: 1, 2: 2, 3: 3, 4: 4}


def test_a_die_thrown_beside_where_a_bumped_camera_would_see_it_has_moved() -> None:
    turned = seen_turned(FIVE, 4.0)
    elsewhere = replace(turned[4], at=(turned[4].at[0] + 0.4, turned[4].at[1]))
    assert unmoved(lying(reading_of(FIVE)), reading_of([*turned[:4], elsewhere])).get(4) is None


def test_dice_that_keep_their_pixels_under_a_moved_camera_have_moved() -> None:
    before, after = on_plane(reading_of(DICE)), on_plane(reading_of(DICE))
    moved = tuple(
        replace(die, centre_mm=PointMm(die.centre_mm.x + 30, 0)) for die in after.dice if die.centre_mm
    )
    assert unmoved(lying(before), replace(after, dice=moved)) == {}


@pytest.mark.parametrize(("turned_deg", "same"), [(0, True), (10, True), (40, False), (90, False)])
def test_a_turned_die_has_been_touched(turned_deg: float, same: bool) -> None:
    before, after = on_plane(reading_of(DICE)), on_plane(reading_of(DICE))
    dice = tuple(
        replace(die, angle_mm_deg=None if die.angle_mm_deg is None else die.angle_mm_deg + turned_deg)
        for die in after.dice
    )
    assert (unmoved(lying(before), replace(after, dice=dice), 360.0).get(1) == 1) is same


def test_what_lay_there_comes_back_from_the_journal() -> None:
    for reading in (reading_of(DICE), on_plane(reading_of(DICE))):
        for die in lying(reading):
            assert from_json(DieLying, as_json(die)) == die


@pytest.mark.parametrize(
    "bumped",
    [
        CameraPose(PointMm(150, 88), distance_mm=372, tilt_deg=7, stands_deg=188, roll_deg=1),
        CameraPose(PointMm(138, 95), distance_mm=350, tilt_deg=7, stands_deg=188, roll_deg=9),
        CameraPose(PointMm(138, 95), distance_mm=380, tilt_deg=16, stands_deg=150, roll_deg=1),
    ],
    ids=["shifted 12 mm", "rolled 8°, lower", "tilted 9° more"],
)
def test_a_throw_seen_by_a_bumped_camera_is_no_new_throw(bumped: CameraPose) -> None:
    """Path of real readings: rendered before and after the bump, read by the dice reader."""
    house = CameraPose(PointMm(138, 95), distance_mm=372, tilt_deg=7, stands_deg=188, roll_deg=1)
    reader = DiceReader(load("pips"))
    bench = bench_on(None, 1)
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    for pose in (house, bumped, house):
        bench.show(reader.read(render(scene(pose), (1280, 960)).image_bgr))
        bench.wait()
    history = bench.table.state(EVERYONE)["history"]
    bench.table.close()
    assert [sorted(line["move"]["faces"]) for line in history] == [["1", "3", "5", "6"]]


def scene(camera: CameraPose) -> Scene:
    places = {"1": (90, 60), "3": (140, 110), "5": (190, 70), "6": (150, 50)}
    dice = tuple(
        SceneDie(PLAIN_DICE, face, PointMm(*at), 25.0 * number, 16.0)
        for number, (face, at) in enumerate(places.items())
    )
    lamps = (Lamp(PointMm(40, -60), 500, 60, (0.75, 0.8, 0.85)),)
    return Scene(dice=dice, camera=camera, surface=Surface("wood_pale"), lamps=lamps, mat=Mat())
