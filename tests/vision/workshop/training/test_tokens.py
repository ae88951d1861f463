"""Synthetic worlds of tokens, and that what was learnt says the same to its reader."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch trains")
pytest.importorskip("onnx", reason="onnx writes networks")

from vision.network import Network  # noqa: E402
from vision.tokens.learnt.honest import Honesty, chances  # noqa: E402
from vision.workshop.training.tokens import calibrate  # noqa: E402
from vision.workshop.training.tokens.calibrate import Told  # noqa: E402
from vision.workshop.training.tokens.course import Course, recoloured  # noqa: E402
from vision.workshop.training.tokens.episodes import (  # noqa: E402
    ASKED,
    CROP_PX,
    TAUGHT,
    UNKNOWN,
    Episodes,
    crops,
    episodes,
)
from vision.workshop.training.tokens.learning import losses  # noqa: E402
from vision.workshop.training.tokens.luck import Luck  # noqa: E402
from vision.workshop.training.tokens.networks import WIDE, Compare, Tokens  # noqa: E402
from vision.workshop.training.tokens.prints import learn_prints  # noqa: E402
from vision.workshop.training.tokens.publish import publish  # noqa: E402
from vision.workshop.training.tokens.readings import Asked, asked  # noqa: E402
from vision.workshop.training.tokens.signs import Stock, signs, stock_of  # noqa: E402


@pytest.fixture(scope="module")
def stock() -> Stock:
    return stock_of(Luck(5), signs())


@pytest.fixture(scope="module")
def drawn(stock: Stock) -> Episodes:
    return episodes(Luck(3), stock, 3, kept_back=False)


def test_only_what_the_lesson_shows_has_a_name(drawn: Episodes) -> None:
    assert drawn.asked.shape[1:] == (ASKED, 3, CROP_PX, CROP_PX)
    named = 0
    for truth, kinds in zip(drawn.truth, drawn.kinds, strict=True):
        known = {one for one in truth.tolist() if 0 <= one < TAUGHT}
        assert known <= set(kinds.tolist())
        named += len(known)
    assert named > 0
    assert (drawn.truth == UNKNOWN).any()


def test_one_seed_draws_one_world(stock: Stock, drawn: Episodes) -> None:
    again = episodes(Luck(3), stock, 3, kept_back=False)
    assert torch.equal(again.truth, drawn.truth)
    assert torch.equal(again.kinds, drawn.kinds)


def test_the_finder_is_told_where_tokens_are_and_where_places_are_bare(drawn: Episodes) -> None:
    middles = (drawn.heat == 1).sum((2, 3))
    assert int(middles[:, 0].sum()) > 20
    told = drawn.middles[:, :2][~torch.isnan(drawn.middles[:, :2])]
    assert float(told.abs().max()) < 4
    at = (drawn.heat[:, 0] == 1) & ~torch.isnan(drawn.middles[:, 0])
    assert float(drawn.middles[:, :2].transpose(0, 1)[:, at].abs().max()) <= 0.51


def test_a_crop_shows_the_place_in_its_middle_in_its_size() -> None:
    picture = torch.zeros(1, 3, 256, 256)
    picture[..., 96:112, 40:56] = 1.0
    seen = crops(picture, torch.tensor([[[47.5, 103.5]]]), torch.tensor([[16.0]]))[0, 0, 0]
    inside = np.nonzero(np.asarray(seen) > 0.5)
    assert [int(one.min()) for one in inside] == [11, 11]
    assert [int(one.max()) for one in inside] == [20, 20]


def test_a_mirrored_picture_has_its_tokens_on_the_other_side(drawn: Episodes) -> None:
    for seed in range(9):
        other = recoloured(Luck(seed), drawn)
        assert torch.equal(other.truth, drawn.truth)
        if not torch.equal(other.heat, drawn.heat):
            assert torch.equal(other.heat.flip(-1), drawn.heat)
            assert torch.allclose(
                other.middles.flip(-1)[:, 0].nan_to_num(), -drawn.middles[:, 0].nan_to_num()
            )
            assert torch.allclose(other.pictures.flip(-1).sort(1)[0], drawn.pictures.sort(1)[0])
            return
    raise AssertionError("never mirrored")


def test_the_networks_learn_from_episodes(drawn: Episodes) -> None:
    torch.manual_seed(0)
    network = Tokens()
    each = losses(network, drawn)
    torch.stack(list(each.values())).sum().backward()
    assert all(one.grad is not None and one.grad.isfinite().all() for one in network.parameters())


def test_a_training_that_was_stopped_goes_on(stock: Stock, tmp_path: Path) -> None:
    told: list[str] = []
    for seconds in (0.1, 0.1, 1e-3):
        course = Course(tmp_path / "weights.pt", stock, torch.device("cpu"), seconds)
        course.run(1, told.append)
    assert len(told) == 1
    assert "step 4" in told[0]


def test_published_networks_say_the_same(tmp_path: Path) -> None:
    torch.manual_seed(0)
    network = Tokens().eval()
    publish(network, folder=tmp_path)
    picture, seen = torch.rand(1, 3, 64, 96), torch.rand(3, 3, CROP_PX, CROP_PX)
    things, samples = torch.randn(1, 9, WIDE), torch.randn(1, 12, WIDE)
    labels = torch.eye(4)[torch.arange(12) % 4][None]
    given = (things, samples, labels, torch.ones(1, 9), torch.rand(1, 9, 4), torch.ones(1))
    with torch.no_grad():
        expected = {
            "finder": (network.finder(picture), (picture,)),
            "looks": (network.looks(seen), (seen,)),
            "compare": (network.compare(*given)[-1], given),
        }
    for name, (answer, parts) in expected.items():
        said = Network(tmp_path / f"{name}.onnx")(*(part.numpy() for part in parts))
        assert np.abs(said - answer.numpy()).max() < 0.05


def test_who_is_too_sure_is_believed_less() -> None:
    rng = np.random.default_rng(1)
    told = []
    for _ in range(60):
        honest = rng.normal(0, 2, (40, 5))
        chance = np.exp(honest) / np.exp(honest).sum(1, keepdims=True)
        truth = np.array([rng.choice(5, p=row) for row in chance])
        found = np.where(truth < 4, 2.0, -2.0) + rng.normal(0, 2, 40)
        told.append(Told(2 * honest, found, 4, truth, np.zeros(40, np.bool_)))
    by = calibrate.honesty(told)
    before, after = (
        np.concatenate(
            [
                chances(one.logits, one.found, 4, how)[np.arange(len(one.truth)), one.truth]
                for one in told
            ]
        )
        for how in (Honesty(), by)
    )
    assert -np.log(after).mean() < -np.log(before).mean() - 0.05
    assert by.found > 0.2
    numbers = calibrate.fitted(told)
    assert calibrate.curve(told, by, numbers.sure_from)[1] <= calibrate.MOST_SILENT


@pytest.fixture(scope="module")
def pictures(stock: Stock) -> list[Asked]:
    return list(asked(Luck(8), stock, 3, kept_back=False))


def test_whole_pictures_are_read_as_at_a_table(pictures: list[Asked]) -> None:
    assert pictures
    for one in pictures:
        assert one.question.prints.shape[1] == one.question.seen.shape[1] == len(one.truth)
        assert one.truth.max(initial=0) <= one.question.labels.shape[2]
    assert sum(int((one.truth < one.labels).sum()) for one in pictures) > 5
    told = calibrate.told(Compare().eval(), pictures)
    assert [len(one.logits) for one in told] == [len(one.truth) for one in pictures]


def test_prints_are_learnt_and_all_else_stays(pictures: list[Asked]) -> None:
    torch.manual_seed(0)
    network = Compare().eval()
    rng = np.random.default_rng(2)
    printed = [_printed(one, rng) for one in pictures for _ in range(120)]
    found = learn_prints(network, printed, lambda _: None)
    before, after = (_right(one, printed) for one in (network, found))
    assert after > before + 0.2
    for name, weights in found.state_dict().items():
        if "print" not in name:
            assert torch.equal(weights, network.state_dict()[name])


def _printed(one: Asked, rng: np.random.Generator) -> Asked:
    """Return the same where only prints tell what things are."""
    names = one.question.labels.shape[2]
    truth = rng.integers(0, names, len(one.truth))
    prints = 0.3 + 0.5 * np.eye(names, dtype=np.float32)[truth][None]
    shuffled = rng.permutation(one.question.seen, axis=1)
    question = replace(one.question, seen=shuffled, prints=prints, clear=np.full(1, 0.5, np.float32))
    return replace(one, question=question, truth=truth)


def _right(network: Compare, pictures: list[Asked]) -> float:
    told = calibrate.told(network, pictures)
    return float(np.mean(np.concatenate([one.logits.argmax(1) == one.truth for one in told])))


def test_strangers_are_as_rare_as_on_a_table() -> None:
    truth = np.array([0] * 80 + [2] * 20)
    strange = np.arange(100) >= 80
    one = Told(np.zeros((100, 3)), np.zeros(100), 2, truth, strange)
    assert calibrate.rarity([one]) == pytest.approx(0.1)
    assert calibrate.rarity([Told(one.logits, one.found, 2, truth, strange & False)]) == 1.0
