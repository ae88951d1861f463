"""A lesson's statements about the tokens' colours: for each label, or each of its shades.

A label may have tokens of two clearly different shades. If all photographs of a lesson show one ground,
it gives the light of each, and so the shades and the spread within one.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tokens.naming.clusters import NUMBERS, SHIFT, Taught
from vision.tokens.naming.illuminants import colour_covariance
from vision.tokens.naming.looks import TokenLooks
from vision.tokens.sets import TokenSet

Values = NDArray[np.float64]

OWN_DEVIATION, OWN_TINT, OWN_TEXTURE = 0.025, 0.025, 0.07
"""Usual spread of one label's tokens within a picture (logarithms): in each number, in tint, and in
texture."""
SHADE_DEVIATION, LIT_DEVIATION = 0.085, 0.034
"""The same in brightness: if no board gives the light, and if one does."""
BETWEEN, BETWEEN_SHADE, BETWEEN_TINT, BETWEEN_TEXTURE = 0.038, 0.032, 0.032, 0.076
"""Spread of a label's mean between pictures, without the illuminant's shift. All these were chosen on
drawn gems of the styles for teaching, wider than was best there: real illuminants differ more."""
HOLE_BETWEEN = 0.025
"""The same for empty holes, in each number and in tint; the board around them gives their light."""
SHADES_APART = 0.2
"""Gap between a label's samples in colour (logarithms), with at least two on either side, from which
they have two shades. Chosen by hand: one illuminant on one colour leaves no gap of a tenth."""
USUAL_SAMPLES = 20.0
"""Weight of the prior for the spread within a label, in taught samples."""
LEAST_APART = 30.0
"""Squared Mahalanobis distance below which shades of two labels are not distinguished: in a lesson in
which candies were sorted wrongly into labels the nearest two had 15, with correct labels 51 and more."""
SAME_LESSON = 0.12
"""Grounds of a lesson's photographs that differ by less (logarithms) are one ground."""


@dataclass(frozen=True, eq=False)
class Shades:
    """The taught data, with each label's clearly different shades separate: ``of_label`` (kinds, labels)
    is 1 if a kind belongs to a label; ``widths`` (kinds,): spread of its samples, at least 1; ``ground``
    (3,): the colour of the common ground; ``is_doubted`` (labels,): the lesson itself left open which of
    these is which."""

    taught: Taught
    of_label: Values
    widths: Values
    ground: Values
    is_doubted: NDArray[np.bool_]

    @property
    def are_told_apart(self) -> bool:
        """Whether no shade of one label resembles one of another: otherwise some samples have wrong
        labels.

        Labels that are in doubt anyway may be similar.
        """
        label, means = self.of_label.argmax(1), self.taught.means
        off = means[:, None] - means[None]
        away = np.einsum("ijd,de,ije->ij", off, np.linalg.inv(self.taught.covariance), off)
        doubted = self.is_doubted[label]
        differ = (label[:, None] != label[None]) & ~(doubted[:, None] & doubted[None])
        return bool((away[differ] > LEAST_APART).all())

    @classmethod
    def of(cls, taught: TokenSet, of: NDArray[np.intp], looks: TokenLooks) -> "Shades | None":
        """Return the shades of samples with these labels (n,); None if their grounds differ."""
        around = _grounds(taught, looks.around)
        ground = np.unique(around, axis=0).mean(0)
        illuminants = around - ground
        if np.abs(illuminants).max() >= SAME_LESSON:
            return None
        numbers = looks.numbers(illuminants)
        kinds = shades(of, numbers)
        means = np.array([numbers[kinds == k].mean(0) for k in range(kinds.max() + 1)])
        of_label = np.zeros((len(means), of.max() + 1))
        of_label[kinds, of] = 1.0
        rest = numbers - means[kinds]
        told = taught_of(means, len(means), SHADE_DEVIATION, rest)
        doubted = np.isin(taught.labels, taught.in_doubt)
        return cls(told, of_label, _widths(rest, kinds, told), ground, doubted)


def _grounds(taught: TokenSet, around: Values) -> Values:
    """Return the ground's colour in each sample's photograph, (n, 3): of most of it or, if the set does
    not give it, of the samples' surroundings, ``around`` (n, 3)."""
    photos = np.array([one.photo for one in taught.samples])
    found = around.copy()
    for photo in np.unique(photos).tolist():
        own = photos == photo
        found[own] = taught.grounds.get(photo, np.median(around[own], 0))
    return found


def shades(of: NDArray[np.intp], numbers: Values) -> NDArray[np.intp]:
    """Return the kind of each sample (n,): tokens of one label may have two clearly different shades.

    ``of`` (n,): its label; ``numbers`` (n, 10): its looks.
    """
    kinds = of.copy()
    for label in range(of.max() + 1):
        rows = np.nonzero(of == label)[0]
        colours = numbers[rows, :3]
        between = _between(colours)
        place = (colours - colours.mean(0)) @ between
        order = np.sort(place)
        gaps = np.diff(order)[1:-1]
        if len(gaps) and gaps.max() > SHADES_APART:
            limit = order[1 + gaps.argmax()] + gaps.max() / 2
            kinds[rows[place > limit]] = kinds.max() + 1
    return kinds


def _between(colours: Values) -> Values:
    """Return the direction (3,) of greatest variation of colours (n, 3)."""
    return np.asarray(np.linalg.svd(colours - colours.mean(0), full_matrices=False)[2][0])


def taught_of(means: Values, labels: int, shade: float, rest: Values | None = None) -> Taught:
    """Return the taught data: tokens and holes have the usual spread, since lessons show few; if samples
    vary more, with ``rest`` (n, 10) from the means of their kinds, it is increased accordingly."""
    usual = look_covariance(OWN_DEVIATION, shade, OWN_TINT, OWN_TEXTURE)
    if rest is not None:
        usual = (USUAL_SAMPLES * usual + rest.T @ rest) / (USUAL_SAMPLES + max(0, len(rest) - labels))
    token = look_covariance(BETWEEN, BETWEEN_SHADE, BETWEEN_TINT, BETWEEN_TEXTURE)
    hole = look_covariance(HOLE_BETWEEN, BETWEEN_SHADE, HOLE_BETWEEN, BETWEEN_TEXTURE)
    between_pictures = np.stack([token] * labels + [hole] * (len(means) - labels))
    return Taught(means, between_pictures, usual, labels)


def _widths(rest: Values, kinds: NDArray[np.intp], taught: Taught) -> Values:
    """Return each kind's spread relative to the usual, at least 1: (kinds,). ``rest`` (n, 10): each
    sample's difference from its kind's mean."""
    away = np.einsum("nd,de,ne->n", rest, np.linalg.inv(taught.covariance), rest) / NUMBERS
    counts = np.bincount(kinds)
    freedom = np.maximum(counts - 1, 1)
    return np.maximum(1.0, np.bincount(kinds, away) / freedom)


def look_covariance(own: float, shade: float, tint: float, texture: float) -> Values:
    """Return the covariance of looks (10, 10) with this spread in each number, in brightness, in tint
    and in texture."""
    found = own**2 * np.eye(NUMBERS) + SHIFT @ colour_covariance(shade, tint) @ SHIFT.T
    found[-1, -1] = texture**2
    return np.asarray(found)
