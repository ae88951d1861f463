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
"""Radii tried, in parts of the picture's longer side, and then relative to the best of them."""
USUAL_SIZE = 0.85
"""Best size for cutting out, and splitting touching things, relative to the radius looked for: ovals
vary in size, and smaller ones are easily taken for parts."""
NEAR = (0.95, 1.18, 1.45)
"""Radii tried relative to a token's radius in other photographs."""
MOST_OFF = 0.45
"""Deviation in size (a logarithm) from which a cut-out thing is not a token."""
ENOUGH = 0.35
"""Score from which tokens are cut out of an even ground; below it outlines are used."""
NOT_WHOLE, OUTLINED = 0.5, 0.15
"""Score as a token of a thing cut out in part, and of an outline beside cut-out things."""
LEAST_COVERED, APART = 0.4, 1.6
"""Closedness of a token's outline, and its distance, in radii, from clearer ones."""
CLOSED, OTHERS = 0.6, 2
"""The same for outlines that were not cut out; number of these examined for each missing one."""
OFF, OWN, LARGER = 0.3, 0.15, 0.3
"""Weight of finds larger or smaller (logarithm) than looked for; advantage of the larger of two sizes:
drawings on tokens have outlines, too."""
MORE = 1.3
"""Number of outlines examined, relative to the number of tokens."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Candidates:
    """Possible tokens: ``centres_px`` (n, 2); ``plain`` (n,): how clearly each is one, 0 to 1; the
    radius (px) of most."""

    radius_px: float
    centres_px: Values
    plain: Values


def candidates_in(picture: Pyramid, many: int, usual: float | None) -> Candidates:
    """Return this many possible tokens. ``usual``: the radius (px) in other photographs."""
    longer = max(picture.size_wh(0))
    tried = np.array(NEAR) * usual if usual else np.geomspace(LEAST, LARGEST, TRIED) * longer
    best = max((_cut_out(picture, radius, many) for radius in tried.tolist()), key=_score)
    for finer in FINER:
        best = max(best, _cut_out(picture, best.radius_px * finer, many), key=_score)
    return best.candidates(many) if best.score > ENOUGH else _outlined(picture, tried, many)


@dataclass(frozen=True, eq=False)
class _Cut:
    """Things cut out of the ground at one assumed size: ``score``: agreement with the given count, 1
    perfectly; ``size``: the usual size relative to it."""

    work: Work
    radius_px: float
    found: Outlines
    score: float
    size: float

    def candidates(self, many: int) -> Candidates:
        """Return all possible tokens on that ground: outlines as well, if fewer were cut out."""
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
    """Return the size of each, in working radii: (n,)."""
    return np.asarray(found.radii * np.sqrt(found.widths) / RADIUS_PX)


def _outlined(picture: Pyramid, tried: Values, many: int) -> Candidates:
    """Return everything with an outline on any ground, by clearness and agreement in size."""
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
    """Return the numbers of this many outlines that do not overlap, the clearest first."""
    kept: list[int] = []
    for one in np.argsort(-_plainness(found)).tolist():
        if len(kept) == many:
            break
        away = np.linalg.norm(found.centres[kept] - found.centres[one], axis=1)
        if found.covered[one] > LEAST_COVERED and (away > APART * RADIUS_PX).all():
            kept.append(one)
    return np.array(kept, np.intp)
