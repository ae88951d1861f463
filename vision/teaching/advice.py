"""What there is to say about a lesson: contradictions, what was not learnt, what to photograph next."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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


def contradictions(shown: Sequence[Shown]) -> list[Note]:
    """Return what is labelled in two ways, looks like another face, or like none of its own."""
    likeness = likeness_in_turns(shown).max(2)
    np.fill_diagonal(likeness, -1.0)
    names = list(dict.fromkeys(one.face for one in shown))
    pairs = [(a, b) for number, b in enumerate(names) for a in names[:number]]
    notes = [note for a, b in pairs for note in _between(a, b, shown, likeness)]
    return notes + list(_odd_samples(shown, likeness))


def _between(a: str, b: str, shown: Sequence[Shown], likeness: NDArray[np.float64]) -> Iterator[Note]:
    """Say how two faces are mixed up, if they are."""
    own = [number for number, one in enumerate(shown) if one.face in (a, b)]
    among = likeness[np.ix_(own, own)]
    other = np.array([[shown[i].face != shown[j].face for j in own] for i in own])
    across = np.where(other, among, -1.0)
    same = np.argwhere(np.triu(across) > SAME_PICTURE).tolist()
    for i, j in same[:MOST_PAIRS]:
        yield Note(
            "labelled_differently",
            f"{shown[own[i]].where} and {shown[own[j]].where} look the same but are labelled "
            "differently: correct the wrong label",
            True,
            (a, b),
        )
    if same:
        return
    strays = _strays(among, other)
    if len(strays) > max(1, len(own) // 3):
        yield Note(
            "too_alike",
            f"{a} and {b} cannot be told apart: photograph both again, nearer and in better light; if "
            "they are made so (as 6 and 9), mark one of them",
            True,
            (a, b),
        )
    elif strays:
        for i in strays:
            wrong = shown[own[i]]
            yield Note(
                "labelled_differently",
                f"{wrong.where} looks like {b if wrong.face == a else a}: check its label",
                True,
                (a, b),
            )
    elif across.max() > TOO_ALIKE:
        yield Note(
            "too_alike",
            f"{a} and {b} look much alike: photograph both once more, nearer",
            False,
            (a, b),
        )


def _strays(among: NDArray[np.float64], other: NDArray[np.bool_]) -> list[int]:
    """Return the samples that have fellows and yet are likest to one of the other face."""
    fellows = np.where(other, -1.0, among).max(1)
    return [
        int(i) for i in np.nonzero((fellows > -1) & (np.where(other, among, -1).max(1) > fellows))[0]
    ]


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
    faces: Sequence[Face], told: set[str], looks: Mapping[str, int], *, known: bool
) -> list[Note]:
    """Return the faces whose direction matters and was not ``told``.

    ``looks`` is what was seen of each, ``known`` whether the network knows these faces by itself.
    """
    bare = [face for face in faces if face.name not in told]
    built = tuple(face.name for face in bare if face.parts)
    turned = tuple(face.name for face in bare if not face.parts and looks.get(face.name, 1) > 1)
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
