"""What lies set aside in a reading of Carcassonne dice, as moves that the rules accept."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import BadMove, IllegalMove
from companion.games.carcassonne_dice.city import Cell, PlacedFace, largest_closed
from companion.games.carcassonne_dice.closing import Closing, closings, fresh
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.carcassonne_dice.state import State
from companion.games.game import Game
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.carcassonne_dice.expected_dice import faces_of, must_lie
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.placing import city_cells, find_built
from companion.table.plays.lying import unmoved
from vision.readings.dice import DiceReading, LyingDice


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


def followed(game: Game[State, Any], state: State, moves: Iterable[JsonObject]) -> State | None:
    """Play moves of the seat to move; None when the rules forbid one."""
    try:
        for words in moves:
            rest = {key: value for key, value in words.items() if key != "seat"}
            state = game.play(state, game.parse(state, state.seat, rest))
    except (BadMove, IllegalMove):
        return None
    return state


def words_aside(seat: str, knights: int, city: Iterable[tuple[Cell, PlacedFace]] = ()) -> JsonObject:
    """Return the move that sets knights aside, and dice in cells of the city."""
    placed = [{"face": face, "cell": list(cell), "turns": turns} for cell, (face, turns) in city]
    return {"seat": seat, "move": "set_aside", "knights": knights, "city": placed}


def put_aside(
    game: Game[State, Any],
    seat: str,
    state: State,
    lying: LyingDice,
    chosen: Collection[int],
    built: Mapping[int, Cell],
) -> SetAside | None:
    """Set the ``chosen`` dice aside, beside those ``built``; None where that cannot be."""
    faces = [die.face for die in lying.dice]
    new = {n for n in chosen if faces[n] not in (KNIGHT, CATAPULT) and n not in built}
    placed = city_cells(lying, new, built, state.city, state.faces)
    knights = sum(faces[n] == KNIGHT for n in chosen) - state.knights
    if placed is None or knights < 0:
        return None
    cells = {**built, **{die: cell for die, (cell, _) in placed.items()}}
    if not placed and not knights:
        return SetAside((), cells, state)
    words = words_aside(seat, knights, placed.values())
    after = followed(game, state, (words,))
    return None if after is None else SetAside((words,), cells, after)


def ways_to_close(state: State, dice: Counter[str], *, begun: bool) -> list[Closing]:
    """Return the ways in which some of these dice close a city; ``begun``: also one of them alone."""
    faces = state.faces
    most = tuple(dice[face.name] for face in faces.city)
    ways = [
        way
        for city in state.cities
        if sum(most) and city.open_edges
        for way in closings(state.built, city, faces, most, sum(most)).values()
    ]
    return [*ways, *(fresh(faces, most, sum(most)).values() if begun else ())]


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
        return put_aside(self._game, self.name(state), state, reading, lying, built)

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

    def follow(self, state: State, moves: Iterable[JsonObject]) -> State | None:
        """Play moves of the seat to move; None when the rules forbid one."""
        return followed(self._game, state, moves)
