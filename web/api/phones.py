"""How a phone gets a seat, and gets it back from another phone."""

from companion.errors import WrongPin
from companion.games.game import Seat
from companion.table.access.access import Access
from companion.table.service import Table
from web.access.callers import tokens
from web.bodies.table import Join


def join_seat(table: Table, access: Access, seat: Seat, player: str, said: Join, client: str) -> str:
    """Return a token for the seat; the seat's secrets are covered on a phone that has not shown them
    before.

    Raises WrongPin, TooManyTries, JournalError.
    """
    held = tokens()
    had_it = any(access.is_of(token, player) for token in held)
    may_return = not table.newcomers.covers(seat)
    token = access.join(seat, player, said.code, said.name, client, held=held, may_return=may_return)
    if not had_it:
        table.newcomers.come(seat, access.was_taken_over(player))
    return token


def take_seat_back(table: Table, access: Access, seat: Seat, player: str) -> None:
    """Let the caller's phone have the seat again. Raises WrongPin if no phone was replaced.

    This phone counts as new itself, unless the other phone has not been shown anything secret yet.
    """
    for token in tokens():
        lost = access.lost_seat(token)
        if lost is None or lost.player != player:
            continue
        if table.newcomers.covers(seat):
            access.take_back(token, may_return=False)
            table.newcomers.go(seat)
        else:
            table.newcomers.come(seat, took_over=True)
            access.take_back(token, may_return=True)
        return
    raise WrongPin("this phone has lost no seat here", hint="Join with a code from the host.")
