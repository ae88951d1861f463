"""A part of the picture that stands still while the rest goes on is told; a camera's habit is not."""

from collections.abc import Iterator
from itertools import islice, pairwise

import cv2
import numpy as np
import pytest

from tests.figures.simulated import house_throw
from vision.frame import ImageBgr
from vision.judging.frozen import KNOWN_AFTER, FrozenWatch
from vision.judging.live import LiveJudge
from vision.readings.places import PointPx
from vision.readings.reading import Unjudged

HEIGHT, WIDTH = 240, 320
SCENE = (
    np.random.default_rng(5).integers(60, 200, (HEIGHT // 8, WIDTH // 8, 3)).repeat(8, 0).repeat(8, 1)
)
"""A table of squares; in a picture of it the sensor's noise is new."""
UPPER, LOWER = PointPx(160.0, 40.0), PointPx(160.0, 200.0)


def frames(seed: int = 1, spread: float = 1.0) -> Iterator[ImageBgr]:
    """Yield pictures of a table at rest."""
    rng = np.random.default_rng(seed)
    while True:
        noisy = SCENE + rng.normal(0, spread, SCENE.shape)
        yield np.clip(noisy.round(), 0, 255).astype(np.uint8)


def known(camera: Iterator[ImageBgr]) -> FrozenWatch:
    """Return a watch that knows this camera."""
    watch = FrozenWatch()
    for frame in islice(camera, KNOWN_AFTER + 1):
        assert watch.follow(frame) is None
    return watch


def below(frame: ImageBgr, earlier: ImageBgr, row: int = HEIGHT // 2) -> ImageBgr:
    """Return a picture whose lower rows did not arrive."""
    return np.concatenate([frame[:row], earlier[row:]])


def moved(frame: ImageBgr, step: int) -> ImageBgr:
    """Return a picture with a thing of noise in its upper half, elsewhere at each step."""
    frame = frame.copy()
    frame[20:80, 40 + 10 * step : 100 + 10 * step] = np.random.default_rng(step).integers(
        0, 256, (60, 60, 3)
    )
    return frame


def test_rows_that_repeat_to_the_byte_while_all_others_change_are_frozen_until_they_change() -> None:
    camera = frames()
    watch = known(camera)
    earlier = next(camera)
    watch.follow(below(next(camera), earlier))
    for frame in islice(camera, 5):
        part = watch.follow(below(frame, earlier))
        assert part is not None
        assert part.holds(LOWER)
        assert not part.holds(UPPER)
    assert watch.follow(next(camera)) is None
    watch.follow(below(next(camera), earlier))
    assert watch.follow(below(next(camera), earlier)) is not None, "and once more"


def test_so_are_columns_of_a_picture_that_is_turned() -> None:
    camera = frames()
    watch = known(camera)
    earlier = next(camera)
    for frame in islice(camera, 3):
        part = watch.follow(np.concatenate([earlier[:, :160], frame[:, 160:]], axis=1))
    assert part is not None
    assert part.holds(PointPx(80.0, 120.0))
    assert not part.holds(PointPx(240.0, 120.0))


def stored(frame: ImageBgr, quality: int) -> ImageBgr:
    """Return a picture as a webcam delivers it."""
    _, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def test_places_where_jpeg_rounds_the_noise_away_say_nothing_and_all_others_do() -> None:
    rng, watch = np.random.default_rng(2), FrozenWatch()
    even = np.full((480, 640, 3), 128.0)
    even[:, 320:] += 60 * (np.indices((480, 320)).sum(axis=0) % 16 < 8)[..., None]

    def seen() -> ImageBgr:
        return stored(np.clip(even + rng.normal(0, 1.5, even.shape), 0, 255).astype(np.uint8), 50)

    frames = [seen() for _ in range(2 * KNOWN_AFTER)]
    assert any((a[:240:16, :320] == b[:240:16, :320]).all() for a, b in pairwise(frames))
    assert [watch.follow(frame) for frame in frames] == [None] * len(frames)
    watch.follow(below(seen(), frames[0], 240))
    part = watch.follow(below(seen(), frames[0], 240))
    assert part is not None
    assert part.holds(PointPx(100.0, 400.0))
    assert not part.holds(PointPx(100.0, 100.0))


def test_a_picture_that_was_delivered_twice_says_nothing_and_changes_nothing() -> None:
    camera = frames()
    watch = known(camera)
    earlier = next(camera)
    assert [watch.follow(earlier) for _ in range(3)] == [None] * 3
    half = [below(frame, earlier) for frame in islice(camera, 2)]
    found = [watch.follow(one) for one in (half[0], half[0], half[1], half[1])]
    assert [part is not None for part in found] == [True] * 4


def test_a_camera_is_known_first() -> None:
    camera = frames()
    watch, earlier = FrozenWatch(), next(camera)
    assert [watch.follow(below(frame, earlier)) for frame in islice(camera, 200)] == [None] * 200


@pytest.mark.parametrize("seed", range(5))
def test_a_camera_whose_rest_repeats_is_never_called_frozen(seed: int) -> None:
    """Video made of differences: what rests stays to the byte; now and then all is new."""
    rng, camera = np.random.default_rng(seed), frames(seed)
    watch, shown = FrozenWatch(), next(camera)
    for number, frame in enumerate(islice(camera, 300)):
        new = moved(frame, number % 20) if rng.random() < 0.4 else frame
        if number % 15 == 0:
            shown = new
        else:
            around = slice(16, 88) if rng.random() < 0.5 else slice(8, 232)
            columns = slice(32, 304) if rng.random() < 0.9 else slice(None)
            shown = shown.copy()
            shown[around, columns] = new[around, columns]
        assert watch.follow(shown) is None


def test_a_camera_that_takes_up_the_habit_is_not_called_frozen_either() -> None:
    camera = frames()
    watch = known(camera)
    shown = next(camera)
    for number, frame in enumerate(islice(camera, 40)):
        shown = shown.copy()
        shown[20:80, 40:300] = moved(frame, number % 20)[20:80, 40:300]
        assert watch.follow(shown) is None


@pytest.mark.parametrize("level", [0, 255])
def test_a_sensor_that_is_clipped_has_no_noise_that_could_change(level: int) -> None:
    camera = frames()
    watch = known(camera)
    for frame in islice(camera, 5):
        lit = frame.copy()
        lit[120:] = level
        assert watch.follow(lit) is None


def test_the_live_judge_tells_it_as_torn_and_does_not_read() -> None:
    table, judge, rng = house_throw(7001)[0], LiveJudge(), np.random.default_rng(3)

    def seen(earlier: ImageBgr | None = None) -> tuple[Unjudged, ...]:
        frame = np.clip(table + rng.integers(-2, 3, table.shape), 0, 255).astype(np.uint8)
        return judge.blind_in(frame if earlier is None else below(frame, earlier, len(table) // 2))

    assert not any(seen() for _ in range(KNOWN_AFTER + 1))
    seen(table)
    (part,) = seen(table)
    assert part.why == "banded"
    assert part.box_px.y > 0, "the rest is as it is"


@pytest.mark.parametrize("size_wh", [(1, 1), (1, 40), (40, 1), (7, 5), (33, 9)])
def test_the_smallest_pictures_are_followed_without_an_error(size_wh: tuple[int, int]) -> None:
    width, height = size_wh
    watch, rng = FrozenWatch(), np.random.default_rng(0)
    for _ in range(3):
        assert watch.follow(np.asarray(rng.integers(0, 256, (height, width, 3)), np.uint8)) is None
