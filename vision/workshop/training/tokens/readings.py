"""What is asked of the comparing network about whole synthetic pictures: it learns from these last, and
the probabilities are fitted to its answers.

The same code finds and asks here as at a table: there are many more things in a picture than tokens.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from vision.pyramid import Pyramid
from vision.sets.kind import Sample
from vision.tokens.learnt.finding import Things, find_things
from vision.tokens.learnt.matching import Question, TokenMatcher
from vision.tokens.sets import HOLE, TokenSet
from vision.tokens.teaching.teacher import crop_of
from vision.workshop.training.tokens.episodes import BARE, TAUGHT, Shot, shots
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.signs import Stock

NEAR = 0.6
"""Distance, in radii, within which a thing is what lies there."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Asked:
    """One picture: what is asked about its things, with the finder's logits (n,), how many of the names
    are tokens' labels, and the truth (n,): a name's number, the last one for anything else;
    ``is_strange`` (n,): a solid thing that was never taught."""

    question: Question
    found: Values
    labels: int
    truth: NDArray[np.intp]
    is_strange: NDArray[np.bool_]


def asked(luck: Luck, stock: Stock, many: int, *, kept_back: bool) -> Iterator[Asked]:
    """Yield what is asked about pictures of new worlds."""
    rng = np.random.default_rng(luck.integers(0, 2**31 - 1, 1).tolist())
    with torch.no_grad():
        drawn = shots(luck, stock, many, kept_back=kept_back)
    for lesson, picture in drawn:
        taught = _taught(rng, lesson)
        if taught is None:
            continue
        matcher, whole = TokenMatcher(taught), Pyramid(picture.image_bgr)
        radius = picture.radius_px * float(np.exp(rng.normal(0, 0.08)))
        things = find_things(whole, radius)
        # What reaches beyond the picture has no truth, and is never sure.
        side = len(picture.image_bgr) - 1
        is_whole = ((things.centres > radius) & (things.centres < side - radius)).all(1)
        things = things.only(np.asarray(is_whole))
        if not len(things.centres):
            continue
        clear = things.radii[things.logits > 0]
        usual = float(np.median(clear)) if len(clear) > 2 else radius
        radii = np.full(len(things.centres), usual)
        question = matcher.question(whole, things.centres, radii, things.logits)
        truth, is_strange = _truth(things, lesson, picture, matcher.labels)
        yield Asked(question, things.logits, matcher.tokens, truth, is_strange)


def _truth(
    things: Things, lesson: Shot, picture: Shot, labels: Sequence[str]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return what the things are, and which are strange."""
    truth = np.full(len(things.centres), len(labels), np.intp)
    is_strange = np.zeros(len(truth), np.bool_)
    for number, centre in enumerate(things.centres):
        away = np.hypot(*(picture.places - centre).T)
        nearest = int(away.argmin()) if len(away) else 0
        if len(away) and away[nearest] < NEAR * picture.radius_px:
            name = _name(int(picture.kinds[nearest]), lesson)
            if name in labels:
                truth[number] = labels.index(name)
            else:
                is_strange[number] = picture.is_solid[nearest]
    return truth, is_strange


def _name(kind: int, lesson: Shot) -> str:
    return HOLE if kind == BARE and lesson.has_bare else str(kind)


def _taught(rng: np.random.Generator, lesson: Shot) -> TokenSet | None:
    """Return the set that a lesson teaches; None if it shows nothing."""
    samples: dict[str, list[Sample]] = {}
    picture = Pyramid(lesson.image_bgr)
    radius = lesson.radius_px * float(np.exp(rng.normal(0, 0.06)))
    most = int(rng.integers(2, 13))
    for number, (place, kind) in enumerate(zip(lesson.places, lesson.kinds, strict=True)):
        name = _name(int(kind), lesson)
        off = rng.normal(0, 0.05 * radius, 2)
        crop = crop_of(picture, place + off, radius) if 0 <= kind < TAUGHT else None
        if crop is not None and len(samples.setdefault(name, [])) < most:
            samples[name].append(Sample(name, crop, f"a {number}"))
    names = sorted(name for name, own in samples.items() if own and name != HOLE)
    if not names:
        return None
    own = tuple(one for name in names for one in samples[name])
    return TokenSet("made up", tuple(names), own, tuple(samples.get(HOLE, ())), 0.05)
