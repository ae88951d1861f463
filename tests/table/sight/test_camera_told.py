"""What is wrong with the camera is said on the pages: why it is lost, mirrored, turned."""

from dataclasses import dataclass, field, replace
from typing import Any, get_args

import numpy as np
import pytest

from companion.table.sight.eyes import FrameSight
from companion.table.sight.mirror_watch import LOOK_EVERY_S, MirrorWatch
from companion.table.supervision.supervisor import Fault
from companion.table.workers import EyesWorker
from tests.table.paper_table import reading_of
from tests.vision.markers.test_plane import camera_over, mat_picture
from vision.cameras.view import CameraView, Rotation
from vision.cameras.watched import CameraHealth
from vision.errors import Why
from vision.frame import Frame, ImageBgr
from vision.readings.reading import MarkersSeen
from web.pages.language import LANGUAGES, catalogue


@dataclass
class Told:
    """A table that notes what it is told of its camera."""

    camera_kind: str = "webcam"
    in_use: tuple[str, ...] = ()
    said: list[Any] = field(default_factory=list)
    faults: dict[str, Fault | None] = field(default_factory=dict)

    @property
    def looking(self) -> "Told":
        return self

    @property
    def sets(self) -> "Told":
        return self

    def view(self, *, for_board: bool) -> CameraView:
        return CameraView(rotate=90, for_board=for_board)

    def camera_is(self, health: str, said: Any) -> None:
        self.said.append((health, said and said.code))

    def report(self, part: str, fault: Fault | None) -> None:
        self.faults[part] = fault


@dataclass
class Turning:
    """A camera whose picture turns."""

    turned: Rotation = 0


@pytest.mark.parametrize("why", [*get_args(Why), "slow"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reason_is_said_in_every_language(why: Any, language: str) -> None:
    table = Told()
    worker = EyesWorker(table, Turning(), lambda *_: None)  # type: ignore[arg-type]
    worker._tell_health(CameraHealth("lost", "something is wrong", "Do something.", why))
    ((health, code),) = table.said
    assert health == "lost"
    assert catalogue(language)[code]


def test_where_no_reason_is_known_it_is_said_by_the_kind_of_camera() -> None:
    table = Told()
    worker = EyesWorker(table, Turning(), lambda *_: None)  # type: ignore[arg-type]
    worker._tell_health(CameraHealth("running"))
    worker._tell_health(CameraHealth("lost", "it is gone"))
    table.camera_kind = "url"
    worker._tell_health(CameraHealth("frozen", "it stands"))
    said = [("running", None), ("lost", "camera.trouble_lost"), ("frozen", "camera.url_frozen")]
    assert table.said == said


def test_a_turn_is_told_with_what_to_set_and_once_more_when_it_is_back() -> None:
    table, camera = Told(), Turning()
    worker = EyesWorker(table, camera, lambda *_: None)  # type: ignore[arg-type]
    worker._tell_turn()
    assert table.faults == {}
    camera.turned = 270
    worker._tell_turn()
    assert table.faults == {"picture turned": Fault("picture", "picture_turned", {"rotate": 0})}
    camera.turned = 0
    worker._tell_turn()
    assert table.faults == {"picture turned": None}


MAT = mat_picture(camera_over((138.5, 95.0), 12.0))


def sight(
    image_bgr: ImageBgr, at: float, seen: tuple[int, ...] = (), finished: bool = True
) -> FrameSight:
    image_bgr = np.ascontiguousarray(image_bgr)
    reading = replace(reading_of([]), markers=MarkersSeen(seen=seen))
    return FrameSight(Frame(image_bgr, at, 0), "read", {"dice": reading}, finished=finished)


def test_a_mirrored_picture_is_told_until_markers_are_read() -> None:
    table = Told()
    watch = MirrorWatch(table.report)
    watch.follow(sight(MAT[:, ::-1], 1.0, finished=False))
    assert table.faults == {}
    watch.follow(sight(MAT[:, ::-1], 2.0))
    assert table.faults == {"picture mirrored": Fault("picture", "picture_mirrored")}
    watch.follow(sight(MAT, 3.0, seen=(0, 1, 2, 3)))
    assert table.faults == {"picture mirrored": None}


def test_a_table_without_markers_is_not_mirrored_and_seldom_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[ImageBgr] = []

    def looks(image_bgr: ImageBgr) -> bool:
        looked.append(image_bgr)
        return False

    monkeypatch.setattr("companion.table.sight.mirror_watch.has_mirrored_markers", looks)
    table = Told()
    watch = MirrorWatch(table.report)
    for second in range(2 * round(LOOK_EVERY_S)):
        watch.follow(sight(np.full((96, 128, 3), 90, np.uint8), float(second)))
    assert (table.faults, len(looked)) == ({}, 2)
