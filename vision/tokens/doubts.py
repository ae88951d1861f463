"""Which outlines are surely tokens, which are surely none, and which are in doubt at most.

The regressions of ``token_confidence`` weigh what was measured of every outline alike. What they do not
know is told here by limits, each found on its own, as it says.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.markers.plane import TablePlane
from vision.tokens.naming.looks import ground_differences
from vision.tokens.naming.names import Values
from vision.tokens.seen import Seen, is_ragged

TOKEN_FROM = 0.5
"""Chance of being a token from which on it is listed."""
DOUBT_FROM, BEYOND_DOUBT = 0.06, 0.95
"""Between these chances it is in doubt whether a token lies there at all."""
LIKELY, OWN_SIZE, OWN_OUTLINE, OWN_PATTERN, OWN_COLOUR = 0.9, 0.1, 0.95, 1.0, 4.5
"""What is a token surely enough where the table tells sizes: at least so likely, its radius no farther
off (logarithm), so closed, and with a pattern and a colour no stranger. Chosen by hand."""
DOUBT_OUTLINED = 0.55
"""What lies in no hole is in doubt only if so large a part of its outline shows: grain and shadows of a
bare table have less. What hides on a dark ground, the ground tells."""
GRAIN_PATTERN, GRAIN_COLOUR, GRAIN_JAGGED = 2.2, 90.0, 0.025
"""What is hardly closed, and less like every taught pattern, is grain; so is what is jagged, and far
from the colour of a label that bears nothing: smooth ground bears nothing either."""
LIKE_GROUND = 0.1
"""What differs less (logarithms of each colour) from what lies round it is never surely a token, where
nothing printed on it tells: a ring of veins on a table of stone. Where stones have prints, what bears
none and is ragged as well is grain: 85 of 100 rings of grain, and 1 of 397 stones. Chosen by hand."""
CROWDED = 0.6
"""What is likely a token and lies on a more likely one is in doubt where their middles are farther apart
than so large a part of both radii: gems lie on gems. So were 4 gems that else were missed in 72 drawn
heaps, and 7 outlines that were none."""
SOFT = 0.62
"""Part of the usual sharpness below which an outline is a shadow's: it is in doubt at most. Of 622 drawn
gems none was so soft."""
AS_TOKENS, UNLIKE_EMPTY_HOLES, IN_HOLE_OUTLINED = 20.0, 200.0, 0.9
"""A hole that is so near to a taught token and so far from empty holes (squared Mahalanobis distances),
and whose outline is so closed, surely has a token: on white tables blue gems that were nearer to the
lesson's than most were in doubt. Of drawn boards' 2293 holes with taught tokens 1028 are so; of 84 with
others and of 452 empty ones, those of the next limits, none."""
AS_EMPTY_HOLES, UNLIKE_TOKENS = 9.0, 100.0
"""A hole that is nearer to empty ones than the first, and farther from every token than the second
(squared Mahalanobis distances), is surely empty, however its outline looks: signs printed beside a hole
make that jagged. Chosen on drawn boards of the styles for teaching: 4 of 452 empty holes were in doubt,
all of them so; of 2377 holes with tokens, 84 of them with one that was never taught, none is so."""


def is_beyond_doubt(seen: Seen, one: int, presence: float, plane: TablePlane | None) -> bool:
    """Tell whether something is surely a token.

    How large things are in mm, the regression does not know: what has a token's size, a closed outline
    and the very look of a taught label needs less.
    """
    if presence >= BEYOND_DOUBT:
        return True
    found, named = seen.found, seen.named
    has_size = plane is not None and abs(np.log(found.radii[one] / seen.usual)) < OWN_SIZE
    has_look = named.pattern[one] < OWN_PATTERN and named.distance[one] < OWN_COLOUR
    closed = found.covered[one] > OWN_OUTLINE
    return bool(has_size and has_look and closed and presence >= LIKELY)


def is_surely_filled(seen: Seen) -> NDArray[np.bool_]:
    """Return which are holes in which surely a token lies."""
    named = seen.named
    looks_so = (named.distance < AS_TOKENS) & (named.none_distance > UNLIKE_EMPTY_HOLES)
    return np.asarray((seen.cells >= 0) & looks_so & (seen.found.covered > IN_HOLE_OUTLINED))


def is_surely_empty(seen: Seen) -> NDArray[np.bool_]:
    """Return which are holes that are surely empty, whatever their outlines look like."""
    named = seen.named
    looks_so = (named.none_distance < AS_EMPTY_HOLES) & (named.distance > UNLIKE_TOKENS)
    return np.asarray((seen.cells >= 0) & looks_so)


def is_grain(seen: Seen, *, with_prints: bool) -> NDArray[np.bool_]:
    """Return which outlines are too open for a token's, round what is like no taught pattern; or, where
    tokens are told by what is printed on them, bear nothing and are of no such token's colour."""
    found, named = seen.found, seen.named
    is_open = (found.covered <= DOUBT_OUTLINED) & (named.pattern > GRAIN_PATTERN)
    is_ground = (named.alike == 0) & (named.distance > GRAIN_COLOUR) & (found.jagged > GRAIN_JAGGED)
    return np.asarray((seen.cells < 0) & (is_open | (is_ground & with_prints)))


def crowding(seen: Seen, presence: Values, listed: Sequence[int]) -> list[int]:
    """Return what is likely a token, beside any board, and lies partly on a listed one."""
    found = seen.found
    likely = np.nonzero((presence >= TOKEN_FROM) & (seen.cells < 0))[0]
    if not listed:
        return []
    away = np.linalg.norm(found.centres[likely][:, None] - found.centres[listed][None], axis=2)
    away /= found.radii[likely][:, None] + found.radii[listed][None]
    return [*map(int, likely[away.min(1) > CROWDED])]


def is_soft(seen: Seen, presence: Values) -> NDArray[np.bool_]:
    """Return which lie in no hole and have a far softer outline than what is likely a token in the
    picture: shadows, and coloured light that fell through clear gems."""
    sharpness = seen.found.sharpness
    likely = sharpness[(presence > TOKEN_FROM) & (seen.cells < 0)]
    usual = float(np.median(likely)) if len(likely) else 0.0
    return np.asarray((seen.cells < 0) & (sharpness < SOFT * usual))


def may_be_grain(seen: Seen) -> NDArray[np.bool_]:
    """Return which are ragged, and bear nothing that is printed on tokens."""
    named = seen.named
    bears_nothing = (named.alike == 0) | (named.pattern > GRAIN_PATTERN)
    return np.asarray((seen.cells < 0) & is_ragged(seen.found) & bears_nothing)


def like_ground(seen: Seen, which: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the numbers of those of some (n,) that hardly differ from what lies round them."""
    rows = np.nonzero(which)[0]
    return rows[ground_differences(seen.found.patches[rows]) < LIKE_GROUND]
