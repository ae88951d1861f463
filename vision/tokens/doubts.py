"""Which outlines are certainly tokens, which certainly not, and which at most in doubt.

The regressions of ``vision.tokens.confidence`` weigh all measures of every outline in the same way.
Limits add other knowledge; each was found separately, as its text says.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.markers.plane import TablePlane
from vision.tokens.naming.looks import ground_differences
from vision.tokens.naming.names import Values
from vision.tokens.seen import SeenTokens, is_ragged

TOKEN_FROM = 0.5
"""Probability of being a token above which it is listed."""
DOUBT_FROM, BEYOND_DOUBT = 0.06, 0.95
"""Between these probabilities it is in doubt whether a token lies there at all."""
LIKELY, OWN_SIZE, OWN_OUTLINE, OWN_PATTERN, OWN_COLOUR = 0.9, 0.1, 0.95, 1.0, 4.5
"""Limits of a sufficiently certain token at a table with known sizes: its probability, the deviation of
its radius (logarithm), its closedness, and the strangeness of its pattern and colour. Chosen by hand."""
DOUBT_OUTLINED = 0.55
"""Visible share of an outline outside any hole from which it is in doubt: grain and shadows of a bare
table have less. On a dark ground, hidden tokens are inferred from the ground."""
GRAIN_PATTERN, GRAIN_COLOUR, GRAIN_JAGGED = 2.2, 90.0, 0.025
"""An outline that is hardly closed, and unlike every taught pattern, is grain; so is a jagged one whose
colour is far from that of any label without print (smooth ground has no print either)."""
LIKE_GROUND = 0.1
"""Difference from the surroundings (logarithms of each colour) below which something is never certainly
a token, such as a ring of veins on a stone table, unless its print identifies it. If stones have prints,
a ragged thing without one is grain, too: this applies to 85 of 100 rings of grain, and 1 of 397 stones.
Chosen by hand."""
CROWDED = 0.6
"""Distance between the centres of a probable token and a more probable one, as a share of both radii,
beyond which the former is in doubt: gems lie on gems. This found 4 gems that were otherwise missed in 72
drawn heaps, and 7 outlines that were no gems."""
SOFT = 0.62
"""Share of the usual sharpness below which an outline is a shadow's: it is at most in doubt. None of 622
drawn gems was so soft."""
AS_TOKENS, UNLIKE_EMPTY_HOLES, IN_HOLE_OUTLINED = 20.0, 200.0, 0.9
"""A hole this near to a taught token, this far from empty holes (squared Mahalanobis distances), and
with an outline this closed certainly has a token: without this, blue gems on white tables, nearer to the
lesson's than most, were in doubt. Of drawn boards' 2293 holes with taught tokens 1028 qualify; of 84
with others and of 452 empty ones, which meet the next limits, none."""
AS_EMPTY_HOLES, UNLIKE_TOKENS = 9.0, 100.0
"""A hole nearer to empty ones than the first value, and farther from every token than the second
(squared Mahalanobis distances), is certainly empty, however its outline looks: signs printed beside a
hole make its outline jagged. Chosen on drawn boards of the styles for teaching: 4 of 452 empty holes
were in doubt, all of which qualify; of 2377 holes with tokens, 84 of them with one that was never
taught, none does."""


def is_beyond_doubt(seen: SeenTokens, one: int, presence: float, plane: TablePlane | None) -> bool:
    """Tell whether something is certainly a token.

    The regression does not know sizes in mm: for a thing with a token's size, a closed outline and
    exactly the look of a taught label, a lower probability is enough.
    """
    if presence >= BEYOND_DOUBT:
        return True
    found, named = seen.found, seen.named
    has_size = plane is not None and abs(np.log(found.radii[one] / seen.usual)) < OWN_SIZE
    has_look = named.pattern[one] < OWN_PATTERN and named.distance[one] < OWN_COLOUR
    closed = found.covered[one] > OWN_OUTLINE
    return bool(has_size and has_look and closed and presence >= LIKELY)


def is_surely_filled(seen: SeenTokens) -> NDArray[np.bool_]:
    """Return which are holes that certainly have a token."""
    named = seen.named
    looks_so = (named.distance < AS_TOKENS) & (named.none_distance > UNLIKE_EMPTY_HOLES)
    return np.asarray((seen.cells >= 0) & looks_so & (seen.found.covered > IN_HOLE_OUTLINED))


def is_surely_empty(seen: SeenTokens) -> NDArray[np.bool_]:
    """Return which are certainly empty holes, however their outlines look."""
    named = seen.named
    looks_so = (named.none_distance < AS_EMPTY_HOLES) & (named.distance > UNLIKE_TOKENS)
    return np.asarray((seen.cells >= 0) & looks_so)


def is_grain(seen: SeenTokens, *, with_prints: bool) -> NDArray[np.bool_]:
    """Return which outlines are too open for a token's, around something unlike any taught pattern; or,
    if tokens are recognised by their print, have no print and no such token's colour."""
    found, named = seen.found, seen.named
    is_open = (found.covered <= DOUBT_OUTLINED) & (named.pattern > GRAIN_PATTERN)
    is_ground = (named.alike == 0) & (named.distance > GRAIN_COLOUR) & (found.jagged > GRAIN_JAGGED)
    return np.asarray((seen.cells < 0) & (is_open | (is_ground & with_prints)))


def crowding(seen: SeenTokens, presence: Values, listed: Sequence[int]) -> list[int]:
    """Return the probable tokens, beside any board, that lie partly on a listed one."""
    found = seen.found
    likely = np.nonzero((presence >= TOKEN_FROM) & (seen.cells < 0))[0]
    if not listed:
        return []
    away = np.linalg.norm(found.centres[likely][:, None] - found.centres[listed][None], axis=2)
    away /= found.radii[likely][:, None] + found.radii[listed][None]
    return [*map(int, likely[away.min(1) > CROWDED])]


def is_soft(seen: SeenTokens, presence: Values) -> NDArray[np.bool_]:
    """Return those in no hole with a far softer outline than the picture's probable tokens: shadows, and
    coloured light from clear gems."""
    sharpness = seen.found.sharpness
    likely = sharpness[(presence > TOKEN_FROM) & (seen.cells < 0)]
    usual = float(np.median(likely)) if len(likely) else 0.0
    return np.asarray((seen.cells < 0) & (sharpness < SOFT * usual))


def may_be_grain(seen: SeenTokens) -> NDArray[np.bool_]:
    """Return which are ragged, and show no print of a token."""
    named = seen.named
    bears_nothing = (named.alike == 0) | (named.pattern > GRAIN_PATTERN)
    return np.asarray((seen.cells < 0) & is_ragged(seen.found) & bears_nothing)


def like_ground(seen: SeenTokens, which: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the numbers of those (n,) that hardly differ from their surroundings."""
    rows = np.nonzero(which)[0]
    return rows[ground_differences(seen.found.patches[rows]) < LIKE_GROUND]
