"""The view of one taught set of tokens in a picture: outlines and their names, before any verdict.

Readings and their calibration start from the same.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix
from vision.markers.finder import Points
from vision.pyramid import Pyramid
from vision.stage_timer import StageTimer
from vision.tokens.confidence import rough_presence
from vision.tokens.finding.blobs import find_blobs
from vision.tokens.finding.outlines import (
    RADIUS_PX,
    Outlines,
    Work,
    find_tokens,
    ground_of,
    settled,
    work_picture,
)
from vision.tokens.finding.ovals import find_ovals
from vision.tokens.holes import HoleEye
from vision.tokens.naming.looks import looks_of_found
from vision.tokens.naming.names import TokenNamer, TokenNames
from vision.tokens.naming.prints import Prints
from vision.tokens.seen import (
    LOOKED_AT,
    OTHER_SIZE,
    SeenTokens,
    apart,
    is_covered,
    is_printed_on,
    is_ragged,
    is_whole,
    on_a_marker,
    weights_of,
    weights_of_clear,
)
from vision.tokens.sets import TokenSet
from vision.tokens.sizes import likely_radii

SAME_SIZE = 0.1
"""Difference in size (logarithm) of the tokens seen above which the picture is looked at again."""
PLAIN = 0.5
TOLD_SIZE, TOLD_ROOM = 0.04, (0.93, 1.07)
"""If the pattern gives a radius that differs by more (a logarithm) from the outline's, the pattern's
counts: a ring printed on a token, or the shadow around it, has an outline, too. Range of the others'
sizes in the picture relative to it."""
TOLD_MOVED = 0.06
"""The same of its middle, in radii."""
LESS_CLOSED = 0.5
"""Loss of visible outline from which a token keeps its old outline."""
PATTERN_SIZES = (1.0, 1.5, 0.67, 2.2, 0.45)
"""Sizes, relative to the lesson's, in which patterns are looked for: they are also found in others."""
OUTLINED, MOST_COMPARED, FIRST_COMPARED = 0.5, 16, 8
"""Most outlines, and their least closedness, that are examined for patterns that give the size; the most
closed ones first."""
LESSONS_SIZE = 0.5
"""Difference in size (a logarithm) from the lesson that tokens may have if ground and light are the
lesson's: the camera is about as far away."""
ENOUGH, CLOSED = 4, 0.8
"""Number of tokens of one size, and their closedness, that show how large all are; one with a pattern
suffices."""
CLEAN = 0.9
"""Least closedness of a stone's outline on a marker card, or where its print is looked for again."""
AGAIN_AT = (
    (0.9, 0.0, 0.0),
    (1.1, 0.0, 0.0),
    (0.9, -0.15, 0.0),
    (0.9, 0.15, 0.0),
    (0.9, 0.0, -0.15),
    (0.9, 0.0, 0.15),
)
"""Range of radius and centre, in radii of the outline, in which it is looked for. A face lies within
that, beside the stone's side."""
GRAIN_WEIGHT = 1e-3
"""Weight of an outline like grain's in explaining a picture's colours."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Cards:
    """The corners, in px, of the table's ``seen`` markers, and the places of ``hidden`` ones."""

    seen: tuple[Points, ...] = ()
    hidden: tuple[Points, ...] = ()

    @property
    def every(self) -> tuple[Points, ...]:
        """The corners of all markers, seen or hidden."""
        return (*self.seen, *self.hidden)


NO_CARDS = Cards()


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
        cards: Cards = NO_CARDS,
    ) -> SeenTokens:
        """Return the outlines and names in a picture. ``radius_px``: the size of tokens, if already
        known.

        ``last``: the homography from cells to px of the picture for the board's last place. ``cards``:
        the table's markers, whose squares look like tokens: they would be taken for a label.
        """
        if self._holes is not None:
            seen = self._holes.look(picture, timer, radius_px, last)
            if seen is not None:
                return seen
        with timer.stage("find"):
            seen = self._in_size(picture, radius_px, cards)
        if radius_px is not None:
            return seen
        size = seen.usual / seen.work.scale / (self.taught.radius * max(picture.size_wh(0)))
        return replace(seen, is_size_told=self._shows_size(seen, size))

    def _shows_size(self, seen: SeenTokens, size: float) -> bool:
        """Tell whether enough tokens show their common size: a single thing of any size may be anything,
        unless it is on the lesson's ground and about as large as there (``size``: relative to the
        lesson's).

        If tokens are recognised by their prints, a print must confirm it: bare backs look like any dark
        spot.
        """
        if self.namer.prints is not None:
            return bool((self.namer.telling(seen.named) & (seen.found.covered > CLOSED)).any())
        if seen.named.explained.is_illuminant_known and abs(np.log(size)) < LESSONS_SIZE:
            return True
        plain = rough_presence(seen.found, seen.named) > PLAIN
        alike = plain & (np.abs(np.log(seen.found.radii / seen.usual)) < SAME_SIZE)
        return len(apart(seen.found, np.where(alike, seen.found.covered, 0.0), CLOSED)) >= ENOUGH

    def _in_size(self, picture: Pyramid, radius_px: float | None, cards: Cards) -> SeenTokens:
        """Return the outlines at the size at which most of them are clearly tokens."""
        usual = self.taught.radius * max(picture.size_wh(0))
        if radius_px is None and self.namer.prints is not None:
            radius_px = _told_radius(picture, usual, cards, self.namer.prints)
        best: tuple[float, SeenTokens] | None = None
        for radius in [radius_px] if radius_px else likely_radii(picture, usual, cards.every):
            seen, total = self._at(picture, radius, cards)
            if best is None or total > 1.3 * best[0]:
                best = total, seen
        assert best is not None
        seen = best[1]
        if best[0] > 0 and abs(np.log(seen.usual / RADIUS_PX)) > SAME_SIZE:
            seen, _ = self._at(picture, seen.usual / seen.work.scale, cards)
        return self._with_told_places(seen) if self.namer.prints is not None else seen

    def _with_told_places(self, seen: SeenTokens) -> SeenTokens:
        """Return the same with centres and radii from patterns, and the others' radii near those: tokens
        of one picture are about equally large."""
        seen = self._looked_at_again(seen)
        found, named = seen.found, seen.named
        told = self.namer.telling(named)
        if not told.any():
            return seen
        radii = np.where(told, found.radii * named.scales, seen.usual)
        usual = float(np.median(radii[told]))
        radii = np.where(told, radii, usual)
        off = np.abs(np.log(radii / found.radii)) > TOLD_SIZE
        off |= told & (np.hypot(*named.moved.T) > TOLD_MOVED)
        if not off.any():
            return replace(seen, usual=usual)
        centres = found.centres + np.where(told, found.radii, 0.0)[:, None] * named.moved
        for which, rounds in ((off & told, 0), (off & ~told, 1)):
            rows = np.nonzero(which)[0]
            placed = settled(seen.work, centres[rows], radii[rows], rounds, TOLD_ROOM)
            # If a thing has no print and would be less closed like that, the outline counts.
            stays = (named.alike[rows] == 0) & (placed.covered < found.covered[rows] - LESS_CLOSED)
            better = np.nonzero(~stays)[0]
            found = found.replaced(rows[better], placed, better)
        # A token's outline may lie beside its pattern's, since its side is visible, too; it is equally
        # closed.
        closed = told & (seen.found.covered > found.covered)
        found = replace(
            found,
            covered=np.where(closed, seen.found.covered, found.covered),
            strength=np.where(closed, seen.found.strength, found.strength),
            jagged=np.where(closed, seen.found.jagged, found.jagged),
        )
        rows = np.nonzero(off)[0]
        other = self.namer.again(named.explained, looks_of_found(found.only(rows)))
        return replace(
            seen, found=found, named=named.replaced(rows, other, np.arange(len(rows))), usual=usual
        )

    def _looked_at_again(self, seen: SeenTokens) -> SeenTokens:
        """Return the same, with outlines that are closed but show no print examined at other places,
        where a print appears.

        An alignment may converge beside the print, for example if a thick stone's side is visible beside
        its face.
        """
        prints = self.namer.prints
        assert prints is not None
        for size, *shift in AGAIN_AT:
            found, named = seen.found, seen.named
            unclear = (found.covered > CLEAN) & ~self.namer.telling(named)
            rows = np.nonzero(unclear & prints.tells[named.chances.argmax(1)])[0]
            if not len(rows):
                break
            old = found.only(rows)
            middles = old.centres + old.radii[:, None] * np.array(shift)
            placed = settled(seen.work, middles, old.radii * size, 0)
            other = self.namer.again(named.explained, looks_of_found(placed))
            told = np.nonzero(self.namer.telling(other))[0]
            placed = replace(placed, covered=old.covered, strength=old.strength, jagged=old.jagged)
            found = found.replaced(rows[told], placed, told)
            seen = replace(seen, found=found, named=named.replaced(rows[told], other, told))
        return seen

    def _at(self, picture: Pyramid, radius_px: float, cards: Cards) -> tuple[SeenTokens, float]:
        """Return the outlines with tokens of this size, and the number of clear tokens."""
        work = work_picture(picture, radius_px)
        found, named = self._outlined(work, cards)
        rough = rough_presence(found, named)
        plain, radii = rough > PLAIN, found.radii
        if self.namer.prints is not None:
            # Drawings on a token have outlines, too: less closed, with unusual patterns.
            rough = rough * np.clip(2 - named.pattern, 0.05, 1) * found.covered**4
            told = self.namer.telling(named)
            if told.any():
                plain, radii = told, radii * named.scales
        sized = plain & (np.abs(np.log(radii / RADIUS_PX)) < OTHER_SIZE)
        usual = float(np.median(radii[sized])) if sized.any() else RADIUS_PX
        beside = np.full(len(found), -1, np.intp)
        # Facets and prints have the outlines of smaller tokens.
        size = radius_px / (self.taught.radius * max(picture.size_wh(0)))
        return SeenTokens(work, found, named, beside, usual), size * float(rough[plain].sum())

    def _outlined(self, work: Work, cards: Cards) -> tuple[Outlines, TokenNames]:
        """Return everything with an outline, and its possible names."""
        circles = find_tokens(work)
        on_a_card = _on_a_card(circles, work, cards)
        if self.namer.prints is not None:
            # A stone that lies on a card hides it: a closed outline there is none of the card's squares.
            is_open = circles.covered <= CLEAN
            on_a_card = on_a_marker(circles, work, cards.seen) | (on_a_card & is_open)
            found = circles.only((circles.covered > LOOKED_AT) & ~on_a_card)
            # If there are few stones among much grain, the grain's colour would pass for a label's under
            # some illuminant.
            weights = weights_of(found) * np.where(is_ragged(found), GRAIN_WEIGHT, 1.0)
            return found, self.namer.named(looks_of_found(found), weights)
        circles = circles.only(~on_a_card)
        told = self._on_lessons_ground(work, circles, cards)
        if told is not None:
            return told
        ovals = find_ovals(work, circles)
        found = circles.joined(ovals.only(~_on_a_card(ovals, work, cards)))
        found = found.only(found.covered > LOOKED_AT)
        return found, self.namer.named(looks_of_found(found), weights_of_clear(found))

    def _on_lessons_ground(
        self, work: Work, circles: Outlines, cards: Cards
    ) -> tuple[Outlines, TokenNames] | None:
        """Return the things that stand out from the lesson's ground; None if the ground has a pattern,
        or is another one."""
        whole = find_blobs(work)
        whole = whole.only(~(_on_a_card(whole, work, cards) | is_printed_on(whole, circles)))
        if not is_whole(whole).any():
            return None
        found = circles.only(~is_covered(circles, whole)).joined(whole)
        found = found.only(found.covered > LOOKED_AT)
        named = self.namer.named_on(ground_of(work), looks_of_found(found), weights_of_clear(found))
        return None if named is None else (found, named)


def _on_a_card(found: Outlines, work: Work, cards: Cards) -> NDArray[np.bool_]:
    return on_a_marker(found, work, cards.every)


def _told_radius(picture: Pyramid, usual: float, cards: Cards, prints: Prints) -> float | None:
    """Return the radius (px) of tokens according to their patterns; None if none is seen."""
    for size in PATTERN_SIZES:
        work = work_picture(picture, usual * size)
        found = find_tokens(work)
        found = found.only((found.covered > OUTLINED) & ~_on_a_card(found, work, cards))
        order = np.argsort(-found.covered)[:MOST_COMPARED]
        # A fight's stones are the most closed: grain is seldom examined.
        for some in (order[:FIRST_COMPARED], order[FIRST_COMPARED:]):
            closed = found.only(some)
            scales = prints.told_scales(closed.patches)
            told = np.isfinite(scales)
            if told.any():
                return float(np.median((closed.radii * scales)[told])) / work.scale
    return None
