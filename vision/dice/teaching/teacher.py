"""Teaches one set: finds each labelled die, straightens it and keeps it as a sample.

A labelled angle turns the sample upright; without one the network does so, if it knows the face;
otherwise the samples of a face are turned alike and no angle is taught.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.corners import Corners
from vision.dice.faces.crops import straighten
from vision.dice.faces.examiner import FaceExaminer, quarter_turns
from vision.dice.faces.gallery import known_centres
from vision.dice.geometry import angle_of, centre_of, is_cut_off
from vision.dice.presence.sightings import TopFaceDetector
from vision.dice.sets import DIE_SIDE_MM, DiceSet, Face, family_of
from vision.dice.teaching.advice import contradictions, list_needed, missing_angles
from vision.dice.teaching.faces import face_of, network_knows, rotations_of
from vision.dice.teaching.finding import FoundFace, distance_in_sides, find_labelled, measure_side_mm
from vision.dice.teaching.shown import PlaceInPhotograph, ShownSample, same_die, turn_upright
from vision.errors import NoDieThere
from vision.frame import ImageBgr
from vision.lesson import Lesson, Note, nothing_usable, photo_key
from vision.manifests.labelled import LabelledPiece
from vision.markers.finder import find_markers
from vision.markers.plane import table_plane
from vision.pyramid import Pyramid
from vision.readings.places import PointPx
from vision.sets.kind import Sample

NEARLY_USUAL = 0.08
"""Deviation from the usual side within which measured dice are assumed to have it. Chosen by hand: on
simulated tables single dice measured 0.95 to 1.11 of their side."""
ENOUGH_MEASURED = 3
"""Number of measured dice from which their median is trusted as the side: it tolerates a wrong one."""
TAP_SIDES = 0.6
"""Distance from a die's centre, in its sides, within which a tap means that die: fingers miss an edge a
little."""


@dataclass(frozen=True)
class TappedDie:
    """A tapped die: its face, its centre, and whether its own top is known."""

    face: str
    centre_px: PointPx
    upright: bool


@dataclass(frozen=True, eq=False)
class _State:
    """Everything shown and noted so far."""

    shown: tuple[ShownSample, ...] = ()
    notes: tuple[Note, ...] = ()
    labelled: frozenset[str] = frozenset()
    sides_mm: tuple[float, ...] = ()


class Teacher:
    """Teaches one set; pictures may come from files or a camera.

    An ``earlier`` set is extended: its faces keep their rotations and parts, and a picture taught again
    replaces what it taught before. For one thread at a time.
    """

    def __init__(self, name: str, earlier: DiceSet | None = None) -> None:
        self._name, self._earlier = name, earlier
        self._detector = TopFaceDetector(FaceExaminer())
        self._now = _State(self._from_earlier(earlier) if earlier is not None else ())
        self._before: list[_State] = []
        self._tops: tuple[ImageBgr, list[Corners]] | None = None

    @property
    def taught(self) -> dict[str, int]:
        """How many samples of each face there are so far."""
        return dict(Counter(one.face for one in self._now.shown))

    @property
    def knows_faces(self) -> bool:
        """Whether the network knows the faces by itself: then nobody needs to say where their tops
        are."""
        return bool(self._now.shown) and network_knows(self._family(), self._now.shown)

    @property
    def can_undo(self) -> bool:
        """Whether there is a picture or a tap to take back."""
        return bool(self._before)

    def find_tops(self, image_bgr: ImageBgr) -> list[Corners]:
        """Return the top faces seen, for a page to draw: corners (4, 2) px, clockwise from any.

        Those of the last picture are kept: the same array is not examined twice.
        """
        if self._tops is None or self._tops[0] is not image_bgr:
            self._tops = (image_bgr, self._detector.find_tops(image_bgr))
        return self._tops[1]

    def named_on(self, image_bgr: ImageBgr) -> list[TappedDie]:
        """Return the dice of this picture that were tapped."""
        photo = photo_key(image_bgr, "live")
        here = [one for one in self._now.shown if one.photo == photo and one.place is not None]
        return [TappedDie(one.face, one.place.centre_px, one.upright) for one in here if one.place]

    def tap(
        self, image_bgr: ImageBgr, at: PointPx, face: str, top: PointPx | None = None
    ) -> tuple[Note, ...]:
        """Learn the tapped die; ``top``: a second tap, towards the face's own top edge.

        Tapping a die of the same picture again corrects it. Returns the notes about this die's face.
        Raises ``NoDieThere``.
        """
        near = [quad for quad in self.find_tops(image_bgr) if distance_in_sides(quad, at) < TAP_SIDES]
        if not near:
            raise NoDieThere(
                f"no die seen at {at.x:.0f}, {at.y:.0f}", hint="Tap its centre, or lay it elsewhere."
            )
        quad = min(near, key=lambda quad: distance_in_sides(quad, at))
        centre = centre_of(quad)
        angle = None
        if top is not None:
            angle = float(np.degrees(np.arctan2(top.x - centre.x, centre.y - top.y)))
        label = LabelledPiece(face, centre, None, angle)
        photo = photo_key(image_bgr, "live")
        number = 1 + sum(one.photo == photo for one in self._now.shown)
        self._remember()
        kept = self._sample(image_bgr, FoundFace(label, quad), photo, number, f"the die tapped ({face})")
        others = tuple(one for one in self._now.shown if not same_die(one, kept))
        self._now = _State(
            (*others, kept), self._now.notes, self._now.labelled | {face}, self._now.sides_mm
        )
        self._measure(image_bgr, [quad])
        known = network_knows(self._family(), self._now.shown)
        found = contradictions(self._now.shown, known=known)
        return tuple(note for note in found if face in note.faces)

    def undo(self) -> bool:
        """Take back the last picture or tap; False if there is none."""
        if not self._before:
            return False
        self._now = self._before.pop()
        return True

    def show(self, image_bgr: ImageBgr, labels: Sequence[LabelledPiece], where: str) -> None:
        """Learn the labelled dice of one picture; ``where`` names it in the notes."""
        self._remember()
        found = find_labelled(self._detector, image_bgr, labels)
        photo = photo_key(image_bgr, where)
        kept, notes = [], []
        for number, one in enumerate(found.dice, 1):
            place = f"{where}, die {number} ({one.label.label})"
            trouble = one.trouble(place)
            if trouble is not None:
                notes.append(trouble)
            if one.quad_px is not None:
                kept.append(self._sample(image_bgr, one, photo, number, place))
        if found.unlabelled:
            at = "; ".join(f"{x:.0f}, {y:.0f}" for x, y in map(centre_of, found.unlabelled))
            notes.append(Note("unlabelled", f"{where}: perhaps dice without a label at {at}"))
        faces = {label.label for label in labels if not label.cut_off}
        self._add(photo, kept, notes, faces)
        self._measure(image_bgr, [one.quad_px for one in found.dice if one.quad_px is not None])

    def show_all_alike(self, image_bgr: ImageBgr, face: str, count: int, where: str) -> None:
        """Learn every die of a picture that shows the same face on all of its ``count`` dice."""
        quads = [quad for quad in self.find_tops(image_bgr) if not is_cut_off(quad, image_bgr)]
        if len(quads) == count:
            labels = [LabelledPiece(face, PointPx(*quad.mean(0).tolist())) for quad in quads]
            self.show(image_bgr, labels, where)
            return
        self._remember()
        text = f"{where}: {count} dice labelled ({face}), {len(quads)} seen: say where they lie (x, y)"
        self._add(photo_key(image_bgr, where), [], [Note("count_differs", text, True, (face,))], {face})

    def add_note(self, note: Note) -> None:
        """Add a note to the lesson."""
        self._now = _State(
            self._now.shown, (*self._now.notes, note), self._now.labelled, self._now.sides_mm
        )

    def lesson(self) -> Lesson[DiceSet]:
        """Return the set taught so far and the notes on it. Raises ``BadSet``."""
        if not self._now.shown:
            hint = "Label at least one die a face, with its place."
            raise nothing_usable(self._name, "die", self._now.notes, hint)
        family = self._family()
        known = network_knows(family, self._now.shown)
        shown = turn_upright(self._now.shown, known_centres() if known else {})
        with_angle = {one.face for one in self._now.shown if one.upright}
        rotations = {name: rotations_of(name, shown) for name in self.taught}
        earlier = self._earlier.faces if self._earlier is not None else ()
        faces = tuple(
            face_of(name, shown, rotations[name], family, earlier, known=known) for name in self.taught
        )
        samples = tuple(one.sample for one in shown)
        taught = DiceSet(self._name, self._side_mm(), known, faces, samples)
        notes = [
            *self._now.notes,
            *contradictions(shown, known=known),
            *missing_angles(faces, with_angle, rotations, known=known),
            *list_needed(shown, set(self._now.labelled), [face.name for face in family]),
        ]
        return Lesson.of(taught, notes)

    def _family(self) -> tuple[Face, ...]:
        return family_of(set(self._now.labelled) | set(self.taught))

    def _remember(self) -> None:
        self._before.append(self._now)

    def _add(self, photo: str, kept: list[ShownSample], notes: list[Note], faces: set[str]) -> None:
        """Replace the earlier lesson of a picture by the present one."""
        others = tuple(one for one in self._now.shown if one.photo != photo)
        self._now = _State(
            (*others, *kept),
            (*self._now.notes, *notes),
            self._now.labelled | faces,
            self._now.sides_mm,
        )

    def _sample(
        self, image_bgr: ImageBgr, found: FoundFace, photo: str, number: int, where: str
    ) -> ShownSample:
        assert found.quad_px is not None
        label, corners = found.label, found.upright()
        crop = straighten(image_bgr, corners)
        height, width = image_bgr.shape[:2]
        side = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())
        return ShownSample(
            Sample(label.label, crop, f"{photo} {number}"),
            self._detector.examiner.embed(quarter_turns(crop)),
            label.angle_deg is not None,
            photo,
            where,
            PlaceInPhotograph(centre_of(corners), side, (width, height)),
            angle_of(corners),
        )

    def _from_earlier(self, earlier: DiceSet) -> tuple[ShownSample, ...]:
        return tuple(
            ShownSample(
                sample,
                self._detector.examiner.embed(quarter_turns(sample.crop_bgr)),
                earlier.face(sample.label).rotations > 0 or earlier.known,
                sample.name.rpartition(" ")[0] or sample.name,
                f"the sample {sample.label}/{sample.name}",
            )
            for sample in earlier.samples
        )

    def _measure(self, image_bgr: ImageBgr, quads: Sequence[Corners]) -> None:
        plane = table_plane(image_bgr, find_markers(Pyramid(image_bgr))) if quads else None
        if plane is not None:
            sides = tuple(measure_side_mm(plane, quad) for quad in quads)
            now = self._now
            self._now = _State(now.shown, now.notes, now.labelled, (*now.sides_mm, *sides))

    def _side_mm(self) -> float:
        if self._earlier is not None:
            return self._earlier.side_mm
        sides = self._now.sides_mm
        measured = float(np.median(sides)) if len(sides) >= ENOUGH_MEASURED else DIE_SIDE_MM
        usual = abs(measured / DIE_SIDE_MM - 1) < NEARLY_USUAL
        return DIE_SIDE_MM if usual else round(measured, 1)
