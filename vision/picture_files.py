"""The only way in for pictures from outside: bounded before they are decoded, refused if broken.

The file's own description is read first: the picture's size, and whether the file is complete. So a
small file with an enormous picture costs nothing, and half a picture is never taken for an empty table.
TIFF files are not read: if their data are broken, decoders show a part of the picture.
"""

import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from vision.errors import NotAPicture
from vision.frame import ImageBgr
from vision.given_files import bytes_of

MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 50_000_000
"""Most pixels: as many as the largest usual phone cameras have."""
LEAST_SIDE_PX = 32
LONGEST_SHAPE = 16
"""Greatest ratio of a picture's sides: a panorama is far below that."""
_PNG, _BMP, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF", b"WEBP"
_JPEG = b"\xff\xd8\xff"
_HEIC = frozenset({b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif"})
"""Type codes after ``ftyp`` in files of iPhones, and of some other phones."""
_SOF = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE, _SOS, _EOI, _RST = 0xC2, 0xDA, 0xD9, range(0xD0, 0xD8)
_MOST_SCANS = 100
"""Each scan may cover the whole picture again; encoders make about ten."""
_FILLING = bytes((0x5A, 0xA7, 0x33, 0xC9, 0x1E, 0xD2, 0x6B, 0x94)) * 64
"""Valid JPEG data, placed where no more data should be requested."""


class _Broken(Exception):
    """The file contradicts its own description; the text says why."""


def load_picture(path: Path) -> ImageBgr:
    """Return a picture as it is seen (turned as its file says). Raises ``NotAPicture``."""
    data = _bytes_of(path)

    def decode() -> np.ndarray | None:
        # With ``dst`` the picture is decoded in its final place; every other way holds it twice for a
        # while.
        image = cv2.imread(str(path), dst=None)
        # If OpenCV cannot open a file of this name, as on Windows, the bytes are still there.
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if image is None else image

    return _check(data, str(path), LEAST_SIDE_PX, decode)


def decoded(
    data: bytes, name: str, least_side_px: int = LEAST_SIDE_PX, how: int = cv2.IMREAD_COLOR
) -> ImageBgr:
    """Return the picture that a file's bytes hold, which is called ``name``. Raises ``NotAPicture``.

    ``how``: OpenCV's decoding flag, which may keep transparency; eight bits a channel at most.
    """
    return _check(data, name, least_side_px, lambda: cv2.imdecode(np.frombuffer(data, np.uint8), how))


def _check(
    data: bytes, name: str, least_side_px: int, decode: Callable[[], np.ndarray | None]
) -> ImageBgr:
    """Return the picture decoded, if its file's bytes are complete and its size fits into memory."""
    try:
        width, height = _size_of(data)
        if min(width, height) < least_side_px or max(width, height) > LONGEST_SHAPE * min(width, height):
            raise _Broken(f"{width} × {height} pixels are too few")
        if width * height > MOST_PIXELS:
            raise _Broken(f"{width} × {height} pixels are too many")
        image = decode()
        if image is None or image.dtype != np.uint8:
            raise _Broken("")
        if sorted(image.shape[:2]) != sorted((height, width)):
            raise _Broken("")
        if data.startswith(_JPEG):
            _check_jpeg_data(data)
    except (_Broken, cv2.error, OSError, SyntaxError, ValueError) as error:
        why = f" ({error})" if isinstance(error, _Broken) and str(error) else ""
        raise NotAPicture(f"not a picture: {name}{why}", hint=_hint(data)) from error
    return np.asarray(image, np.uint8)


def size_of(data: bytes) -> tuple[int, int]:
    """Return a whole picture's width and height without decoding it. Raises ``NotAPicture``."""
    try:
        return _size_of(data)
    except _Broken as error:
        raise NotAPicture(f"not a picture: {error}", hint=_hint(data)) from error


def _hint(data: bytes) -> str:
    """Return which files can be read, and how to get one."""
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        return (
            "JPEG and PNG files can be read; this is a HEIC or AVIF file. Save it as JPEG, or let the "
            "phone take JPEGs (iPhone: Settings, Camera, Formats, Most Compatible)."
        )
    return "JPEG and PNG files can be read."


def _bytes_of(path: Path) -> bytes:
    try:
        return bytes_of(path, MOST_BYTES)
    except OSError as error:
        raise NotAPicture(
            f"not a picture: {path} ({error.strerror or error})",
            hint="Check its name, and whether it may be read.",
        ) from error


def _size_of(data: bytes) -> tuple[int, int]:
    """Return width and height from the file, if it is complete. Raises ``_Broken``."""
    kinds: tuple[tuple[bool, Callable[[bytes], tuple[int, int]]], ...] = (
        (data.startswith(_JPEG), _jpeg_size),
        (data.startswith(_PNG), _png_size),
        (data.startswith(_BMP), _bmp_size),
        (data.startswith(_RIFF) and data[8:12] == _WEBP, _webp_size),
    )
    for is_it, size_of in kinds:
        if is_it:
            return size_of(data)
    raise _Broken("")


def _jpeg_size(data: bytes) -> tuple[int, int]:
    segments = _segments(data)
    sizes = [
        (int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7]))
        for code, at in segments
        if code in _SOF
    ]
    if not sizes or sum(code == _SOS for code, _ in segments) > _MOST_SCANS:
        raise _Broken("broken")
    return sizes[0]


def _segments(data: bytes) -> list[tuple[int, int]]:
    """Return a JPEG's segments up to its end: each one's code and position."""
    found, at = [], 2
    while True:
        while data[at : at + 2] == b"\xff\xff":
            at += 1
        if len(data) < at + 2:
            raise _Broken("cut off")
        if data[at] != 0xFF:
            raise _Broken("broken")
        code = data[at + 1]
        found.append((code, at))
        if code == _EOI:
            return found
        at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4]))
        if code == _SOS:
            at = _end_of_scan(data, at)


def _end_of_scan(data: bytes, at: int) -> int:
    """Return the position of the marker that ends the scan whose data begin here."""
    while (found := data.find(b"\xff", at)) >= 0 and found + 1 < len(data):
        following = data[found + 1]
        if following == 0 or following in _RST:
            at = found + 2
        elif following == 0xFF:
            at = found + 1
        else:
            return found
    raise _Broken("cut off")


def _check_jpeg_data(data: bytes) -> None:
    """Raise ``_Broken`` if the last scan wants more data than there are.

    Decoders silently fill in missing data; but with additional data after the end, they show something
    else. Pillow prints nothing on stderr about superfluous bytes, unlike OpenCV's decoder.
    """
    segments = _segments(data)
    end = segments[-1][1]
    # The contribution of a progressive picture's later scans is invisible at an eighth of its size.
    less = 1 if any(code == _PROGRESSIVE for code, _ in segments) else 8
    if _gray(data, less) != _gray(data[:end] + _FILLING + data[end:], less):
        raise _Broken("broken")


def _gray(data: bytes, less: int) -> bytes:
    """Return a JPEG's gray values, reduced by this factor: all its data are read for that."""
    with Image.open(BytesIO(data), formats=("JPEG",)) as image:
        image.draft("L", (image.width // less, image.height // less))
        return image.tobytes()


def _png_size(data: bytes) -> tuple[int, int]:
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length, kind = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        end = at + 8 + length
        if len(data) < end + 4:
            raise _Broken("cut off")
        if zlib.crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4]):
            raise _Broken("broken")
        at = end + 4
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def _bmp_size(data: bytes) -> tuple[int, int]:
    if int.from_bytes(data[2:6], "little") > len(data):
        raise _Broken("cut off")
    width, height = (int.from_bytes(data[at : at + 4], "little", signed=True) for at in (18, 22))
    return width, abs(height)


def _webp_size(data: bytes) -> tuple[int, int]:
    if int.from_bytes(data[4:8], "little") + 8 > len(data):
        raise _Broken("cut off")
    match data[12:16]:
        case b"VP8X":
            width, height = (int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
            return width + 1, height + 1
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = (int.from_bytes(data[at : at + 2], "little") for at in (26, 28))
            return width & 0x3FFF, height & 0x3FFF
    raise _Broken("")
