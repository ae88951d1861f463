"""Trains the matcher again: ``python -m vision.workshop.training.matching``.

Worlds are generated as needed and kept in a folder; nothing else is learnt from. The same command given
again continues a training that was stopped.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import torch
from torch import Tensor

from vision.workshop.training.matching.batches import batches
from vision.workshop.training.matching.calibrate import SETTLED, fitted, judge_cells, judged
from vision.workshop.training.matching.learning import answers, as_parts, losses
from vision.workshop.training.matching.networks import MatcherNetworks
from vision.workshop.training.matching.paint import fill_stock
from vision.workshop.training.matching.publish import load, publish
from vision.workshop.training.optimise import TrainingPlan, settle, train

STEPS, RATE, PIECE = 24_000, 1e-3, 100
"""Some two hours of a core, a fifth of it for generating worlds; saved twice a minute on a free one."""
FITTED, JUDGED, FAR = 24, 8, 1_000_000
"""Numbers of blocks of worlds for calibrating probabilities, and for judging; the first of those that
would be learnt from, if it were not so far."""
say = partial(print, flush=True)


def main() -> None:
    """Read the command line, train, calibrate probabilities, and write the readers' files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=Path("build/matching"), help="kept here")
    parser.add_argument(
        "--steps", type=int, default=STEPS, help="a trial: only so many; nothing is written"
    )
    args = parser.parse_args()
    worlds, weights = args.weights / "worlds", args.weights / f"matcher.{args.steps}.pt"
    args.weights.mkdir(parents=True, exist_ok=True)
    settle(seed=0)
    fill_stock()
    if not weights.exists():
        network = MatcherNetworks().to(memory_format=torch.channels_last)  # a third faster
        plan = TrainingPlan(args.steps, RATE, seed=1, piece=PIECE)
        train(network, partial(losses, network), partial(_parts, worlds), plan, weights, say)
    learnt = load(weights)
    learnt.eval()
    honest = fitted(judge_cells(learnt, answers(learnt, worlds, range(FITTED), kept_back=True)))
    for kept_back in (False, True):
        blocks = range(FITTED, FITTED + JUDGED) if kept_back else range(FAR, FAR + JUDGED)
        score = judged(learnt, honest, answers(learnt, worlds, blocks, kept_back=kept_back))
        say(f"worlds of {'art kept back' if kept_back else 'their own art'}: {score}")
    if args.steps == STEPS:
        publish(learnt, honest, SETTLED)


def _parts(folder: Path, seed: tuple[int, int]) -> Iterator[tuple[Tensor, ...]]:
    return (as_parts(batch) for batch in batches(folder, seed, PIECE))


if __name__ == "__main__":
    main()
