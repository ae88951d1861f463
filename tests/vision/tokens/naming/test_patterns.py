"""What is printed on tokens is told however it lies: turned, aslant, off its outline, in other light."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.sets.kind import Sample
from vision.tokens.finding.outlines import logarithm, rays
from vision.tokens.naming.patterns import Patterns
from vision.tokens.sets import SAMPLE_PX, SAMPLE_RADIUS_PX

LABELS = ("arrow", "bare", "bars", "ring")
MIDDLE = (SAMPLE_PX - 1) / 2
Picture = NDArray[np.uint8]


def face(label: str, side: int = 4 * SAMPLE_PX) -> Picture:
    """Return a token with a sign, large, on a grey table."""
    picture = np.full((side, side, 3), (120, 125, 130), np.uint8)
    middle, radius = side // 2, side // 3
    cv2.circle(picture, (middle, middle), radius, (150, 190, 205), -1, cv2.LINE_AA)
    unit = radius / 10
    ink = (40, 35, 30)

    def outline(*points: tuple[int, int]) -> None:
        places = middle + unit * np.array(points)
        cv2.fillPoly(picture, [np.asarray(places, np.int32)], ink)

    if label == "arrow":
        outline((-1, 7), (-1, -2), (-4, -2), (0, -7), (4, -2), (1, -2), (1, 7))
    if label == "bars":
        outline((-6, -4), (6, -4), (6, -2), (-6, -2))
        outline((-6, 2), (3, 2), (3, 5), (-6, 5))
    if label == "ring":
        cv2.circle(picture, (middle, middle), int(5 * unit), ink, int(2 * unit), cv2.LINE_AA)
        outline((-1, -5), (1, -5), (1, 0), (-1, 0))
    return picture


def sample(label: str, number: int) -> Sample:
    crop = cv2.resize(face(label), (SAMPLE_PX, SAMPLE_PX), interpolation=cv2.INTER_AREA)
    turn = cv2.getRotationMatrix2D((MIDDLE, MIDDLE), 100.0 * number, 1.0)
    turned = cv2.warpAffine(crop, turn, (SAMPLE_PX, SAMPLE_PX), borderMode=cv2.BORDER_REPLICATE)
    return Sample(label, np.asarray(turned, np.uint8), f"photo{number} 0")


@pytest.fixture(scope="module")
def patterns() -> Patterns:
    samples = [sample(label, number) for label in LABELS for number in range(3)]
    of = np.array([LABELS.index(one.label) for one in samples], np.intp)
    return Patterns(samples, of, len(LABELS))


def shown(label: str, rng: np.random.Generator, size: float) -> Picture:
    """Return a token as a camera sees it: turned and aslant, its radius ``size`` times that of a
    sample, in another light."""
    large = face(label)
    turn, aslant = np.radians(rng.uniform(0, 360)), np.diag([1.0, float(rng.uniform(0.88, 1.0))])
    c, s = np.cos(turn), np.sin(turn)
    linear = aslant @ np.array([[c, -s], [s, c]]) * size / 4
    middle = np.array([MIDDLE, MIDDLE]) + rng.uniform(-1.2, 1.2, 2)
    whole = np.column_stack([linear, middle - linear @ np.full(2, (large.shape[0] - 1) / 2)])
    seen = cv2.warpAffine(
        cv2.GaussianBlur(large, (0, 0), 1.5),
        whole,
        (SAMPLE_PX, SAMPLE_PX),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_REPLICATE,
    )
    lit = seen * rng.uniform(0.5, 1.1) * rng.uniform(0.85, 1.15, 3) + rng.normal(0, 2, seen.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def patches(pictures: list[Picture]) -> NDArray[np.float32]:
    at, radius = np.array([[MIDDLE, MIDDLE]]), np.array([SAMPLE_RADIUS_PX])
    return logarithm(np.concatenate([rays(one, at, radius) for one in pictures]))


@pytest.mark.parametrize("size", [0.85, 1.0, 1.18])
def test_a_sign_is_told_turned_aslant_and_in_another_size(patterns: Patterns, size: float) -> None:
    rng = np.random.default_rng(round(100 * size))
    signs = [label for label in LABELS if label != "bare" for _ in range(12)]
    found = patterns.matched(patches([shown(label, rng, size) for label in signs]))
    rows, truth = np.arange(len(signs)), np.array([LABELS.index(label) for label in signs])
    assert (found.distances.argmin(1) == truth).all()
    assert (found.alike[rows, truth] > 0.9).all()
    others = found.alike.copy()
    others[rows, truth] = 0
    assert others.max() < 0.85
    # What is aslant is a little smaller one way.
    assert np.abs(np.log(found.scales[rows, truth] / size)).max() < 0.1


def test_what_bears_nothing_is_told_from_signs(patterns: Patterns) -> None:
    rng = np.random.default_rng(5)
    found = patterns.matched(patches([shown("bare", rng, 1.0) for _ in range(12)]))
    bare = LABELS.index("bare")
    assert patterns.is_bare.tolist() == [label == "bare" for label in LABELS]
    assert (found.distances.argmin(1) == bare).all()
    assert found.distances[:, bare].max() < 0.05


def test_a_sample_that_is_left_out_is_not_compared() -> None:
    samples = [sample("arrow", 0), sample("bars", 0), sample("bars", 1)]
    few = Patterns(samples, np.array([0, 1, 1]), 2)
    own = few.matched(patches([samples[0].crop_bgr]))
    assert own.distances[0].argmin() == 0
    left_out = few.matched(patches([samples[0].crop_bgr]), np.array([0]))
    assert left_out.distances[0, 0] == left_out.distances[0, 1]
    assert left_out.alike[0, 0] == 0


def test_nothing_to_compare_matches_nothing(patterns: Patterns) -> None:
    one = patches([shown("arrow", np.random.default_rng(1), 1.0)])
    assert patterns.matched(one[:0]).distances.shape == (0, len(LABELS))


def test_plain_ground_bears_none_where_every_label_is_printed() -> None:
    samples = [sample(label, number) for label in ("arrow", "bars") for number in range(3)]
    patterns = Patterns(samples, np.repeat(np.arange(2), 3), 2)
    ground = np.full((SAMPLE_PX, SAMPLE_PX, 3), (120, 125, 130), np.uint8)
    found = patterns.matched(patches([ground] * 2))
    assert not found.alike.any()
    assert (found.distances > 0).all()
