"""Made-up lessons, and that what was learnt says the same in the reader as where it was learnt."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch trains")
pytest.importorskip("onnx", reason="onnx writes networks")

from vision.matching.honest import CONTEXT, NEVER, Honesty  # noqa: E402
from vision.matching.learnt import Learnt  # noqa: E402
from vision.matching.light import as_seen  # noqa: E402
from vision.matching.matcher import BoardMatcher  # noqa: E402
from vision.workshop.training.calibration.cover import as_set  # noqa: E402
from vision.workshop.training.matching import networks  # noqa: E402
from vision.workshop.training.matching.batches import batch  # noqa: E402
from vision.workshop.training.matching.boards import BARE  # noqa: E402
from vision.workshop.training.matching.calibrate import (  # noqa: E402
    Judged,
    as_in_life,
    chances,
    fitted,
    looked_at,
)
from vision.workshop.training.matching.learning import answer_to, as_parts, losses  # noqa: E402
from vision.workshop.training.matching.lessons import STRANGE, LessonPhotograph, examples, washed_out  # noqa: E402
from vision.workshop.training.matching.makes import Print, _rotations, make, twin  # noqa: E402
from vision.workshop.training.matching.publish import publish  # noqa: E402

WITH_FIGURES = 900
"""The seed of a world in which figures stand."""


@pytest.fixture(scope="module")
def example() -> LessonPhotograph:
    return examples(3)[0]


def test_the_same_seed_makes_the_same_lesson(example: LessonPhotograph) -> None:
    again = examples(3)[0]
    assert np.array_equal(again.board_bgr, example.board_bgr)
    assert np.array_equal(again.lesson.samples, example.lesson.samples)
    assert np.array_equal(again.truth, example.truth)


def test_what_was_not_taught_is_strange() -> None:
    for seed in range(6):
        for one in examples(seed):
            labels = {*one.lesson.labels.tolist()}
            assert {*one.truth.flatten().tolist()} <= {BARE, STRANGE, *labels}


@pytest.mark.parametrize(
    ("letter", "slid", "rotations"), [("H", 2, 2), ("Z", 2, 2), ("A", 0, 4), ("I", 1, 2)]
)
def test_nobody_is_asked_which_of_two_turns_that_look_the_same(
    letter: str, slid: int, rotations: int
) -> None:
    """Not even where a font has put the letter a little aside."""
    ink = np.zeros((48, 48), np.uint8)
    cv2.putText(ink, letter, (12, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255,), 2, cv2.LINE_AA)
    left, top, wide, high = cv2.boundingRect((ink > 99).astype(np.uint8))
    ink = np.roll(ink, (24 - top - high // 2, 24 - left - wide // 2 + slid), (0, 1))
    where = np.asarray(ink / 255, np.float32)
    ground = np.full((192, 96, 3), 0.9, np.float32)
    printed = Print(((np.array([0.1, 0.1, 0.2], np.float32), where),))
    assert _rotations(printed, ground) == rotations


def test_what_a_lamp_washes_out_is_neither_taught_nor_asked() -> None:
    rng = np.random.default_rng(0)
    canvas = rng.uniform(0.2, 0.8, (2 * 48 + 96, 2 * 48 + 96, 1)).astype(np.float32)
    canvas = np.repeat(np.kron(canvas[::6, ::6, 0], np.ones((6, 6), np.float32))[..., None], 3, 2)
    photograph = (canvas * 255).astype(np.uint8)
    photograph[48:96, 48:96] = np.clip(photograph[48:96, 48:96].astype(int) + 220, 0, 255)
    assert washed_out(photograph, canvas, (2, 2)).tolist() == [[True, False], [False, False]]


def test_kept_back_worlds_are_of_other_art() -> None:
    assert not np.array_equal(examples(3, kept_back=True)[0].board_bgr, examples(3)[0].board_bgr)


def test_a_batch_may_be_turned_and_means_the_same(example: LessonPhotograph) -> None:
    """Where a cell was put by turning the board, the whole board's truth of it stands."""
    for seed in range(8):
        made = batch(np.random.default_rng(seed), example)
        assert made is not None
        looks = made.looks.flatten()[made.cells]
        bare = (made.truth == 0) & made.has_bare & (made.weight == 1)
        assert (looks[bare] == 0).all()
        assert (looks[(made.truth > 0) & made.has_bare] == 1).all()


def test_learning_makes_what_is_wrong_less(example: LessonPhotograph) -> None:
    torch.manual_seed(0)
    network = networks.MatcherNetworks()
    optimiser = torch.optim.AdamW(network.parameters(), 1e-3)
    rng, sums = np.random.default_rng(0), []
    for _ in range(12):
        made = batch(rng, example)
        assert made is not None
        loss = sum(losses(network, as_parts(made)).values())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        sums.append(float(loss.detach()))
    assert np.mean(sums[-3:]) < np.mean(sums[:3])


def test_readers_answer_as_the_network_that_was_trained(tmp_path: Path) -> None:
    torch.manual_seed(1)  # with which no two shifts of a sample fit equally well
    example = examples(WITH_FIGURES)[0]
    network = networks.MatcherNetworks().eval()
    honest = Honesty(0.1, 0.02, 0.03, -0.2, 0.3, -0.4, 0.5)
    publish(network, honest, settled=0.999, folder=tmp_path)
    matcher = BoardMatcher(as_set(example.lesson, *example.truth.shape), Learnt(tmp_path))
    given = batch(np.random.default_rng(0), example, as_is=True)
    assert given is not None
    answered = answer_to(network, given)
    looked = looked_at(answered)
    wanted = chances(network, honest, answered).numpy()[looked]
    board, cells = as_seen(example.board_bgr), given.cells[0, looked].numpy()
    whole = matcher._sight(board)
    found = matcher._matched(board, cells, whole[cells], None).chances
    assert found[:, [0, -1]] == pytest.approx(wanted[:, [0, -1]], abs=1e-3)
    # Names are in another order.
    assert np.sort(found[:, 1:-1]) == pytest.approx(np.sort(wanted[:, 1:-1]), abs=1e-3)


def judged(logits: Any, context: Any, truth: Any) -> Judged:
    """Cells that resemble their samples as much as the others theirs."""
    return Judged(logits, torch.zeros(len(truth)), context, truth)


def test_chances_that_are_too_sure_are_made_honest() -> None:
    """Logits three times as steep as what happens."""
    rng = np.random.default_rng(0)
    rows, right = [], []
    for _ in range(800):
        logits = rng.normal(0, 2, 5)
        chances = np.exp(logits - logits.max())
        right.append(int(rng.choice(len(logits), p=chances / chances.sum())))
        rows.append(np.r_[logits[0], 3 * logits[1:]])
    logits = torch.tensor(np.array(rows), dtype=torch.float32)
    truth = torch.tensor(right)
    found = fitted(judged(logits, torch.zeros(len(rows), CONTEXT), truth))
    assert found.steep == pytest.approx(np.log(1 / 3), abs=0.2)
    assert abs(found.bare) < 0.3
    # As many strangers as here are not met in life.
    weights = as_in_life(truth)
    assert weights[truth > 0].eq(1).all()
    rare = float(weights[truth == 0][0])
    assert rare * int((truth == 0).sum()) == pytest.approx(int((truth > 1).sum()) / 39, rel=1e-3)
    assert found.stranger == pytest.approx(np.log(rare), abs=0.5)


def test_chances_of_photographs_that_tell_little_are_less_steep() -> None:
    """The same logits, of which in one half of photographs, as their context shows, none is right."""
    rng = np.random.default_rng(0)
    logits = torch.zeros(800, 4)
    context, right = torch.zeros(800, CONTEXT), []
    for n in range(800):
        likely = int(rng.integers(1, 4))
        logits[n, likely] = 4
        context[n, 1] = n % 2
        right.append(likely if n % 2 else int(rng.integers(4)))
    assert fitted(judged(logits, context, torch.tensor(right))).by_margin > 1


def test_what_was_not_compared_does_not_make_the_rest_less_steep() -> None:
    """One in ten right names is not among the most similar ones; all others are plainly right."""
    logits = torch.full((400, 8), NEVER)
    logits[:, 0], logits[:, 2:7] = 0, torch.tensor([6.0, -6, -6, -6, -6])
    right = [7 if n % 10 == 0 else 2 for n in range(400)]
    assert fitted(judged(logits, torch.zeros(400, CONTEXT), torch.tensor(right))).steep > -0.5


def test_a_twin_that_was_never_taught_is_a_stranger_and_can_be_told() -> None:
    found = 0
    for seed in range(12):
        own = make(np.random.default_rng(seed))
        other = twin(np.random.default_rng(seed), own, own.kinds[0])
        if other is not None:
            found += 1
            assert other.labels[0] == len(own.rotations)
    assert found > 6
