"""Possible tokens in a photograph that only has counts."""

from dataclasses import dataclass
from math import ceil, exp, log

import numpy as np
from numpy.typing import NDArray

from vision.pyramid import Pyramid
from vision.tokens.finding.blobs import find_blobs
from vision.tokens.finding.outlines import RADIUS_PX, Outlines, Work, find_tokens, work_picture
from vision.tokens.seen import is_covered, is_whole

LEAST, LARGEST, TRIED = 0.008, 0.1, 14
FINER = (0.92, 1.08, 0.96, 1.04)
"""Radii tried, in parts of the picture's longer side, and then against the best of them."""
USUAL_SIZE = 0.85
"""Things are best cut out, and parted where they touch, if they are so large against the radius looked
for: ovals differ in size, and what is smaller is soon taken for a part."""
NEAR = (0.95, 1.18, 1.45)
"""Radii tried against a token's that other photographs tell."""
MOST_OFF = 0.45
"""What was cut out of the ground and is larger or smaller by more (a logarithm) is no token."""
ENOUGH = 0.35
"""A score from which on tokens are cut out of an even ground; else outlines tell them."""
NOT_WHOLE, OUTLINED = 0.5, 0.15
"""How plainly tokens what was cut out in part is, and what has an outline beside that."""
LEAST_COVERED, APART = 0.4, 1.6
"""An outline is a token's if it is so closed, and farther from plainer ones than so many radii."""
CLOSED, OTHERS = 0.6, 2
"""The same of what is no thing that was cut out; so many of these are looked at for each that lacks."""
OFF, OWN, LARGER = 0.3, 0.15, 0.3
"""What is found larger or smaller (logarithm) than looked for counts less; of two sizes the larger more:
what is drawn on tokens has outlines, too."""
MORE = 1.3
"""So many times as many outlines as there are tokens are looked at."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Candidates:
    """What may be tokens: ``centres_px`` (n, 2); ``plain`` (n,): how plainly each is one, 0 to 1; the
    radius (px) of most."""

    radius_px: float
    centres_px: Values
    plain: Values


def candidates_in(picture: Pyramid, many: int, usual: float | None) -> Candidates:
    """Return what may be so many tokens. ``usual``: the radius (px) that other photographs tell."""
    longer = max(picture.size_wh(0))
    tried = np.array(NEAR) * usual if usual else np.geomspace(LEAST, LARGEST, TRIED) * longer
    best = max((_cut_out(picture, radius, many) for radius in tried.tolist()), key=_score)
    for finer in FINER:
        best = max(best, _cut_out(picture, best.radius_px * finer, many), key=_score)
    return best.candidates(many) if best.score > ENOUGH else _outlined(picture, tried, many)


@dataclass(frozen=True, eq=False)
class _Cut:
    """What was cut out of the ground, looked for in one size: ``score``: how well that fits what is
    said, 1 wholly; ``size``: how large most is against it."""

    work: Work
    radius_px: float
    found: Outlines
    score: float
    size: float

    def candidates(self, many: int) -> Candidates:
        """Return all that may be tokens on that ground: outlines, too, where fewer were cut out."""
        plain = np.where(is_whole(self.found), 1.0, NOT_WHOLE)
        plain = np.where(_is_like_most(self.found, self.size), plain, OUTLINED)
        circles = find_tokens(self.work)
        circles = circles.only((circles.covered > CLOSED) & ~is_covered(circles, self.found))
        lacking = max(0, many - int(np.count_nonzero(plain > OUTLINED)))
        circles = circles.only(_plainest(circles, OTHERS * lacking))
        centres = self.work.to_px(np.vstack([self.found.centres, circles.centres]))
        plain = np.append(plain, np.full(len(circles), OUTLINED))
        return Candidates(self.radius_px * self.size, centres, plain)


def _cut_out(picture: Pyramid, radius_px: float, many: int) -> _Cut:
    work = work_picture(picture, radius_px)
    found = find_blobs(work)
    if not len(found):
        return _Cut(work, radius_px, found, 0.0, 1.0)
    size = float(np.median(_sizes(found)))
    n = int(_is_like_most(found, size).sum())
    fits = exp(-((log(size / USUAL_SIZE) / OFF) ** 2)) * float(found.covered.mean())
    return _Cut(work, radius_px, found, fits * (min(n, many) / max(n, many, 1)) ** 2, size)


def _is_like_most(found: Outlines, size: float) -> NDArray[np.bool_]:
    return np.asarray(np.abs(np.log(_sizes(found) / size)) < MOST_OFF)


def _score(cut: _Cut) -> float:
    return cut.score


def _sizes(found: Outlines) -> Values:
    """Return how large each is, in working radii: (n,)."""
    return np.asarray(found.radii * np.sqrt(found.widths) / RADIUS_PX)


def _outlined(picture: Pyramid, tried: Values, many: int) -> Candidates:
    """Return what has an outline on a ground of any kind, as plain and of one size."""
    best: tuple[float, float, Outlines] | None = None
    for radius in tried.tolist():
        found = find_tokens(work_picture(picture, radius))
        found = found.only(_plainest(found, many))
        if len(found):
            off = log(float(np.median(found.radii)) / RADIUS_PX)
            score = len(found) * float(_plainness(found).mean()) * exp(-((off / OWN) ** 2))
            score *= radius**LARGER
            if best is None or score > best[0]:
                best = score, radius * exp(off), found
    if best is None:
        return Candidates(float(np.median(tried)), np.zeros((0, 2)), np.zeros(0))
    work = work_picture(picture, best[1])
    found = find_tokens(work)
    found = found.only(_plainest(found, ceil(MORE * many) + 1))
    plainness = _plainness(found)
    usual = float(np.median(plainness[:many])) if len(found) else 1.0
    return Candidates(best[1], work.to_px(found.centres), np.clip(plainness / usual, 0, 1) ** 2)


def _plainness(found: Outlines) -> Values:
    return np.asarray(found.covered**2 * np.minimum(found.strength, 60))


def _plainest(found: Outlines, many: int) -> NDArray[np.intp]:
    """Return the numbers of so many outlines that do not lie on each other, the plainest first."""
    kept: list[int] = []
    for one in np.argsort(-_plainness(found)).tolist():
        if len(kept) == many:
            break
        away = np.linalg.norm(found.centres[kept] - found.centres[one], axis=1)
        if found.covered[one] > LEAST_COVERED and (away > APART * RADIUS_PX).all():
            kept.append(one)
    return np.array(kept, np.intp)
