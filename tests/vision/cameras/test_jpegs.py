"""Pictures in a flow of bytes: cut where they end, however the bytes come."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.cameras.servers import jpeg_of
from vision.cameras.network.jpegs import Jpegs
from vision.errors import NotAPicture
from vision.picture_files import decoded

PICTURES = [jpeg_of(60 + 20 * number, number) for number in range(4)]


def with_thumbnail(picture: bytes) -> bytes:
    """Return the picture with a whole small picture in a segment of its own, as cameras write it."""
    small = jpeg_of(200)
    return picture[:2] + b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small + picture[2:]


def progressive() -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    return bytes(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1])


def restarting() -> bytes:
    noise = np.random.default_rng(2).integers(0, 255, (48, 64, 3), dtype=np.uint8)
    return bytes(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_RST_INTERVAL, 2])[1])


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=40))
def test_pictures_are_whole_however_the_bytes_come(lengths: list[int]) -> None:
    wanted = [PICTURES[0], with_thumbnail(PICTURES[1]), progressive(), restarting(), PICTURES[3]]
    flow = b"".join(b"--frame\r\nContent-Length: 3\r\n\r\n" + one + b"\r\n" for one in wanted)
    jpegs, found, at = Jpegs(), [], 0
    while at < len(flow):
        length = lengths[at % len(lengths)]
        found += jpegs.take(flow[at : at + length])
        at += length
    assert found == wanted


@pytest.mark.parametrize("kept", [0.01, 0.5, 0.8, 0.98])
def test_a_picture_that_is_broken_off_spoils_no_other_and_is_none(kept: float) -> None:
    jpegs, half = Jpegs(), PICTURES[0][: round(kept * len(PICTURES[0]))]
    *broken, whole = jpegs.take(half + b"\r\n--frame\r\n\r\n" + PICTURES[1])
    assert whole == PICTURES[1]
    for one in broken:
        with pytest.raises(NotAPicture):
            decoded(one, "it")


HEADS = {
    "length": b"\r\n--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n",
    "LENGTH first": b"\r\n--frame\r\nCONTENT-LENGTH:%d\r\nContent-Type: image/jpeg\r\n\r\n",
    "no length": b"\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n",
    "no dashes": b"\r\nframe\r\nContent-Type: image/jpeg\r\n\r\n",
    "line feeds": b"\n--frame\nContent-Type: image/jpeg\n\n",
    "boundary alone": b"\r\n--frame\r\n\r\n",
    "nothing": b"",
}


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=40))
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_pictures_without_end_marks_are_told_by_their_length_or_the_next_one(
    head: bytes, lengths: list[int]
) -> None:
    wanted = [PICTURES[0], with_thumbnail(PICTURES[1]), progressive(), restarting(), PICTURES[3]]
    parts = [one[:-2] for one in wanted]
    flow = b"".join((head % len(one) if b"%d" in head else head) + one for one in parts)
    jpegs, found, at = Jpegs(), [], 0
    while at < len(flow):
        length = lengths[at % len(lengths)]
        found += jpegs.take(flow[at : at + length])
        at += length
    found += jpegs.take(head + PICTURES[0][:10])
    assert found == wanted


def test_a_picture_of_known_length_is_given_as_soon_as_it_is_there() -> None:
    part = PICTURES[0][:-2]
    assert Jpegs().take(HEADS["length"] % len(part) + part) == [PICTURES[0]]


@pytest.mark.parametrize("noise", [b"", b"\x00" * 100_000, b"\xff" * 100_000, b"\xff\xd8" * 1000])
def test_what_is_no_picture_is_not_kept(noise: bytes) -> None:
    jpegs = Jpegs()
    for _ in range(3):
        assert jpegs.take(noise) == []
    assert jpegs.take(PICTURES[0])[-1:] == [PICTURES[0]]
