"""Whether something is a die of the set at all: a logistic regression on what finder and examiner found,
on how like it is to any face of the set, and on its size, for the dice of one table are of one size.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.faces.confidence import fitted, log_odds
from vision.dice.geometry import area_of, holds, may_touch, sides_apart, weighted_median

PLAIN_HEAT = 0.3
"""Below this heat (0 to 1) the finder's doubt lowers the face score in proportion. Chosen by hand: of
1260 dice fewer than 1 in 100 were fainter."""
HARDLY_FROM = 0.02
"""Less likely than this after one examination, something is not examined again: it saves time, and of
1255 dice one was below it in the end. Chosen by hand."""
DOUBT_FROM = 0.12
"""Between this chance and ``DIE_FROM`` a die may have been missed: the reading is not sure. Chosen by
hand after each training, between 0.1 and 0.25: lower asks about more that is nothing, higher misses more
in silence. Of 1,293 pictures (kept photographs and copies of them, strangers', simulated ones) eight
fewer are sure than with 0.2, and ten dice fewer are missed in sure ones."""
DOUBT_OF_ITS_SIZE = 0.1
"""The same on a known plane, where only what is as large as a die was looked for, of what is like a face
and lies beside nothing larger. Chosen by hand on 240 simulated pictures of dice at the edges, with the
house camera and tilted ones: two dice that were not doubted before were, one of them in a picture that
was sure, and one thing that is none, in a picture that was not."""
DOUBT_AMONG_PLAIN, AT_LEAST_PLAIN, PLAIN_FROM = 0.35, 2, 0.98
"""The same where so many dice are seen, and all so plainly (a chance): what is so much less like them is
more likely a key or a label. Chosen by hand on 490 dark, bright, blurred, noisy and coarsely compressed
copies of photographs and 192 simulated pictures: of what lay between the two beside such dice alone, 5
things were no dice and none was one. Beside a single plain die one was."""
DIE_FROM = 0.5
"""From this chance on something is a die: it is more likely one than not."""
PLAINLY_FROM = 0.8
"""Between ``DIE_FROM`` and this chance something is read as a die but is never sure. Chosen by hand on
the same 1,293 pictures: with 0.85, 30 of 5,223 sure dice are sure no more, and no error is avoided;
with 0.75 one more die is surely wrong."""
LIKE_A_TOP = 0.75
"""What is no side, and so much like a face (a cosine), is sure from ``DIE_FROM`` on, too. Chosen by hand
on 220 simulated pictures with markers: of 16 things that were likely dice, not plainly, and neither
faint nor known as sides six were none, five of them far less like, the sixth 40° off the vertical."""

MOST_RIVAL = 0.5
"""A die is never sure if what was suppressed for it stood out this much as strongly as itself (a ratio,
see ``Sighting.rival``). Chosen by hand, 0.7 at first."""
LEAST_EDGE_STEP = 5.0
"""What ends less plainly (grey levels) is never surely a die. Chosen by hand: of 631 dice, 236 of them
in pictures darkened to 45 %, the least plain had 7.7; of 587 others, 10.3. Four of five groups of drawn
dots had 1 to 3, and through the edges of the fifth ran dots."""
NO_EDGE_STEP = 3.0
"""What ends so little plainly, though its corners were looked at twice, has no edges: a printed cloth's
flowers and checks, much like faces, have 1 to 2. It is not even a die that may be missed. Chosen by
hand: of 644 dice, 55 of them taken for none, the least plain had 6.3."""
MANY = 0.4
"""Where so many of the things in a picture are parts of something longer, or round, all may be. Chosen
by hand: of drawn dominoes' halves nine in ten go on, of 13 and more on photographs 0.42 to 0.86; of six
dice and more, touching ones too, 0.33 at most."""
MANY_BETWEEN = 5
"""Where so many things may be dice, and more than plainly are, all may be texture. Chosen by hand: of
568 photographs and simulated pictures one that has so many had sure dice, two bright specks on a dark
table with fourteen others between. One picture with dice has three of them, beside two dice."""
HARDLY_LIKE = 0.4
"""What would be a die and is less like any face (a cosine) shows something else, a letter say; where so
many do, the one that looks like a face does so by chance. Chosen by hand: printed letters in squares
have 0.65 at most, nine in ten 0.37; in none of 300 photographs and 120 simulated pictures of dice do
two in five of what would be dice have less."""
BESIDE = 1.2
"""So many sides apart at most are the centres of a die's top and of its side. Chosen by hand: 1, and
what corners are misread by."""

MOST_OFF_SIZE = 2.0
"""The logarithm of a thing's size to the usual one counts up to this: a ratio of 7. By hand: up to
a ratio of 3 a thing that is as plainly a die as can be is read, for the usual size may be mistaken."""
PLAINNESS, LIKENESS_POWER = 4, 3
"""Powers by which things count for the usual size: their chance of being a die times the third power of
their likeness, and of that the fourth. A round tray as large as the picture was as likely a die as any,
but only half like a face. Chosen by hand, on one half of the photographs."""
LIKENESS, OFF_SIZE, OUTSHONE = 3, 4, 5
"""Which of the features are the likeness, how far something is off the usual size, and by how much what
lies right beside it stands out more; those before them are the thing's own."""
FAR_OFF_SIZE = 1.4
"""The logarithm of the ratio to the usual size beyond which what is not plainly a die is left out at
once: a ratio of 4. It may hold dice, or lie within one, and would stand in their way. Chosen by hand."""
LIKE_A_FACE = 0.6
"""What is so much like a face may be a die of another size. Chosen by hand: three dice at a table's far
end, half as large as the others, had 0.63 to 0.81; of 120 simulated pictures and 510 photographs two
others have no die there but such a thing."""
MUCH_LIKE_A_FACE, HARDLY_HOT = 0.66, 0.15
"""The same where the size of dice is not known, of whatever size and however unlike a top otherwise:
dice that a camera near the table sees from 45° off the vertical and more. Chosen by hand: of 351
pictures that were sure it tells five, in three of which a die is missed; in six more one is."""
HOT_THING = 0.4
"""Where no die is read and their size is not known, what the finder takes for one so surely may be one
that the examiner does not know: of a grain that hides its pips, or seen from far off the vertical.
Chosen by hand: of 64 simulated pictures and photographs that would else be surely empty ten have such a
thing, and in three of those, 13 dice are missed; in two of the other 54 one is."""
PLAIN_LIKENESS = 0.7
"""What is plainly a die is at least so much like a face of the set. Chosen by hand: it only saves time
and tells dice from things of quite another size."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What speaks for something being a die.

    ``heat``: the finder's; ``face_score``: the examiner's; ``likeness``: the cosine to the face it is
    most like; ``rival`` as in a sighting: what was suppressed for it; ``edge_step``: how plainly it ends
    at its edges, in grey levels, where that was looked at; ``goes_on``: it seems to be a part of
    something longer; ``is_round``: it seems to be the top of a round piece; ``slant``: the log-odds of
    its being a side of a die, or seen from far off the vertical, where no plane is known;
    ``rival_as_seen`` as in a sighting, too.
    """

    heat: float
    face_score: float
    likeness: float
    corners_px: Corners
    rival: float = 0.0
    edge_step: float = 255.0
    goes_on: bool = False
    is_round: bool = False
    slant: float = -np.inf
    rival_as_seen: float = 0.0


def presence(evidence: Sequence[Evidence]) -> list[float]:
    """Return for everything in one picture the chance that it is a die."""
    odds = presence_features(evidence) @ fitted().presence
    return [float(chance) for chance in 1 / (1 + np.exp(-np.clip(odds, -30, 30)))]


def top_face_chance(face_score: float, heat: float) -> float:
    """Return the chance of being a top face of any kind: the face score, lowered where heat is faint."""
    return face_score * min(1.0, heat / PLAIN_HEAT)


def is_beyond_doubt(one: Evidence, chance: float, *, is_no_side: bool = False) -> bool:
    """Tell whether a die is beyond doubt by itself: likely, not faint, without a rival.

    Cloth and mesh are faint to the finder, however like a face they are when straightened; dots on a
    bare table have no edges round them; half a domino goes on in the other half; a draught is round.
    ``is_no_side``: what is known of the camera rules out that it is the side of a die; it is like most
    of what seems a die and is none. Then nothing above it in the picture can be its own top either.
    """
    likely_from = DIE_FROM if is_no_side and one.likeness >= LIKE_A_TOP else PLAINLY_FROM
    plain = chance >= likely_from and one.heat >= PLAIN_HEAT and one.edge_step >= LEAST_EDGE_STEP
    rival = one.rival_as_seen if is_no_side else one.rival
    return plain and rival < MOST_RIVAL and not (one.goes_on or one.is_round)


def seem_other_pieces(evidence: Sequence[Evidence]) -> bool:
    """Tell whether so many things seem dominoes, round or without a face that none is surely a die."""
    counts = (
        sum(one.goes_on for one in evidence),
        sum(one.is_round for one in evidence),
        sum(one.likeness < HARDLY_LIKE for one in evidence),
    )
    return any(count > 0 and count >= MANY * len(evidence) for count in counts)


def seem_texture(chances: Sequence[float]) -> bool:
    """Tell whether so much in a picture is between a die and none that nothing is surely a die.

    Of many specks some look like a one; ``chances``: of being a die, of everything seen.
    """
    between = sum(DOUBT_FROM <= chance < PLAINLY_FROM for chance in chances)
    plain = sum(chance >= PLAINLY_FROM for chance in chances)
    return between >= MANY_BETWEEN and between > plain


def may_be_missed(
    evidence: Sequence[Evidence], chances: Sequence[float], no_sides: Sequence[bool] | None
) -> list[bool]:
    """Tell what is read as no die and may be one; ``chances``: of being a die, of everything seen.

    Where dice are hard to see all of them are less plain. And seen flatly, dice at the table's far end
    are half as large as those near the camera; what lies right beside a die may be its side, though.
    ``no_sides``: what lies so and is none; it is known on a known plane, where only what is as large as
    a die was looked for. None: no plane is known.
    """
    dice = [chance for chance in chances if chance >= DIE_FROM]
    all_plain = len(dice) >= AT_LEAST_PLAIN and min(dice) >= PLAIN_FROM
    least = DOUBT_AMONG_PLAIN if all_plain else DOUBT_FROM
    own, heats = _own_features(evidence), [one.heat for one in evidence]
    may_be = own @ fitted().presence[:OFF_SIZE] >= log_odds(DIE_FROM)
    if no_sides is not None:
        may_be |= np.array(chances) >= DOUBT_OF_ITS_SIZE
    else:
        may_be |= (own[:, LIKENESS] >= MUCH_LIKE_A_FACE) & (np.array(heats) >= HARDLY_HOT)
    may_be &= (own[:, LIKENESS] >= LIKE_A_FACE) & (np.array(chances) < DIE_FROM)
    if no_sides is None and not dice:
        may_be |= np.array(heats) >= HOT_THING
    if may_be.any():
        is_outshone = presence_features(evidence)[:, OUTSHONE] > 0
        may_be &= ~is_outshone if no_sides is None else ~is_outshone | no_sides
    return [
        chance < DIE_FROM and (chance >= least or is_one) and one.edge_step >= NO_EDGE_STEP
        for one, chance, is_one in zip(evidence, chances, may_be.tolist(), strict=True)
    ]


def plainly_dice(evidence: Sequence[Evidence]) -> list[bool]:
    """Tell for everything in one picture whether it is plainly a die."""
    chances = presence(evidence)
    return [
        chance >= PLAINLY_FROM and one.likeness >= PLAIN_LIKENESS
        for one, chance in zip(evidence, chances, strict=True)
    ]


def of_fitting_size(evidence: Sequence[Evidence]) -> list[bool]:
    """Tell what is not far off the usual size, or so plainly a die that its size may be anything."""
    features = presence_features(evidence)
    plain = _plain_by_themselves(features[:, :OFF_SIZE])
    return [bool(fits) for fits in plain | (features[:, OFF_SIZE] < FAR_OFF_SIZE)]


def plain_by_themselves(evidence: Sequence[Evidence]) -> list[bool]:
    """Tell what is plainly a die whatever its size, and whatever lies beside it."""
    return _plain_by_themselves(_own_features(evidence)).tolist() if evidence else []


def _plain_by_themselves(own: NDArray[np.float64]) -> NDArray[np.bool_]:
    odds = own @ fitted().presence[:OFF_SIZE]
    return np.asarray((odds >= log_odds(PLAINLY_FROM)) & (own[:, LIKENESS] >= PLAIN_LIKENESS))


def presence_features(evidence: Sequence[Evidence]) -> NDArray[np.float64]:
    """Return what the chance of being a die is worked out from: (n, 6).

    The limits keep any one feature from deciding alone; they were chosen by hand, before the weights
    were fitted with them.
    """
    if not evidence:
        return np.zeros((0, 6))
    areas = [area_of(one.corners_px) for one in evidence]
    sizes = np.log(np.maximum(areas, 1.0)) / 2
    own = _own_features(evidence)
    usual = _usual_size(own, sizes, np.array([one.corners_px for one in evidence]))
    off_size = np.minimum(np.abs(sizes - usual), MOST_OFF_SIZE)
    return np.column_stack([own, off_size, _outshone(evidence, sizes)])


def _own_features(evidence: Sequence[Evidence]) -> NDArray[np.float64]:
    """Return those of them that are each thing's own: (n, 4)."""
    return np.column_stack(
        [
            np.ones(len(evidence)),
            np.clip([log_odds(one.heat) for one in evidence], -3, 2),
            np.clip([log_odds(one.face_score) for one in evidence], -4, 6),
            np.clip([one.likeness for one in evidence], 0, 1),
        ]
    )


def _usual_size(
    own: NDArray[np.float64], sizes: NDArray[np.float64], quads_px: NDArray[np.float64]
) -> float:
    """Return the median of the sizes, weighted by how plainly each thing is a die, and by its area.

    ``own``: what each thing's own features are. Texture repeats, and fills a place where one die lies
    with many small things; by area both count alike, and what is plainer decides. What holds a plainer
    die does not count: white dice on a dark cloth are like the pips of a face as large as the picture.
    """
    odds = own @ fitted().presence[:OFF_SIZE]
    chances = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    plainness = chances * np.maximum(own[:, LIKENESS], 0.01) ** LIKENESS_POWER
    weights = plainness**PLAINNESS * np.exp(2 * sizes)
    dice = np.flatnonzero(_plain_by_themselves(own))
    held = holds(quads_px, quads_px[dice].mean(1)) & (plainness[dice] > plainness[:, None])
    holds_a_die = held.any(1)
    return weighted_median(sizes, np.where(holds_a_die, 0.0, weights))


def _outshone(evidence: Sequence[Evidence], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much larger and hotter something right beside each is: log of the ratio, 0 to 1.5."""
    strengths = 2 * sizes + np.log([one.heat for one in evidence])
    stronger_by = strengths - strengths[:, None]
    near = may_touch(np.array([one.corners_px for one in evidence]))
    outshone = np.zeros(len(evidence))
    for one, other in np.argwhere(near & (stronger_by > 0)).tolist():
        if sides_apart(evidence[one].corners_px, evidence[other].corners_px) < BESIDE:
            outshone[one] = max(outshone[one], stronger_by[one, other])
    return np.minimum(outshone, 1.5)
