"""Trains everything again: ``python -m vision.workshop.training [--real FOLDER...]`` (``make train``).

Three stages, with the same three networks in each, trained in parallel. First on painted pictures alone.
Its result is published, so that it can find the corners that labels lack; the second stage also uses
simulated pictures and half of the real photographs: another quarter and the path-traced pictures judge
it. The last stage also uses these, and simulated pictures of cameras near the table. Only the finder
then also learns from pictures of the house table, without which it missed dice there. The last quarter
of the photographs is never learnt from. The confidence is fitted on the pictures that judged the second
stage, and on that last quarter as the last stage reads it. A folder with four times as many photographs
is drawn from twice as often; the same holds for the simulated and the path-traced pictures.

Nothing of an earlier training is used. Every stage ends after a fixed number of steps, and every random
number is seeded: the same pictures, versions and kind of processor give the same networks. The log and
checksums are kept beside the weights. The same command given again continues a training that was
stopped, with the same result. While it runs, the readers of this copy of the code use its last stage's
networks: do not play with it meanwhile. The new networks are published at the end; if it fails or is
stopped, the earlier ones are put back; if it is killed (-9), that happens when it continues and ends. A
trial (``--share`` below 1) does a part of everything, shows that the command works from end to end, and
leaves the readers as they were.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from vision.errors import BadSet
from vision.workshop.training.at_once import at_once
from vision.workshop.training.calibration import dice as calibrate
from vision.workshop.training.calibration.symbol_sets import (
    SYMBOL_SEEDS,
    photographed_examples,
    symbol_examples,
)
from vision.workshop.training.dice_networks import NETWORKS, publish, train
from vision.workshop.training.optimise import TrainingPlan, settle
from vision.workshop.training.record import Record, forget_read_files, kept_in, put_back
from vision.workshop.training.samples.real import (
    PhotoGroups,
    photos_to_learn,
    traced_photos,
    with_mistakes,
)
from vision.workshop.training.samples.simulated import house_photos, near_photos, simulated_photos

SIMULATED, NEAR, HOUSE = 440, 220, 220
"""Numbers of simulated pictures for training: in general; added in the last stage, of cameras near the
table; and, for the finder only, of the house table."""
PAINTED, JUDGED, SHIPPED = range(3)
RATE = 2e-3
"""The rate of learning that every stage begins with."""


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, nargs="*", default=[], help="labelled photographs, folders")
    parser.add_argument(
        "--traced", type=Path, nargs="*", default=[], help="path-traced ones with corners"
    )
    parser.add_argument("--symbols", type=Path, nargs="*", default=[], help="dice with symbols, folders")
    parser.add_argument("--weights", type=Path, default=Path("build/training"), help="kept here")
    parser.add_argument("--share", type=float, default=1.0, help="a trial: this part of everything")
    args = parser.parse_args()
    wanted = {"manifest.jsonl": args.real, "corners.jsonl": args.traced, "teach.jsonl": args.symbols}
    for name, folders in wanted.items():
        for folder in folders:
            if not (folder / name).is_file():  # otherwise it is missing only after the first stage
                parser.error(f"{folder} holds no {name}: is this the right folder?")
    training = _Training(args.weights, args.share)
    with put_back(args.weights):
        training.run(args.real, args.traced, args.symbols)
    if args.share == 1:
        training.record.publish()


class _Training:
    """One training; the weights and its record go into a folder."""

    def __init__(self, folder: Path, share: float) -> None:
        self.record = Record(folder)
        self._folder, self._share = folder, share

    def run(self, real: Sequence[Path], traced: Sequence[Path], symbols: Sequence[Path]) -> None:
        """Train all stages, fit confidence, and keep the record."""
        settle(seed=0)
        self.record.say_made_by(self._share)
        calibrate.write_expected()
        judged: list[calibrate.DieExample] = []
        taught: list[calibrate.DieExample] = []
        for stage in (PAINTED, JUDGED, SHIPPED):
            if stage == JUDGED:
                self.record.say_learnt_from([*real, *traced, *symbols])
            if not all(self._weights(name, stage).exists() for name in NETWORKS):
                self._train(stage, self._photos(stage, real, traced), self._house(stage))
            self._use(stage)
            if stage == JUDGED:
                judged = calibrate.judging_examples(real) + calibrate.traced_examples(traced)
                taught = photographed_examples(symbols)
        judged += calibrate.kept_examples(real)
        known = [*judged, *calibrate.simulated_examples(self._part(calibrate.SIMULATED_SEEDS))]
        calibrate.write(known, [*taught, *self._symbols()])
        stages = range(SHIPPED + 1)
        self.record.keep(self._weights(name, stage) for name in NETWORKS for stage in stages)

    def _photos(self, stage: int, real: Sequence[Path], traced: Sequence[Path]) -> PhotoGroups:
        """Return the pictures to learn from besides the painted ones; they are read once and kept."""
        if stage == PAINTED:
            return ()
        return self._kept(f"pictures.{stage}", lambda: self._read_photos(stage, real, traced))

    def _house(self, stage: int) -> PhotoGroups:
        """Return pictures of the house table for the last stage: only the finder learns from them."""
        if stage != SHIPPED:
            return ()
        return self._kept(
            "pictures.house", lambda: [with_mistakes(house_photos(len(self._part(range(HOUSE)))))]
        )

    def _kept(self, name: str, read: Callable[[], PhotoGroups]) -> PhotoGroups:
        """Return pictures that are read once and kept."""
        return kept_in(self._folder / f"{name}.kept", read)

    def _read_photos(self, stage: int, real: Sequence[Path], traced: Sequence[Path]) -> PhotoGroups:
        made = [simulated_photos(len(self._part(range(SIMULATED))))]
        if stage == SHIPPED:
            made[0] += near_photos(len(self._part(range(NEAR))))
            made.append(traced_photos(traced))
        groups = photos_to_learn(real, last=stage == SHIPPED) + [with_mistakes(one) for one in made]
        return [group for group in groups if group]

    def _train(self, stage: int, photos: PhotoGroups, house: PhotoGroups) -> None:
        """Train all networks in parallel, from the previous stage's weights; finished ones are skipped.

        ``house``: pictures from which only the finder learns.
        """
        left = [name for name in NETWORKS if not self._weights(name, stage).exists()]
        learnt = {name: [*photos, *(house if name == "finder" else ())] for name in left}
        at_once(partial(self._train_one, name, stage, learnt[name]) for name in left)

    def _train_one(self, name: str, stage: int, photos: PhotoGroups) -> None:
        def say(line: str) -> None:
            self.record.say(f"{name} {stage}: {line}")

        steps = max(1, round(self._share * NETWORKS[name].steps[stage]))
        say(f"{steps} steps, {sum(map(len, photos))} pictures in {len(photos)} groups")
        start = self._weights(name, stage - 1) if stage else None
        plan = TrainingPlan(steps, RATE, seed=1 + stage)
        train(NETWORKS[name], self._weights(name, stage), start, photos, plan, say)

    def _use(self, stage: int) -> None:
        """Make the readers use a stage's networks."""
        for name, one in NETWORKS.items():
            publish(one, self._weights(name, stage))
        forget_read_files()

    def _symbols(self) -> list[calibrate.DieExample]:
        """Return examples of dice with symbols; in a short trial the networks may find none to be
        taught."""
        try:
            return symbol_examples(self._part(SYMBOL_SEEDS))
        except BadSet as fault:
            if self._share == 1:
                raise
            self.record.say(f"no dice with symbols were learnt: {fault}"[:200])
            return []

    def _weights(self, name: str, stage: int) -> Path:
        return self._folder / f"{name}.{stage}.pt"

    def _part(self, numbers: range) -> range:
        """Return the first of these, as many as the trial's share of them."""
        return numbers[: max(1, round(self._share * len(numbers)))]


if __name__ == "__main__":
    main()
