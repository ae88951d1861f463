"""Ubongo at the table: the glass runs by the table's clock, calls come by key or tap.

What the camera could see of it (the gems, the symbol die) is not read yet: it is entered by tap.
"""

from companion.devices.device import Lamp, Press, Signals
from companion.games.ubongo.state import Phase, State
from companion.table.plays.play import Play, Position, Timer
from companion.table.plays.verdict import JsonObject

SAND_LAMPS = 8
"""Lamps in the box's column that show the sand (one for each card)."""


class UbongoPlay(Play[State, None]):
    """Turns the glass into a deadline, and the sand into lamps."""

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

    def signals(self, position: Position[State], left_s: float | None) -> Signals:
        """Light as many lamps as there is sand left."""
        timer = self.timer(position)
        if timer is None or left_s is None:
            return Signals()
        lit = -int(-SAND_LAMPS * left_s // timer.seconds)
        lamps: dict[str, Lamp] = {f"column-{number}": "lit" for number in range(1, lit + 1)}
        return Signals(lamps)

    def pressed(self, position: Position[State], press: Press) -> JsonObject | None:
        """Take a call key as the call of its seat."""
        kind, _, number = press.key.partition("-")
        seats = position.setup.seats
        if kind != "call" or not number.isdigit() or not 1 <= int(number) <= len(seats):
            return None
        return {"seat": seats[int(number) - 1], "move": "call"}


PLAY = UbongoPlay()
