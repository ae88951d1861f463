"""Pictures as somebody sent them: how large they are is read before they are decoded."""

import zlib
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from vision.errors import NotAPicture
from vision.frame import ImageBgr

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
MOST_PIXELS = 64_000_000
"""No picture with more is decoded: the largest photographs of phones have 50 million, or a few more."""
HALVED_ABOVE = 16_000_000
"""A JPEG with more pixels is decoded at half its size, which costs a quarter of the memory."""
FRAME_HEADERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The JPEG segments that say how large the picture is."""
BARE_MARKERS = frozenset({0x01, *range(0xD0, 0xD8)})
"""JPEG markers without a length."""
SCAN, END = 0xDA, b"\xff\xd9"


class SizePx(NamedTuple):
    """Width and height of a picture."""

    width: int
    height: int


def size_of(data: bytes) -> SizePx:
    """Return how large a whole PNG or JPEG is, without decoding it.

    Raises ``NotAPicture`` for anything else, and for a file that was cut off.
    """
    if data.startswith(PNG):
        return _png_size(data)
    if data.startswith(JPEG):
        return _jpeg_size(data)
    raise NotAPicture("not a picture", hint="JPEG and PNG files can be read.")


def decoded(data: bytes, most_pixels: int = MOST_PIXELS) -> ImageBgr:
    """Return a PNG or JPEG as it is seen (turned as the file says). Raises ``NotAPicture``."""
    size = size_of(data)
    pixels = size.width * size.height
    if not 0 < pixels <= most_pixels:
        raise NotAPicture(
            f"a picture of {size.width} × {size.height} pixels",
            hint=f"Send one of at most {most_pixels // 1_000_000} million pixels.",
        )
    halved = pixels > HALVED_ABOVE and data.startswith(JPEG)
    how = cv2.IMREAD_REDUCED_COLOR_2 if halved else cv2.IMREAD_COLOR
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error as error:
        raise _broken() from error
    if image is None:
        raise _broken()
    return np.asarray(image, np.uint8)


def _png_size(data: bytes) -> SizePx:
    chunks = list(_png_chunks(data))
    kinds = [kind for kind, _ in chunks]
    if not kinds or kinds[0] != b"IHDR" or kinds[-1] != b"IEND" or len(chunks[0][1]) < 8:
        raise _broken()
    header = chunks[0][1]
    return SizePx(int.from_bytes(header[:4], "big"), int.from_bytes(header[4:8], "big"))


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield each chunk's kind and what it holds, up to the last. Raises ``NotAPicture``."""
    at, kind = len(PNG), b""
    while kind != b"IEND":
        length = int.from_bytes(data[at : at + 4], "big")
        kind, inside = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        checked = int.from_bytes(data[at + 8 + length : at + 12 + length], "big")
        if len(data) < at + 12 + length or zlib.crc32(kind + inside) != checked:
            raise _broken()
        yield kind, inside
        at += 12 + length


def _jpeg_size(data: bytes) -> SizePx:
    size, at = None, len(JPEG)
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            raise _broken()
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in BARE_MARKERS:
            at += 2
        else:
            length = int.from_bytes(data[at + 2 : at + 4], "big")
            if marker in FRAME_HEADERS and len(data) >= at + 9:
                width, height = data[at + 7 : at + 9], data[at + 5 : at + 7]
                size = SizePx(int.from_bytes(width, "big"), int.from_bytes(height, "big"))
            at += 2 + length
            # The picture itself follows, in which the end's marker can only be the end.
            if marker == SCAN and size is not None and END in data[at:]:
                return size
            if marker == SCAN:
                break
    raise _broken()


def _broken() -> NotAPicture:
    return NotAPicture("the picture is broken, or was cut off", hint="Take it again, or send it again.")
