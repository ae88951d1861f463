"""Trains everything anew: ``python -m vision.training [--real FOLDER...]`` (``make train``).

First on painted pictures alone; then, with what was learnt published so that it can find the corners
the labels lack, also on the first halves of real photographs and on simulated pictures; at last the
confidence is fitted on halves and seeds kept back. On two cores it takes about three hours.
"""

import argparse
from pathlib import Path

from vision.readers.dice import DiceReader
from vision.sets import load
from vision.training import calibrate, train_faces, train_finder
from vision.training.publish import publish_faces, publish_finder
from vision.training.real import Photo, photos_to_learn, with_mistakes
from vision.training.simulated import simulated_photos

SIMULATED = 180
RATES = (2e-3, 1.6e-3)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--real", type=Path, nargs="*", default=[], help="folders of labelled photographs"
    )
    parser.add_argument(
        "--weights", type=Path, default=Path("build/training"), help="where weights are kept"
    )
    parser.add_argument(
        "--minutes", type=float, nargs=2, default=(50.0, 40.0), help="a network, each stage"
    )
    args = parser.parse_args()
    args.weights.mkdir(parents=True, exist_ok=True)
    photos: list[Photo] = []
    for stage, (minutes, rate) in enumerate(zip(args.minutes, RATES, strict=True)):
        if stage:
            reader = DiceReader(load("pips"))
            photos = photos_to_learn(args.real) + with_mistakes(simulated_photos(SIMULATED), reader)
        _stage(args.weights, stage, minutes, rate, photos)
    calibrate.calibrate(args.real)


def _stage(weights: Path, stage: int, minutes: float, rate: float, photos: list[Photo]) -> None:
    """Train both networks for a while, from the weights of the stage before, and publish them."""
    for name, train in (("finder", train_finder.train), ("faces", train_faces.train)):
        start = weights / f"{name}.{stage - 1}.pt" if stage else None
        train(weights / f"{name}.{stage}.pt", minutes, start, rate, photos, seed=1 + stage)
    publish_finder(weights / f"finder.{stage}.pt")
    publish_faces(weights / f"faces.{stage}.pt")


if __name__ == "__main__":
    main()
