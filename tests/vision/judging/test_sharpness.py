"""How blurred a picture is, whatever lies there and however noisy it is."""

import cv2
import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.judging.judge import blur_px
from vision.workshop.simulation.table import SimulatedTable


def table(dice: int, seed: int) -> ImageBgr:
    clock = SteppedClock()
    simulated = SimulatedTable(clock=clock, seed=seed)
    if dice:
        simulated.throw(count=dice)
    return simulated.render(clock.now() + 10.0)


def blurred(image_bgr: ImageBgr, sigma_px: float, noise: float = 0.0) -> ImageBgr:
    soft = cv2.GaussianBlur(image_bgr, (0, 0), sigma_px) if sigma_px else image_bgr
    rng = np.random.default_rng(3)
    return np.clip(soft + rng.normal(0, noise, soft.shape), 0, 255).astype(np.uint8)


def known(image_bgr: ImageBgr) -> float:
    blur = blur_px(image_bgr)
    assert blur is not None
    return blur


@pytest.mark.parametrize("noise", [0.0, 3.0, 6.0])
@pytest.mark.parametrize("dice", [2, 9])
def test_it_tells_how_far_a_picture_is_blurred(dice: int, noise: float) -> None:
    sharp = table(dice, dice)
    for sigma_px in (2.0, 3.0, 4.0):
        own = known(blurred(sharp, 0.0, noise))
        assert known(blurred(sharp, sigma_px, noise)) == pytest.approx(
            float(np.hypot(own, sigma_px)), rel=0.35
        )


def test_it_grows_with_the_blur_and_not_with_what_lies_there() -> None:
    pictures = [table(dice, seed) for seed, dice in enumerate((1, 3, 6, 9, 12))]
    sharp = [known(picture) for picture in pictures]
    soft = [known(blurred(picture, 3.0)) for picture in pictures]
    assert max(sharp) + 1.0 < min(soft)


def test_of_a_picture_in_which_nothing_is_seen_nothing_is_said() -> None:
    flat = np.full((480, 640, 3), 120, np.uint8)
    assert blur_px(flat) is None
    assert blur_px(blurred(flat, 0.0, 6.0)) is None


def test_a_contrast_of_its_own_changes_nothing() -> None:
    picture = blurred(table(6, 1), 2.0)
    pale = np.clip(picture * 0.5 + 60, 0, 255).astype(np.uint8)
    assert known(pale) == pytest.approx(known(picture), rel=0.2, abs=0.4)
