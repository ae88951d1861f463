"""Fits how sure readings of tokens are: ``python -m tests.rigs.token_calibration FOLDER``.

Photographs of all styles for teaching and tuning are drawn into FOLDER, as ``tests.rigs.token_photos``
draws them; a folder that is there already is not drawn again. Then
``vision.workshop.training.calibration.tokens`` fits to all of them and writes what it found beside
the reader. Everything is decided by seeds.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from tests.rigs.token_photos import wishes_of
from tests.vision.workshop.simulation.token_scenes import (
    TEACHING_BOARDS,
    TEACHING_GEMS,
    TEACHING_STONES,
    What,
    write_token_photos,
)
from vision.workshop.training.calibration.tokens import main as calibrate

COUNTS: dict[What, int] = {"gems": 4, "loose": 6, "stones": 8}
"""Photographs of play of each box."""
BOXES: dict[What, int] = {"gems": 4, "loose": 6, "stones": 6}
"""Boxes of each style: their inks and sizes differ, and so do what lessons show of them."""


def drawn() -> Iterator[tuple[What, str, int]]:
    """Yield what is drawn: kinds, styles and seeds; each box lies on tables and in lights of its own."""
    boards = [f"{b}/{g}" for b, g in zip(TEACHING_BOARDS, TEACHING_GEMS, strict=True)]
    kinds: dict[What, tuple[str, ...]] = {
        "gems": tuple(boards),
        "loose": TEACHING_GEMS,
        "stones": TEACHING_STONES,
    }
    for what, styles in kinds.items():
        for number, style in enumerate(styles * BOXES[what]):
            yield what, style, 1 + number


def lessons(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the folders of lessons, each with one of play to read: its own, and for loose gems those of
    the same box on a board, whose holes were never taught."""
    for what, style, seed in drawn():
        own = folder_of(folder, what, style, seed)
        yield own, own
        gems = style.rpartition("/")[2]
        if what == "gems":
            yield folder_of(folder, "loose", gems, seed), own


def folder_of(folder: Path, what: What, style: str, seed: int) -> Path:
    """Return where the photographs of a box are."""
    return folder / f"{what}_{style.replace('/', '_')}_{seed}"


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Draw what is not there yet into FOLDER, and fit to it."""
    for what, style, seed in drawn():
        own = folder_of(folder, what, style, seed)
        if not (own / "play.jsonl").is_file():
            wishes = wishes_of(what, style, seed)
            write_token_photos(own, what, wishes, seed=seed, count=COUNTS[what])
            click.echo(own)
    calibrate([*lessons(folder)])


if __name__ == "__main__":
    main()
