"""A long look: several readings of a table on which nothing moves, made into one.

What looks say of a still table is much alike, right or wrong: only the camera's noise differs. So many
looks count for no more than one without noise, and what they disagree on is never sure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import dist, exp, fsum

from vision.readers.confidence import fitted, log_odds
from vision.reading import DiceReading, Die, Guess, PointMm, PointPx
from vision.sets.dice import DiceSet

NEAR_SIDES = 0.35
"""Centres so near each other, in sides of a die, are those of one die."""
TURNED_DEG = 30.0
"""A face that seems turned by more than this is read in another quarter turn."""
LEAST_SHARE = 1e-9
GUESSES = 4


def long_look(looks: Sequence[DiceReading], taught: DiceSet) -> DiceReading:
    """Return what several looks at the same still table say together; their order does not matter.

    A die is sure only if every look saw it and named it the same, in the same quarter turn. One that
    comes or goes leaves a doubt. Raises ``ValueError`` for no looks.
    """
    if not looks:
        raise ValueError("a long look needs at least one reading")
    if len(looks) == 1:
        return looks[0]
    usual = _usual(looks)
    seen = [[_at(die, look) for look in looks] for die in usual.dice]
    dice = tuple(_together(die, told, taught) for die, told in zip(usual.dice, seen, strict=True))
    doubts = _doubts(dice, usual, looks, seen)
    return replace(usual, dice=dice, sure=not doubts, doubts=doubts)


def _usual(looks: Sequence[DiceReading]) -> DiceReading:
    """Return the look that most others agree with."""
    return max(looks, key=lambda look: (sum(_agree(look, other) for other in looks), _least(look)))


def _agree(one: DiceReading, other: DiceReading) -> bool:
    """Tell whether two looks name the same dice at the same places, touching alike."""
    pairs = ((die, _at(die, other)) for die in one.dice)
    same = all(there is not None and there.face == die.face for die, there in pairs)
    return same and _contacts(other, one) == _contacts(one, one)


def _contacts(look: DiceReading, usual: DiceReading) -> frozenset[frozenset[int]] | None:
    """Return which dice lie in neighbouring cells, by their numbers in the usual look.

    None where other dice were seen than there.
    """
    places = [_at(die, usual) for die in look.dice]
    number = [-1 if place is None else usual.dice.index(place) for place in places]
    if sorted(number) != list(range(len(usual.dice))):
        return None
    return frozenset(
        frozenset((number[a.die], number[b.die]))
        for grid in look.grids
        for a, b in combinations(grid.dice, 2)
        if dist(a.cell, b.cell) == 1
    )


def _least(look: DiceReading) -> tuple[bool, float, tuple[PointPx, ...]]:
    """Return how good a look is by itself; the places only make it different from any other."""
    confidence = min((die.confidence for die in look.dice), default=1.0)
    return look.sure, confidence, tuple(die.centre_px for die in look.dice)


def _at(die: Die, look: DiceReading) -> Die | None:
    """Return the die that a look saw at the place of this one."""
    near = min(look.dice, key=lambda other: dist(other.centre_px, die.centre_px), default=None)
    if near is None or dist(near.centre_px, die.centre_px) > NEAR_SIDES * die.side_px:
        return None
    return near


def _together(die: Die, told: Sequence[Die | None], taught: DiceSet) -> Die:
    """Return one die as several looks saw it (None: not at all)."""
    seen = [one for one in told if one is not None]
    likely = _pooled(seen)
    face, confidence = likely[0].face, likely[0].confidence
    same = [one for one in seen if one.face == face]
    first = die if die.face == face else min(same, key=lambda one: one.centre_px)
    looks = taught.face(face).looks
    alike = len(same) == len(told) and all(abs(_turn(first, one, looks)) < TURNED_DEG for one in same)
    limit = fitted().belief(known=taught.known).sure_from
    cut_off = 2 * sum(one.cut_off for one in seen) >= len(told)
    # Likely enough and yet not sure: there was something beside it, or it was hardly a die.
    odd = sum(one.confidence >= limit and not one.sure for one in seen)
    is_plain = sum(one.sure for one in seen) > odd
    return _placed(
        replace(
            first,
            face=face,
            confidence=confidence,
            sure=alike and confidence >= limit and is_plain and not cut_off,
            cut_off=cut_off,
            likely=likely,
        ),
        same,
        looks,
    )


def _pooled(seen: Sequence[Die]) -> tuple[Guess, ...]:
    """Return the likeliest faces: first the best of those that some look named, then the next ones.

    A face's log-odds are the mean of those that the looks give it. Their noise goes, but what they
    have in common stays: no face gets likelier than some look held it to be.
    """
    faces = sorted({face for one in seen for face in (one.face, *(guess.face for guess in one.likely))})
    chances = {face: _chance(_mean([log_odds(_share(one, face)) for one in seen])) for face in faces}
    named = max((one.face for one in seen), key=lambda face: (chances[face], face))
    others = sorted((face for face in faces if face != named), key=lambda face: (-chances[face], face))
    left = (1 - chances[named]) / max(fsum(chances[face] for face in others), LEAST_SHARE)
    next_ones = (Guess(face, left * chances[face]) for face in others[: GUESSES - 1])
    return (Guess(named, chances[named]), *next_ones)


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _share(die: Die, face: str) -> float:
    """Return how likely a look holds a face; one that it does not list, as the last one it does."""
    if face == die.face:
        return die.confidence
    listed = {guess.face: guess.confidence for guess in die.likely[1:]}
    least = min(listed.values(), default=1 - die.confidence)
    return listed.get(face, least)


def _turn(one: Die, other: Die, looks: int) -> float:
    """Return by how much the other is turned clockwise, degrees; as little as its face allows."""
    if one.angle_deg is None or other.angle_deg is None:
        return 0.0
    period = 90.0 * looks
    return (other.angle_deg - one.angle_deg + period / 2) % period - period / 2


def _placed(die: Die, seen: Sequence[Die], looks: int) -> Die:
    """Return a die at the mean of the places where it was seen."""
    faces = [_numbered_as(die, one) for one in seen]
    a, b, c, d = (PointPx(*_middle([face[corner] for face in faces])) for corner in range(4))
    turns = [turn for turn in (_turn(die, one, looks) for one in seen) if abs(turn) < TURNED_DEG]
    on_table = [one.centre_mm for one in seen if one.centre_mm is not None]
    return replace(
        die,
        centre_px=PointPx(*_middle([one.centre_px for one in seen])),
        corners_px=(a, b, c, d),
        angle_deg=None if die.angle_deg is None else (die.angle_deg + _mean(turns)) % 360,
        centre_mm=None if die.centre_mm is None else PointMm(*_middle(on_table)),
    )


def _numbered_as(die: Die, other: Die) -> tuple[PointPx, ...]:
    """Return the other's corners, counted from the one that lies where this die's first one does."""
    corners = other.corners_px
    choices = [corners[turns:] + corners[:turns] for turns in range(4)]
    return min(choices, key=lambda choice: fsum(map(dist, choice, die.corners_px)))


def _middle(points: Sequence[PointPx] | Sequence[PointMm]) -> tuple[float, float]:
    return _mean([point.x for point in points]), _mean([point.y for point in points])


def _mean(numbers: Sequence[float]) -> float:
    return fsum(numbers) / len(numbers)


def _doubts(
    dice: Sequence[Die],
    usual: DiceReading,
    looks: Sequence[DiceReading],
    seen: Sequence[Sequence[Die | None]],
) -> tuple[str, ...]:
    told = Counter(doubt for look in looks for doubt in look.doubts)
    often = {doubt for doubt, count in told.items() if 2 * count >= len(looks)}
    contacts = {_contacts(look, usual) for look in looks} - {None}
    signs = dict.fromkeys(sorted(often), True) | {
        "die": any(not die.sure and not die.cut_off for die in dice),
        "cut_off": any(die.cut_off for die in dice),
    }
    if any(_at(die, usual) is None for look in looks for die in look.dice):
        signs["maybe_missed"] = True
    if any(die is None for of_die in seen for die in of_die):
        signs["maybe_extra"] = True
    if len(contacts) > 1:
        signs["grid"] = True
    return tuple(name for name, doubtful in sorted(signs.items()) if doubtful)
