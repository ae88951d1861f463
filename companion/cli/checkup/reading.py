"""How long a reading takes on this computer, of what the camera sees now."""

from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from companion.cli.checkup.finding import CheckFinding
from vision.frame import ImageBgr
from vision.judging.judged import read_judged

READINGS = 7
"""Odd, so that one of them is the middle."""
SLOW_S = 1.5
"""Seconds after which players begin to look at the screen and wait."""


def reading(image_bgr: ImageBgr, reader: Any, now_s: Callable[[], float]) -> Iterator[CheckFinding]:
    """Read the dice in a picture some times, and say how many there are, and how long that takes."""
    took_s = []
    for _ in range(READINGS):
        began = now_s()
        found = read_judged(reader, image_bgr, "the camera's picture")
        took_s.append(now_s() - began)
    count = len(found.dice)
    height, width = image_bgr.shape[:2]
    told = (
        f"{count} dice in {width} × {height} are read in {median(took_s) * 1000:.0f} ms "
        f"({min(took_s) * 1000:.0f} to {max(took_s) * 1000:.0f}, {READINGS} times)"
    )
    if median(took_s) > SLOW_S:
        yield CheckFinding(
            "wrong", "reading", told, "Take a smaller picture, --size 1280x960, or a faster Pi."
        )
    else:
        yield CheckFinding("well", "reading", told)
