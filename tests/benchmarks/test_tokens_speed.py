"""How long a reading of tokens takes, against the decoding of its JPEG; one thread."""

from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

import cv2
import numpy as np
import pytest

from tests.vision.workshop.simulation.token_scenes import TokenWishes, What, random_token_scene
from vision.tokens.reader import LiveTokenReader, TokenReader
from vision.tokens.sets import load_tokens
from vision.workshop.simulation import render

pytestmark = pytest.mark.bench

SIZE_WH = (1640, 1232)
KINDS: dict[str, tuple[What, int]] = {"ubongo_gems": ("gems", 8), "gruftmeister_stones": ("stones", 6)}


def milliseconds(work: Callable[[], object], times: int = 5) -> float:
    """The median of the processor's time: other programs do not count."""
    taken = []
    for _ in range(times):
        start = process_time()
        work()
        taken.append(1000 * (process_time() - start))
    return median(taken)


@pytest.mark.parametrize("name", list(KINDS))
def test_a_reading_against_decoding(name: str) -> None:
    what, most = KINDS[name]
    taught = load_tokens(name)
    rng = np.random.default_rng(5)
    rows = []
    for number in range(4):
        scene = random_token_scene(rng, what, SIZE_WH, TokenWishes(hands=0, tilt_deg=10.0))
        image = render(scene, SIZE_WH, number).image_bgr
        coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        reader, live = TokenReader(taught), LiveTokenReader(taught)
        live.read(image)
        works = (partial(cv2.imdecode, coded, cv2.IMREAD_COLOR), partial(reader.read, image))
        decoding, once, again = (milliseconds(work) for work in (*works, partial(live.read, image)))
        rows.append((decoding, once / decoding, again / decoding))
    decoding, once, again = (median(column) for column in zip(*rows, strict=True))
    print(
        f"\n{name}: decoding {decoding:.1f} ms; a photograph {once:.1f} times that, at a live table "
        f"{again:.1f} times (target {most}), n = {len(rows)}"
    )
