"""What the reader's networks say of whole synthetic pictures: the probabilities are fitted to this.

The same code finds and compares here as at a table.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from vision.pyramid import Pyramid
from vision.tokens.learnt.finding import find_things
from vision.tokens.learnt.matching import TokenMatcher, crops_of
from vision.tokens.sets import HOLE, TokenSample, TokenSet
from vision.tokens.teaching.teacher import crop_of
from vision.workshop.training.tokens.episodes import BARE, TAUGHT, Shot, shots
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.signs import Stock

NEAR = 0.6
"""Distance, in radii, within which a thing is what lies there."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Told:
    """One picture: the matcher's logits (n, names + 1), the finder's (n,), how many of the names are
    tokens' labels, and the truth (n,): a name's number, the last one for anything else; ``is_strange``
    (n,): a solid thing that was never taught."""

    logits: Values
    found: Values
    labels: int
    truth: NDArray[np.intp]
    is_strange: NDArray[np.bool_]


def told(luck: Luck, stock: Stock, many: int, *, kept_back: bool) -> Iterator[Told]:
    """Yield what the networks say of pictures of new worlds."""
    rng = np.random.default_rng(many)
    with torch.no_grad():
        drawn = shots(luck, stock, many, kept_back=kept_back)
    for lesson, picture in drawn:
        taught = _taught(rng, lesson)
        if taught is None:
            continue
        matcher, whole = TokenMatcher(taught), Pyramid(picture.image_bgr)
        radius = picture.radius_px * float(np.exp(rng.normal(0, 0.08)))
        things = find_things(whole, radius)
        clear = things.radii[things.logits > 0]
        usual = float(np.median(clear)) if len(clear) > 2 else radius
        logits = matcher.logits(crops_of(whole, things.centres, np.full(len(things.centres), usual)))
        truth = np.full(len(things.centres), len(matcher.labels), np.intp)
        is_strange = np.zeros(len(truth), np.bool_)
        for number, centre in enumerate(things.centres):
            away = np.hypot(*(picture.places - centre).T)
            nearest = int(away.argmin()) if len(away) else 0
            if len(away) and away[nearest] < NEAR * picture.radius_px:
                name = _name(int(picture.kinds[nearest]), lesson)
                if name in matcher.labels:
                    truth[number] = matcher.labels.index(name)
                else:
                    is_strange[number] = picture.is_solid[nearest]
        yield Told(logits, things.logits, matcher.tokens, truth, is_strange)


def _name(kind: int, lesson: Shot) -> str:
    return HOLE if kind == BARE and lesson.has_bare else str(kind)


def _taught(rng: np.random.Generator, lesson: Shot) -> TokenSet | None:
    """Return the set that a lesson teaches; None if it shows nothing."""
    samples: dict[str, list[TokenSample]] = {}
    picture = Pyramid(lesson.image_bgr)
    radius = lesson.radius_px * float(np.exp(rng.normal(0, 0.06)))
    most = int(rng.integers(2, 13))
    for number, (place, kind) in enumerate(zip(lesson.places, lesson.kinds, strict=True)):
        name = _name(int(kind), lesson)
        off = rng.normal(0, 0.05 * radius, 2)
        crop = crop_of(picture, place + off, radius) if 0 <= kind < TAUGHT else None
        if crop is not None and len(samples.setdefault(name, [])) < most:
            samples[name].append(TokenSample(name, crop, f"a {number}"))
    names = sorted(name for name, own in samples.items() if own and name != HOLE)
    if not names:
        return None
    own = tuple(one for name in names for one in samples[name])
    return TokenSet("made up", tuple(names), own, tuple(samples.get(HOLE, ())), 0.05)
