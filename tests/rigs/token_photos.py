"""Writes photographs of simulated tokens with manifests: ``python -m tests.rigs.token_photos FOLDER``.

``teach.jsonl`` shows the box in one light; ``play.jsonl`` the same box in any light, tilt and table. A
style is a board and its gems (``sand/brilliant``), gems alone, or stones. Those listed first are for
teaching and tuning, the others for measuring.
"""

from pathlib import Path

import click

from tests.vision.workshop.simulation.token_scenes import (
    MEASURING_BOARDS,
    MEASURING_GEMS,
    MEASURING_STONES,
    SIZE_WH,
    TEACHING_BOARDS,
    TEACHING_GEMS,
    TEACHING_STONES,
    TokenWishes,
    What,
    write_token_photos,
)

STYLES: dict[What, tuple[str, ...]] = {
    "gems": (
        *(f"{b}/{g}" for b, g in zip(TEACHING_BOARDS, TEACHING_GEMS, strict=True)),
        *(f"{b}/{g}" for b, g in zip(MEASURING_BOARDS, MEASURING_GEMS, strict=True)),
    ),
    "loose": (*TEACHING_GEMS, *MEASURING_GEMS),
    "stones": (*TEACHING_STONES, *MEASURING_STONES),
}


def wishes_of(what: What, style: str, make: int) -> TokenWishes:
    """Return what photographs of that style show. Any board goes with any gems."""
    if what == "gems":
        board, gems = style.split("/")
        return TokenWishes(board=board, gems=gems, make=make)
    return (
        TokenWishes(gems=style, make=make) if what == "loose" else TokenWishes(stones=style, make=make)
    )


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--what", type=click.Choice(list(STYLES)), default="gems", show_default=True)
@click.option("--style", help=f"One of {', '.join(s for each in STYLES.values() for s in each)}.")
@click.option("--seed", default=1, show_default=True, help="Of the make of the pieces and of all luck.")
@click.option("--count", default=8, show_default=True, help="Photographs of play.")
@click.option("--size", nargs=2, type=int, default=SIZE_WH, show_default=True)
def main(
    folder: Path, what: What, style: str | None, seed: int, count: int, size: tuple[int, int]
) -> None:
    """Write the photographs and both manifests into FOLDER."""
    wishes = wishes_of(what, style or STYLES[what][0], seed)
    for path in write_token_photos(folder, what, wishes, seed=seed, count=count, size_wh=size):
        click.echo(path)


if __name__ == "__main__":
    main()
