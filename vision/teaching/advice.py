"""What there is to say about a lesson: contradictions, what was not learnt, what to photograph next."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.sets.dice import Face
from vision.teaching.shown import Shown, likeness_in_turns

Kind = Literal[
    "no_picture",
    "no_places",
    "count_differs",
    "no_die",
    "labelled_twice",
    "labelled_differently",
    "too_alike",
    "not_learnt",
    "angle_missing",
    "angle_doubtful",
    "unlabelled",
    "odd_sample",
    "never_shown",
    "once_more",
]
ENOUGH_SAMPLES = 3
SAME_PICTURE = 0.96
"""Mean cosine above which two samples of different faces show the same."""
TOO_ALIKE = 0.85
"""Mean cosine above which two faces may be mixed up."""
STRAY = 0.05
"""A sample so much liker to another face's than to any of its own is labelled wrongly, or badly seen."""
UNLIKE = 0.25
"""A sample so much less like its fellows than they are usually is an odd one."""
MOST_PAIRS = 3
ANOTHER_TURN_DEG = 40.0
ANOTHER_PLACE = 0.2
FACES_OF_A_DIE = 6


@dataclass(frozen=True)
class Note:
    """Something to tell the teacher; ``serious``: something could not be learnt, or contradicts itself.

    ``kind`` is for programs, ``text`` for people; ``faces`` are those it is about.
    """

    kind: Kind
    text: str
    serious: bool = False
    faces: tuple[str, ...] = ()


def contradictions(shown: Sequence[Shown], *, known: bool = True) -> list[Note]:
    """Return what is labelled in two ways, looks like another face, or like none of its own."""
    likeness = likeness_in_turns(shown, known=known).max(2)
    np.fill_diagonal(likeness, -1.0)
    strays = _strays(shown, likeness)
    names = list(dict.fromkeys(one.face for one in shown))
    notes: list[Note] = []
    for a, b in combinations(names, 2):
        own = [number for number, one in enumerate(shown) if one.face in (a, b)]
        said = list(_between(a, b, [shown[i] for i in own], likeness[np.ix_(own, own)]))
        notes += said
        if any(note.serious for note in said):
            strays = {i: face for i, face in strays.items() if not (i in own and face in (a, b))}
    for number, face in strays.items():
        words = f"{shown[number].where} looks like {face}: check its label"
        notes.append(Note("labelled_differently", words, True, (shown[number].face, face)))
    return notes + list(_odd_samples(shown, likeness))


def _between(a: str, b: str, own: Sequence[Shown], likeness: NDArray[np.float64]) -> Iterator[Note]:
    """Say how two faces are mixed up, if they are."""
    faces = np.array([one.face for one in own])
    alike = faces[:, None] == faces[None]
    across, fellow = np.where(alike, -1.0, likeness), np.where(alike, likeness, -1.0).max(1)
    mixed = int(((fellow > -1.0) & (across.max(1) > fellow)).sum())
    same = np.argwhere(np.triu(across) > SAME_PICTURE).tolist()
    for i, j in same[:MOST_PAIRS]:
        words = f"{own[i].where} and {own[j].where} look the same but are labelled differently"
        yield Note("labelled_differently", f"{words}: correct the wrong label", True, (a, b))
    if same:
        return
    if mixed > max(1, len(own) // 3):
        words = f"{a} and {b} cannot be told apart: photograph both again, nearer and in better light"
        yield Note("too_alike", f"{words}; if they are made so (as 6 and 9), mark one", True, (a, b))
    elif across.max() > TOO_ALIKE:
        words = f"{a} and {b} look much alike: photograph both once more, nearer"
        yield Note("too_alike", words, False, (a, b))


def _strays(shown: Sequence[Shown], likeness: NDArray[np.float64]) -> dict[int, str]:
    """Return the samples that have fellows and yet are much liker to another face, and that face."""
    faces = np.array([one.face for one in shown])
    alike = faces[:, None] == faces[None]
    fellow, other = np.where(alike, likeness, -1.0).max(1), np.where(alike, -1.0, likeness)
    astray = np.nonzero((fellow > -1.0) & (other.max(1) > fellow + STRAY))[0]
    return {int(number): str(faces[other[number].argmax()]) for number in astray}


def _odd_samples(shown: Sequence[Shown], likeness: NDArray[np.float64]) -> Iterator[Note]:
    faces = np.array([one.face for one in shown])
    nearest = np.where(faces[:, None] == faces[None], likeness, -1.0).max(1)
    for number, one in enumerate(shown):
        fellows = nearest[(faces == one.face) & (nearest > -1)]
        if len(fellows) >= ENOUGH_SAMPLES and nearest[number] < np.median(fellows) - UNLIKE:
            yield Note(
                "odd_sample",
                f"{one.where} looks unlike the other samples of {one.face}: look at "
                f"{one.sample.name}.png and delete it if it does not show the face",
                False,
                (one.face,),
            )


def wishes(shown: Sequence[Shown], labelled: set[str], family: Sequence[str]) -> list[Note]:
    """Return what could not be learnt and what to photograph next, the most wanted first.

    ``labelled``: every face a label named; ``family``: the faces there should be, when that is known.
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
        words = f"{len(counts) + len(lost)} faces were shown, a die has six: photograph the others"
        notes.append(Note("never_shown", words))
    few = sorted((face for face in counts if counts[face] < ENOUGH_SAMPLES), key=counts.__getitem__)
    return notes + [_once_more(face, [one for one in shown if one.face == face]) for face in few]


def missing_angles(
    faces: Sequence[Face], told: set[str], rotations: Mapping[str, int], *, known: bool
) -> list[Note]:
    """Return the faces whose direction matters and was not ``told``.

    ``rotations`` is what was seen of each, ``known`` whether the network knows these faces by itself.
    """
    bare = [face for face in faces if face.name not in told]
    built = tuple(face.name for face in bare if face.parts)
    turned = tuple(face.name for face in bare if not face.parts and rotations.get(face.name, 1) > 1)
    if known:
        words = "no angle labelled, so the network's own idea was taken: look whether each of their "
        words += "samples has its top up"
        return [Note("angle_missing", f"{', '.join(built)}: {words}", False, built)] if built else []
    notes = []
    if built:
        words = "no angle labelled, so where their city edges lie cannot be told: label it"
        notes.append(Note("angle_missing", f"{', '.join(built)}: {words}", True, built))
    if turned:
        words = "no angle labelled, so none will be read: label it if it matters"
        notes.append(Note("angle_missing", f"{', '.join(turned)}: {words}", False, turned))
    return notes


def _once_more(face: str, samples: Sequence[Shown]) -> Note:
    """Ask for another sample of a face, unlike those there are."""
    number = f"{len(samples)} sample{'s' if len(samples) > 1 else ''}"
    return Note("once_more", f"photograph {face} once more, {_how(samples)} ({number})", False, (face,))


def _how(samples: Sequence[Shown]) -> str:
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
