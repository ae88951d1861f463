"""What a picture shows of one taught set of tokens: outlines and their names, before any verdict.

Readings and their calibration start from the same.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix
from vision.finders.tokens import RADIUS_PX, Found, find_tokens, settled, work_picture
from vision.marker_finder import Points
from vision.pyramid import Pyramid
from vision.readers.stage_timer import StageTimer
from vision.readers.token_confidence import rough_presence
from vision.readers.token_holes import HoleEye
from vision.readers.token_looks import looks_of_found
from vision.readers.token_names import Named, TokenNamer
from vision.readers.token_seen import LOOKED_AT, SIZES, Seen, apart, on_a_marker
from vision.sets.tokens import TokenSet

SAME_SIZE = 0.1
"""Where tokens seem larger or smaller by more (a logarithm), the picture is looked at again."""
PLAIN = 0.5
ODD_PATTERN, OUTLINED, MOST_ODD = 1.2, 0.5, 40
"""A pattern that differs more, against what is usual, is strange; such outlines are looked at in other
radii where they are as closed as this; so many of them."""
OTHER_RADII = (0.86, 1.16)
ENOUGH, CLOSED = 4, 0.8
"""So many tokens of one size, so closed, show how large all are; one with a pattern shows it alone."""
CLEARER = 0.7
"""What is so much less strange is taken."""
Values = NDArray[np.float64]


class TokenEye:
    """Looks at pictures of one taught set. Safe to call from several threads."""

    def __init__(self, taught: TokenSet) -> None:
        self.taught = taught
        self.namer = TokenNamer(taught)
        self._holes = None if taught.board is None else HoleEye(taught, taught.board, self.namer)

    def look(
        self,
        picture: Pyramid,
        timer: StageTimer,
        radius_px: float | None,
        last: Matrix | None = None,
        cards: Sequence[Points] = (),
    ) -> Seen:
        """Return what is seen. ``radius_px``: how large tokens are, where that is known already.

        ``last``: the homography from cells to px of the picture where the board lay before. ``cards``:
        the corners of the table's markers, whose squares look like tokens: they would pass for a label.
        """
        if self._holes is not None:
            seen = self._holes.look(picture, timer, radius_px, last)
            if seen is not None:
                return seen
        with timer.stage("find"):
            seen = self._in_size(picture, radius_px, cards)
        return seen if radius_px else replace(seen, is_size_told=self._shows_size(seen))

    def _shows_size(self, seen: Seen) -> bool:
        """Tell whether enough tokens show how large they are: one thing of any size may be anything."""
        plain = rough_presence(seen.found, seen.named) > PLAIN
        alike = plain & (np.abs(np.log(seen.found.radii / seen.usual)) < SAME_SIZE)
        many = len(apart(seen.found, np.where(alike, seen.found.covered, 0.0), CLOSED))
        patterned = self.namer.has_patterns and self.namer.telling(seen.named, plain) > 0
        return many >= ENOUGH or patterned

    def _in_size(self, picture: Pyramid, radius_px: float | None, cards: Sequence[Points]) -> Seen:
        """Return what is seen at the size at which most are plainly tokens."""
        usual = self.taught.radius * max(picture.size_wh(0))
        best: tuple[float, Seen] | None = None
        for radius in [radius_px] if radius_px else [usual * size for size in SIZES]:
            seen, total = self._at(picture, radius, cards)
            if best is None or total > 1.3 * best[0]:
                best = total, seen
            if best[1] is seen and self._is_right_size(seen, total):
                break
        assert best is not None
        seen = best[1]
        if best[0] > 0 and abs(np.log(seen.usual / RADIUS_PX)) > SAME_SIZE:
            seen, _ = self._at(picture, seen.usual / seen.work.scale, cards)
        return self._with_other_radii(seen) if self.namer.has_patterns else seen

    def _is_right_size(self, seen: Seen, total: float) -> bool:
        """Tell whether no other size need be tried: what is drawn on tokens has outlines, too."""
        if not self.namer.has_patterns:
            return total > PLAIN
        plain = rough_presence(seen.found, seen.named) > PLAIN
        near = abs(np.log(seen.usual / RADIUS_PX)) < 1.5 * SAME_SIZE
        return bool(near and self.namer.telling(seen.named, plain))

    def _with_other_radii(self, seen: Seen) -> Seen:
        """Return the same with outlines of strange patterns taken for a ring printed within a token, or
        for the shadow round one, where that is more like it."""
        named = seen.named
        odd = np.nonzero((named.pattern > ODD_PATTERN) & (seen.found.covered > OUTLINED))[0][:MOST_ODD]
        if not len(odd):
            return seen
        radii = (seen.found.radii[odd][:, None] * np.array(OTHER_RADII)[None]).reshape(-1)
        places = np.repeat(seen.found.centres[odd], len(OTHER_RADII), axis=0)
        found = settled(seen.work, places, radii, rounds=1, sizes=(0.94, 1.06))
        other = self.namer.again(named.explained, looks_of_found(found))
        pattern = other.pattern.reshape(len(odd), -1) + (found.covered.reshape(len(odd), -1) < OUTLINED)
        rows = pattern.argmin(1) + len(OTHER_RADII) * np.arange(len(odd))
        better = pattern.min(1) < CLEARER * named.pattern[odd]
        which, rows = odd[better], rows[better]
        found, named = seen.found.replaced(which, found, rows), named.replaced(which, other, rows)
        plain = rough_presence(found, named) > PLAIN
        usual = float(np.median(found.radii[plain])) if plain.any() else seen.usual
        return replace(seen, found=found, named=named, usual=usual)

    def _at(self, picture: Pyramid, radius_px: float, cards: Sequence[Points]) -> tuple[Seen, float]:
        """Return what is seen with tokens of this size, and how many are plainly some."""
        work = work_picture(picture, radius_px)
        found = find_tokens(work)
        found = found.taken((found.covered > LOOKED_AT) & ~on_a_marker(found, work, cards))
        named, rough = self._named(found)
        plain = rough > PLAIN
        usual = float(np.median(found.radii[plain])) if plain.any() else RADIUS_PX
        beside = np.full(len(found), -1, np.intp)
        if self.namer.has_patterns:
            # What is drawn on a token has outlines, too: smaller, less closed, of strange patterns.
            rough = rough * np.clip(ODD_PATTERN + 1 - named.pattern, 0.05, 1) * found.covered**4
            rough = rough * radius_px / (self.taught.radius * max(picture.size_wh(0)))
        return Seen(work, found, named, beside, usual), float(rough[plain].sum())

    def _named(self, found: Found) -> tuple[Named, Values]:
        weights = np.clip((found.covered - 0.5) / 0.3, 0, 1)
        weights *= np.abs(np.log(found.radii / RADIUS_PX)) < 0.25
        named = self.namer.named(looks_of_found(found), weights)
        return named, rough_presence(found, named)
