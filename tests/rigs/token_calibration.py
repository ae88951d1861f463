"""Fits how sure readings of tokens are: ``python -m tests.rigs.token_calibration FOLDER``.

Photographs of all styles for teaching and tuning are drawn into FOLDER, as ``tests.rigs.token_photos``
draws them; a folder that is there already is not drawn again. Then
``vision.workshop.training.calibration.tokens`` fits to all of them and writes what it found beside
the reader. Everything is decided by seeds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from tests.rigs.token_photos import wishes_of
from tests.vision.workshop.simulation.token_scenes import (
    TEACHING_BOARDS,
    TEACHING_GEMS,
    TEACHING_PAINTED,
    TEACHING_STONES,
    What,
    write_token_photos,
)
from vision.workshop.training.calibration.tokens import main as calibrate

COUNTS: dict[What, int] = {"gems": 4, "loose": 6, "stones": 8}
"""Photographs of play of each box."""
BOXES: dict[What, int] = {"gems": 4, "loose": 6, "stones": 6}
"""Boxes of each style: their inks and sizes differ, and so do what lessons show of them."""
SPOTTED = 3
"""Boxes of each style that are played with on printed cloths, too."""


@dataclass(frozen=True)
class DrawnBox:
    """A box of a style, which lies on tables and in lights of its own; ``spots``: on printed cloths."""

    what: What
    style: str
    seed: int
    spots: bool = False

    def within(self, folder: Path) -> Path:
        """Return the folder of its photographs."""
        cloth = "_spots" if self.spots else ""
        return folder / f"{self.what}_{self.style.replace('/', '_')}_{self.seed}{cloth}"

    def draw(self, folder: Path) -> None:
        """Write its photographs into their folder."""
        wishes = replace(wishes_of(self.what, self.style, self.seed), spots=self.spots)
        own, count = self.within(folder), COUNTS[self.what]
        write_token_photos(own, self.what, wishes, seed=self.seed, count=count)


def drawn() -> Iterator[DrawnBox]:
    """Yield what is drawn."""
    boards = [f"{b}/{g}" for b, g in zip(TEACHING_BOARDS, TEACHING_GEMS, strict=True)]
    kinds: tuple[tuple[What, tuple[str, ...]], ...] = (
        ("gems", tuple(boards)),
        ("loose", TEACHING_GEMS),
        ("loose", TEACHING_PAINTED),
        ("stones", TEACHING_STONES),
    )
    for what, styles in kinds:
        for number, style in enumerate(styles * BOXES[what]):
            yield DrawnBox(what, style, 1 + number)
            if what != "gems" and number < SPOTTED * len(styles):
                yield DrawnBox(what, style, 1 + number, spots=True)


def lessons(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the folders of lessons, each with one of play to read: its own, and for loose gems those of
    the same box on a board, whose holes were never taught."""
    for box in drawn():
        yield box.within(folder), box.within(folder)
        if box.what == "gems":
            loose = DrawnBox("loose", box.style.rpartition("/")[2], box.seed)
            yield loose.within(folder), box.within(folder)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Draw what is not there yet into FOLDER, and fit to it."""
    for box in drawn():
        if not (box.within(folder) / "play.jsonl").is_file():
            box.draw(folder)
            click.echo(box.within(folder))
    calibrate([*lessons(folder)])


if __name__ == "__main__":
    main()
