"""The print of a face, as coverage by ink: one function for every kind of die.

Art is drawn on a square whose coordinates run from -1 to 1, x right and y down.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.dice.art_city import CITY_FACES, city_art
from vision.workshop.simulation.dice.art_figures import catapult_art, knight_art
from vision.workshop.simulation.dice.art_pips import pips_art
from vision.workshop.simulation.dice.art_symbols import glyph_art, letter_art
from vision.workshop.simulation.dice.signs import DIE_SIGNS, die_sign_art
from vision.workshop.simulation.dice.styles import DieKind

Coverage = NDArray[np.uint8]
BLANK = "blank"
"""A face without any print, of symbol dice."""


def face_art(kind: DieKind, face: str, art_seed: int, side_px: int) -> Coverage:
    """Return the ink of a face: shape (side_px, side_px), 0 bare … 255 ink, its own top upwards."""
    drawn = _large(kind, face, art_seed, 2 * side_px)
    return np.asarray(cv2.resize(drawn, (side_px, side_px), interpolation=cv2.INTER_AREA), np.uint8)


def _large(kind: DieKind, face: str, art_seed: int, side_px: int) -> Coverage:
    if face == BLANK:
        return np.zeros((side_px, side_px), np.uint8)
    if kind == "pips":
        return pips_art(int(face), art_seed, side_px)
    if kind == "symbols" and face in DIE_SIGNS:
        return die_sign_art(face, art_seed, side_px)
    if kind == "symbols":
        return letter_art(face, art_seed, side_px) if len(face) == 1 else glyph_art(face, side_px)
    if face in CITY_FACES:
        return city_art(face, art_seed, side_px)
    return {"knight": knight_art, "catapult": catapult_art}[face](art_seed, side_px)
