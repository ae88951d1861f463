"""Pictures from outside: bounded before they are decoded, and refused where they are broken."""

import os
import zlib
from contextlib import suppress
from pathlib import Path
from random import Random
from time import thread_time

import cv2
import numpy as np
import pytest

from vision.errors import NotAPicture
from vision.frame import ImageBgr
from vision.picture_files import MOST_PIXELS, decoded, load_picture

KINDS = (".png", ".jpg", ".bmp", ".webp")


def picture(width: int = 320, height: int = 240, seed: int = 1) -> ImageBgr:
    noise = np.random.default_rng(seed).integers(0, 255, (height // 8, width // 8, 3), np.uint8)
    return np.asarray(cv2.resize(noise, (width, height)), np.uint8)


def coded(image: ImageBgr, kind: str, *how: int) -> bytes:
    return bytes(cv2.imencode(kind, image, how)[1].tobytes())


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_picture_comes_in(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{kind}"
    path.write_bytes(coded(picture(), kind))
    assert load_picture(path).shape == (240, 320, 3)


def test_a_file_whose_name_opencv_cannot_open_comes_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(coded(picture(), ".png"))
    monkeypatch.setattr("vision.picture_files.cv2.imread", lambda *_args, **_options: None)
    assert (load_picture(path) == picture()).all()


@pytest.mark.parametrize(
    "how",
    [
        (),
        (cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        (cv2.IMWRITE_JPEG_RST_INTERVAL, 2),
        (cv2.IMWRITE_JPEG_OPTIMIZE, 1),
        (cv2.IMWRITE_JPEG_QUALITY, 5),
        (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444),
    ],
    ids=["plain", "progressive", "restarts", "optimized", "coarse", "4:4:4"],
)
@pytest.mark.parametrize("level", [None, 0, 128, 255], ids=["many colours", "black", "gray", "white"])
def test_jpegs_of_every_make_come_in(how: tuple[int, ...], level: int | None) -> None:
    for side in (33, 64, 200):
        image = (
            picture(side + side % 8 + 8, side + 8)
            if level is None
            else np.full((side, side, 3), level, np.uint8)
        )
        assert decoded(coded(image, ".jpg", *how), "a.jpg").shape == image.shape


def test_a_picture_with_more_behind_it_comes_in() -> None:
    assert decoded(coded(picture(), ".jpg") + b"trailer of a phone" * 9, "a.jpg").size


def test_tiff_files_are_refused_since_a_broken_one_is_not_told_from_a_whole_one() -> None:
    with pytest.raises(NotAPicture, match=r"not a picture: a\.tif") as caught:
        decoded(coded(picture(), ".tif"), "a.tif")
    assert "JPEG and PNG" in caught.value.hint


@pytest.mark.parametrize("brand", [b"heic", b"mif1", b"avif"])
def test_who_gives_an_iphones_picture_is_told_how_to_make_a_jpeg_of_it(brand: bytes) -> None:
    with pytest.raises(NotAPicture, match=r"not a picture: a\.heic") as caught:
        decoded(b"\x00\x00\x00\x18ftyp" + brand + bytes(5000), "a.heic")
    assert "Most Compatible" in caught.value.hint


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.95, 0.999])
def test_a_picture_that_is_cut_off_is_refused(kind: str, share: float) -> None:
    data = coded(picture(), kind)
    with pytest.raises(NotAPicture, match="not a picture: half"):
        decoded(data[: int(len(data) * share)], "half")


@pytest.mark.parametrize("progressive", [0, 1])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_jpeg_that_ends_early_is_refused(share: float, progressive: int) -> None:
    data = coded(picture(), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, progressive)
    short = data[: int(len(data) * share)].rstrip(b"\xff") + b"\xff\xd9"
    with pytest.raises(NotAPicture, match="not a picture: short"):
        decoded(short, "short")


def test_a_png_that_was_changed_is_refused() -> None:
    data, rng = bytearray(coded(picture(), ".png")), Random(1)
    for _ in range(50):
        hurt = bytearray(data)
        hurt[rng.randrange(len(hurt))] ^= 1 << rng.randrange(8)
        with pytest.raises(NotAPicture, match="not a picture: hurt"):
            decoded(bytes(hurt), "hurt")


def huge(width: int, height: int, kind: str) -> bytes:
    """Return a small file that says it holds an enormous picture."""
    if kind == "png":
        head = b"IHDR" + width.to_bytes(4) + height.to_bytes(4) + b"\x08\x02\0\0\0"
        body = b"IDAT" + zlib.compress(bytes(1000))
        chunks = [
            (len(c) - 4).to_bytes(4) + c + zlib.crc32(c).to_bytes(4) for c in (head, body, b"IEND")
        ]
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
    data = bytearray(coded(picture(), ".jpg"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = height.to_bytes(2) + width.to_bytes(2)
    return bytes(data)


@pytest.mark.parametrize("kind", ["png", "jpg"])
@pytest.mark.parametrize("side", [12_000, 50_000])
def test_an_enormous_picture_is_refused_before_it_is_decoded(kind: str, side: int) -> None:
    began = thread_time()
    with pytest.raises(NotAPicture, match=f"{side} × {side} pixels are too many"):
        decoded(huge(side, side, kind), "bomb")
    assert thread_time() - began < 0.2


@pytest.mark.parametrize("shape", [(1, 1), (20_000, 1), (1, 20_000), (31, 400), (3000, 40)])
def test_a_tiny_or_thin_picture_is_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(NotAPicture, match="pixels are too few"):
        decoded(coded(np.zeros((*shape, 3), np.uint8), ".png"), "thin")


def test_a_usual_large_photograph_comes_in() -> None:
    assert MOST_PIXELS >= 8160 * 6120


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", tmp_path, Path("/dev/full"), tmp_path / "none", Path("a\0b")):
        with pytest.raises(NotAPicture, match="not a picture"):
            load_picture(path)


def test_no_bytes_make_anything_but_a_picture_or_a_refusal() -> None:
    rng = Random(3)
    whole = [coded(picture(64, 40), kind) for kind in KINDS]
    for _ in range(600):
        data = bytearray(rng.choice(whole))
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(min(len(data), rng.choice((40, 400, 10**6))))] = rng.randrange(256)
        with suppress(NotAPicture):
            assert decoded(bytes(data[: rng.choice((None, rng.randrange(len(data))))]), "x").ndim == 3
