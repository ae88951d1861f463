"""Teaches a set of dice from labelled photographs, and says what is doubtful about the lesson.

For each label the die is found, straightened and kept as a sample. A labelled angle turns the sample
upright; where the network knows the face by itself, it does.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.errors import BadSet
from vision.frame import ImageBgr
from vision.manifest import LabelledDie, LabelledPhoto, load_picture
from vision.readers.crops import Corners, straighten
from vision.readers.dice import DiceReader
from vision.readers.eye import Vectors, quarter_turns
from vision.readers.gallery import Gallery
from vision.readers.geometry import angle_of
from vision.reading import PointPx
from vision.sets.dice import DIE_SIDE_MM, DiceSet, Face, Sample, load

ENOUGH_SAMPLES = 3
SAME_PICTURE = 0.93
"""Cosine above which two samples show the same face."""
TOO_ALIKE = 0.8
"""Cosine between two faces' samples above which they will be mixed up."""
SAME_AFTER_TURN = 0.8
KNOWN_SHARE = 0.8
"""The network knows a set's faces if it names this share of the samples right by itself."""


@dataclass(frozen=True)
class Note:
    """Something to tell the teacher; ``serious``: the lesson is in doubt until it is settled."""

    text: str
    serious: bool


@dataclass(frozen=True, eq=False)
class Lesson:
    """A taught set and what there is to say about it."""

    taught: DiceSet
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class _Shown:
    """A sample with where it came from and whether its own top is known to be up."""

    sample: Sample
    where: str
    upright: bool


class Teacher:
    """Teaches one set; photographs may come from files or a camera."""

    def __init__(self, name: str, earlier: DiceSet | None = None) -> None:
        self._name, self._earlier = name, earlier
        self._reader = DiceReader(load("pips"))
        self._known = {
            face.name: face for built_in in ("pips", "carcassonne") for face in load(built_in).faces
        }
        self._shown: list[_Shown] = []
        self._notes: list[Note] = []

    def show(self, image_bgr: ImageBgr, labels: Iterable[LabelledDie], where: str) -> None:
        """Take the labelled dice of one picture as samples; ``where`` names it in what is said."""
        quads = self._reader.look(image_bgr)
        for number, label in enumerate(labels, 1):
            place = f"{where}, die {number} ({label.face})"
            quad = _nearest(quads, label)
            if label.cut_off:
                continue
            if quad is None:
                self._note(
                    f"{place}: no die found at {label.centre_px.x:.0f}, {label.centre_px.y:.0f}",
                    serious=True,
                )
            else:
                self._keep(image_bgr, quad, label, place)

    def show_all_alike(self, image_bgr: ImageBgr, face: str, count: int, where: str) -> None:
        """Take every die of a picture that shows the same face on all of its ``count`` dice."""
        quads = self._reader.look(image_bgr)
        if len(quads) != count:
            self._note(
                f"{where}: {count} dice labelled, {len(quads)} found; say where they lie", serious=True
            )
            return
        for number, quad in enumerate(quads, 1):
            x, y = quad.mean(0).tolist()
            self._keep(
                image_bgr, quad, LabelledDie(face, PointPx(x, y)), f"{where}, die {number} ({face})"
            )

    def lesson(self) -> Lesson:
        """Return the set taught so far and what is to be said of it. Raises ``BadSet``."""
        if not self._shown:
            raise BadSet(
                f"{self._name}: no die could be used",
                hint="Label at least one die a face, with its place.",
            )
        vectors = self._vectors()
        faces = tuple(
            self._face(name, vectors) for name in dict.fromkeys(s.sample.face for s in self._shown)
        )
        samples = tuple(shown.sample for shown in self._shown)
        side_mm = self._earlier.side_mm if self._earlier else DIE_SIDE_MM
        taught = DiceSet(self._name, side_mm, self._network_knows(faces), faces, samples)
        notes = [*self._notes, *self._contradictions(vectors), *self._wishes(faces)]
        return Lesson(taught, tuple(notes))

    def _keep(self, image_bgr: ImageBgr, quad: Corners, label: LabelledDie, place: str) -> None:
        corners, upright = quad, label.angle_deg is not None
        if label.angle_deg is not None:
            corners = _upright(quad, label.angle_deg)
        elif label.face in self._known:
            corners, upright = self._reader_for(label.face).turned_to(image_bgr, quad, label.face), True
            if self._known[label.face].parts:
                self._note(
                    f"{place}: no angle, taken from the network's own idea of a {label.face}",
                    serious=False,
                )
        self._shown.append(_Shown(Sample(label.face, straighten(image_bgr, corners)), place, upright))

    def _reader_for(self, face: str) -> DiceReader:
        return (
            self._reader
            if face in {f.name for f in self._reader.taught.faces}
            else DiceReader(load("carcassonne"))
        )

    def _note(self, text: str, *, serious: bool) -> None:
        self._notes.append(Note(text, serious))

    def _vectors(self) -> Vectors:
        """Return embeddings (samples, 4 quarter turns, 48)."""
        views = [view for shown in self._shown for view in quarter_turns(shown.sample.crop_bgr)]
        return self._reader.eye.embed(views).reshape(len(self._shown), 4, -1)

    def _face(self, name: str, vectors: Vectors) -> Face:
        if self._earlier is not None and name in {face.name for face in self._earlier.faces}:
            return self._earlier.face(name)
        if name in self._known:
            return self._known[name]
        own = [number for number, shown in enumerate(self._shown) if shown.sample.face == name]
        if not all(self._shown[number].upright for number in own):
            return Face(name, 0)
        half, quarter = (float(np.mean([v[0] @ v[turns] for v in vectors[own]])) for turns in (2, 1))
        if half < SAME_AFTER_TURN:
            return Face(name, 4)
        return Face(name, 1 if quarter > SAME_AFTER_TURN else 2)

    def _network_knows(self, faces: Sequence[Face]) -> bool:
        """Tell whether these are faces the network knows, and it names the samples right by itself."""
        for built_in in ("pips", "carcassonne"):
            family = load(built_in)
            if {face.name for face in faces} <= {face.name for face in family.faces}:
                gallery = Gallery(family, self._reader.eye)
                ranked = [gallery.ranked(views) for views in self._vectors()]
                right = sum(
                    row[0].face == s.sample.face for row, s in zip(ranked, self._shown, strict=True)
                )
                return bool(right >= KNOWN_SHARE * len(self._shown))
        return False

    def _contradictions(self, vectors: Vectors) -> list[Note]:
        notes, alike = [], Counter[tuple[str, str]]()
        for one in range(len(self._shown)):
            for other in range(one):
                names = sorted((self._shown[one].sample.face, self._shown[other].sample.face))
                if names[0] == names[1]:
                    continue
                likeness = float((vectors[other] @ vectors[one, 0]).max())
                if likeness > SAME_PICTURE:
                    places = f"{self._shown[other].where} and {self._shown[one].where}"
                    notes.append(
                        Note(f"{places} look the same but are labelled differently", serious=True)
                    )
                elif likeness > TOO_ALIKE:
                    alike[names[0], names[1]] += 1
        notes += [
            Note(f"{a} and {b} look much alike: photograph both again, nearer", serious=False)
            for a, b in alike
        ]
        return notes

    def _wishes(self, faces: Sequence[Face]) -> list[Note]:
        counts = Counter(shown.sample.face for shown in self._shown)
        few = [face.name for face in faces if counts[face.name] < ENOUGH_SAMPLES]
        notes = []
        if few:
            notes.append(
                Note(
                    f"photograph next: {', '.join(few)} (fewer than {ENOUGH_SAMPLES} samples)",
                    serious=False,
                )
            )
        for built_in in ("carcassonne", "pips"):
            family = {face.name for face in load(built_in).faces}
            missing = sorted(family - set(counts))
            if missing and set(counts) <= family:
                notes.append(Note(f"never shown: {', '.join(missing)}", serious=False))
        edged = sorted(
            {s.sample.face for s in self._shown if not s.upright and s.sample.face not in self._known}
        )
        if edged:
            notes.append(
                Note(f"no angle labelled for {', '.join(edged)}: no angle will be read", serious=False)
            )
        return notes


def teach(name: str, photos: Sequence[LabelledPhoto], earlier: DiceSet | None = None) -> Lesson:
    """Return what photographs teach. Raises ``BadSet`` when no die of theirs can be used."""
    teacher = Teacher(name, earlier)
    for photo in photos:
        image = load_picture(photo.image)
        if photo.dice is not None:
            teacher.show(image, photo.dice, photo.name)
        elif len(set(photo.faces)) == 1:
            teacher.show_all_alike(image, photo.faces[0], len(photo.faces), photo.name)
        else:
            raise BadSet(
                f"{photo.name}: several faces, and not said where each lies",
                hint='Give "dice" with x and y, or photographs on which all dice show one face.',
            )
    return teacher.lesson()


def _nearest(quads: Sequence[Corners], label: LabelledDie) -> Corners | None:
    def away(quad: Corners) -> float:
        return float(np.linalg.norm(quad.mean(0) - label.centre_px) / np.linalg.norm(quad[1] - quad[0]))

    best = min(quads, key=away, default=None)
    return best if best is not None and away(best) < 0.6 else None


def _upright(quad: Corners, angle_deg: float) -> Corners:
    """Renumber corners so that the line from the centre to the first side points as labelled."""

    def miss(corners: Corners) -> float:
        return abs((angle_of(corners) - angle_deg + 180) % 360 - 180)

    return min((np.roll(quad, turns, 0) for turns in range(4)), key=miss)
