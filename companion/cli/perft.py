"""``companion perft GAME --depth N``: counts move sequences, to compare readings of the rules."""

import json

import click

from companion.games import catalogue


@click.command("perft")
@click.argument("game", type=click.Choice(catalogue.countable()), metavar="GAME")
@click.option("--depth", type=click.IntRange(min=0), required=True, help="Moves in a sequence.")
def command(game: str, depth: int) -> None:
    """Count the sequences of N moves, one line for each number of moves up to N.

    Only for games whose moves depend on neither luck nor secrets, so that there is something to count.
    """
    count = catalogue.counter(game)
    for moves in range(min(1, depth), depth + 1):
        click.echo(json.dumps({"game": game, "depth": moves, "count": count(moves)}))
