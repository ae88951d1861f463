"""Which way up a gem board lies, on another table and under another lamp: boards of the simulator."""

from pathlib import Path

import numpy as np

from tests.vision.workshop.simulation.token_scenes import (
    SIZE_WH,
    TokenWishes,
    random_token_scene,
    teaching_scenes,
)
from vision.manifests.manifest import TOKENS, read_manifest
from vision.picture_files import load_picture
from vision.tokens.reader import TokenReader
from vision.tokens.teaching.teacher import teach_tokens
from vision.workshop.simulation.photos.manifests import write_photos

SEED, MISTAKEN = 7106, 11
"""Of this box's boards, full of gems, this one was surely taken for itself turned about: it lies on
green cloth, its red squares dark, under a lamp that gleams on the other end."""


def test_a_board_turned_about_is_told_by_tints_where_a_lamp_gleams(tmp_path: Path) -> None:
    wishes = TokenWishes(board="moss", gems="rose", make=SEED)
    full = TokenWishes(board="moss", gems="rose", make=SEED, taken=0, hands=0)
    rng = np.random.default_rng([SEED, 78])
    taught = teaching_scenes(rng, "gems", wishes, SIZE_WH)
    played = [random_token_scene(rng, "gems", SIZE_WH, full) for _ in range(MISTAKEN + 1)]
    lesson = teach_tokens(
        "moss", read_manifest(write_photos(tmp_path, "teach", taught, SIZE_WH, SEED), TOKENS).photos
    )
    photos = read_manifest(write_photos(tmp_path, "play", played[-1:], SIZE_WH, SEED), TOKENS).photos
    reading = TokenReader(lesson.taught).read(load_picture(photos[0].image))
    named = {token.cell: token.label for token in reading.tokens if token.cell is not None}
    wrong = [one for one in photos[0].pieces or () if one.cell and named.get(one.cell) != one.label]
    assert len(wrong) <= 1
