"""A picture at full size, half, a quarter …: each size is made once, when first requested."""

from mmap import mmap

import cv2
import numpy as np

from vision.frame import ImageBgr

LARGE_PX = 1_000_000
"""Halves with more pixels get memory of their own, given back when they are gone. Size above which
memory is allocated separately: otherwise the allocator keeps much of it because small, long-lived
objects lie in between: with its second picture of 12 megapixels a process grew by 19 MB."""


class Pyramid:
    """``pyramid[n]`` is the picture halved n times; an odd last row or column is left out.

    A side of one pixel stays one: so there is a picture for every n.
    """

    def __init__(self, image_bgr: ImageBgr) -> None:
        self._pictures = [image_bgr]

    def __getitem__(self, times: int) -> ImageBgr:
        while len(self._pictures) <= times:
            last = self._pictures[-1]
            height, width = (max(extent // 2, 1) for extent in last.shape[:2])
            even = last[: 2 * height, : 2 * width]
            room = _room(height, width) if height * width > LARGE_PX else None
            half = cv2.resize(even, (width, height), room, interpolation=cv2.INTER_AREA)
            self._pictures.append(np.asarray(half, np.uint8))
        return self._pictures[times]

    def size_wh(self, times: int) -> tuple[int, int]:
        """Return width and height of a level in px, without making it."""
        height, width = self._pictures[0].shape[:2]
        return max(width >> times, 1), max(height >> times, 1)


def _room(height: int, width: int) -> ImageBgr:
    """Return memory for a picture that is returned as soon as it is no longer used."""
    return np.frombuffer(mmap(-1, 3 * height * width), np.uint8).reshape(height, width, 3)


Picture = ImageBgr | Pyramid
"""A picture, or the same with its smaller sizes."""


def pyramid_of(picture: Picture) -> Pyramid:
    """Return the picture with its smaller sizes."""
    return picture if isinstance(picture, Pyramid) else Pyramid(picture)
