"""Reads tokens: from a picture, every taught loose thing, with name and confidence."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, through
from vision.frame import ImageBgr
from vision.markers.finder import USUAL_SEARCH_PX
from vision.markers.plane import TablePlane
from vision.pyramid import Pyramid
from vision.readings.places import GridCell, PointPx
from vision.readings.reading import Guess
from vision.readings.tokens import ColourShares, Token, TokenReading
from vision.stage_timer import StageTimer
from vision.tokens.confidence import (
    MOST_LABEL_DISTANCE,
    MOST_WIDE,
    TokenRegressions,
    fitted,
    name_chances_in_holes,
    name_features,
    presence_features,
)
from vision.tokens.doubts import (
    BEYOND_DOUBT,
    DOUBT_FROM,
    DOUBT_OUTLINED,
    LIKE_GROUND,
    TOKEN_FROM,
    crowding,
    is_beyond_doubt,
    is_grain,
    is_soft,
    is_surely_empty,
    is_surely_filled,
    like_ground,
    may_be_grain,
)
from vision.tokens.eye import Cards, TokenEye
from vision.tokens.finding.board import BoardPlace
from vision.tokens.finding.outlines import RADIUS_PX, SPOT_PX, Work, ground_of
from vision.tokens.naming.looks import ground_differences
from vision.tokens.naming.names import Values
from vision.tokens.naming.prints import PLAIN_PATTERN
from vision.tokens.pooling import pool_tokens
from vision.tokens.row_ends import colours_before_rows
from vision.tokens.seen import SeenTokens, apart, has_free_spot, on_a_marker, to_work
from vision.tokens.sets import TokenSet
from vision.tokens.table_markers import MarkersThere, TableMarkers
from vision.tokens.table_places import in_mm, radius_in_px
from vision.tokens.things import MOST_DISTANCE, left_out, with_things

LISTED, MOST_LISTED = 0.995, 4
"""Total probability of the listed guesses, and their greatest number."""
MOST_PATTERN = 1.2
"""Difference from its label, in pattern or in colour, above which a token is never sure, whatever the
regression says. Its colour is ignored if it clearly has its label's print: on drawn stones signs
correlate with their own label by 0.93 and more (95 of 100 of them), signs never taught with any by 0.84
at most."""
IN_DOUBT = 0.45
"""Limit on the probability of being a token for things at most in doubt. If tokens are recognised by
their print, this includes ragged things without one: grain, or a vein of stone, or a partly hidden
token."""
LEAST_CHANCE = 0.98
"""Probability among the taught labels below which a label is never sure on a bare table. With each style
left out of the fit in turn, the regression of names called 78.3 % of 8173 outlines of loose gems sure
within these limits, 7 of them wrongly named, and 66 of 436 whose colour was not taught; without them
79.5 %, 7 and 83."""
SURE_ILLUMINANT_KNOWN, LEAST_CHANCE_TOLD = 0.85, 0.95
"""If the lesson's own ground gives the illuminant, a name is sure from the first probability on, and the
second replaces ``LEAST_CHANCE``. Of 223 candies on real photographs none was named wrongly (with the
other limits 190 were sure); of some 900 drawn gems on even grounds one was, at 0.96."""
SURE_IN_HOLES, SURE_BESIDE = 0.85, 0.9
"""Probability from which a name in a hole, and one beside a board, is sure: the board gives the light,
and no limits are needed. Measured in the same way, 98.4 % of 7335 gems in holes were sure, none wrongly
named, and of 300 whose colour was not taught none; beside boards 87.3 % of 1239, 3 wrongly, and 5 of 53.
A regression of holes alone, with limits, had 98.1 % and 12 of the 300. The evidence of a picture's own
clusters for gems in holes (``name_chances_in_holes``) was added since."""
ROWS_END, BESIDE_ROWS = 2.0, 0.6
"""Distance, in cells, from a row's end, or from the outermost rows, within which a thing in no hole is
at most in doubt: figures stand there, and a round green head is much like a green gem."""
HIDDEN_ON = 45.0
"""Squared Mahalanobis distance between the ground and a label's colour below which its tokens may go
unseen."""
SPOT_RADIUS, HIDDEN_SPOT = RADIUS_PX / SPOT_PX, 90.0
"""The same for an area as large as a token, on no token, whose distance from labels without print is
below the second. Of 87 sure readings of drawn stones 4 had missed one: this holds back all of these, and
8 others. The first: a token's radius in spots."""
COVERED_HOLE = 90.0
"""A hole that is farther (squared Mahalanobis distance) from every token and from every empty hole is
hidden."""


class TokenReader:
    """Reads the tokens of one taught set. Safe to call from several threads."""

    kind = TokenReading.kind

    def __init__(self, taught: TokenSet) -> None:
        self.taught = taught
        self.eye = TokenEye(taught)

    def read(self, image_bgr: ImageBgr) -> TokenReading:
        """Return every token seen in a picture."""
        return self._read(image_bgr, None, None)[0]

    def pool(self, readings: Sequence[TokenReading]) -> TokenReading:
        """Return several readings of a still table as one. Raises ``ValueError`` for none."""
        return pool_tokens(readings)

    def _read(
        self, image_bgr: ImageBgr, radius_px: float | None, last: Matrix | None
    ) -> tuple[TokenReading, SeenTokens]:
        """Return a reading and its basis."""
        timer = StageTimer()
        picture = Pyramid(image_bgr)
        with timer.stage("markers"):
            markers = self._markers(picture)
        plane = markers.plane
        if radius_px is None and plane is not None and self.taught.radius_mm is not None:
            radius_px = radius_in_px(plane, picture, self.taught.radius_mm)
        seen = self.eye.look(picture, timer, radius_px, last, Cards(markers.seen, markers.hidden))
        with timer.stage("judge"):
            reading = self._judged(picture, seen, markers)
        return _timed(reading, timer), seen

    def _markers(self, picture: Pyramid) -> MarkersThere:
        """Return where the table's markers lie."""
        return TableMarkers(USUAL_SEARCH_PX).look(picture)

    def _judged(self, picture: Pyramid, seen: SeenTokens, markers: MarkersThere) -> TokenReading:
        """Return the reading for the outlines and names in a picture."""
        plane = markers.plane
        presence = self._presence(seen, markers)
        taken = apart(seen.found, presence, DOUBT_FROM)
        listed = [one for one in taken.tolist() if presence[one] >= TOKEN_FROM]
        faint = [one for one in taken.tolist() if presence[one] < TOKEN_FROM]
        in_doubt = [
            one for one in faint if seen.cells[one] >= 0 or seen.found.covered[one] > DOUBT_OUTLINED
        ]
        not_listed = [*crowding(seen, presence, listed), *left_out(seen, listed)]
        perhaps = [one for one in listed if not is_beyond_doubt(seen, one, float(presence[one]), plane)]
        hidden = self._hidden(picture, seen, presence)
        tokens = self._tokens(picture, seen, listed, presence, hidden, plane)
        has_grid = self.taught.board is not None
        raised = {
            "token": any(not token.sure and not token.cut_off for token in tokens),
            "cut_off": any(token.cut_off for token in tokens),
            "maybe_missed": any(self._cell(seen, one) not in hidden for one in in_doubt)
            or bool(not_listed)
            or self._may_be_unseen(seen, listed, markers),
            "maybe_extra": bool(perhaps),
            "no_grid": has_grid and seen.place is None,
            "hidden": bool(hidden),
        }
        doubts = tuple(name for name, is_raised in raised.items() if is_raised)
        board = self.taught.board
        return TokenReading(
            sure=not doubts,
            doubts=doubts,
            size_px=picture.size_wh(0),
            has_markers=plane is not None,
            markers=markers.numbers,
            tokens=tokens,
            grid=None if board is None else (board.grid.columns, board.grid.rows),
            hidden=tuple(sorted(hidden, key=lambda cell: (cell.row, cell.column))),
            doubted=tuple(
                cell
                for one in (*in_doubt, *perhaps)
                if (cell := self._cell(seen, one)) and cell not in hidden
            ),
            missed_px=_middles_px(seen, [*in_doubt, *not_listed]),
            corners_px=self._corners(seen),
            before_rows=self._before_rows(picture, seen),
        )

    def _tokens(
        self,
        picture: Pyramid,
        seen: SeenTokens,
        listed: Sequence[int],
        presence: Values,
        hidden: Collection[GridCell],
        plane: TablePlane | None,
    ) -> tuple[Token, ...]:
        """Return the tokens ``listed``, from the top on, except those in hidden holes."""
        fit = fitted()
        names = name_chances(seen, presence, fit)
        return tuple(
            self._token(
                picture, seen, one, float(names[one]), float(presence[one]), fit.sure_from, plane
            )
            for one in sorted(listed, key=lambda one: tuple(seen.found.centres[one][::-1].tolist()))
            if seen.cells[one] < 0 or self._cell(seen, one) not in hidden
        )

    def _presence(self, seen: SeenTokens, markers: MarkersThere) -> Values:
        """Return each outline's probability of being a token's."""
        on_marker = on_a_marker(seen.found, seen.work, markers.seen)
        # The thing that hides a card may be a stone, or anything round.
        on_hidden = on_a_marker(seen.found, seen.work, markers.hidden)
        on_marker |= on_hidden & (seen.named.pattern > MOST_PATTERN)
        with_prints = self.eye.namer.prints is not None
        no_token = is_grain(seen, with_prints=with_prints) | is_surely_empty(seen)
        chance = chances(seen, fitted(), self.eye)
        presence = np.where(on_marker | no_token, 0.0, chance)
        presence[is_surely_filled(seen)] = 1.0
        presence = with_things(seen, presence)
        in_doubt_at_most = self._at_rows_ends(seen) | is_soft(seen, presence)
        if with_prints:
            perhaps_grain = may_be_grain(seen)
            presence[like_ground(seen, perhaps_grain & (presence > DOUBT_FROM))] = 0.0
            in_doubt_at_most |= perhaps_grain | (on_hidden & (seen.named.alike == 0))
        return np.where(in_doubt_at_most, np.minimum(presence, IN_DOUBT), presence)

    def _token(
        self,
        picture: Pyramid,
        seen: SeenTokens,
        one: int,
        name_chance: float,
        presence: float,
        sure_from: float,
        plane: TablePlane | None,
    ) -> Token:
        centre = seen.work.to_px(seen.found.centres[one])
        radius = float(seen.found.radii[one]) / seen.work.scale
        width, height = picture.size_wh(0)
        cut = not (0.95 * radius <= centre[0] < width - 0.95 * radius)
        cut = cut or not (0.95 * radius <= centre[1] < height - 0.95 * radius)
        confidence = name_chance * min(1.0, presence / BEYOND_DOUBT)
        guesses = self._guesses(seen, one, confidence)
        at_board = SURE_IN_HOLES if seen.cells[one] >= 0 else SURE_BESIDE
        sure_from = SURE_ILLUMINANT_KNOWN if seen.named.explained.is_illuminant_known else sure_from
        return Token(
            label=guesses[0].label,
            centre_px=PointPx(float(centre[0]), float(centre[1])),
            size_px=2 * radius,
            confidence=confidence,
            sure=confidence >= (sure_from if seen.place is None else at_board)
            and is_beyond_doubt(seen, one, presence, plane)
            and not cut
            and guesses[0].label not in self.taught.in_doubt
            and self._is_like_its_label(seen, one),
            cut_off=cut,
            cell=self._cell(seen, one),
            centre_mm=in_mm(plane, centre),
            likely=guesses,
        )

    def _is_like_its_label(self, seen: SeenTokens, one: int) -> bool:
        named = seen.named
        # A clear print of a label decides, whatever colour the light gives it. If a board gives the
        # light, the regression of names knows enough.
        like = bool(named.alike[one] > 0 and named.pattern[one] < PLAIN_PATTERN)
        if not like and seen.place is None:
            like = named.distance[one] < MOST_DISTANCE and named.pattern[one] < MOST_PATTERN
            like = (
                like and named.width[one] < MOST_WIDE and named.label_distance[one] < MOST_LABEL_DISTANCE
            )
            # The regression weighs the probability of a name among patterns; colours alone resemble
            # others.
            is_told = named.explained.is_illuminant_known
            is_likely = named.chances[one].max() > (LEAST_CHANCE_TOLD if is_told else LEAST_CHANCE)
            like = like and (self.eye.namer.prints is not None or bool(is_likely))
        like = (like or seen.place is not None) and seen.is_size_told and self.eye.namer.are_told_apart
        if named.alike[one] == 0 and seen.cells[one] < 0:
            like = like and ground_differences(seen.found.patches[one : one + 1])[0] > LIKE_GROUND
        return bool(like)

    def _at_rows_ends(self, seen: SeenTokens) -> NDArray[np.bool_]:
        """Return those in no hole, but on the board, or at an end of one of its rows: (n,)."""
        board = self.taught.board
        if board is None or seen.place is None or not len(seen.found):
            return np.zeros(len(seen.found), np.bool_)
        back = np.asarray(np.linalg.inv(seen.place.matrix), np.float64)
        x, y = through(back, seen.found.centres).T
        along = (x > -ROWS_END) & (x < board.grid.columns + ROWS_END)
        across = (y > -BESIDE_ROWS) & (y < board.grid.rows + BESIDE_ROWS)
        return np.asarray(along & across & (seen.cells < 0))

    def _may_be_unseen(self, seen: SeenTokens, listed: Sequence[int], markers: MarkersThere) -> bool:
        """Tell whether there may be a completely invisible token."""
        # A hidden card is not examined: it may be gone, and a token may lie there.
        return self._may_hide(seen, listed) or (seen.place is None and bool(markers.hidden))

    def _may_hide(self, seen: SeenTokens, listed: Sequence[int]) -> bool:
        """Tell whether the ground is so similar to some token that its outline may be invisible.

        If tokens have prints, a single spot of a token's size without a ``listed`` one suffices: a black
        back on black felt, or in the shadow of a hand.
        """
        if seen.place is not None:
            return False
        if self.eye.namer.prints is None:
            ground = ground_of(seen.work)[None]
            return bool((self.eye.namer.away_from_bare(ground, seen.named.illuminant) < HIDDEN_ON).any())
        colours = seen.work.spots.reshape(-1, 3).astype(np.float64)
        away = self.eye.namer.away_from_bare(colours, seen.named.illuminant)
        away = away.reshape(seen.work.spots.shape[:2])
        return has_free_spot(away < HIDDEN_SPOT, seen.found.centres[list(listed)] / SPOT_PX, SPOT_RADIUS)

    def _guesses(self, seen: SeenTokens, one: int, confidence: float) -> tuple[Guess, ...]:
        """Return the most likely labels; those after the first share the remaining confidence."""
        chance = seen.named.chances[one]
        order = np.argsort(-chance)[:MOST_LISTED].tolist()
        labels = self.eye.namer.labels
        rest = [float(chance[k]) + 1e-3 for k in order[1:]]
        others = (
            Guess(labels[k], (1 - confidence) * share / sum(rest))
            for k, share in zip(order[1:], rest, strict=True)
        )
        return (Guess(labels[order[0]], confidence), *others)

    def _cell(self, seen: SeenTokens, one: int) -> GridCell | None:
        board = self.taught.board
        return None if board is None or seen.cells[one] < 0 else board.grid.cells[int(seen.cells[one])]

    def _hidden(self, picture: Pyramid, seen: SeenTokens, presence: Values) -> set[GridCell]:
        """Return the holes that cannot be seen: outside the picture, or beneath something else."""
        board = self.taught.board
        if board is None or seen.place is None:
            return set()
        width, height = picture.size_wh(0)
        x, y = seen.work.to_px(seen.found.centres).T
        is_outside = (x < 0) | (x >= width) | (y < 0) | (y >= height)
        is_covered = (presence < TOKEN_FROM) & (seen.named.none_distance > COVERED_HOLE)
        hidden = np.nonzero((seen.cells >= 0) & (is_outside | is_covered))[0]
        return {board.grid.cells[cell] for cell in seen.cells[hidden].tolist()}

    def _corners(self, seen: SeenTokens) -> tuple[PointPx, PointPx, PointPx, PointPx] | None:
        board = self.taught.board
        if board is None or seen.place is None:
            return None
        points = through(_to_px(seen.work, seen.place), board.grid.corner_centres)
        a, b, c, d = (PointPx(float(x), float(y)) for x, y in points)
        return a, b, c, d

    def _before_rows(self, picture: Pyramid, seen: SeenTokens) -> tuple[ColourShares, ...]:
        board = self.taught.board
        if board is None or seen.place is None:
            return ()
        return colours_before_rows(picture, board.grid, _to_px(seen.work, seen.place))


class LiveTokenReader(TokenReader):
    """Reads one camera's frames, one after the other: it starts with the last place and size."""

    def __init__(self, taught: TokenSet) -> None:
        super().__init__(taught)
        self._last: tuple[tuple[int, int], float, Matrix | None] | None = None
        self._table = TableMarkers(USUAL_SEARCH_PX)

    def read(self, image_bgr: ImageBgr) -> TokenReading:
        """Return every token seen in a picture."""
        last, size = self._last, (image_bgr.shape[1], image_bgr.shape[0])
        if last is not None and last[0] == size:
            reading, seen = self._read(image_bgr, last[1], last[2])
            # The board's place, and the common size, may be wrong if something lay on it.
            if seen.place is not None or (reading.tokens and self.taught.board is None):
                self._remember(size, seen, reading)
                return reading
        reading, seen = self._read(image_bgr, None, None)
        self._remember(size, seen, reading)
        return reading

    def _markers(self, picture: Pyramid) -> MarkersThere:
        """Return where the table's markers lie, including hidden ones."""
        return self._table.look(picture)

    def _remember(self, size: tuple[int, int], seen: SeenTokens, reading: TokenReading) -> None:
        matrix = None
        if seen.place is not None:
            matrix = _to_px(seen.work, seen.place)
        if matrix is not None or any(token.sure for token in reading.tokens):
            self._last = size, seen.usual / seen.work.scale, matrix


def _to_px(work: Work, place: BoardPlace) -> Matrix:
    """Return the map from cells of the board to pixels of the picture."""
    return np.asarray(np.linalg.inv(to_work(work)) @ place.matrix, np.float64)


def chances(seen: SeenTokens, fit: TokenRegressions, eye: TokenEye) -> Values:
    """Return the probability of each outline, and of each hole, of being a token's.

    A board that was not found has many outlines besides tokens'.
    """
    features = presence_features(seen.found, seen.named, seen.usual, seen.work.least_edge)
    if not len(features):
        return np.zeros(0)
    if eye.taught.board is None:
        return (fit.plain if eye.namer.prints is None else fit.printed).chance(features)
    return np.where(seen.cells >= 0, fit.hole.chance(features), fit.anywhere.chance(features))


def name_chances(seen: SeenTokens, presence: Values, fit: TokenRegressions) -> Values:
    """Return the probability that each outline's most likely label is right."""
    features = name_features(seen.found, seen.named, presence)
    if not len(features):
        return np.zeros(0)
    chance = fit.named.chance(features)
    in_holes = name_chances_in_holes(seen.named, presence, chance)
    return np.where(seen.cells >= 0, in_holes, chance)


def _middles_px(seen: SeenTokens, which: Sequence[int]) -> tuple[PointPx, ...]:
    """Return the places in the picture of those in no hole."""
    loose = [one for one in which if seen.cells[one] < 0]
    return tuple(PointPx(*map(float, seen.work.to_px(seen.found.centres[one]))) for one in loose)


def _timed(reading: TokenReading, timer: StageTimer) -> TokenReading:
    return replace(reading, stages_ms=tuple(timer.ms.items()))
