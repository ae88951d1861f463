"""A lesson at a table: pictures of a simulated one, tapped, named, tested, saved, used."""

from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import cast

import cv2
import pytest

from companion.errors import BadLesson, BadUpload, CompanionError
from companion.table.table import Table
from companion.table.teaching.shapes import LessonShape, LessonTop, TappedPiece, TeachingShape
from companion.table.teaching.shelf import SetShelf
from companion.table.teaching.teaching import Teaching
from vision.clock import SteppedClock
from vision.dice.sets import load
from vision.frame import Frame
from vision.workshop.simulation.stage import CARCASSONNE_DICE
from vision.workshop.simulation.table import SimulatedTable

FACES = ["cap", "straight", "corner", "three", "knight", "catapult"]


@dataclass
class Bench:
    """A simulated table, and what is taught there."""

    folder: Path
    clock: SteppedClock = field(default_factory=SteppedClock)
    own: dict[str, str] = field(default_factory=dict)
    stands_for: frozenset[str] = frozenset()
    game: str | None = None
    off: bool = False
    taught_now: str | None = None

    def __post_init__(self) -> None:
        self.simulated = SimulatedTable(self.clock, style=CARCASSONNE_DICE, seed=5)
        self.teaching = Teaching(cast(Table, self), SetShelf(self.folder))

    @property
    def sets(self) -> "Bench":
        return self

    @property
    def in_use(self) -> dict[str, str]:
        return {"dice": "carcassonne"} | self.own

    @property
    def looking(self) -> "Bench":
        return self

    @property
    def frame(self) -> Frame | None:
        image = self.simulated.render(self.clock.now())
        return None if self.off else Frame(image, self.clock.now(), 1)

    def use(self, kind: str, set_name: str | None, stands_for: frozenset[str] = frozenset()) -> None:
        self.own = {} if set_name is None else {kind: set_name}
        self.stands_for = stands_for

    def teach(self, kind: str | None) -> None:
        self.taught_now = kind

    def throw(self, count: int = 9) -> None:
        self.simulated.clear()
        self.simulated.throw(count=count)
        self.clock.wait(Event(), 5.0)

    def truth(self, top: LessonTop) -> str:
        """The face that this die really shows."""

        def away(centre: tuple[float, float]) -> float:
            return abs(centre[0] - top["centre"][0]) + abs(centre[1] - top["centre"][1])

        return min(self.simulated.truth(), key=lambda die: away(die.centre)).face

    def name_all(self) -> None:
        """Take a picture, and name every die on it."""
        for top in tops(self.teaching.take_picture()):
            self.teaching.tap(TappedPiece(top["centre"], self.truth(top)))


def lesson(state: TeachingShape) -> LessonShape:
    assert state["lesson"] is not None
    return state["lesson"]


def tops(state: TeachingShape) -> list[LessonTop]:
    picture = lesson(state)["picture"]
    assert picture is not None
    return picture["tops"]


def refused(error: pytest.ExceptionInfo[CompanionError]) -> str:
    reason = error.value.reason
    return reason.code.removeprefix("error.teaching.") if reason else ""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A table at which nine dice were shown twice."""
    bench = Bench(tmp_path_factory.mktemp("sets"))
    bench.teaching.begin("dice", "mine", "carcassonne", earlier=False)
    for _ in range(2):
        bench.throw()
        bench.name_all()
    return bench


def test_every_die_of_a_picture_is_seen_and_can_be_named(taught: Bench) -> None:
    found = tops(taught.teaching.state())
    assert len(found) == 9
    assert [top["face"] for top in found] == [taught.truth(top) for top in found]
    assert taught.teaching.picture()


def test_what_is_still_missing_is_said(taught: Bench) -> None:
    told = lesson(taught.teaching.state())
    known = {one["face"]: one["samples"] for one in told["faces"]}
    missing = [note for note in told["notes"] if note["kind"] == "never_shown"]
    assert {face for note in missing for face in note["faces"]} == set(FACES) - set(known)
    assert sum(known.values()) == 18
    assert not [note for note in told["notes"] if note["kind"] == "angle_missing"]


def test_the_test_reads_with_what_was_taught_and_what_is_put_right_is_learnt(taught: Bench) -> None:
    taught.throw(3)
    known = {one["face"] for one in lesson(taught.teaching.state())["faces"]}
    read = tops(taught.teaching.test())
    truth = [taught.truth(top) for top in read]
    right = [top["read"] == face for top, face in zip(read, truth, strict=True)]
    assert right == [face in known for face in truth]
    assert not [top for top, face in zip(read, truth, strict=True) if top["sure"] and face not in known]
    wrong = next(face for face in FACES if face != read[0]["read"])
    taught.teaching.tap(TappedPiece(read[0]["centre"], wrong))
    assert tops(taught.teaching.state())[0]["face"] == wrong
    assert lesson(taught.teaching.judge())["tested"] == (2, 3)
    taught.teaching.undo()


def test_a_lesson_is_saved_used_and_found_again_after_a_restart(taught: Bench) -> None:
    taught.throw(3)
    state = taught.teaching.save(use=True)
    assert state["lesson"] is None
    assert state["own"] == {"dice": "mine"}
    assert Path(taught.own["dice"]) == taught.folder / "mine"
    assert taught.stands_for == {"carcassonne"}
    assert len(load(taught.folder / "mine").samples) == 18

    again = Bench(taught.folder)
    again.teaching.resume()
    assert again.teaching.state()["own"] == {"dice": "mine"}
    assert [one["name"] for one in again.teaching.state()["sets"]] == ["mine"]
    assert again.teaching.use("dice", None)["own"] == {}

    lesson_on = lesson(again.teaching.begin("dice", "mine", "", earlier=True))
    assert sum(one["samples"] for one in lesson_on["faces"]) == 18
    packed = again.teaching.packed("mine")
    assert again.teaching.delete("mine")["sets"] == []
    assert [one["name"] for one in again.teaching.take_up(packed)["sets"]] == ["mine"]


def test_a_set_given_by_name_comes_before_the_one_that_was_chosen(bench: Bench) -> None:
    bench.folder.joinpath("mine").mkdir()
    bench.folder.joinpath("mine", "faces.json").write_text('{"faces": {"sun": {}}}')
    bench.folder.joinpath("in-use.json").write_text('{"dice": "mine"}')
    bench.own = {"dice": "pips"}
    bench.teaching.resume()
    assert bench.own == {"dice": "pips"}


def test_a_broken_set_is_shown_as_such_and_cannot_be_used(bench: Bench) -> None:
    bench.folder.joinpath("mine").mkdir()
    bench.folder.joinpath("mine", "faces.json").write_text("{")
    (shown,) = bench.teaching.state()["sets"]
    assert shown["broken"]
    with pytest.raises(BadLesson) as error:
        bench.teaching.use("dice", "mine")
    assert refused(error) == "broken_set"
    assert not bench.own


def test_a_photograph_may_be_sent(bench: Bench) -> None:
    bench.teaching.begin("dice", "mine", "carcassonne", earlier=False)
    bench.throw(2)
    frame = bench.frame
    assert frame is not None
    data = cv2.imencode(".jpg", frame.image_bgr)[1].tobytes()
    assert len(tops(bench.teaching.take_file(data))) == 2
    with pytest.raises(BadUpload):
        bench.teaching.take_file(data[: len(data) // 2])
    assert len(tops(bench.teaching.state())) == 2


def test_a_tap_beside_every_die_is_said(bench: Bench) -> None:
    bench.teaching.begin("dice", "mine", "carcassonne", earlier=False)
    bench.throw(1)
    bench.teaching.take_picture()
    with pytest.raises(BadLesson) as error:
        bench.teaching.tap(TappedPiece((0.01, 0.99), "cap"))
    assert refused(error) == "no_die"


def test_the_last_tap_is_taken_back(bench: Bench) -> None:
    bench.teaching.begin("dice", "mine", "carcassonne", earlier=False)
    bench.throw(1)
    (top,) = tops(bench.teaching.take_picture())
    assert lesson(bench.teaching.tap(TappedPiece(top["centre"], "cap")))["can_undo"]
    told = lesson(bench.teaching.undo())
    assert (told["faces"], told["can_undo"]) == ([], False)


def test_what_cannot_be_done_is_said(bench: Bench) -> None:
    teaching = bench.teaching

    def why(*call: object) -> str:
        name, *arguments = call
        with pytest.raises(BadLesson) as error:
            getattr(teaching, str(name))(*arguments)
        return refused(error)

    assert why("take_picture") == why("undo") == why("save", True) == "no_lesson"
    assert why("begin", "chess", "mine", "", False) == "no_kind"
    assert why("begin", "dice", "../mine", "", False) == "bad_name"
    assert why("begin", "dice", "pips", "", False) == "name_taken"
    assert why("begin", "dice", "mine", "", True) == why("delete", "mine") == "no_set"
    assert why("use", "dice", "mine") == why("packed", "mine") == "no_set"
    teaching.begin("dice", "mine", "carcassonne", earlier=False)
    assert why("tap", TappedPiece((0.5, 0.5), "cap")) == why("judge") == "no_picture"
    assert why("test") == why("save", True) == "nothing_taught"
    bench.off = True
    assert why("take_picture") == "no_camera"


def test_a_die_is_kept_in_a_copy_of_the_built_in_set_and_then_in_that(bench: Bench) -> None:
    bench.throw(1)
    (die,) = bench.simulated.truth()
    for number in (1, 2):
        bench.throw(1)
        (die,) = bench.simulated.truth()
        state = bench.teaching.keep("dice", TappedPiece(die.centre, die.face), "mine")
        assert state["own"] == {"dice": "mine"}
        taught = load(bench.folder / "mine")
        assert [face.name for face in taught.faces] == FACES
        assert len(taught.samples) == number
    with pytest.raises(BadLesson) as error:
        bench.teaching.keep("dice", TappedPiece(die.centre, "a sun"), "mine")
    assert refused(error) == "no_face"


def test_no_piece_is_kept_of_a_kind_that_nothing_is_read_with(bench: Bench) -> None:
    with pytest.raises(BadLesson, match="a set of board") as error:
        bench.teaching.keep("board", TappedPiece((0.5, 0.5), "street.single"), "mine")
    assert refused(error) == "no_set"


def test_the_faces_of_the_game_that_is_played_come_first(bench: Bench) -> None:
    assert bench.teaching.state()["families"][0]["name"] == "carcassonne"
    bench.game = "plain_dice"
    assert bench.teaching.state()["families"][0]["name"] == "pips"


def test_a_lesson_in_which_something_was_shown_is_not_forgotten_for_another(bench: Bench) -> None:
    bench.teaching.begin("dice", "mine", "carcassonne", earlier=False)
    bench.teaching.begin("dice", "ours", "carcassonne", earlier=False)  # nothing was shown yet
    bench.throw(2)
    bench.teaching.take_picture()
    with pytest.raises(BadLesson) as error:
        bench.teaching.begin("dice", "yours", "carcassonne", earlier=False)
    assert refused(error) == "under_way"
    assert lesson(bench.teaching.state())["name"] == "ours"


def test_a_tap_on_a_picture_that_is_shown_no_more_teaches_nothing(bench: Bench) -> None:
    """Another page has taken the next picture meanwhile: another die may lie at that place."""
    bench.teaching.begin("dice", "mine", "carcassonne", earlier=False)
    bench.throw(2)
    state = bench.teaching.take_picture()
    picture = lesson(state)["picture"]
    assert picture is not None
    bench.teaching.take_picture()
    with pytest.raises(BadLesson) as error:
        bench.teaching.tap(TappedPiece(tops(state)[0]["centre"], "cap", picture=picture["number"]))
    assert refused(error) == "other_picture"
    bench.teaching.tap(TappedPiece(tops(state)[0]["centre"], "cap", picture=picture["number"] + 1))
