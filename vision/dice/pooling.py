"""Makes several readings of dice, taken while nothing moved, into one.

Readings of a still table are similar, right or wrong: only the camera's noise differs. So several count
only as one without noise, and anything they disagree on is never sure.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import dist, exp, fsum

from vision.dice.contacts import LEAST
from vision.dice.doubts import SAME_PLACE_SIDES, doubt_of, doubts_of_contacts, nearest, seen_often
from vision.dice.faces.confidence import fitted, log_odds
from vision.dice.grids import Pairs, layouts
from vision.dice.sets import DiceSet
from vision.readings.dice import DiceReading, Die, Doubt
from vision.readings.places import PointMm, PointPx
from vision.readings.reading import Guess, raised_often

NEAR_SIDES = 0.35
"""Distance between centres, in sides of a die, within which they belong to one die: less than half a
side, where another die's centre could be, and far more than a still die's centre varies. Chosen by
hand."""
TURNED_DEG = 30.0
"""Turn in degrees above which a face was read in another quarter turn: less than half a quarter, and far
more than a still die's angle varies. Chosen by hand."""
LEAST_SHARE = 1e-9
"""Keeps a division finite if no other face has any probability."""
GUESSES = 4
"""Faces listed for each die, as in single readings."""


def pool_dice(readings: Sequence[DiceReading], taught: DiceSet) -> DiceReading:
    """Return several readings of the same still table pooled into one; their order does not matter.

    A die is sure only if every reading has it with the same face in the same quarter turn. A die that
    comes or goes leaves a doubt. Raises ``ValueError`` for no readings.
    """
    if not readings:
        raise ValueError("pooling needs at least one reading")
    if len(readings) == 1:
        return readings[0]
    usual = _usual(readings)
    seen = [[_at(die, reading) for reading in readings] for die in usual.dice]
    dice = tuple(_together(die, found, taught) for die, found in zip(usual.dice, seen, strict=True))
    usual = _laid_out(usual, readings)
    doubts = _doubts(dice, usual, readings, seen)
    doubtful = _doubtful(dice, usual, readings, seen)
    return replace(usual, dice=dice, sure=not doubts, doubts=doubts, doubtful=doubtful)


def _laid_out(usual: DiceReading, readings: Sequence[DiceReading]) -> DiceReading:
    """Return the usual reading with the mean contact probabilities of all readings."""
    if not usual.contacts:
        return usual
    odds: dict[tuple[int, ...], list[float]] = {contact.dice: [] for contact in usual.contacts}
    for reading in readings:
        number = [nearest(die.centre_px, usual.dice) for die in reading.dice]
        chances = {
            frozenset(number[die] for die in one.dice): one.probability for one in reading.contacts
        }
        for pair, found in odds.items():
            if set(pair) <= set(number):
                found.append(log_odds(chances.get(frozenset(pair), LEAST)))
    contacts = tuple(replace(one, probability=_chance(_mean(odds[one.dice]))) for one in usual.contacts)
    there = replace(usual, contacts=contacts)
    return replace(there, grids=layouts(there)[0].grids)


def _usual(readings: Sequence[DiceReading]) -> DiceReading:
    """Return the reading that most others agree with."""
    return max(readings, key=lambda one: (sum(_agree(one, other) for other in readings), _rank(one)))


def _agree(one: DiceReading, other: DiceReading) -> bool:
    """Tell whether two readings name the same dice at the same places, touching alike."""
    pairs = ((die, _at(die, other)) for die in one.dice)
    same = all(there is not None and there.face == die.face for die, there in pairs)
    return same and _contacts(other, one) == _contacts(one, one)


def _contacts(reading: DiceReading, usual: DiceReading) -> frozenset[frozenset[int]] | None:
    """Return which dice lie in neighbouring cells, by their numbers in the usual reading.

    None if its dice differ from those there.
    """
    places = [_at(die, usual) for die in reading.dice]
    number = [-1 if place is None else usual.dice.index(place) for place in places]
    if sorted(number) != list(range(len(usual.dice))):
        return None
    return frozenset(
        frozenset((number[a.die], number[b.die]))
        for grid in reading.grids
        for a, b in combinations(grid.dice, 2)
        if dist(a.cell, b.cell) == 1
    )


def _rank(reading: DiceReading) -> tuple[bool, float, tuple[PointPx, ...]]:
    """Return the quality of a reading by itself; places only break ties."""
    confidence = min((die.confidence for die in reading.dice), default=1.0)
    return reading.sure, confidence, tuple(die.centre_px for die in reading.dice)


def _at(die: Die, reading: DiceReading) -> Die | None:
    """Return the die that a reading has at the place of this one."""
    near = min(reading.dice, key=lambda other: dist(other.centre_px, die.centre_px), default=None)
    if near is None or dist(near.centre_px, die.centre_px) > NEAR_SIDES * die.side_px:
        return None
    return near


def _together(die: Die, found: Sequence[Die | None], taught: DiceSet) -> Die:
    """Return one die pooled from several readings (None: not in that reading)."""
    seen = [one for one in found if one is not None]
    likely = _pool(seen)
    face, confidence = likely[0].label, likely[0].confidence
    same = [one for one in seen if one.face == face]
    first = die if die.face == face else min(same, key=lambda one: one.centre_px)
    rotations = taught.face(face).rotations
    all_alike = len(same) == len(found) and all(
        abs(turn) < TURNED_DEG for turn in _turns(first, same, rotations)
    )
    limit = fitted().calibration(known=taught.known).sure_from
    cut_off = 2 * sum(one.cut_off for one in seen) >= len(found)
    # Confident in its name and yet not sure: it was unclear whether it is a die at all.
    doubted = sum(one.confidence >= limit and not one.sure for one in seen)
    mostly_sure = sum(one.sure for one in seen) > doubted
    return _place(
        replace(
            first,
            face=face,
            confidence=confidence,
            sure=all_alike and confidence >= limit and mostly_sure and not cut_off,
            cut_off=cut_off,
            likely=likely,
        ),
        same,
        rotations,
    )


def _pool(seen: Sequence[Die]) -> tuple[Guess, ...]:
    """Return the most likely faces: first the best of those that some reading named, then the next ones.

    A face's log-odds are the mean over the readings. Their noise cancels, but common errors remain: no
    face becomes more likely than in the reading that gives it most.
    """
    faces = sorted({face for one in seen for face in (one.face, *(guess.label for guess in one.likely))})
    chances = {face: _chance(_mean([log_odds(_share(one, face)) for one in seen])) for face in faces}
    named = max((one.face for one in seen), key=lambda face: (chances[face], face))
    others = sorted((face for face in faces if face != named), key=lambda face: (-chances[face], face))
    left = (1 - chances[named]) / max(fsum(chances[face] for face in others), LEAST_SHARE)
    next_ones = (Guess(face, left * chances[face]) for face in others[: GUESSES - 1])
    return (Guess(named, chances[named]), *next_ones)


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _share(die: Die, face: str) -> float:
    """Return a face's probability in one reading; an unlisted one gets that of the last listed."""
    if face == die.face:
        return die.confidence
    listed = {guess.label: guess.confidence for guess in die.likely[1:]}
    least = min(listed.values(), default=1 - die.confidence)
    return listed.get(face, least)


def _turns(die: Die, seen: Sequence[Die], rotations: int) -> list[float]:
    """Return the clockwise turn of each relative to a die, in the picture, degrees."""
    if die.angle_deg is None:
        return []
    return [_turn(die.angle_deg, one.angle_deg, rotations) for one in seen if one.angle_deg is not None]


def _turn(angle_deg: float, other_deg: float, rotations: int) -> float:
    """Return the turn clockwise from one angle to another, degrees; the least that the face allows."""
    period = 90.0 * rotations
    return (other_deg - angle_deg + period / 2) % period - period / 2


def _mean_angle(
    angle_deg: float | None, seen_deg: Sequence[float | None], rotations: int
) -> float | None:
    """Return the mean of the angles near the first one; None if that is missing."""
    if angle_deg is None:
        return None
    turns = [_turn(angle_deg, other, rotations) for other in seen_deg if other is not None]
    return (angle_deg + _mean([turn for turn in turns if abs(turn) < TURNED_DEG])) % 360


def _place(die: Die, seen: Sequence[Die], rotations: int) -> Die:
    """Return a die at its mean place."""
    faces = [_renumber_like(die, one) for one in seen]
    a, b, c, d = (PointPx(*_middle([face[corner] for face in faces])) for corner in range(4))
    on_table = [one.centre_mm for one in seen if one.centre_mm is not None]
    return replace(
        die,
        centre_px=PointPx(*_middle([one.centre_px for one in seen])),
        corners_px=(a, b, c, d),
        angle_deg=_mean_angle(die.angle_deg, [one.angle_deg for one in seen], rotations),
        centre_mm=None if die.centre_mm is None else PointMm(*_middle(on_table)),
        angle_mm_deg=_mean_angle(die.angle_mm_deg, [one.angle_mm_deg for one in seen], rotations),
    )


def _renumber_like(die: Die, other: Die) -> tuple[PointPx, ...]:
    """Return the other's corners, counted from the one at this die's first corner."""
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
    readings: Sequence[DiceReading],
    seen: Sequence[Sequence[Die | None]],
) -> tuple[str, ...]:
    contacts = {_contacts(reading, usual) for reading in readings} - {None}
    raised = dict.fromkeys(sorted(raised_often(readings)), True) | {
        "die": any(not die.sure and not die.cut_off for die in dice),
        "cut_off": any(die.cut_off for die in dice),
    }
    if any(_at(die, usual) is None for reading in readings for die in reading.dice):
        raised["maybe_missed"] = True
    if any(die is None for of_die in seen for die in of_die):
        raised["maybe_extra"] = True
    if len(contacts) > 1:
        raised["grid"] = True
    return tuple(name for name, doubtful in sorted(raised.items()) if doubtful)


def _doubtful(
    dice: Sequence[Die],
    usual: DiceReading,
    readings: Sequence[DiceReading],
    seen: Sequence[Sequence[Die | None]],
) -> tuple[Doubt, ...]:
    """Return what is not sure after all these looks, and where; dice have the numbers of the pooled
    ones."""
    raised: list[Doubt] = []
    faint = {number for doubt in seen_often(readings, "may_be_a_die", dice) for number in doubt.dice}
    for number, (die, found) in enumerate(zip(dice, seen, strict=True)):
        share = sum(one is not None for one in found) / len(found)
        if die.cut_off:
            raised.append(doubt_of(die, "cut_off", share, (number,)))
        if share < 1 or number in faint:
            raised.append(doubt_of(die, "may_be_a_die", share, (number,)))
        named = all(one is None or one.face == die.face for one in found)
        if not die.sure and not die.cut_off and not (named and (share < 1 or number in faint)):
            raised.append(doubt_of(die, "which_face", share, (number,)))
    gone = _come_and_gone(usual, readings)
    raised += [*gone, *_elsewhere(seen_often(readings, "may_be_missed", dice), gone)]
    unlike = doubts_of_contacts(dice, _unlike_contacts(usual, readings))
    return (*raised, *(list(unlike) or seen_often(readings, "touching_or_not", dice)))


def _elsewhere(doubts: Sequence[Doubt], others: Sequence[Doubt]) -> list[Doubt]:
    """Return the doubts at places where none of the others lies."""
    return [
        doubt
        for doubt in doubts
        if all(
            dist(doubt.centre_px, other.centre_px) > SAME_PLACE_SIDES * doubt.side_px for other in others
        )
    ]


def _come_and_gone(usual: DiceReading, readings: Sequence[DiceReading]) -> list[Doubt]:
    """Return the first look at each die that is not in the usual reading."""
    gone: list[Die] = []
    for reading in readings:
        gone += [
            die
            for die in reading.dice
            if _at(die, usual) is None and nearest(die.centre_px, gone) is None
        ]
    shares = (sum(_at(die, one) is not None for one in readings) / len(readings) for die in gone)
    return [doubt_of(die, "may_be_missed", share) for die, share in zip(gone, shares, strict=True)]


def _unlike_contacts(usual: DiceReading, readings: Sequence[DiceReading]) -> Pairs:
    """Return the pairs of dice that touch in some looks only."""
    found = {pairs for one in readings if (pairs := _contacts(one, usual)) is not None}
    unlike = frozenset[frozenset[int]]().union(*(one ^ other for one, other in combinations(found, 2)))
    return frozenset((min(pair), max(pair)) for pair in unlike)
