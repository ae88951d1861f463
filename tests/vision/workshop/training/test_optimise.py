"""A training that was stopped goes on, and makes the same weights as one that never was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch

from vision.workshop.training import optimise
from vision.workshop.training.optimise import Batch, TrainingPlan, settle, train

PLAN = TrainingPlan(steps=11, rate=0.01, seed=5, piece=4)


class _PowerCut(Exception):
    """As if the plug were pulled."""


def _batches(seed: tuple[int, int]) -> Iterator[Batch]:
    """Yield numbers that depend on the seed alone."""
    numbers = torch.Generator().manual_seed(100 * seed[0] + seed[1])
    while True:
        yield (torch.randn(8, 3, generator=numbers),)


def _trained(out: Path, cut_at: int | None = None) -> list[str]:
    """Train a small network, and return the log; the power is cut in a step, if one is named."""
    settle(PLAN.seed)
    network = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 1))
    said: list[str] = []
    steps = 0

    def losses(batch: Batch) -> dict[str, torch.Tensor]:
        nonlocal steps
        steps += 1
        if steps == cut_at:
            raise _PowerCut
        return {"far": (network(batch[0])[:, 0] - batch[0].sum(1)).pow(2).mean()}

    train(network, losses, _batches, PLAN, out, said.append)
    return said


def test_a_stopped_training_makes_the_same_as_one_that_never_was(tmp_path: Path) -> None:
    _trained(tmp_path / "whole.pt")
    for cut_at in (2, 7, 6):  # in the first piece, in the second, in the third: 4 steps are done, then 8
        with pytest.raises(_PowerCut):
            _trained(tmp_path / "cut.pt", cut_at)
        assert not (tmp_path / "cut.pt").exists()
    said = _trained(tmp_path / "cut.pt")
    assert said[0] == "goes on after step 8 of 11"
    whole, cut = (torch.load(tmp_path / f"{name}.pt") for name in ("whole", "cut"))
    assert whole.keys() == cut.keys()
    assert all(torch.equal(whole[key], cut[key]) for key in whole)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.pt", "whole.pt"]


def test_the_time_told_is_that_of_all_its_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimise, "SAID_EVERY", 1)
    with pytest.raises(_PowerCut):
        _trained(tmp_path / "cut.pt", 6)
    begun = tmp_path / "cut.begun.pt"
    torch.save({**torch.load(begun), "seconds": 1000.0}, begun)
    assert _trained(tmp_path / "cut.pt")[1].startswith("     4 of 11, 1000 s: ")
