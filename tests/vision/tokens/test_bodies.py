"""What lies on the table is told from what is printed on it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.workshop.simulation.token_scenes import TokenWishes, write_token_photos
from vision.manifests.labelled import LabelledPhoto
from vision.manifests.manifest import TOKENS, read_manifest
from vision.picture_files import load_picture
from vision.pyramid import Pyramid
from vision.readings.tokens import TokenReading
from vision.stage_timer import StageTimer
from vision.tokens.bodies import body_odds
from vision.tokens.confidence import rough_presence
from vision.tokens.reader import TokenReader
from vision.tokens.teaching.teacher import teach_tokens

PICTURES = 4
EIGHTH_OF_RAYS = 8
"""So many rays are one place in the network's last layer."""


@pytest.fixture(scope="module")
def cloths(tmp_path_factory: pytest.TempPathFactory) -> tuple[TokenReader, tuple[LabelledPhoto, ...]]:
    """A reader of gems, and photographs of them on printed cloths; their cut was in no training."""
    folder: Path = tmp_path_factory.mktemp("cloths")
    wishes = TokenWishes(gems="princess", make=5, spots=True, hands=0)
    teach, play = write_token_photos(folder, "loose", wishes, seed=41, count=PICTURES)
    taught = teach_tokens("gems", read_manifest(teach, TOKENS).photos).taught
    return TokenReader(taught), read_manifest(play, TOKENS).photos


def is_a_token(at: tuple[float, float], size_px: float, photo: LabelledPhoto) -> bool:
    centres = np.array([piece.centre_px for piece in photo.pieces or ()])
    return bool((np.hypot(*(centres - np.array(at)).T) < 0.5 * size_px).any())


def test_what_is_printed_on_a_cloth_is_surely_no_token(
    cloths: tuple[TokenReader, tuple[LabelledPhoto, ...]],
) -> None:
    reader, photos = cloths
    readings: list[tuple[LabelledPhoto, TokenReading]] = [
        (photo, reader.read(load_picture(photo.image))) for photo in photos
    ]
    printed = [
        token
        for photo, reading in readings
        for token in reading.tokens
        if not is_a_token(token.centre_px, token.size_px, photo)
    ]
    lying = sum(len(photo.pieces or ()) for photo in photos)
    listed = sum(len(reading.tokens) for _, reading in readings) - len(printed)
    assert [token for token in printed if token.sure] == []
    assert listed > 0.9 * lying


def test_no_direction_is_special(cloths: tuple[TokenReader, tuple[LabelledPhoto, ...]]) -> None:
    reader, photos = cloths
    seen = reader.eye.look(Pyramid(load_picture(photos[0].image)), StageTimer(), None)
    turned = replace(seen.found, colours=np.roll(seen.found.colours, EIGHTH_OF_RAYS, axis=1))
    presence = rough_presence(seen.found, seen.named)
    assert np.allclose(body_odds(turned, presence), seen.bodies, atol=1e-3)


def test_where_nothing_is_seen_nothing_is_said(
    cloths: tuple[TokenReader, tuple[LabelledPhoto, ...]],
) -> None:
    reader, photos = cloths
    seen = reader.eye.look(Pyramid(load_picture(photos[0].image)), StageTimer(), None)
    nothing = seen.found.only(np.zeros(0, np.intp))
    assert len(body_odds(nothing, np.zeros(0))) == 0
