"""Whether something is a die of the set at all: a logistic regression on the results of finder and
examiner, on its likeness to any face of the set, and on its size, since the dice on one table have the
same size.
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
"""Probability after one examination below which something is not examined again: it saves time, and of
1255 dice one was below it in the end. Chosen by hand."""
DOUBT_FROM = 0.12
"""Between this probability and ``DIE_FROM`` a die may have been missed: the reading is not sure. Chosen
by hand after each training, between 0.1 and 0.25: lower asks about more things that are not dice, higher
misses more dice unnoticed. Of 1,293 pictures (kept photographs and copies of them, strangers', simulated
ones) eight fewer are sure than with 0.2, and ten dice fewer are missed in sure ones."""
DOUBT_OF_ITS_SIZE = 0.1
"""The same on a known plane, where only things as large as a die were looked for, for a thing that
resembles a face and lies beside nothing larger. Chosen by hand on 240 simulated pictures of dice at the
edges, with the house camera and tilted ones: two more dice were doubted, one of them in a picture that
had been sure, and one thing that is not a die, in a picture that had not."""
DOUBT_AMONG_PLAIN, AT_LEAST_PLAIN, PLAIN_FROM = 0.25, 2, 0.98
"""The same if at least this many dice are seen, all this clearly (a probability): a thing much less like
them is more probably a key or a label. Chosen by hand: of 463 sure photographs and simulated pictures
two have something between this and 0.35, a label and a missed die of marble; of 28 spoilt ones in which
such a die is missed beside clear ones ten do."""
DIE_FROM = 0.5
"""Probability from which something is a die."""
PLAINLY_FROM = 0.8
"""Between ``DIE_FROM`` and this probability something is read as a die but is never sure. Chosen by hand
on the same 1,293 pictures: with 0.85, 30 of 5,223 sure dice are no longer sure, and no error is avoided;
with 0.75 one more die is wrong with certainty."""
LIKE_A_TOP = 0.75
"""Likeness to a face (a cosine) above which something that is not a side needs only ``DIE_FROM`` to be
sure. Chosen by hand on 220 simulated pictures with markers: of 16 likely, but not clear, dice that were
neither faint nor known as sides six were not dice, five of them far less similar, the sixth 40° off the
vertical."""

MOST_RIVAL = 0.5
"""Strength of something suppressed by a die, as a ratio to its own (see ``Sighting.rival``), from which
that die is never sure. Chosen by hand, 0.7 at first."""
LEAST_EDGE_STEP = 5.0
"""Edge step in grey levels below which something is never surely a die. Chosen by hand: of 631 dice, 236
of them in pictures darkened to 45 %, the least clear had 7.7; of 587 others, 10.3. Of five groups of
drawn dots four had 1 to 3, and dots ran through the edges of the fifth."""
NO_EDGE_STEP = 3.0
"""Edge step below which a thing, whose corners were examined twice, has no edges: a printed cloth's
flowers and checks, much like faces, have 1 to 2. It is not even a possibly missed die. Chosen by hand:
of 644 dice, 55 of them not taken for dice, the least clear had 6.3."""
MANY = 0.4
"""Share of a picture's things that seem to continue, or round, from which all may be such pieces. Chosen
by hand: of drawn dominoes' halves nine in ten continue, of 13 and more on photographs 0.42 to 0.86; of
six dice and more, touching ones too, 0.33 at most."""
MANY_BETWEEN = 5
"""Number of uncertain things, exceeding the clear dice, from which all may be texture. Chosen by hand:
of 568 photographs and simulated pictures one with that many had sure dice, two bright specks on a dark
table with fourteen others between. One picture with dice has three of them, beside two dice."""
HARDLY_LIKE = 0.4
"""Likeness to any face (a cosine) below which a possible die shows something else, such as a letter; if
many do, one that resembles a face does so by chance. Chosen by hand: printed letters in squares have
0.65 at most, nine in ten 0.37; in none of 300 photographs and 120 simulated pictures of dice do two in
five of the possible dice have less."""
BESIDE = 1.2
"""Greatest distance between the centres of a die's top and its side, in sides. Chosen by hand: 1, plus
the error of corners."""

MOST_OFF_SIZE = 2.0
"""Greatest value that counts of the logarithm of a thing's size relative to the usual: a ratio of 7.
Chosen by hand: up to a ratio of 3 a perfectly clear die is read, since the usual size may be
mistaken."""
PLAINNESS, LIKENESS_POWER = 4, 3
"""Powers with which things count for the usual size: the probability of being a die times the third
power of the likeness, and of that the fourth. A round tray as large as the picture was as probably a die
as any die, but had only half the likeness to a face. Chosen by hand, on one half of the photographs."""
LIKENESS, OFF_SIZE, OUTSHONE = 3, 4, 5
"""Indices of the features: likeness, deviation from the usual size, and how much a direct neighbour
stands out more; those before them are the thing's own."""
FAR_OFF_SIZE = 1.4
"""Logarithm of the ratio to the usual size beyond which an unclear die is left out at once: a ratio of
4. It may contain dice, or lie within one, and would be in their way. Chosen by hand."""
LIKE_A_FACE = 0.6
"""Likeness from which a thing may be a die of another size. Chosen by hand: three dice at a table's far
end, half as large as the others, had 0.63 to 0.81; of 120 simulated pictures and 510 photographs two
more have such a thing, without a die there."""
MUCH_LIKE_A_FACE, HARDLY_HOT = 0.66, 0.15
"""The same if the size of dice is unknown, for any size and however little it otherwise looks like a
top: dice that a camera near the table sees at 45° off the vertical and more. Chosen by hand: of 351 sure
pictures it flags five, in three of which a die is missed; in six more one is."""
HOT_THING = 0.4
"""Heat from which, if no die is read and their size is unknown, the finder's result may be a die that
the examiner does not recognise: with a grain that hides its pips, or seen far off the vertical. Chosen
by hand: of 64 simulated pictures and photographs that would otherwise be certainly empty ten have such a
thing, and in three of those, 13 dice are missed; in two of the other 54 one is."""
PLAIN_LIKENESS = 0.7
"""Least likeness to a face of the set of a clear die. Chosen by hand: it only saves time, and separates
dice from things of quite another size."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """The evidence for something being a die.

    ``heat``: from the finder; ``face_score``: from the examiner; ``likeness``: the cosine to the most
    similar face; ``rival`` as in a sighting: what it suppressed; ``edge_step``: the step at its edges,
    in grey levels, if measured; ``goes_on``: it seems to be a part of something longer; ``is_round``: it
    seems to be the top of a round piece; ``slant``: the log-odds of being a side of a die, or seen far
    off the vertical, without a known plane; ``rival_as_seen`` as in a sighting, too.
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
    """Return for everything in one picture the probability that it is a die."""
    odds = presence_features(evidence) @ fitted().presence
    return [float(chance) for chance in 1 / (1 + np.exp(-np.clip(odds, -30, 30)))]


def top_face_chance(face_score: float, heat: float) -> float:
    """Return the probability of being a top face of any kind: the face score, lowered if heat is
    faint."""
    return face_score * min(1.0, heat / PLAIN_HEAT)


def is_beyond_doubt(one: Evidence, chance: float, *, is_no_side: bool = False) -> bool:
    """Tell whether a die is beyond doubt by itself: likely, not faint, without a rival.

    Cloth and mesh are faint to the finder, even if they resemble a face when straightened; dots on a
    bare table have no edges around them; half a domino continues in the other half; a draught is round.
    ``is_no_side``: the camera's position excludes that it is the side of a die; such a die needs less to
    be beyond doubt. Then nothing above it in the picture can be its own top either.
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
    """Tell whether so much in a picture is uncertain that nothing is surely a die.

    Among many specks some look like a one; ``chances``: the probabilities of being dice, of everything
    seen.
    """
    between = sum(DOUBT_FROM <= chance < PLAINLY_FROM for chance in chances)
    plain = sum(chance >= PLAINLY_FROM for chance in chances)
    return between >= MANY_BETWEEN and between > plain


def may_be_missed(
    evidence: Sequence[Evidence], chances: Sequence[float], no_sides: Sequence[bool] | None
) -> list[bool]:
    """Tell which unread things may be dice; ``chances``: the probabilities of being dice, of everything
    seen.

    Where dice are hard to see all of them are less clear. In an oblique view dice at the table's far end
    are half as large as those near the camera; a thing right beside a die may be its side, though.
    ``no_sides``: which lie where no side can be; known on a known plane, where only things as large as a
    die were looked for. None without a known plane.
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
    """Tell for everything in one picture whether it is clearly a die."""
    chances = presence(evidence)
    return [
        chance >= PLAINLY_FROM and one.likeness >= PLAIN_LIKENESS
        for one, chance in zip(evidence, chances, strict=True)
    ]


def of_fitting_size(evidence: Sequence[Evidence]) -> list[bool]:
    """Tell which are not far off the usual size, or such clear dice that their size does not matter."""
    features = presence_features(evidence)
    plain = _plain_by_themselves(features[:, :OFF_SIZE])
    return [bool(fits) for fits in plain | (features[:, OFF_SIZE] < FAR_OFF_SIZE)]


def plain_by_themselves(evidence: Sequence[Evidence]) -> list[bool]:
    """Tell which are clearly dice whatever their size, and whatever lies beside them."""
    return _plain_by_themselves(_own_features(evidence)).tolist() if evidence else []


def _plain_by_themselves(own: NDArray[np.float64]) -> NDArray[np.bool_]:
    odds = own @ fitted().presence[:OFF_SIZE]
    return np.asarray((odds >= log_odds(PLAINLY_FROM)) & (own[:, LIKENESS] >= PLAIN_LIKENESS))


def presence_features(evidence: Sequence[Evidence]) -> NDArray[np.float64]:
    """Return the features for the probability of being a die: (n, 6).

    The limits keep any single feature from deciding alone; they were chosen by hand, before the weights
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
    """Return the features that belong to each thing alone: (n, 4)."""
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
    """Return the median size, weighted by how clearly each thing is a die, and by its area.

    ``own``: each thing's own features. Texture repeats, and fills the place of one die with many small
    things; by area both count the same, and the clearer one decides. A thing that contains a clearer die
    does not count: white dice on a dark cloth resemble the pips of a face as large as the picture.
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
    """Return how much larger and hotter a direct neighbour of each is: log of the ratio, 0 to 1.5."""
    strengths = 2 * sizes + np.log([one.heat for one in evidence])
    stronger_by = strengths - strengths[:, None]
    near = may_touch(np.array([one.corners_px for one in evidence]))
    outshone = np.zeros(len(evidence))
    for one, other in np.argwhere(near & (stronger_by > 0)).tolist():
        if sides_apart(evidence[one].corners_px, evidence[other].corners_px) < BESIDE:
            outshone[one] = max(outshone[one], stronger_by[one, other])
    return np.minimum(outshone, 1.5)
