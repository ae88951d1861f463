"""Faces as any artist draws them still say what the rules say."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.workshop.simulation.dice.art import BLANK, face_art
from vision.workshop.simulation.dice.styles import CARCASSONNE_FACES, KINDS, DieKind, random_style

EDGES = {"cap": "CFFF", "straight": "CFCF", "corner": "CCFF", "three": "CCCF"}
ARTISTS = range(60)
SIDE = 96


def strip_inside_the_frame(ink: NDArray[np.uint8], edge: int) -> NDArray[np.float64]:
    """Return the middle third of a thin strip just inside the white frame along an edge, 0…1."""
    turned = np.rot90(ink, edge)
    return np.asarray(turned[round(0.08 * SIDE) : round(0.12 * SIDE), SIDE // 3 : 2 * SIDE // 3] / 255)


@pytest.mark.parametrize("face", EDGES)
def test_city_edges_are_black_and_field_edges_white_whoever_draws(face: str) -> None:
    for artist in ARTISTS:
        ink = face_art("carcassonne", face, artist, SIDE)
        for edge, part in enumerate(EDGES[face]):
            black = strip_inside_the_frame(ink, edge).mean()
            assert (black > 0.5) == (part == "C"), (artist, edge, black)


@pytest.mark.parametrize("face", CARCASSONNE_FACES)
def test_a_white_frame_runs_round_the_face(face: str) -> None:
    for artist in ARTISTS:
        ink = face_art("carcassonne", face, artist, SIDE)
        rim = np.concatenate([ink[0], ink[-1], ink[:, 0], ink[:, -1]])
        assert rim.max() < 60


def test_artists_differ() -> None:
    caps = np.array([face_art("carcassonne", "cap", artist, 32) for artist in ARTISTS]).reshape(60, -1)
    assert len(np.unique(caps, axis=0)) == len(ARTISTS)


@pytest.mark.parametrize("pips", range(1, 7))
def test_pips_cover_as_many_spots_as_they_count(pips: int) -> None:
    for artist in range(30):
        ink = face_art("pips", str(pips), artist, SIDE)
        outlines, _ = cv2.findContours(
            (ink > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
        )
        assert len(outlines) == pips


def test_a_blank_face_is_bare() -> None:
    assert face_art("symbols", BLANK, 0, SIDE).max() == 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_random_make_has_six_faces_that_can_be_drawn(kind: DieKind) -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        style = random_style(rng, kind)
        for face in style.faces:
            assert 0.003 < face_art(kind, face, style.art_seed, 48).mean() / 255 < 0.95


def test_opposite_pips_sum_to_seven_in_both_hands() -> None:
    rng = np.random.default_rng(4)
    styles = [random_style(rng, "pips") for _ in range(40)]
    for top, bottom, north, east, south, west in (style.faces for style in styles):
        assert int(top) + int(bottom) == int(north) + int(south) == int(east) + int(west) == 7
    assert len({style.faces for style in styles}) == 2


def test_carcassonne_dice_are_white_with_black_print_and_carry_all_six_faces() -> None:
    rng = np.random.default_rng(5)
    for _ in range(30):
        style = random_style(rng, "carcassonne")
        assert set(style.faces) == set(CARCASSONNE_FACES)
        assert min(style.body) > 170
        assert max(style.ink) < 90
