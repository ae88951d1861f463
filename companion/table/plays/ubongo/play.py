"""Ubongo at the table: its hourglass, its calls, its keys."""

from collections.abc import Sequence
from typing import ClassVar

from companion.devices.device import Press
from companion.games.ubongo.state import Phase, State
from companion.table.plays.play import Happened, Play, Position, Timer
from companion.table.plays.ubongo.calls import in_order
from companion.table.plays.verdict import JsonObject


class UbongoPlay(Play[State, None]):
    """Turns the glass into a deadline, and keys into calls."""

    glass_option: ClassVar[str | None] = "seconds"
    glass_key: ClassVar[str | None] = "ok"

    def timer(self, position: Position[State]) -> Timer | None:
        """Return the time until the sand is through: for those with the least of it first."""
        state = position.state
        if state.round.phase is not Phase.RUNNING:
            return None
        left = {
            seat: state.seconds[seat - 1]
            for seat in state.all_seats
            if seat not in state.round.out_of_time
        }
        next_s = min(left.values())
        out = [state.name(seat) for seat, seconds in left.items() if seconds == next_s]
        moves: tuple[JsonObject, ...] = ({"move": "time_up"},)
        if len(out) < len(left):
            moves = tuple({"seat": name, "move": "time_up"} for name in out)
        key = f"round {state.round.number}, glass {1 + state.round.turned}"
        return Timer(key, float(next_s), moves)

    def in_order(self, happened: Happened, lately: Sequence[Happened]) -> Sequence[Happened]:
        """Put a call in its place among those that came before it."""
        return in_order(happened, lately) if happened.words.get("move") == "call" else (happened,)

    def pressed(self, position: Position[State], press: Press) -> JsonObject | None:
        """Take a call key as the call of its seat, and OK for turning the glass."""
        kind, _, number = press.key.partition("-")
        seats = position.setup.seats
        if press.key == self.glass_key:
            return _turned(position.state)
        if kind != "call" or not number.isdigit() or not 1 <= int(number) <= len(seats):
            return None
        return {"seat": seats[int(number) - 1], "move": "call"}


def _turned(state: State) -> JsonObject | None:
    """Return what it means to turn the glass now; None where it is not turned."""
    kinds = {Phase.TO_ROLL: "start", Phase.TO_TURN: "turn_glass"}
    return {"move": kinds[state.round.phase]} if state.round.phase in kinds else None


PLAY = UbongoPlay()
