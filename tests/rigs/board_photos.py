"""Writes photographs of a simulated board with manifests: ``python -m tests.rigs.board_photos FOLDER``.

``teach.jsonl`` is the empty board and one photograph with each piece once; ``play.jsonl`` are boards in
play of the same make, in other light, shifted, tilted, some behind hands and cups.
"""

from pathlib import Path

import click

from companion.simulation.games.drunter.pieces import shipped_kit
from vision.workshop.simulation.boards.styles import ANY, STYLES
from vision.workshop.simulation.photos.boards import SIZE_WH, write_board_photos


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--style", default="frontier", show_default=True, help=f"{', '.join(STYLES)}, or {ANY} and a number."
)
@click.option("--seed", default=1, show_default=True, help="Of the make of board and of all luck.")
@click.option("--count", default=8, show_default=True, help="Photographs of boards in play.")
@click.option("--size", nargs=2, type=int, default=SIZE_WH, show_default=True)
def main(folder: Path, style: str, seed: int, count: int, size: tuple[int, int]) -> None:
    """Write the photographs and both manifests into FOLDER."""
    for path in write_board_photos(
        folder, shipped_kit(), style=style, seed=seed, count=count, size_wh=size
    ):
        click.echo(path)


if __name__ == "__main__":
    main()
