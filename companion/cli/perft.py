"""``companion perft GAME --depth N``: counts move sequences, to compare readings of the rules."""

import json
from collections.abc import Callable
from typing import Final

import click

from companion.games.drunter import perft as drunter

COUNTS: Final[dict[str, Callable[[int], int]]] = {"drunter": drunter.count}
"""The games whose moves hang on no luck and no secret, so that there is something to count."""


@click.command("perft")
@click.argument("game", type=click.Choice(list(COUNTS)), metavar="GAME")
@click.option("--depth", type=click.IntRange(min=0), required=True, help="Moves in a sequence.")
def command(game: str, depth: int) -> None:
    """Count the sequences of N moves, one line for each number of moves up to N.

    Drunter: lays from the empty Wacky Wacky West board, when one player holds all 60 tiles and every
    vote passes.
    """
    for moves in range(min(1, depth), depth + 1):
        click.echo(json.dumps({"game": game, "depth": moves, "count": COUNTS[game](moves)}))
