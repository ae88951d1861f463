"""Words for colours: a label that is such a word describes the look of its tokens.

It is used only if counts leave the labels open: nobody calls blue gems red.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.tokens.naming.looks import BRIGHTNESS

Values = NDArray[np.float64]

_BGR: dict[str, tuple[int, int, int]] = {
    "red rot rouge červená červený červené": (35, 30, 190),
    "pink rosa rose růžová růžový růžové": (150, 100, 230),
    "orange oranžová oranžový oranžové": (20, 110, 235),
    "brown braun brun marron hnědá hnědý hnědé": (30, 60, 110),
    "amber bernstein ambre jantarová jantarový": (20, 130, 215),
    "yellow gelb jaune žlutá žlutý žluté": (30, 200, 230),
    "green grün vert zelená zelený zelené": (50, 150, 50),
    "turquoise cyan türkis tyrkysová tyrkysový": (170, 170, 30),
    "blue blau bleu modrá modrý modré": (180, 80, 30),
    "purple violet lila violett fialová fialový fialové": (120, 40, 95),
}
"""Words of four languages and a usual colour, sRGB."""
SOFTENED = 40.0
"""Light added before logarithms are taken."""
BOTH_GREY = 0.15
"""Difference from grey below which tints say little."""


def tint_of(bgr: Values) -> Values:
    """Return the tints (n, 3) of colours (n, 3), 0 to 255: logarithms without brightness."""
    logs = np.log(np.maximum(bgr, 0.0) + SOFTENED)
    return np.asarray(logs - (logs @ BRIGHTNESS)[:, None])


@cache
def _tints() -> dict[str, Values]:
    tints = tint_of(np.array(list(_BGR.values()), np.float64))
    return {word: tint for words, tint in zip(_BGR, tints, strict=True) for word in words.split()}


def unlike_word(label: str, tints: Values) -> Values:
    """Return each tint's disagreement with its word, (n,): 0 for the same hue, 1 at right angles, 2
    opposite; 1 for all if the label is no colour word."""
    word = _tints().get(label.strip().casefold())
    if word is None:
        return np.ones(len(tints))
    sizes = np.linalg.norm(tints, axis=1) + BOTH_GREY
    return np.asarray(1 - tints @ word / (sizes * np.linalg.norm(word)))
