"""The camera's picture: its brightness, its sharpness and its colours, and the markers in it."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.checkup.finding import CheckFinding
from companion.cli.checkup.markers import markers
from vision.frame import ImageBgr
from vision.judging.judge import blur_px
from vision.markers.finder import find_markers
from vision.pyramid import Pyramid

DARK, BRIGHT = 40, 225
"""A middle grey of the picture below or above this is of little use; what a game refuses to read is told
by ``vision.judging``."""
BLACK, WHITE = 4, 251
"""Grey levels beyond which nothing can be distinguished: the ends of the sensor's range."""
MOST_LOST = 0.1
"""Greatest share of the picture in which nothing can be distinguished. Chosen by hand: a lamp's
reflection is smaller, a window's is not."""
BLURRED = 1 / 500
"""Greatest blur of the picture's edges, in widths of the picture: a die is about a fifteenth of it, and
is readable while the blur is below a thirtieth of its side."""
TINTED = 1.35
"""Ratio between the strongest and the weakest colour channel above which white counts as tinted. Chosen
by hand: a warm lamp with a camera set for daylight has 1.6."""
BRIGHTEST = 80.0
"""Percentile of a marker's pixels that counts as its white."""


def picture(image_bgr: ImageBgr) -> Iterator[CheckFinding]:
    """Check a picture as the table sees it."""
    yield _light(image_bgr)
    yield _sharpness(image_bgr)
    yield _tint(image_bgr)
    yield markers(image_bgr)


def _light(image_bgr: ImageBgr) -> CheckFinding:
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    middle, black, white = float(np.median(grey)), float((grey <= BLACK).mean()), _blown(image_bgr)
    if middle < DARK or black > MOST_LOST:
        told = f"the picture is too dark ({middle:.0f} of 255, {black:.0%} of it black)"
        return CheckFinding("wrong", "light", told, "Light the table from above, from two sides.")
    if middle > BRIGHT or white > MOST_LOST:
        told = f"the picture is too bright ({middle:.0f} of 255, {white:.0%} of it white without shade)"
        return CheckFinding("wrong", "light", told, "Take light away, or shade it.")
    return CheckFinding("well", "light", f"the picture is bright enough ({middle:.0f} of 255)")


def _blown(image_bgr: ImageBgr) -> float:
    return float((image_bgr.min(axis=2) >= WHITE).mean())


def _sharpness(image_bgr: ImageBgr) -> CheckFinding:
    blur = blur_px(image_bgr)
    if blur is None:
        told = "nothing lies there by which it could be told; lay some dice down, and look again"
        return CheckFinding("skipped", "sharpness", told)
    most = BLURRED * image_bgr.shape[1]
    if blur > most:
        told = f"the picture is not sharp: its edges are blurred by {blur:.1f} px"
        to_do = "Wipe the lens; turn its ring until the table is sharp; or hang the camera higher."
        return CheckFinding("wrong", "sharpness", told, to_do)
    return CheckFinding(
        "well", "sharpness", f"its edges are blurred by {blur:.1f} px, {most:.1f} would do"
    )


def _tint(image_bgr: ImageBgr) -> CheckFinding:
    """Check the markers' white: nothing else is known to be white."""
    found = find_markers(Pyramid(image_bgr))
    if not found:
        told = "no marker is seen, of whose white it could be told"
        return CheckFinding("skipped", "colours", told)
    blue, green, red = np.median([_white(image_bgr, quad) for quad in found.values()], axis=0)
    levels = {"blue": float(blue), "green": float(green), "red": float(red)}
    ratio = max(levels.values()) / max(1.0, min(levels.values()))
    if ratio > TINTED:
        most, least = max(levels, key=levels.__getitem__), min(levels, key=levels.__getitem__)
        told = f"what is white has {ratio:.1f} times as much {most} as {least}"
        to_do = "Use white lamps, all of one kind; no coloured light, and no daylight from one side."
        return CheckFinding("wrong", "colours", told, to_do)
    return CheckFinding("well", "colours", f"what is white is white, within {ratio - 1:.0%}")


def _white(image_bgr: ImageBgr, quad_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the colour of a marker's white cells."""
    mask = np.zeros(image_bgr.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, quad_px.round().astype(np.int32), 255)
    inside = image_bgr[mask > 0].astype(np.float64)
    bright = inside.sum(axis=1)
    return np.asarray(inside[bright >= np.percentile(bright, BRIGHTEST)].mean(axis=0))
