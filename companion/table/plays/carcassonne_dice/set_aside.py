"""What lies set aside in a reading of Carcassonne dice, as moves that the rules accept."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import BadMove, IllegalMove
from companion.games.carcassonne_dice.city import Cell, largest_closed
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.carcassonne_dice.expected_dice import faces_of, must_lie
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.placing import city_cells, find_built
from companion.table.plays.lying import unmoved
from vision.readings.dice import DiceReading


@dataclass(frozen=True)
class SetAside:
    """Dice set aside in a reading: the moves that say so, where they lie, and the state then."""

    moves: tuple[JsonObject, ...]
    cells: Mapping[int, Cell]
    state: State

    @property
    def closed(self) -> int:
        """Dice in the largest closed city."""
        return largest_closed(self.state.cities)


class SettingAside:
    """Turns dice that lie there into moves under the rules; ``seats`` are the players' names."""

    def __init__(self, game: CarcassonneDice, seats: tuple[str, ...]) -> None:
        self._game = game
        self._seats = seats

    def name(self, state: State) -> str:
        """Return the name of the seat to move."""
        return self._seats[state.seat - 1]

    def set_aside(
        self, state: State, layout: Layout, reading: DiceReading, lying: frozenset[int]
    ) -> SetAside | None:
        """Set aside the dice ``lying`` there; None when the built ones are not as they were built."""
        built = self.built_in(state, layout, reading)
        if built is None:
            return None
        new = {d for d in lying if reading.dice[d].face not in (KNIGHT, CATAPULT) and d not in built}
        placed = city_cells(reading, new, built, state.city, state.faces)
        knights = sum(reading.dice[die].face == KNIGHT for die in lying) - state.knights
        if placed is None or knights < 0:
            return None
        cells = {**built, **{die: cell for die, (cell, _) in placed.items()}}
        if not placed and not knights:
            return SetAside((), cells, state)
        city = [
            {"face": face.face, "cell": list(cell), "turns": face.turns}
            for cell, face in placed.values()
        ]
        words = {"seat": self.name(state), "move": "set_aside", "knights": knights, "city": city}
        after = self.follow(state, (words,))
        return None if after is None else SetAside((words,), cells, after)

    def built_in(self, state: State, layout: Layout, reading: DiceReading) -> dict[int, Cell] | None:
        """Find the dice built by accepted moves; None if they do not all lie as they were built.

        Those that are not where they were may only be hidden: others like them do not stand for them.
        """
        lying = {
            now: Cell(*cell)
            for now, then in unmoved(layout.known, reading).items()
            if (cell := layout.known[then].cell) is not None and Cell(*cell) in state.city
        }
        moved = Counter(state.city[cell].face for cell in state.city.keys() - set(lying.values()))
        if moved and moved <= must_lie(state) - faces_of(reading):
            return None
        return find_built(reading, state.city, lying, state.faces)

    def takes(self, ended: SetAside) -> tuple[str, ...]:
        """Return the ways to take one's due: a city that scores nothing is no rival to a knight."""
        if not ended.state.may_keep_knight:
            return ("city",)
        return ("city", "knight") if ended.state.points_now else ("knight",)

    def stopped(self, ended: SetAside, take: str) -> SetAside:
        """Return the same after the turn was stopped."""
        stop = {"seat": self.name(ended.state), "move": "stop", "take": take}
        after = self.follow(ended.state, (stop,))
        assert after is not None
        return SetAside((*ended.moves, stop), {}, after)

    def follow(self, state: State, moves: tuple[JsonObject, ...]) -> State | None:
        """Play moves of the seat to move; None when the rules forbid one."""
        try:
            for words in moves:
                rest = {key: value for key, value in words.items() if key != "seat"}
                state = self._game.play(state, self._game.parse(state, state.seat, rest))
        except (BadMove, IllegalMove):
            return None
        return state
