"""What is seen of the board before the first lay: it is empty, and each gang stands on its corner."""

from collections.abc import Sequence

from companion.games.drunter.state import State
from companion.table.hooks.seeing import Check
from companion.table.hooks.verdict import Say
from companion.table.plays.drunter.picture import Picture
from vision.readings.board import BoardReading


def checks(state: State, reading: BoardReading) -> Sequence[Check]:
    """Return the steps that are done, and those that are still missing."""
    if reading.corners_px is None:
        return (Check(Say("drunter.set_up.no_board"), is_done=False),)
    picture, town = Picture(reading), state.town
    lying = [
        square
        for square, look in picture.looks.items()
        if not look.may_be_bare and square not in town.covered
    ]
    missing = [gang for gang in town.gangs if not picture.stands(gang.square)]
    absent = [
        Check(Say("drunter.set_up.gang", {"term": f"drunter.kind.{gang.kind}"}), is_done=False)
        for gang in missing
    ]
    return (
        Check(Say("drunter.set_up.squares", {"count": len(lying)}), not lying),
        *(absent or [Check(Say("drunter.set_up.gangs"), is_done=True)]),
    )
