"""Trains everything anew: ``python -m vision.training [--real FOLDER...]`` (``make train``).

Three stages, the same two networks in each. First on painted pictures alone. What was learnt is
published, so that it can find the corners that labels lack; then also on simulated pictures and on half
of the real photographs: the other half and the path-traced pictures judge this stage, and confidence is
fitted on them. At last on half of that half and on the path-traced pictures too; a quarter of the
photographs is never learnt from. On two cores it takes about five hours.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from vision.readers.dice import DiceReader
from vision.sets import load
from vision.training import calibrate, train_faces, train_finder
from vision.training.publish import publish_faces, publish_finder
from vision.training.real import Photo, photos_to_learn, with_mistakes
from vision.training.simulated import simulated_photos
from vision.training.symbol_sets import SYMBOL_SEEDS, photographed_examples, symbol_examples
from vision.training.traced import traced_photos

SIMULATED = 220
STAGES = ((55.0, 2e-3), (60.0, 2e-3), (25.0, 8e-4))
"""Minutes of each network and the rate it begins with."""
PAINTED, JUDGED, SHIPPED = range(3)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, nargs="*", default=[], help="labelled photographs, folders")
    parser.add_argument(
        "--traced", type=Path, nargs="*", default=[], help="path-traced ones with corners"
    )
    parser.add_argument("--symbols", type=Path, nargs="*", default=[], help="dice with symbols, folders")
    parser.add_argument("--weights", type=Path, default=Path("build/training"), help="kept here")
    args = parser.parse_args()
    args.weights.mkdir(parents=True, exist_ok=True)
    judged: list[calibrate.Example] = []
    taught: list[calibrate.Example] = []
    for stage in (PAINTED, JUDGED, SHIPPED):
        _train(args.weights, stage, _photos(stage, args.real, args.traced))
        if stage == JUDGED:
            judged = calibrate.real_examples(args.real) + calibrate.traced_examples(args.traced)
            taught = photographed_examples(args.symbols)
    known = [*judged, *calibrate.simulated_examples(calibrate.SIMULATED_SEEDS)]
    calibrate.write(known, [*taught, *symbol_examples(SYMBOL_SEEDS)])


def _photos(stage: int, real: Sequence[Path], traced: Sequence[Path]) -> list[Photo]:
    """Return the pictures to learn from beside the painted ones."""
    if stage == PAINTED:
        return []
    reader = DiceReader(load("pips"))
    drawn = traced_photos(traced) if stage == SHIPPED else []
    made = with_mistakes([*simulated_photos(SIMULATED), *drawn], reader)
    return photos_to_learn(real, reader, last=stage == SHIPPED) + made


def _train(weights: Path, stage: int, photos: list[Photo]) -> None:
    """Train both networks for a while, from the weights of the stage before, and publish them."""
    minutes, rate = STAGES[stage]
    for name, train in (("finder", train_finder.train), ("faces", train_faces.train)):
        start = weights / f"{name}.{stage - 1}.pt" if stage else None
        train(weights / f"{name}.{stage}.pt", minutes, start, rate, photos, seed=1 + stage)
    publish_finder(weights / f"finder.{stage}.pt")
    publish_faces(weights / f"faces.{stage}.pt")


if __name__ == "__main__":
    main()
