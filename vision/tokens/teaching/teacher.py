"""Teaches tokens from labelled photographs, in addition to what a set holds, and says what is still
missing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid, through
from vision.corners import Corners
from vision.errors import BadSet
from vision.frame import ImageBgr
from vision.lesson import (
    ENOUGH_SAMPLES,
    Lesson,
    Note,
    not_learnt,
    nothing_usable,
    photo_key,
    pictures_of,
)
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.markers.finder import find_markers
from vision.markers.plane import table_plane
from vision.pyramid import Pyramid
from vision.readings.places import PointPx
from vision.sets.kind import Sample
from vision.tokens.crops import crop_at
from vision.tokens.finding.outlines import RADIUS_PX, find_tokens, ground_of, settled, work_picture
from vision.tokens.naming.names import TokenNamer
from vision.tokens.sets import HOLE, NOTHING, TokenBoard, TokenSet
from vision.tokens.teaching.board import board_shown, cells_under, joined, place_of
from vision.tokens.teaching.candidates import candidates_in
from vision.tokens.teaching.counts import CountedPhoto, Sorted, sorted_by_counts
from vision.tokens.teaching.size import hole_radius, radius_of

MOST_SAMPLES = 12
"""Most samples of a label that are kept, taken evenly from all photographs: more only cost time."""
MOST_NOTHING = 24
OUTLINED = 0.45
"""Share of rays crossing an outline from which a thing beside tokens is kept as a background sample."""
CLEAR_RADII = 1.6
"""Distance from a token's centre within which a part of it may be visible."""
FOUND = 0.7
"""Share of the given tokens that must be found for a photograph to teach anything."""
ENOUGH_LOOSE = 4
"""Number of loose tokens that give the common size."""
GROUND_SAMPLES = 6
MOST_HOLES = 12
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Unsorted:
    """A photograph that has only counts, and its possible tokens."""

    picture: Pyramid
    labelled: LabelledPhoto
    centres: Values
    counted: CountedPhoto


class TokenTeacher:
    """Teaches one set of tokens, photograph after photograph; in addition to ``earlier``, if given."""

    def __init__(self, name: str, earlier: TokenSet | None = None) -> None:
        self._name, self._earlier = name, earlier
        self._samples = list(earlier.samples) if earlier else []
        self._nothing = list(earlier.nothing) if earlier else []
        self._boards = [earlier.board] if earlier and earlier.board else []
        self._bare: list[TokenBoard] = []
        self._radii = [earlier.radius] if earlier else []
        self._radii_mm = [earlier.radius_mm] if earlier and earlier.radius_mm else []
        self._labelled: set[str] = set(earlier.labels) if earlier else set()
        self._counted: dict[str, _Unsorted] = {}
        self._grounds = dict(earlier.grounds) if earlier else {}
        self._in_doubt: set[str] = set(earlier.in_doubt) if earlier else set()
        self._notes: list[Note] = []

    def show(
        self,
        image_bgr: ImageBgr,
        labelled: LabelledPhoto,
        radius_px: float | None = None,
        unnamed_px: Corners | None = None,
    ) -> None:
        """Take a photograph. Unusable parts are listed in the notes.

        ``radius_px``: a token's radius, if somebody has checked it; ``unnamed_px``: places (n, 2) that
        nobody named: nothing is learnt from them.
        """
        picture, photo = Pyramid(image_bgr), photo_key(image_bgr, labelled.name)
        self._samples = [one for one in self._samples if one.photo != photo]
        self._nothing = [one for one in self._nothing if one.photo != photo]
        self._labelled |= set(labelled.counts)
        self._counted.pop(photo, None)
        if labelled.pieces is None and labelled.counts:
            self._show_counted(picture, labelled, photo)
        elif labelled.pieces:
            self._settle({token.label for token in labelled.pieces})
            unnamed = np.zeros((0, 2)) if unnamed_px is None else unnamed_px
            self._show_placed(picture, labelled, photo, radius_px, unnamed)
        elif self._radii:
            radius = float(np.median(self._radii)) * max(picture.size_wh(0))
            none = np.zeros((0, 2))
            if labelled.grid is not None:
                self._show_board(picture, labelled, labelled.grid, none, none, radius)
            self._keep_nothing(picture, radius, none, photo)

    def _settle(self, labels: set[str]) -> None:
        """Drop samples of labels in doubt that now have labelled places."""
        settled = labels & self._in_doubt
        self._samples = [one for one in self._samples if one.label not in settled]
        self._in_doubt -= settled

    def add_note(self, note: Note) -> None:
        """Add a note to the lesson."""
        self._notes.append(note)

    def lesson(self) -> Lesson[TokenSet]:
        """Return the tokens taught so far and the notes on them. Raises ``BadSet``."""
        self._learn_counted()
        samples = self._samples
        if not samples or not self._radii:
            hint = "Photograph some tokens and say where each lies, or how many there are of each."
            raise nothing_usable(self._name, "photograph", self._notes, hint)
        counts = Counter(sample.label for sample in samples)
        kept = tuple(_some(samples, MOST_SAMPLES))
        taught = TokenSet(
            self._name,
            tuple(sorted(counts)),
            kept,
            tuple(_some(self._nothing, MOST_NOTHING)),
            float(np.median(self._radii)),
            float(np.median(self._radii_mm)) if self._radii_mm else None,
            self._board(),
            tuple(sorted(self._in_doubt & set(counts))),
            {
                photo: self._grounds[photo]
                for photo in sorted({one.photo for one in kept} & set(self._grounds))
            },
        )
        notes = [*self._notes, *_missing(counts, self._labelled)]
        return Lesson.of(taught, notes)

    def _show_placed(
        self,
        picture: Pyramid,
        labelled: LabelledPhoto,
        photo: str,
        radius_px: float | None,
        unnamed_px: Corners,
    ) -> None:
        """Process a photograph with the places of all tokens, or of some."""
        tokens = labelled.pieces or ()
        said = np.array([token.centre_px for token in tokens], np.float64)
        names = [token.label for token in tokens]
        loose = [n for n, token in enumerate(tokens) if token.cell is None]
        if radius_px is not None:
            radius = radius_px
        elif len(loose) >= ENOUGH_LOOSE:
            radius = radius_of(picture, said[loose], [names[n] for n in loose])
        else:
            radius = radius_of(picture, said, names, in_holes=labelled.grid is not None)
        work = work_picture(picture, radius)
        found = settled(work, work.from_px(said), np.full(len(said), RADIUS_PX))
        centres = work.to_px(found.centres)
        for number, token in enumerate(tokens):
            crop = crop_of(picture, centres[number], radius)
            if crop is not None:
                self._samples.append(Sample(token.label, crop, f"{photo} {number:03d}"))
        self._learn_size(picture, radius)
        self._grounds[photo] = tuple(ground_of(work).tolist())
        if labelled.grid is not None:
            self._show_board(picture, labelled, labelled.grid, centres, unnamed_px, radius)
        self._keep_nothing(picture, radius, np.vstack([centres, unnamed_px]), photo)

    def _show_counted(self, picture: Pyramid, labelled: LabelledPhoto, photo: str) -> None:
        """Process a photograph that has only the number of tokens of each label.

        All such photographs together decide which label each token has.
        """
        many = sum(labelled.counts.values())
        usual = float(np.median(self._radii)) * max(picture.size_wh(0)) if self._radii else None
        found = candidates_in(picture, many, usual)
        crops = [crop_of(picture, at, found.radius_px) for at in found.centres_px]
        whole = [n for n, crop in enumerate(crops) if crop is not None]
        if len(whole) < FOUND * many:
            text = f"{labelled.name}: {many} tokens are said to lie there, {len(whole)} were found"
            self._notes.append(Note("count_differs", text, True))
            return
        shown = tuple(crop for crop in crops if crop is not None)
        counted = CountedPhoto(shown, found.plain[whole], labelled.counts)
        self._counted[photo] = _Unsorted(picture, labelled, found.centres_px[whole], counted)

    def _learn_counted(self) -> None:
        """Sort the things in photographs with counts only, and learn from them."""
        unsorted, self._counted = self._counted, {}
        if not unsorted:
            return
        known = [one for one in self._samples if one.label not in self._in_doubt]
        found, in_doubt = sorted_by_counts([one.counted for one in unsorted.values()], known)
        self._in_doubt |= set(in_doubt)
        if in_doubt:
            text = f"{', '.join(in_doubt)}: counts do not tell which is which: say where some lie, or "
            text += "photograph other numbers of each"
            self._notes.append(Note("too_alike", text, True, in_doubt))
        for (photo, one), result in zip(unsorted.items(), found, strict=True):
            self._show_sorted(one, photo, result)

    def _show_sorted(self, one: _Unsorted, photo: str, found: Sorted) -> None:
        """Process a photograph with sorted tokens, like one with labelled places."""
        many = sum(one.labelled.counts.values())
        if found.missing:
            text = f"{one.labelled.name}: {many} tokens are said to lie there, "
            text += f"{many - found.missing} were found"
            self._notes.append(Note("count_differs", text, found.missing > (1 - FOUND) * many))
        tokens, unnamed = [], []
        for at, label, is_clear in zip(one.centres, found.labels, found.is_clear, strict=True):
            if label is not None and (is_clear or label in self._in_doubt):
                tokens.append(LabelledPiece(label, PointPx(float(at[0]), float(at[1]))))
            elif label is not None or found.missing:
                unnamed.append(at)
        if tokens:
            left = np.array(unnamed, np.float64).reshape(-1, 2)
            labelled = replace(one.labelled, pieces=tuple(tokens))
            self._show_placed(one.picture, labelled, photo, None, left)

    def _board(self) -> TokenBoard | None:
        """Return the board as most photographs show it; None if there is none. Raises ``BadSet``."""
        if not self._boards:
            return None
        board = joined(self._boards, self._bare)
        if not board.known_shrunk.any():
            raise BadSet(
                f"{self._name}: the photographs show no board between its holes, or each another",
                hint="Photograph the whole board from above and give the same four corners.",
            )
        return board

    def _learn_size(self, picture: Pyramid, radius: float) -> None:
        self._radii.append(radius / max(picture.size_wh(0)))
        plane = table_plane(picture[0], find_markers(picture))
        if plane is not None:
            width, height = picture.size_wh(0)
            ends = np.array([[width / 2, height / 2], [width / 2 + radius, height / 2]])
            a, b = plane.to_mm(ends, 0.0)
            self._radii_mm.append(float(np.hypot(*(a - b))))

    def _show_board(
        self,
        picture: Pyramid,
        labelled: LabelledPhoto,
        grid: BoardGrid,
        centres: Corners,
        unnamed_px: Corners,
        radius: float,
    ) -> None:
        """Process the board of a photograph in which tokens have these centres, and others may lie."""
        if self._boards and self._boards[0].grid != grid:
            text = f"{labelled.name}: its grid differs from the first photograph's: left out"
            self._notes.append(Note("no_places", text, True))
            return
        matrix = place_of(grid, labelled, centres)
        if matrix is None:
            text = f"{labelled.name}: where the board lies is not known: give its corners"
            self._notes.append(Note("no_places", text, True))
            return
        taken = {token.cell for token in labelled.pieces or ()} | labelled.hidden
        taken |= cells_under(grid, matrix, np.vstack([centres, unnamed_px]))
        free = [cell for cell in grid.cells if cell not in taken]
        holes = through(matrix, np.array(free or grid.cells, np.float64) + 0.5)
        hole = hole_radius(picture, holes, radius)
        shown = board_shown(picture, grid, matrix, radius, hole)
        self._boards.append(shown)
        if len(free) >= MOST_HOLES:
            self._bare.append(shown)
        for number, place in enumerate(holes[:: max(1, len(free) // MOST_HOLES)] if free else ()):
            crop = crop_of(picture, place, radius)
            if crop is not None:
                name = f"{photo_key(picture[0], labelled.name)} hole{number:03d}"
                self._nothing.append(Sample(HOLE, crop, name))

    def _keep_nothing(self, picture: Pyramid, radius: float, centres: Values, photo: str) -> None:
        """Keep background samples: things with an outline like a token's, and some of the ground."""
        work = work_picture(picture, radius)
        found = find_tokens(work)
        places = work.to_px(found.only(found.covered > OUTLINED).centres)
        rng = np.random.default_rng(len(centres))
        ground = rng.uniform(0, 1, (4 * GROUND_SAMPLES, 2)) * picture.size_wh(0)
        kept: list[Values] = list(centres)
        for number, place in enumerate([*places[:60], *ground]):
            near = [one for one in kept if np.hypot(*(one - place)) < CLEAR_RADII * radius]
            crop = None if near else crop_of(picture, place, radius)
            if crop is not None:
                self._nothing.append(Sample(NOTHING, crop, f"{photo} none{number:03d}"))
                kept.append(place)
            if len(kept) >= len(centres) + 2 * GROUND_SAMPLES:
                break


def teach_tokens(
    name: str, photos: Sequence[LabelledPhoto], earlier: TokenSet | None = None
) -> Lesson[TokenSet]:
    """Return the lesson of photographs, in addition to an earlier lesson.

    Unusable parts are listed in the notes. Raises ``BadSet`` when no photograph can be used at all.
    """
    teacher = TokenTeacher(name, earlier)
    # Photographs with places come first: they give the tokens' size, which counts alone do not.
    for photo, image in pictures_of(sorted(photos, key=lambda one: not one.pieces), teacher):
        teacher.show(image, photo)
    lesson = teacher.lesson()
    many = Counter(sample.label for sample in lesson.taught.samples)
    if len(many) < 2 or min(many.values()) < 2 or TokenNamer(lesson.taught).are_told_apart:
        return lesson
    text = "tokens of two labels look alike, so none will be sure: look at the samples for one under a "
    text += "wrong label, and say where tokens lie"
    return replace(lesson, notes=(*lesson.notes, Note("too_alike", text)))


def crop_of(picture: Pyramid, centre_px: Values, radius_px: float) -> ImageBgr | None:
    """Return the sample of a token; None if it is not complete in the picture."""
    width, height = picture.size_wh(0)
    x, y = float(centre_px[0]), float(centre_px[1])
    if not (radius_px <= x < width - radius_px and radius_px <= y < height - radius_px):
        return None
    return crop_at(picture, centre_px, radius_px)


def _some(samples: Sequence[Sample], most: int) -> Iterator[Sample]:
    """Yield at most this many samples of each label, evenly from all photographs."""
    for label in sorted({sample.label for sample in samples}):
        rows: dict[str, list[Sample]] = {}
        for sample in samples:
            if sample.label == label:
                rows.setdefault(sample.photo, []).append(sample)
        turns = [
            row[n] for n in range(max(map(len, rows.values()))) for row in rows.values() if n < len(row)
        ]
        yield from sorted(turns[:most], key=lambda one: one.name)


def _missing(counts: Counter[str], labelled: set[str]) -> Iterator[Note]:
    """Yield what remains to be photographed."""
    yield from not_learnt(sorted(labelled - set(counts)), "")
    few = sorted(label for label, many in counts.items() if many < ENOUGH_SAMPLES)
    if few:
        yield Note(
            "once_more", f"shown less than {ENOUGH_SAMPLES} times: {', '.join(few)}", False, tuple(few)
        )
