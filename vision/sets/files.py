"""Files of a taught set: labels as folder names, and the pictures in them."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadSet, NotAPicture
from vision.given_files import bytes_of
from vision.picture_files import MOST_BYTES, decoded

MOST_SAMPLES = 4_000
"""No taught set has a tenth of this; a reader compares with all samples, and keeps them in memory."""
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


def sample_files(folder: Path) -> list[Path]:
    """Return the pictures in the folders of all labels, sorted by path.

    Raises ``BadSet`` for a file that cannot be a picture, and if they are too many.
    """
    files = sorted(path for path in folder.glob("*/*") if path.is_file())
    shown = [path for path in files if not path.name.startswith(".") and path.name != "Thumbs.db"]
    if len(shown) > MOST_SAMPLES:
        raise BadSet(
            f"{folder} holds {len(shown)} samples, more than {MOST_SAMPLES}",
            hint="Take out those that look like others.",
        )
    for path in shown:
        if path.suffix.lower() not in PICTURES:
            raise BadSet(
                f"{path} is no sample", hint=f"Save it as one of {', '.join(PICTURES)}, or take it out."
            )
    return shown


def read_picture(
    file: Path, how: int = cv2.IMREAD_COLOR, *, least_side_px: int = 1
) -> NDArray[np.uint8]:
    """Return a picture of a set, as OpenCV reads it with the flag ``how``: (height, width, channels).

    Raises ``BadSet``, also if a side is shorter than ``least_side_px``.
    """
    try:
        return decoded(bytes_of(file, MOST_BYTES), str(file), least_side_px, how)
    except (NotAPicture, OSError) as error:
        raise BadSet(f"{file} is not a picture", hint="Delete it or teach again.") from error


def write_picture(file: Path, image: NDArray[np.uint8]) -> None:
    """Write a picture as PNG, making its folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(cv2.imencode(".png", image)[1].tobytes())
