"""Pictures that somebody sent: their size is known before they are decoded, broken ones are refused."""

import cv2
import numpy as np
import pytest

from vision.errors import NotAPicture
from vision.picture_file import decoded, size_of

RNG = np.random.default_rng(3)
IMAGE = RNG.integers(0, 255, (60, 90, 3), np.uint8)


def written(ending: str, image: object = IMAGE, *how: int) -> bytes:
    return cv2.imencode(ending, np.asarray(image), how)[1].tobytes()


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_picture_is_decoded_and_its_size_known(ending: str) -> None:
    data = written(ending)
    assert size_of(data) == (90, 60)
    assert decoded(data).shape == (60, 90, 3)


def test_a_progressive_jpeg_is_a_picture() -> None:
    data = written(".jpg", IMAGE, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert size_of(data) == (90, 60)
    assert decoded(data).shape == (60, 90, 3)


@pytest.mark.parametrize("ending", [".jpg", ".png"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_a_picture_that_was_cut_off_is_refused(ending: str, share: float) -> None:
    data = written(ending)
    with pytest.raises(NotAPicture):
        decoded(data[: int(share * len(data))])


def test_a_png_with_a_wrong_byte_is_refused() -> None:
    data = bytearray(written(".png"))
    data[len(data) // 2] ^= 1
    with pytest.raises(NotAPicture):
        decoded(bytes(data))


def test_garbage_and_other_files_are_refused() -> None:
    for data in (b"", b"a text", bytes(RNG.integers(0, 255, 999, np.uint8)), written(".bmp")):
        with pytest.raises(NotAPicture):
            decoded(data)
    for number in range(200):
        noise = bytes(RNG.integers(0, 255, number, np.uint8))
        for start in (b"\xff\xd8", b"\x89PNG\r\n\x1a\n"):
            with pytest.raises(NotAPicture):
                decoded(start + noise)


def test_a_picture_with_too_many_pixels_is_not_decoded() -> None:
    with pytest.raises(NotAPicture, match="90 × 60"):
        decoded(written(".png"), most_pixels=5000)


def test_a_very_large_photograph_is_decoded_at_half_its_size() -> None:
    large = np.zeros((4100, 4000, 3), np.uint8)
    assert decoded(written(".jpg", large)).shape == (2050, 2000, 3)
