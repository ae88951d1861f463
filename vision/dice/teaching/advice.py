"""The notes on a lesson: contradictions, things that were not learnt, what to photograph next."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.dice.sets import FACES_OF_A_DIE, Face
from vision.dice.teaching.shown import ShownSample, likeness_in_turns
from vision.lesson import ENOUGH_SAMPLES, Note

SAME_PICTURE = 0.96
"""Mean cosine above which two samples of different faces show the same. Chosen by hand, 0.93 at
first."""
TOO_ALIKE = 0.85
"""Mean cosine above which two faces may be confused. Chosen by hand, 0.8 at first."""
MISPLACED_BY = 0.05
"""Lead of a sample's mean cosine to another face, over that to its own samples, from which it is wrongly
labelled, or badly seen. Chosen by hand: without such a margin good samples were called wrong."""
UNLIKE_BY = 0.25
"""Difference of a sample's mean cosine to the others of its face from their usual one, from which it is
an odd one. Chosen by hand."""
MOST_PAIRS = 3
"""Most pairs of equal samples that are named; more would only be skipped by the reader."""
ANOTHER_TURN_DEG = 40.0
"""Turn in degrees below which samples of a face are to be photographed in another turn: about half a
quarter."""
ANOTHER_PLACE = 0.2
"""Distance, as a share of the picture's longer side, below which samples of a face are to be
photographed elsewhere on the table. Chosen by hand."""


def contradictions(shown: Sequence[ShownSample], *, known: bool = True) -> list[Note]:
    """Return the samples that are labelled in two ways, or resemble another face, or none of their
    own."""
    likeness = likeness_in_turns(shown, known=known).max(2)
    np.fill_diagonal(likeness, -1.0)
    misplaced = _find_misplaced(shown, likeness)
    names = list(dict.fromkeys(one.face for one in shown))
    notes: list[Note] = []
    for a, b in combinations(names, 2):
        own = [number for number, one in enumerate(shown) if one.face in (a, b)]
        about_both = list(_between(a, b, [shown[i] for i in own], likeness[np.ix_(own, own)]))
        notes += about_both
        if any(note.serious for note in about_both):
            misplaced = {i: face for i, face in misplaced.items() if not (i in own and face in (a, b))}
    for number, face in misplaced.items():
        text = f"{shown[number].where} looks like {face}: check its label"
        notes.append(Note("labelled_differently", text, True, (shown[number].face, face)))
    return notes + list(_odd_samples(shown, likeness))


def _between(
    a: str, b: str, own: Sequence[ShownSample], likeness: NDArray[np.float64]
) -> Iterator[Note]:
    """Say how two faces are mixed up, if they are."""
    faces = np.array([one.face for one in own])
    same_face = faces[:, None] == faces[None]
    across, within = np.where(same_face, -1.0, likeness), np.where(same_face, likeness, -1.0).max(1)
    mixed = int(((within > -1.0) & (across.max(1) > within)).sum())
    same = np.argwhere(np.triu(across) > SAME_PICTURE).tolist()
    for i, j in same[:MOST_PAIRS]:
        text = f"{own[i].where} and {own[j].where} look the same but are labelled differently"
        yield Note("labelled_differently", f"{text}: correct the wrong label", True, (a, b))
    if same:
        return
    if mixed > max(1, len(own) // 3):
        text = f"{a} and {b} cannot be told apart: photograph both again, nearer and in better light"
        yield Note("too_alike", f"{text}; if they are made so (as 6 and 9), mark one", True, (a, b))
    elif across.max() > TOO_ALIKE:
        text = f"{a} and {b} look much alike: photograph both once more, nearer"
        yield Note("too_alike", text, False, (a, b))


def _find_misplaced(shown: Sequence[ShownSample], likeness: NDArray[np.float64]) -> dict[int, str]:
    """Return the samples more similar to another face than to the others of their own, with that face.

    A face's only sample has no others to be similar to.
    """
    faces = np.array([one.face for one in shown])
    same_face = faces[:, None] == faces[None]
    own, other = np.where(same_face, likeness, -1.0).max(1), np.where(same_face, -1.0, likeness)
    misplaced = np.nonzero((own > -1.0) & (other.max(1) > own + MISPLACED_BY))[0]
    return {int(number): str(faces[other[number].argmax()]) for number in misplaced}


def _odd_samples(shown: Sequence[ShownSample], likeness: NDArray[np.float64]) -> Iterator[Note]:
    """Name the samples that resemble none of the others of their face."""
    faces = np.array([one.face for one in shown])
    nearest = np.where(faces[:, None] == faces[None], likeness, -1.0).max(1)
    for number, one in enumerate(shown):
        of_face = nearest[(faces == one.face) & (nearest > -1)]
        if len(of_face) >= ENOUGH_SAMPLES and nearest[number] < np.median(of_face) - UNLIKE_BY:
            yield Note(
                "odd_sample",
                f"{one.where} looks unlike the other samples of {one.face}: look at "
                f"{one.sample.name}.png and delete it if it does not show the face",
                False,
                (one.face,),
            )


def list_needed(shown: Sequence[ShownSample], labelled: set[str], family: Sequence[str]) -> list[Note]:
    """Return the things that could not be learnt, and what to photograph next, the most needed first.

    ``labelled``: every face that a label named; ``family``: the expected faces, if known.
    """
    counts = Counter(one.face for one in shown)
    lost = sorted(labelled - set(counts))
    notes = [
        Note("not_learnt", f"{face} was not learnt: photograph it, nearer and alone", True, (face,))
        for face in lost
    ]
    missing = [face for face in family if face not in counts and face not in lost]
    if missing:
        notes.append(Note("never_shown", f"never shown: {', '.join(missing)}", False, tuple(missing)))
    elif not family and len(counts) + len(lost) < FACES_OF_A_DIE:
        text = f"{len(counts) + len(lost)} faces were shown, a die has six: photograph the others"
        notes.append(Note("never_shown", text))
    few = sorted((face for face in counts if counts[face] < ENOUGH_SAMPLES), key=counts.__getitem__)
    return notes + [_once_more(face, [one for one in shown if one.face == face]) for face in few]


def missing_angles(
    faces: Sequence[Face], with_angle: set[str], rotations: Mapping[str, int], *, known: bool
) -> list[Note]:
    """Return the faces whose direction matters and of which no angle was labelled.

    ``with_angle``: those with a labelled angle; ``rotations`` as the samples show them; ``known``:
    whether the network knows these faces by itself.
    """
    bare = [face for face in faces if face.name not in with_angle]
    built = tuple(face.name for face in bare if face.parts)
    turned = tuple(face.name for face in bare if not face.parts and rotations.get(face.name, 1) > 1)
    if known:
        text = "no angle labelled, so the network's own idea was taken: look whether each of their "
        text += "samples has its top up"
        return [Note("angle_missing", f"{', '.join(built)}: {text}", False, built)] if built else []
    notes = []
    if built:
        text = "no angle labelled, so where their city edges lie cannot be known: label it"
        notes.append(Note("angle_missing", f"{', '.join(built)}: {text}", True, built))
    if turned:
        text = "no angle labelled, so none will be read: label it if it matters"
        notes.append(Note("angle_missing", f"{', '.join(turned)}: {text}", False, turned))
    return notes


def _once_more(face: str, samples: Sequence[ShownSample]) -> Note:
    """Ask for another sample of a face, different from the existing ones."""
    number = f"{len(samples)} sample{'s' if len(samples) > 1 else ''}"
    return Note("once_more", f"photograph {face} once more, {_how(samples)} ({number})", False, (face,))


def _how(samples: Sequence[ShownSample]) -> str:
    turns = [one.turn_deg for one in samples if one.place is not None]
    spread = max((abs((a - b + 180) % 360 - 180) for a in turns for b in turns), default=0.0)
    if spread < ANOTHER_TURN_DEG:
        return "in another turn"
    places = [
        np.array(one.place.centre_px) / max(one.place.size_px)
        for one in samples
        if one.place is not None
    ]
    if max(float(np.linalg.norm(a - b)) for a in places for b in places) < ANOTHER_PLACE:
        return "on another side of the table"
    return "nearer or in other light"
