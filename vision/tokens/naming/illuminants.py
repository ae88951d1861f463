"""The priors of illuminants: near the lesson's if a board or the same ground shows it, or any."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.sets.kind import Sample
from vision.tokens.naming.clusters import IlluminantPrior
from vision.tokens.naming.looks import TokenLooks

Values = NDArray[np.float64]

ILLUMINANT_SHADE, ILLUMINANT_WARMTH, ILLUMINANT_GREEN, ILLUMINANT_SATURATION = 0.4, 0.2, 0.025, 0.2
ILLUMINANT_GLOW, ILLUMINANT_TEXTURE = 0.1, 0.12
"""Spread of illuminants around the lesson's: standard deviations of brightness, of warm against cold, of
green against purple, in which illuminants, and cameras' white balance, hardly differ, of saturation, of
the glow of gems' vivid parts, and of texture."""
TOLD_SHADE, TOLD_TINT = 0.12, 0.06
"""Precision with which a board shows the illuminant."""
BESIDE_SHADE, BESIDE_TINT = 0.25, 0.08
"""The same for tokens beside it, since another ground shows through clear gems."""
SAME_GROUND = 0.05
"""Precision with which the lesson's own ground shows the illuminant."""
SAME_LOOK, SAME_BONUS = 0.2, 3.0
"""Difference in colour (logarithms) below which a ground is taken for the lesson's, under nearly its
illuminant; logarithm of the ratio by which that is more probable than another ground under another
illuminant."""
MOST_SHADE, MOST_WARMTH, MOST_GREEN = 0.6, 0.3, 0.06
"""Greatest change of an even ground by another illuminant, or by a camera's white balance: in
brightness, in warm against cold, and in green against purple. Chosen by hand, from the spread of
illuminants (above)."""
STARTS = (
    (0.0, 0.0, 0.0, 0.0),
    (-0.4, -0.4, -0.4, 0.0),
    (0.4, 0.4, 0.4, 0.0),
    (0.3, 0.0, -0.3, 0.0),
    (-0.3, 0.0, 0.3, 0.0),
    (0.2, 0.2, 0.2, -0.35),
)
"""Shifts, and saturations, from which illuminants are fitted: a bright sky mirrored by glossy gems makes
all of them paler."""
SHADES = (0.0, -0.3, 0.3)
MANY_STARTS = tuple(
    (shade + warmth, shade, shade - warmth, saturation)
    for saturation, shades in ((0.0, (0.0, -0.25, 0.25, -0.5, 0.5)), (0.35, SHADES), (-0.35, SHADES))
    for shade in shades
    for warmth in (0.0, -0.3, 0.3)
)
"""The same if only colours give evidence: with few starts, one picture in twenty was explained wrongly
although the right explanation is more probable; without other saturations, one in 72 that was far more
colourful than the lesson."""


def propose_priors(
    looks: TokenLooks, weights: Values, ground: Values, told: Values | None, *, in_holes: bool
) -> Iterator[tuple[IlluminantPrior, float]]:
    """Yield priors of illuminants, each with the logarithm of the ratio by which it is more probable
    than any other illuminant.

    ``ground`` (3,): the colour of the lesson's ground; ``told`` (3,): the shift found on a board;
    ``in_holes``: the tokens lie in its holes.
    """
    if told is not None:
        shade, tint = (TOLD_SHADE, TOLD_TINT) if in_holes else (BESIDE_SHADE, BESIDE_TINT)
        yield _prior(told, colour_covariance(shade, tint)), 0.0
        return
    yield broad_prior(), 0.0
    seen = weights > 0.3
    if not seen.any():
        return
    shift = np.median(looks.around[seen], 0) - ground
    if np.abs(shift).max() < SAME_LOOK:
        yield _prior(np.asarray(shift), colour_covariance(2 * SAME_GROUND, SAME_GROUND)), SAME_BONUS


def may_be_illuminant(shift: Values) -> bool:
    """Tell whether another illuminant can change a ground's colour like this, (3,): otherwise it is
    another ground."""
    shade, warmth = float(shift.mean()), float(shift[0] - shift[2]) / 2
    green = float(shift[1] - (shift[0] + shift[2]) / 2)
    return abs(shade) < MOST_SHADE and abs(warmth) < MOST_WARMTH and abs(green) < MOST_GREEN


def broad_prior() -> IlluminantPrior:
    """Return the spread of illuminants around the lesson's without any evidence for the illuminant."""
    return _prior(np.zeros(3), _broad_covariance())


def prior_of_ground(shift: Values) -> IlluminantPrior:
    """Return the illuminant according to the lesson's own ground, given the difference of its colour now
    (3,)."""
    return _prior(shift, colour_covariance(2 * SAME_GROUND, SAME_GROUND))


def _prior(expected: Values, covariance: Values) -> IlluminantPrior:
    others = ILLUMINANT_SATURATION, ILLUMINANT_GLOW, ILLUMINANT_TEXTURE
    precision = np.diag([0.0, 0.0, 0.0, *(1 / one**2 for one in others)])
    precision[:3, :3] = np.linalg.inv(covariance)
    return IlluminantPrior(np.array([*expected, *[0.0] * len(others)]), precision)


def colour_covariance(shade: float, tint: float) -> Values:
    """Return the covariance of colours (3,) with this spread in brightness, and in each channel
    besides."""
    return tint**2 * np.eye(3) + shade**2 * np.ones((3, 3))


def _broad_covariance() -> Values:
    warmth = np.array([1, 0, -1]) / np.sqrt(2)
    green = np.array([1, -2, 1]) / np.sqrt(6)
    return np.asarray(
        ILLUMINANT_SHADE**2 * np.ones((3, 3))
        + ILLUMINANT_WARMTH**2 * np.outer(warmth, warmth)
        + ILLUMINANT_GREEN**2 * np.outer(green, green)
    )


def estimate_illuminants(samples: Sequence[Sample], of: NDArray[np.intp], colours: Values) -> Values:
    """Return the light of each sample's photograph relative to the mean of all: (n, 3)."""
    photos = [one.photo for one in samples]
    names = list(dict.fromkeys(photos))
    number = np.array([names.index(one) for one in photos])
    illuminants = np.zeros((len(names), 3))
    mean_of_parts = colours.reshape(len(colours), -1, 3).mean(1)
    for _ in range(10):
        lit = mean_of_parts - illuminants[number]
        means = np.array([lit[of == k].mean(0) for k in range(of.max() + 1)])
        rest = mean_of_parts - means[of]
        illuminants = np.array([rest[number == p].mean(0) for p in range(len(names))])
        illuminants -= illuminants.mean(0)
    return np.asarray(illuminants[number])


def illuminants_of_background(
    nothing: Sequence[Sample], samples: Sequence[Sample], illuminants: Values
) -> Values:
    """Return the light of the photographs of background samples: (n, 3)."""
    known = {sample.photo: illuminant for sample, illuminant in zip(samples, illuminants, strict=True)}
    return np.array([known.get(one.photo, np.zeros(3)) for one in nothing]).reshape(-1, 3)
