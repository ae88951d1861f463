"""A lesson about tokens: first the size of one, or where the board with its holes lies; then one after
the other is named.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from companion.errors import BadLesson
from companion.table.teaching.lesson import Family, Source, TapLesson, TappedPicture, corners_on
from companion.table.teaching.refusals import picture_of, refused, something_taught, tested
from companion.table.teaching.shapes import (
    GridShape,
    LessonNote,
    LessonShape,
    LessonTop,
    Place,
    TappedPiece,
)
from companion.table.teaching.token_places import (
    LEAST_CORNERS_PX,
    TokenPlace,
    found_loose,
    holes_of,
    is_bare,
    nearest,
    read_places,
    size_at,
    size_in_holes,
)
from vision.board_grid import BoardGrid
from vision.frame import ImageBgr
from vision.lesson import ENOUGH_SAMPLES
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.readings.board import EMPTY
from vision.readings.places import GridCell, PointPx
from vision.tokens.reader import TokenReader
from vision.tokens.sets import TokenSet, load_tokens, save_tokens
from vision.tokens.teaching.teacher import TokenTeacher

ONCE_MORE = "once_more"
"""The kind of note for a token that was shown, but not often enough."""
SMALLEST, LARGEST = 0.004, 0.14
"""A token's radius, in widths of the picture."""


@dataclass(frozen=True, eq=False)
class ShownTokens(TappedPicture):
    """The picture that is tapped.

    ``places``: where a token may lie; ``named``: a person's entries for some of them, by number: a
    label, or that nothing lies there. ``corners_px``: centres of the board's corner holes, None if there
    is no board, or it was not found.
    """

    places: tuple[TokenPlace, ...] = ()
    named: Mapping[int, str] = field(default_factory=dict)
    corners_px: tuple[PointPx, ...] | None = None


class TokenLesson(TapLesson[ShownTokens]):
    """A lesson about tokens.

    The names on a picture are learnt when the next one is taken, or when the set is needed: until then
    they can be taken back.
    """

    kind = "tokens"
    enough = ENOUGH_SAMPLES
    note_prefix = "token_"

    def __init__(self, name: str, family: Family, earlier: Path | None = None) -> None:
        """``family``: the expected tokens; ``earlier``: the folder of a set to be extended."""
        taught = None if earlier is None else load_tokens(earlier)
        super().__init__(name, earlier, family.faces if taught is None else taught.names)
        board = None if taught is None else taught.board
        self._grid = BoardGrid(family.columns, family.rows) if family.columns else None
        if taught is not None:
            self._grid = None if board is None else board.grid
        self._teacher = TokenTeacher(name, taught)
        self._has_learnt = taught is not None
        self._radius = None if taught is None else taught.radius

    def show(self, image_bgr: ImageBgr, source: Source) -> None:
        """Take the next picture; on the first one a token's size must be given."""
        self._learn()
        self._number += 1
        shown = ShownTokens(self._number, source, image_bgr)
        self._shown = self._look_over(shown) if self._has_learnt else self._guess(shown)

    def place(self, columns: int, rows: int, corners: Sequence[Place]) -> None:
        """Set where the board lies: the centres of its corner holes, clockwise from the top left.

        Raises ``BadLesson`` if no board with these columns and rows can lie like that.
        """
        shown = picture_of(self._shown)
        grid = BoardGrid(columns, rows)
        corners_px = corners_on(shown, grid, corners, LEAST_CORNERS_PX, "holes")
        self._grid = grid
        if self._radius is None or not self._has_learnt:
            self._radius = size_in_holes(shown.image_bgr, grid, corners_px)
        self._shown = self._guess(replace(shown, corners_px=corners_px))

    def measure(self, at: Place, radius: float | None) -> None:
        """Set a token's size: one lies there; ``radius``: in widths, None to measure it.

        Raises ``BadLesson`` if nothing stands out from the ground.
        """
        shown = picture_of(self._shown)
        width, height = shown.size_wh
        if radius is None:
            found = size_at(shown.image_bgr, shown.point_at(at))
            if found is None:
                raise _bare_ground()
            radius = found * max(width, height) / width
        self._before.append((shown, self._radius))
        radius = min(LARGEST, max(SMALLEST, radius))
        self._radius = radius * width / max(width, height)
        self._shown = replace(self._guess(shown), named={})

    def tap(self, said: TappedPiece) -> None:
        """Set what lies at a place: a token, or nothing.

        Raises ``BadLesson`` if no size is known, or nothing stands out from the ground.
        """
        shown = picture_of(self._shown)
        radius_px = self._radius_px(shown)
        at = shown.point_at(said.at)
        number = nearest(shown.places, at, radius_px)
        places = shown.places
        if number is None:
            if said.face != EMPTY and is_bare(shown.image_bgr, at, radius_px):
                raise _bare_ground()
            number, places = len(places), (*places, TokenPlace(at))
        self._before.append((shown, self._radius))
        self._shown = replace(shown, places=places, named={**shown.named, number: said.face})

    def undo(self) -> None:
        """Take back the last entry for this picture."""
        if self._before:
            self._shown, self._radius = self._before.pop()

    def test(self, image_bgr: ImageBgr) -> None:
        """Read a picture with the pieces taught so far. Raises ``BadLesson`` if that was nothing."""
        self._learn()
        self._taught()
        self.show(image_bgr, "test")

    def judge(self) -> None:
        """Count the test: everything that was not corrected counts as right. Raises ``BadLesson``."""
        shown = tested(self._shown)
        right, of = self._tested
        for number, place in enumerate(shown.places):
            read = EMPTY if place.token is None else place.token.label
            said = shown.named.get(number, read)
            if (read, said) != (EMPTY, EMPTY):
                right, of = right + (read == said), of + 1
        self._tested = (right, of)
        self._learn()

    def write(self, folder: Path) -> None:
        """Write the lesson's set. Raises ``BadLesson`` if that was nothing."""
        self._learn()
        save_tokens(self._taught(), folder)

    def shape(self) -> LessonShape:
        """Return the lesson as it stands."""
        shape = super().shape()
        shape["radius"] = self._radius_shape()
        return shape

    # Seeing and learning.

    def _guess(self, shown: ShownTokens) -> ShownTokens:
        """Return a picture with the places at which tokens may lie, by outlines and holes alone."""
        if self._radius is None:
            return shown
        radius_px = self._radius_px(shown)
        places = list(holes_of(shown.size_wh, self._grid, shown.corners_px))
        if self._grid is None:
            places = found_loose(shown.image_bgr, radius_px, ())
        return replace(shown, places=tuple(places))

    def _look_over(self, shown: ShownTokens) -> ShownTokens:
        """Return a picture with what is read on it so far."""
        reading = TokenReader(self._taught()).read(shown.image_bgr)
        places = read_places(reading)
        if self._grid is not None and reading.corners_px is None:
            places = []  # the board's place must be given first
        if self._grid is None and shown.source != "test":
            known = [place.centre_px for place in places]
            places += found_loose(shown.image_bgr, self._radius_px(shown), known)
        return replace(shown, places=tuple(places), corners_px=reading.corners_px)

    def _learn(self) -> None:
        """Learn the names on the picture, and put it away."""
        shown, self._shown, self._before = self._shown, None, []
        if shown is None or self._radius is None:
            return
        tokens = tuple(_label_tokens(shown))
        if not tokens:
            return
        places = shown.places
        unnamed = [p.centre_px for n, p in enumerate(places) if n not in shown.named]
        labelled = _label(self.name, shown, self._grid, tokens)
        unnamed_px = np.array(unnamed, np.float64).reshape(-1, 2)
        self._teacher.show(shown.image_bgr, labelled, self._radius_px(shown), unnamed_px)
        self._has_learnt = True

    def _radius_px(self, shown: ShownTokens) -> float:
        if self._radius is None:
            raise refused("how large a token is was not said", "no_size", "Tap the middle of one.")
        sizes = [place.token.size_px / 2 for place in shown.places if place.token is not None]
        return float(np.median(sizes)) if sizes else self._radius * max(shown.size_wh)

    def _taught(self) -> TokenSet:
        with something_taught():
            return self._teacher.lesson().taught

    # The lesson's public state.

    def _counts(self) -> Counter[str]:
        """Return how often each token was shown, including this picture's names."""
        counts: Counter[str] = Counter()
        if self._has_learnt:
            counts.update(sample.label for sample in self._taught().samples)
        named = self._shown.named.values() if self._shown else ()
        counts.update(label for label in named if label != EMPTY)
        return counts

    def _notes(self, counts: Mapping[str, int]) -> list[LessonNote]:
        """Return what is still missing, including this picture's names."""
        if not counts:
            return []
        notes = self._teacher.lesson().notes if self._has_learnt else ()
        few = [face for face, samples in counts.items() if samples < ENOUGH_SAMPLES]
        never = [face for face in self._expected if not counts.get(face)]
        told = self._told(note for note in notes if note.kind != ONCE_MORE)
        return told + self._missing("never_shown", never) + self._missing(ONCE_MORE, few)

    def _radius_shape(self) -> float | None:
        shown = self._shown
        if self._radius is None or shown is None:
            return self._radius
        return round(self._radius_px(shown) / shown.size_wh[0], 5)

    def _grid_shape(self) -> GridShape | None:
        if self._grid is None:
            return None
        shown, corners = self._shown, None
        if shown is not None and shown.corners_px is not None:
            corners = shown.parts_of(shown.corners_px)
        columns, rows = self._grid.columns, self._grid.rows
        return {
            "columns": columns,
            "rows": rows,
            "corners": corners,
            "fixed": self._has_learnt,
            "set": None,
            "changeable": False,
        }

    def _tops(self, shown: ShownTokens) -> list[LessonTop]:
        radius_px = self._radius_px(shown) if shown.places else 0.0
        return [_top(shown, number, radius_px) for number in range(len(shown.places))]


def with_token(name: str, earlier: TokenSet, image_bgr: ImageBgr, said: TappedPiece) -> TokenSet:
    """Return a set with the token at a place of a picture as one more sample.

    Raises ``BadLesson`` if no token is seen there, or the set has no such token.
    """
    if said.face not in earlier.labels:
        raise refused(f"the set has no token {said.face!r}", "no_face", "Teach it on the page Teach.")
    reading = TokenReader(earlier).read(image_bgr)
    places = read_places(reading)
    width, height = reading.size_px
    at = PointPx(said.at[0] * width, said.at[1] * height)
    number = nearest(places, at, max(earlier.radius * width, 1.0))
    if number is None or (token := places[number].token) is None:
        raise refused("no token is seen there", "no_token", "Tap the middle of one.")
    shown = ShownTokens(0, "camera", image_bgr, tuple(places), {number: said.face}, reading.corners_px)
    grid = None if earlier.board is None or reading.corners_px is None else earlier.board.grid
    teacher = TokenTeacher(name, earlier)
    others = [place.centre_px for place in places if place is not places[number]]
    labelled = _label(name, shown, grid, tuple(_label_tokens(shown)))
    unnamed_px = np.array(others, np.float64).reshape(-1, 2)
    teacher.show(image_bgr, labelled, token.size_px / 2, unnamed_px)
    return replace(teacher.lesson().taught, name=name)


def _bare_ground() -> BadLesson:
    return refused(
        "nothing stands out from the ground there",
        "bare_ground",
        "Tap the middle of a token, or lay them on another ground.",
    )


def _label(
    name: str, shown: ShownTokens, grid: BoardGrid | None, tokens: tuple[LabelledPiece, ...]
) -> LabelledPhoto:
    """Return the names on a picture; holes without a name are not judged."""
    hidden: frozenset[GridCell] = frozenset()
    if grid is not None:
        told = {shown.places[number].cell for number in shown.named}
        hidden = frozenset(cell for cell in grid.cells if cell not in told)
    where = f"{name} {shown.number}"
    counts = Counter(token.label for token in tokens)
    corners_px = shown.corners_px if grid is not None else None
    return LabelledPhoto(
        Path(where), where, tokens, counts, grid=grid, corners_px=corners_px, hidden=hidden
    )


def _label_tokens(shown: ShownTokens) -> Iterator[LabelledPiece]:
    for number, label in shown.named.items():
        if label != EMPTY:
            place = shown.places[number]
            yield LabelledPiece(label, place.centre_px, cell=place.cell)


def _top(shown: ShownTokens, number: int, radius_px: float) -> LessonTop:
    place = shown.places[number]
    x, y = place.centre_px
    square = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = shown.parts_of((x + dx * radius_px, y + dy * radius_px) for dx, dy in square)
    token = place.token
    return {
        "centre": shown.parts_of([place.centre_px])[0],
        "corners": corners,
        "face": shown.named.get(number),
        "upright": False,
        "read": token.label if token else None,
        "sure": token is not None and token.sure,
        "likely": [guess.label for guess in token.likely] if token else [],
        "cell": None if place.cell is None else (place.cell.column, place.cell.row),
        "turns": 0,
        "on": None,
    }
