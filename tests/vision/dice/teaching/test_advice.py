"""The notes of a lesson: contradictions, faces that cannot be told apart, what to photograph next."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.sets import Face
from vision.dice.teaching.advice import contradictions, list_needed, missing_angles
from vision.dice.teaching.shown import PlaceInPhotograph, ShownSample, turn_upright, turns_to
from vision.readings.places import PointPx
from vision.sets.kind import Sample

BLANK = np.zeros((48, 48, 3), np.uint8)
PIPS = ("1", "2", "3", "4", "5", "6")


def views(seed: int, other: int = 0, share: float = 0.0) -> NDArray[np.float32]:
    """Embeddings of one drawing in its four quarter turns, mixed with so much of another's."""
    own, strange = (np.random.default_rng([n, 3]).normal(0, 1, (4, 48)) for n in (seed, other))
    mixed = (1 - share) * own + share * strange
    return np.asarray(mixed / np.linalg.norm(mixed, axis=1, keepdims=True), np.float32)


def shown(
    face: str,
    vectors: NDArray[np.float32],
    where: str = "a.jpg, die 1",
    *,
    at: tuple[float, float] = (100, 100),
    turn_deg: float = 0.0,
    upright: bool = True,
) -> ShownSample:
    place = PlaceInPhotograph(PointPx(*at), 40.0, (1280, 960))
    return ShownSample(
        Sample(face, BLANK, f"{where} 1"), vectors, upright, where, where, place, turn_deg
    )


def near(seed: int, jitter: int, share: float = 0.2) -> NDArray[np.float32]:
    """Another photograph of the same drawing."""
    return views(seed, 1000 + jitter, share)


def test_a_clean_lesson_says_nothing() -> None:
    lesson = [shown(str(n), near(n, 10 * n + k)) for n in range(6) for k in range(3)]
    assert contradictions(lesson) == []


def test_the_same_picture_under_two_names() -> None:
    lesson = [shown("sun", views(1), "a.jpg, die 1"), shown("moon", views(1), "b.jpg, die 4")]
    (note,) = contradictions(lesson)
    assert (note.kind, note.serious, note.faces) == ("labelled_differently", True, ("sun", "moon"))
    assert "a.jpg, die 1 and b.jpg, die 4 look the same" in note.text


def test_the_same_picture_turned_is_the_same() -> None:
    lesson = [shown("six", views(1)), shown("nine", np.roll(views(1), 2, 0), "b.jpg, die 1")]
    assert [note.kind for note in contradictions(lesson)] == ["labelled_differently"]


def test_a_sample_among_another_faces_samples_is_told() -> None:
    lesson = [shown("sun", near(1, k, 0.35), f"s{k}.jpg") for k in range(3)]
    lesson += [shown("moon", near(2, 50 + k, 0.35), f"m{k}.jpg") for k in range(3)]
    lesson.append(shown("moon", near(1, 99, 0.35), "wrong.jpg, die 2"))
    (note,) = [note for note in contradictions(lesson) if note.kind == "labelled_differently"]
    assert note.text == "wrong.jpg, die 2 looks like sun: check its label"
    assert note.serious


def test_faces_that_lie_among_each_other_cannot_be_told_apart() -> None:
    lesson = [shown("O", views(1, 30 + k, 0.4), f"o{k}") for k in range(4)]
    lesson += [shown("Q", views(1, 40 + k, 0.4), f"q{k}") for k in range(4)]
    (note,) = contradictions(lesson)
    assert (note.kind, note.serious, note.faces) == ("too_alike", True, ("O", "Q"))
    assert "cannot be told apart" in note.text


def test_a_sample_unlike_its_fellows_is_named_with_its_file() -> None:
    lesson = [shown("sun", near(1, k), f"s{k}") for k in range(4)]
    lesson.append(shown("sun", views(77), "odd.jpg, die 1"))
    (note,) = contradictions(lesson)
    assert (note.kind, note.serious) == ("odd_sample", False)
    assert "odd.jpg, die 1 1.png" in note.text


def test_what_was_labelled_and_not_learnt_comes_first() -> None:
    notes = list_needed([shown("1", views(1))], {"1", "6"}, PIPS)
    assert (notes[0].kind, notes[0].faces, notes[0].serious) == ("not_learnt", ("6",), True)
    assert (notes[1].kind, notes[1].faces) == ("never_shown", ("2", "3", "4", "5"))
    assert notes[2].text == "photograph 1 once more, in another turn (1 sample)"


def test_a_die_has_six_faces() -> None:
    lesson = [shown(f"glyph {n}", views(n)) for n in range(5)]
    (note,) = [note for note in list_needed(lesson, set(), ()) if note.kind == "never_shown"]
    assert note.text == "5 faces were shown, a die has six: photograph the others"


@pytest.mark.parametrize(
    ("turn_deg", "at", "words"),
    [
        (10, (110, 100), "in another turn"),
        (90, (110, 100), "on another side of the table"),
        (90, (900, 700), "nearer or in other light"),
    ],
)
def test_how_a_face_should_be_photographed_once_more(
    turn_deg: float, at: tuple[float, float], words: str
) -> None:
    lesson = [shown("1", views(1)), shown("1", views(1), turn_deg=turn_deg, at=at)]
    (note,) = [note for note in list_needed(lesson, set(), PIPS) if note.kind == "once_more"]
    assert note.text == f"photograph 1 once more, {words} (2 samples)"


def test_three_samples_are_enough() -> None:
    assert list_needed([shown("1", views(1))] * 3, set(), ("1",)) == []


CAP, SUN, DISC = Face("cap", 4, (("top",),)), Face("sun", 0), Face("disc", 0)


def test_an_angle_is_missed_where_a_face_has_edges_or_a_direction() -> None:
    edges, turn = missing_angles([CAP, SUN, DISC], set(), {"cap": 4, "sun": 2, "disc": 1}, known=False)
    assert (edges.faces, edges.serious) == (("cap",), True)
    assert (turn.faces, turn.serious) == (("sun",), False)
    assert missing_angles([CAP, SUN], {"cap", "sun"}, {"cap": 4, "sun": 4}, known=False) == []


def test_what_the_network_knows_needs_no_angle_but_a_look() -> None:
    (note,) = missing_angles([CAP, Face("knight", 0)], set(), {"cap": 4, "knight": 4}, known=True)
    assert (note.faces, note.serious) == (("cap",), False)
    assert "look whether" in note.text


def test_samples_are_turned_as_the_upright_ones_of_their_face() -> None:
    turned = shown("sun", np.roll(near(1, 1), -1, 0), upright=False)
    fixed = turn_upright([turned, shown("sun", views(1))], {})
    assert all(one.upright for one in fixed)
    assert turns_to(fixed[0].vectors, views(1)) == 0


def test_without_any_upright_sample_they_are_turned_alike() -> None:
    first, second = (shown("sun", np.roll(near(1, k), k, 0), upright=False) for k in (0, 3))
    fixed = turn_upright([first, second], {})
    assert not any(one.upright for one in fixed)
    assert turns_to(fixed[1].vectors, fixed[0].vectors) == 0


def test_a_face_the_network_knows_is_turned_as_it_knows_it() -> None:
    (fixed,) = turn_upright([shown("cap", np.roll(near(1, 1), 2, 0), upright=False)], {"cap": views(1)})
    assert fixed.upright
    assert turns_to(fixed.vectors, views(1)) == 0
