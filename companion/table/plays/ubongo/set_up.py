"""What is seen of the gem board before the first roll: a gem lies in every hole."""

from collections.abc import Sequence

from companion.games.ubongo.state import State
from companion.table.hooks.position import Readings
from companion.table.hooks.seeing import Check
from companion.table.hooks.verdict import Say
from companion.table.plays.ubongo.gem_picture import ALL_HOLES, GemPicture


def checks(state: State, readings: Readings) -> Sequence[Check]:
    """Return what is so, and what is still missing; nothing where the table strews the gems itself."""
    picture = GemPicture.of(readings)
    if picture is not None:
        missing = len(ALL_HOLES) - picture.count
        return (Check(Say("ubongo.set_up.gems", {"count": missing}), missing == 0),)
    if "tokens" not in readings or state.laid is None:
        return ()
    return (Check(Say("ubongo.referee.no_board"), is_done=False),)
