"""A draught with pips on it is round and is never surely a die; a die with round corners is one."""

import cv2
import numpy as np
import pytest

from tests.vision.dice.presence.dominoes import rounded
from tests.vision.dice.presence.rounds import rounds
from vision.corners import Corners
from vision.dice.presence.roundness import are_round
from vision.dice.presence.surroundings import surroundings
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.readings.places import PointMm
from vision.workshop.simulation import Renderer, SceneDie
from vision.workshop.simulation.stage import CARCASSONNE_DICE, house_scene

SIDE = 40.0
TOP = np.array([[100.0, 100.0], [140.0, 100.0], [140.0, 140.0], [100.0, 140.0]])


def piece(grey: int, corner: float, *, depth: float = 0.0, turn_deg: float = 0.0) -> ImageBgr:
    """Return a piece with four pips; ``corner``: the radius of its corners in sides, 0.5 a circle."""
    picture = np.clip(np.random.default_rng(1).normal(90, 3, (240, 240, 3)), 0, 255)
    outline = TOP.mean(0) + rounded(SIDE, SIDE, corner * SIDE)
    for down, shade in ((depth, 0.7), (0.0, 1.0)):
        placed = np.round((outline + np.array([0, down * SIDE])) * 16).astype(np.int32)
        cv2.fillPoly(picture, [placed], (grey * shade,) * 3, cv2.LINE_AA, 4)
    turn = np.radians(turn_deg)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for pip in (TOP - TOP.mean(0)) @ matrix.T * 0.5 + TOP.mean(0):
        cv2.circle(picture, np.round(pip).astype(int).tolist(), 4, (20, 20, 20), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def is_round(picture: ImageBgr, quad: Corners = TOP) -> bool:
    return are_round(surroundings(picture, [quad]))[0]


@pytest.mark.parametrize("grey", [40, 170, 230])
@pytest.mark.parametrize("depth", [0.0, 0.2])
@pytest.mark.parametrize("grown", [0.8, 0.9, 1.0, 1.15])
def test_a_round_piece_is_round_however_large_it_was_read(grey: int, depth: float, grown: float) -> None:
    # These two look as dice whose tops are discs do: what else is seen of draughts tells them.
    like_a_die = [(230, 0.2, 1.0), (40, 0.2, 1.15)]
    quad = TOP.mean(0) + (TOP - TOP.mean(0)) * grown
    is_told = is_round(piece(grey, 0.5, depth=depth, turn_deg=30), quad)
    assert is_told != ((grey, depth, grown) in like_a_die)


@pytest.mark.parametrize("grey", [40, 170, 230])
@pytest.mark.parametrize("corner", [0.0, 0.1, 0.2, 0.3])
@pytest.mark.parametrize("depth", [0.0, 0.3])
def test_a_die_is_not_round_though_its_corners_are(grey: int, corner: float, depth: float) -> None:
    assert not is_round(piece(grey, corner, depth=depth))


@pytest.mark.parametrize("lighter", [20.0, 30.0, 50.0])
def test_a_die_is_not_round_though_its_top_is_a_disc(lighter: float) -> None:
    picture, size = piece(190, 0.4), 0.9 * SIDE
    disc = np.round((TOP.mean(0) + rounded(size, size, size / 2)) * 16).astype(np.int32)
    cv2.fillPoly(picture, [disc], (190 + lighter,) * 3, cv2.LINE_AA, 4)
    assert not is_round(picture)


def test_nothing_is_not_round() -> None:
    assert are_round(surroundings(piece(170, 0.5), [])) == []


BLOCK = (("corner", 90), ("straight", 90), ("cap", 270), ("corner", 0), ("straight", 90))
"""Five dice as they were built once, two rows of them: faces, and how they are turned (degrees)."""


@pytest.mark.parametrize("angle_deg", range(-16, 16, 4))
def test_a_city_part_is_not_round_though_its_print_goes_on_in_its_neighbours(angle_deg: int) -> None:
    turn = np.radians(angle_deg)
    along = 16.3 * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    dice = []
    for number, (face, own_deg) in enumerate(BLOCK):
        x, y = (70, 90) + np.array([number % 3, number // 3]) @ along
        dice.append(SceneDie(CARCASSONNE_DICE, face, PointMm(x, y), own_deg + angle_deg))
    picture = Renderer(house_scene("felt"), (1280, 960)).render(tuple(dice), seed=1)
    reading = DiceReader(load("carcassonne")).read(picture.image_bgr)
    assert len(reading.dice) == len(BLOCK)
    assert [die.face for die in reading.dice if not die.sure] == []


def counted(seeds: range, dice_set: str = "pips") -> tuple[int, int, int]:
    """Return round pieces drawn, of these surely dice, and pictures that were sure."""
    reader = DiceReader(load(dice_set))
    pieces = sure = sure_pictures = 0
    for seed in seeds:
        picture, drawn = rounds(np.random.default_rng(seed))
        reading = reader.read(picture)
        pieces += len(drawn)
        sure += sum(die.sure for die in reading.dice)
        sure_pictures += bool(reading.dice) and reading.sure
    return pieces, sure, sure_pictures


@pytest.mark.parametrize("dice_set", ["pips", "carcassonne"])
def test_round_pieces_are_hardly_ever_surely_dice(dice_set: str) -> None:
    pieces, sure, sure_pictures = counted(range(500, 505), dice_set)
    assert sure <= 0.02 * pieces
    assert sure_pictures == 0


@pytest.mark.slow
def test_many_round_pieces_are_hardly_ever_surely_dice() -> None:
    pieces, sure, sure_pictures = counted(range(600, 660))
    print(f"{sure} of {pieces} round pieces surely dice")
    assert sure <= 0.02 * pieces
    assert sure_pictures == 0
