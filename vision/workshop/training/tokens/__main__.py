"""Trains the networks of tokens anew: ``python -m vision.workshop.training.tokens``.

Worlds are drawn as they are needed, and each is learnt from a few times, in other colours; nothing else
is learnt from. Last, what prints tell is learnt from whole pictures, read as at a table. The same
command given again continues a training that was stopped.
"""

import argparse
import json
from dataclasses import asdict
from functools import partial
from pathlib import Path

import torch

from vision.workshop.training.tokens.calibrate import fitted, told
from vision.workshop.training.tokens.course import Course
from vision.workshop.training.tokens.luck import Luck
from vision.workshop.training.tokens.prints import learn_prints
from vision.workshop.training.tokens.publish import FOLDER, publish
from vision.workshop.training.tokens.readings import Asked, asked
from vision.workshop.training.tokens.signs import Stock, signs, stock_of

SECONDS, EPISODES = 3600.0, 6
"""How long is trained, and the number of episodes at once: for two cores. The networks in use were
trained with 40 at once."""
PRINTED, FITTED, AT_ONCE = 2000, 480, 6
"""Number of pictures from which prints are learnt, and to which the probabilities are fitted; how many
are drawn at once."""
say = partial(print, flush=True)


def main() -> None:
    """Read the command line, train, fit the probabilities, and write the readers' files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=Path("build/tokens"), help="kept here")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="a trial writes nothing else")
    parser.add_argument("--episodes", type=int, default=EPISODES, help="at once")
    args = parser.parse_args()
    args.weights.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    stock = stock_of(Luck(5, device), signs())
    course = Course(args.weights / f"tokens.{args.seconds:g}.pt", stock, device, args.seconds)
    course.run(args.episodes, say)
    if args.seconds < SECONDS:
        return
    publish(course.mean)  # pictures are read by what was published
    pictures = _asked(Luck(2001, device), stock, PRINTED, kept_back=False)
    compare = learn_prints(course.mean.compare, pictures, say)
    publish(course.mean, compare)
    kept_back = _asked(Luck(1001, device), stock, FITTED, kept_back=True)
    numbers = json.dumps(asdict(fitted(told(compare, kept_back))), indent=1)
    (FOLDER / "numbers.json").write_text(numbers + "\n", encoding="utf-8")
    say(numbers)


def _asked(luck: Luck, stock: Stock, many: int, *, kept_back: bool) -> list[Asked]:
    pictures = list[Asked]()
    while len(pictures) < many:
        pictures += asked(luck, stock, AT_ONCE, kept_back=kept_back)
    return pictures


if __name__ == "__main__":
    main()
