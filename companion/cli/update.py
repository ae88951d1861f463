"""``companion update [FILE]``: another release, on trial; back by itself where it is not healthy."""

import time
from pathlib import Path

import click

from companion.errors import BadAct, NoKeeper
from companion.keeper.acts import Update
from companion.keeper.asking import SOCKET, Asking
from companion.keeper.shapes import MachineShape

ASK_EVERY_S = 1.0
KEEPER_IS_BACK_WITHIN = 30
"""So often it is asked again: once a release is kept, the keeper is started from that one."""
DOING = {
    "fetching": "The newest release is fetched.",
    "unpacking": "It is unpacked, and its packages are installed; the table plays on meanwhile.",
    "trying": "It is tried: for a minute at most the table accepts no move.",
}
BACK = {
    "cut": "the machine was switched off meanwhile",
    "starts": "it did not start three times",
    "silent": "it did not answer",
    "page": "its page did not answer well",
    "journal": "it could not open the games",
    "camera": "its camera gave no pictures",
    "unsigned": "nobody whom this table trusts has signed it",
    "damaged": "its file is damaged",
    "older": "none is newer than the one that runs",
    "unreachable": "the list of releases could not be fetched",
    "failed": "it could not be installed; journalctl -u table-companion-keeper says why",
}


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option("--socket", type=click.Path(path_type=Path), default=SOCKET, hidden=True)
def command(file: Path | None, socket: Path) -> None:
    """Try another release on this table, and keep it if it is healthy; else the one before is back.

    FILE is a release, signed; without it the newest is taken from the list that the settings name
    (updates = "https://..."). Needs root: sudo companion update FILE.
    """
    keeper = Asking(socket)
    before = keeper.do(Update(str(file.resolve()) if file else None))
    machine = _follow(keeper, before)
    ended = machine["ended"]
    if ended is None or ended["why"] != "kept":
        why = BACK.get(ended["why"] if ended else "", "it was broken off")
        raise BadAct(
            f"not updated: {why}",
            hint=f"{machine['version']} runs, and nothing that was played is lost.",
        )
    click.echo(f"{machine['version']} runs from now on.")


def _follow(keeper: Asking, machine: MachineShape) -> MachineShape:
    """Tell what is done until it is over; return how things stand then. Raises ``NoKeeper``."""
    told, missed = "", 0
    while machine["doing"] in DOING:
        if machine["doing"] != told:
            told = machine["doing"]
            click.echo(DOING[told])
        time.sleep(ASK_EVERY_S)
        try:
            machine, missed = keeper.look(), 0
        except NoKeeper:
            missed += 1
            if missed > KEEPER_IS_BACK_WITHIN:
                raise
    return machine
