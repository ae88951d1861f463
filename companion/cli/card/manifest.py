"""A list for Raspberry Pi Imager 2 that names a downloaded image, so that Imager offers its settings.

Imager offers no settings for an image that is chosen as *custom*: it cannot know how such an image takes
them.
"""

import hashlib
import json
import lzma
import re
from pathlib import Path
from typing import IO, cast

from companion.errors import CompanionError

ENDING = ".rpi-imager-manifest"
CHUNK = 1 << 20
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
UNKNOWN_DATE = "1970-01-01"
ICON = "https://downloads.raspberrypi.com/raspios_arm64/Raspberry_Pi_OS_(64-bit).png"
DEVICES = ["pi5-64bit", "pi4-64bit", "pi3-64bit"]


class BadImage(CompanionError, ValueError, code="bad_image"):
    """A file is no image of a system."""


def manifest(image: Path) -> str:
    """Return the list that names this image, ``.img`` or ``.img.xz``. Raises ``BadImage``, OSError."""
    if not image.name.endswith((".img", ".img.xz")):
        raise BadImage(f"{image} is no image", hint="Its name ends with .img or .img.xz.")
    with image.open("rb") as file:
        packed_size, packed_hash = _measure(file)
    try:
        with lzma.open(image) if image.suffix == ".xz" else image.open("rb") as opened:
            size, whole_hash = _measure(cast(IO[bytes], opened))
    except (lzma.LZMAError, EOFError) as error:
        raise BadImage(f"{image} is broken: {error}", hint="Download it again.") from error
    date = DATE.search(image.name)
    entry = {
        "name": f"Table Companion: {image.name}",
        "description": "Raspberry Pi OS for a table. When it is written: companion make-card",
        "icon": ICON,
        "url": image.resolve().as_uri(),
        "extract_size": size,
        "extract_sha256": whole_hash,
        "image_download_size": packed_size,
        "image_download_sha256": packed_hash,
        "release_date": date[0] if date else UNKNOWN_DATE,
        "devices": DEVICES,
        "init_format": "cloudinit-rpi",
    }
    return json.dumps({"os_list": [entry]}, indent=2) + "\n"


def _measure(file: IO[bytes]) -> tuple[int, str]:
    size, sha256 = 0, hashlib.sha256()
    while chunk := file.read(CHUNK):
        size += len(chunk)
        sha256.update(chunk)
    return size, sha256.hexdigest()
