"""``python -m tests.rigs.build_pictures FOLDER``: the drawings of ``docs/build.md``."""

import sys
from pathlib import Path
from typing import Any

import pypdfium2
from PIL.Image import Image

from companion.cli.sheets.box import box, pieces
from companion.cli.sheets.mount import mount
from companion.cli.sheets.wiring import wiring
from companion.devices.pin_map import shipped_pin_map

SCALE = 1.2


def pictures() -> dict[str, tuple[bytes, int]]:
    """Return, by its file's name, the PDF of each picture and the number of its page."""
    pin_map = shipped_pin_map()
    sheets = wiring(pin_map)
    return {
        "build-wiring.png": (sheets, 0),
        "build-circuits.png": (sheets, 1),
        "build-board.png": (sheets, 2),
        "build-box.png": (box(pin_map), 0),
        "build-steps.png": (box(pin_map), len(pieces(pin_map)) + 1),
        "build-mount.png": (mount(), 0),
    }


def drawn(pdf: bytes, number: int) -> Image:
    """Return a page as a picture, grey."""
    document: Any = pypdfium2.PdfDocument(pdf)
    picture: Image = document[number].render(scale=SCALE, grayscale=True).to_pil()
    document.close()
    return picture


def main(folder: Path) -> None:
    for name, (pdf, number) in pictures().items():
        drawn(pdf, number).quantize(16).save(folder / name, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
