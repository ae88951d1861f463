"""Picture files: whole ones damaged, thin and huge ones, bombs, and what is no file at all."""

import io
import os
import struct
import zlib
from collections.abc import Callable, Generator
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

from tests.rigs.fuzz import garble
from tests.rigs.fuzz.watched import Input, Wrong
from vision.picture_files import MOST_PIXELS, load_picture

FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF")
SIZES = ((64, 48), (33, 32), (32, 500), (1, 1), (2, 900), (640, 480), (320, 321))


def pictures(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield picture files; whatever is taken must have the size and the pixels it says."""
    good, strange = _good(rng), _strange(folder)
    path = folder / "picture"
    while True:
        if rng.random() < 0.002:
            made = rng.choice(strange)
            yield lambda made=made: _load(made())  # type: ignore[misc]
            continue
        data = rng.choice(good)
        for _ in range(rng.choice((0, 1, 1, 1, 3))):
            data = garble.damaged(rng, data)
        path.write_bytes(data)
        yield lambda: _load(path)


def _load(path: Path) -> None:
    image = load_picture(path)
    if image.dtype != np.uint8 or image.ndim != 3 or image.size > 3 * MOST_PIXELS:
        raise Wrong(f"{image.dtype} {image.shape}")


def _good(rng: Random) -> list[bytes]:
    files = []
    for kind in FORMATS:
        for width, height in SIZES:
            pixels = np.frombuffer(rng.randbytes(width * height * 3 // 8 + 3), np.uint8)
            image = np.resize(np.repeat(pixels, 8), (height, width, 3))
            for more in _ways(kind):
                file = io.BytesIO()
                picture = Image.fromarray(image)
                picture = picture.convert("L") if "gray" in more else picture
                picture.save(file, kind, **{key: value for key, value in more.items() if key != "gray"})
                files.append(file.getvalue())
    return files


def _ways(kind: str) -> list[dict[str, object]]:
    """Return how a picture of this format is written."""
    turned = Image.Exif()
    turned[0x0112] = 6
    more: dict[str, list[dict[str, object]]] = {
        "JPEG": [{"progressive": True}, {"exif": turned}, {"quality": 5}, {"gray": True}],
        "PNG": [{"gray": True}, {"exif": turned}],
        "WEBP": [{"lossless": True}, {"exif": turned}],
        "TIFF": [{"compression": "tiff_deflate"}],
    }
    return [{}, *more.get(kind, [])]


def _strange(folder: Path) -> list[Callable[[], Path]]:
    """Return what makes a FIFO, a folder, nothing, a device, a bomb and pictures of unheard-of sizes."""

    def fifo() -> Path:
        path = folder / "fifo.png"
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        return path

    def written(data: bytes) -> Callable[[], Path]:
        def write() -> Path:
            path = folder / "strange.png"
            path.write_bytes(data)
            return path

        return write

    sizes = ((12_000, 12_000), (2**31 - 1, 1), (2**16, 2**16), (20_000, 1), (0, 0), (7000, 7000))
    return [
        fifo,
        lambda: folder,
        lambda: folder / "missing.png",
        lambda: Path("/dev/zero"),
        lambda: folder / ("n" * 400 + ".png"),
        lambda: folder / "a\0b.png",
        *(written(bomb(*size)) for size in sizes),
    ]


def bomb(width: int, height: int) -> bytes:
    """Return a small PNG that says it is of this size."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(min(60_000_000, height * (width + 1))), 9)
    parts = [(b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")]
    chunks = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def samples(rng: Random) -> list[bytes]:
    """Return a few whole pictures, to be sent."""
    return [data for data in _good(rng) if len(data) < 30_000]
