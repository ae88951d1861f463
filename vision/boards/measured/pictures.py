"""The similarity of cells' and samples' pictures, colours included: it separates likely names.

Edges identify pieces in any light, but pieces from one maker have similar edges. So the most likely
names are compared by the picture, too, in the samples' light.
"""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.looks import WINDOW_PX, top_left
from vision.boards.measured.labels import LabelGallery, Likeness
from vision.frame import ImageBgr

RANKED = 4
"""Number of names whose pictures are compared."""
COUNT = 0.3
"""Weight of a correlation of pictures relative to one of edges."""
FLAT = 100.0
"""Length (contrast) about at which a picture shows hardly more than the camera's noise."""
NO_PICTURE = np.array([0.0, 1.5, 1.5], np.float32)
"""Features of a cell that was not compared."""
LEAST_LEAD = 0.05
BLUR_PX, AROUND_PX = 1.0, 9
"""Blur of the pictures, and search distance around their places including the blur."""
Values = NDArray[np.float32]


class PictureGallery:
    """The pictures of a board's samples, ready to be compared with cells."""

    def __init__(self, gallery: LabelGallery) -> None:
        self._gallery = gallery
        pictures = [_blurred(picture) for picture in gallery.pictures]
        side = pictures[0].shape[0] if pictures else WINDOW_PX
        edge = (side - WINDOW_PX) // 2
        cut = [one[edge : edge + WINDOW_PX, edge : edge + WINDOW_PX] for one in pictures]
        rows = np.array(cut, np.float32).reshape(len(cut), WINDOW_PX**2, 3)
        self._rows = _normed(rows) if len(cut) else np.zeros((0, 3 * WINDOW_PX**2), np.float32)
        self._labels = np.array([label for label, _ in gallery.names])

    def ranked(
        self,
        likeness: Likeness,
        small: ImageBgr,
        columns: NDArray[np.intp],
        rows: NDArray[np.intp],
    ) -> tuple[Likeness, Values]:
        """Return the similarity including the pictures, and features (cells, 3) of the best name.

        ``columns``, ``rows``: the cells' own. The features: the picture's similarity, and its lead over
        other labels', and over its own turned ones, as a share of the expected lead.
        """
        total = likeness.total.copy()
        names = np.argsort(-total, axis=1)[:, :RANKED]
        samples = np.take_along_axis(likeness.samples, names, 1)
        moved = np.take_along_axis(likeness.shifts, names[..., None], 1)
        alike = self._alike(small, columns, rows, samples, moved)
        least = alike.min(1, keepdims=True)
        total -= COUNT * (1 - least)
        each = np.arange(len(total))[:, None]
        total[each, names] += COUNT * (alike - least)
        first = total[each, names].argmax(1)
        return replace(likeness, total=total), self._features(names, samples, alike, first)

    def _alike(
        self,
        small: ImageBgr,
        columns: NDArray[np.intp],
        rows: NDArray[np.intp],
        samples: NDArray[np.intp],
        moved: NDArray[np.intp],
    ) -> Values:
        """Return the cells' similarity to these samples (cells, n) with these shifts (cells, n, 2)."""
        lefts, tops = top_left(columns, rows)
        height, width = small.shape[:2]
        more = AROUND_PX
        framed = cv2.copyMakeBorder(small, more, more, more, more, cv2.BORDER_REFLECT_101)
        side = WINDOW_PX + 2 * AROUND_PX
        parts = [framed[y : y + side, x : x + side] for x, y in zip(lefts, tops, strict=True)]
        strip = _blurred(np.concatenate(parts)) if parts else np.zeros((side, side, 3), np.float32)
        across = np.clip(lefts[:, None] + moved[..., 0], 0, width - WINDOW_PX) - lefts[:, None]
        down = np.clip(tops[:, None] + moved[..., 1], 0, height - WINDOW_PX) - tops[:, None]
        view = np.lib.stride_tricks.sliding_window_view(strip, (WINDOW_PX, WINDOW_PX), (0, 1))
        first = side * np.arange(len(lefts))[:, None] + AROUND_PX
        seen = view[down + first, across + AROUND_PX].reshape(-1, 3, WINDOW_PX**2).transpose(0, 2, 1)
        own = self._rows[samples.reshape(-1)]
        return np.asarray(np.einsum("ij,ij->i", _normed(seen), own).reshape(samples.shape), np.float32)

    def _features(
        self,
        names: NDArray[np.intp],
        samples: NDArray[np.intp],
        alike: Values,
        first: NDArray[np.intp],
    ) -> Values:
        each = np.arange(len(names))
        own = alike[each, first]
        rows = self._rows[samples]
        among = np.einsum("cnd,cd->cn", rows, rows[each, first])
        leads = (own[:, None] - alike) / (1 - among + LEAST_LEAD)
        itself = np.arange(names.shape[1])[None] == first[:, None]
        same = self._labels[names] == self._labels[names[each, first]][:, None]
        return np.column_stack([own, _least(leads, ~same), _least(leads, same & ~itself)])


def _least(leads: Values, among: NDArray[np.bool_]) -> Values:
    return np.asarray(np.clip(np.where(among, leads, 1.5).min(1), -0.5, 1.5), np.float32)


def _blurred(picture: ImageBgr) -> Values:
    return np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), BLUR_PX), np.float32)


def _normed(rows: Values) -> Values:
    """Return pictures (n, px, 3) as rows with mean 0 in each colour and length 1 (flat ones: less)."""
    flat = (rows - rows.mean(1, keepdims=True)).reshape(len(rows), -1)
    lengths = np.sqrt(np.einsum("ij,ij->i", flat, flat))
    return np.asarray(flat / (lengths + FLAT)[:, None], np.float32)
