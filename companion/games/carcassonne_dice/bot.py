"""A player of the dice game: builds whatever can be closed, and throws on as long as it pays.

It weighs stopping, throwing on and three knights by ``outlook``, which forgets the grid, and closes and
builds by looking at the grid itself.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.games.carcassonne_dice.city import (
    Cell,
    City,
    PlacedFace,
    cities,
    clashes,
    largest_closed,
    points,
)
from companion.games.carcassonne_dice.closing import Closing, closings, fresh
from companion.games.carcassonne_dice.faces import DICE, Side
from companion.games.carcassonne_dice.moves import Move, Placed, SetAside, Stop
from companion.games.carcassonne_dice.odds import chance_of_knights
from companion.games.carcassonne_dice.outlook import (
    EMPTY,
    Kinds,
    SetAsidePlan,
    Shown,
    kind_of,
    kinds_of,
    plans,
    stand_of,
    value,
)
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS, State
from companion.games.game import Seat

PATIENCE = 0.25
"""Points by which throwing on must promise more than stopping."""


class Builder:
    """The bot; it keeps nothing between moves."""

    def choose(self, state: State, seat: Seat, rng: Random) -> Move | None:  # noqa: ARG002 - it plays its best
        """Return its next move; None to throw."""
        if state.throws == 0:
            return None
        closing, factor = best_closing(state), 2 if state.doubled else 1
        sure = factor * points(max(largest_closed(state.cities), closing.size if closing else 0))
        if state.scores[seat - 1] + sure >= state.terms.target:
            return _close_or_stop(seat, closing)
        plan = _best_plan(state)
        throwing = max(plan.worth * factor if plan else 0.0, _worth_of_chase(state))
        if state.knights + state.loose_knights >= KNIGHTS and _worth_of_knight(state) > max(
            sure, throwing
        ):
            return _keep_knight(state)
        if throwing <= sure + PATIENCE:
            return _close_or_stop(seat, closing)
        if plan and plan.worth * factor == throwing:
            return _carry_out(state, plan)
        return SetAside(seat, state.loose_knights, ()) if state.loose_knights else None


def best_closing(state: State) -> Closing | None:
    """Return how the loose dice close the largest city that is worth more than now; None if they
    cannot."""
    loose = Counter(state.loose)
    most = tuple(loose[face.name] for face in state.faces.city)
    dice = sum(most)
    ways = [
        way
        for city in state.cities
        if city.open_edges
        for way in closings(state.built, city, state.faces, most, dice).values()
    ]
    ways += [_elsewhere(state, way) for way in fresh(state.faces, most, dice).values()]
    best = max(ways, key=lambda way: (way.size, -len(way.placed), way.placed), default=None)
    now = points(largest_closed(state.cities))
    return best if best and points(best.size) > now else None


def _elsewhere(state: State, way: Closing) -> Closing:
    """The same city, clear of all that is built."""
    if not state.built:
        return way
    left = min(cell.column for cell, _ in way.placed)
    right = max(cell.column for cell, _ in state.built) + 2
    top = min(cell.row for cell, _ in state.built)
    moved = ((Cell(cell.column - left + right, cell.row + top), face) for cell, face in way.placed)
    return replace(way, placed=tuple(moved))


def _close_or_stop(seat: Seat, closing: Closing | None) -> Move:
    return SetAside(seat, 0, tuple(sorted(closing.placed))) if closing else Stop(seat, "city")


def _keep_knight(state: State) -> Move:
    if state.may_keep_knight:
        return Stop(state.seat, "knight")
    return SetAside(state.seat, KNIGHTS - state.knights, ())


def _worth_of_knight(state: State) -> float:
    """Expected gain of doubling the next turn."""
    dice = DICE - sum(state.kept) + state.doubled
    return value(EMPTY, kinds_of(state.faces), dice, THROWS)


def _worth_of_chase(state: State) -> float:
    """Expected value of setting every knight aside and throwing everything else for more knights."""
    dice, throws = len(state.loose) - state.loose_knights, THROWS - state.throws
    if not dice or not throws:
        return 0.0
    needed = KNIGHTS - state.knights - state.loose_knights
    return chance_of_knights(dice, throws, needed) * _worth_of_knight(state)


def _best_plan(state: State) -> SetAsidePlan | None:
    """The best dice to set aside, without closing, before throwing again; None on the last throw."""
    throws, kinds = THROWS - state.throws, kinds_of(state.faces)
    if not throws or not state.loose:
        return None
    stand = stand_of(state.cities)
    shown = _shown(state, kinds)
    ahead = plans(stand, kinds, shown, state.loose_knights, throws)
    building = (plan for plan in ahead if plan.throws_on and plan.after.closed == stand.closed)
    return max(building, key=lambda plan: (plan.worth, plan.aside), default=None)


def _shown(state: State, kinds: Kinds) -> Shown:
    ends = [kind_of(state.faces, face) for face in state.loose]
    return tuple(ends.count(kind.ends) for kind in kinds)


def _carry_out(state: State, plan: SetAsidePlan) -> Move | None:
    placed = tuple(sorted(_build(state, plan.aside).items()))
    return SetAside(state.seat, 0, placed) if placed else None


def _build(state: State, aside: Shown) -> dict[Cell, PlacedFace]:
    """Add the dice of each kind to the city where they leave it easiest to close."""
    kinds, loose, laid = kinds_of(state.faces), list(state.loose), dict[Cell, PlacedFace]()
    wanted = [kind.ends for kind, count in zip(kinds, aside, strict=True) for _ in range(count)]
    for ends in reversed(wanted):
        city = state.city | laid
        names = sorted({face for face in loose if kind_of(state.faces, face) == ends})
        spots = [spot for name in names for spot in _spots(state, city, name)]
        if not spots:
            break
        cell, face = min(spots, key=lambda spot: (_hardness(state, city, spot), spot))
        laid[cell] = face
        loose.remove(face.face)
    return laid


def _spots(state: State, city: dict[Cell, PlacedFace], name: str) -> Iterator[Placed]:
    """Places where such a die would lengthen the largest open city, or begin one."""
    target = _target(cities(city, state.faces))
    if target is None:
        start = Cell(max((cell.column for cell in city), default=-2) + 2, 0)
        yield start, PlacedFace(name, 0)
        return
    for edge in target.open_edges:
        for turns in state.faces.ways(name):
            placed = PlacedFace(name, turns)
            joins = any(edge.across.side in part for part in state.faces.parts(name, turns))
            if joins and not clashes(city, edge.across.cell, placed, state.faces):
                yield edge.across.cell, placed


def _target(standing: tuple[City, ...]) -> City | None:
    return max((city for city in standing if city.open_edges), key=lambda city: city.size, default=None)


def _hardness(state: State, city: dict[Cell, PlacedFace], spot: Placed) -> tuple[int, int]:
    """The difficulty of closing the city afterwards: cells where edges meet, and neighbours in the
    way."""
    after = city | {spot[0]: spot[1]}
    target = _target(cities(after, state.faces))
    if target is None:
        return (DICE, 0)
    spots = [edge.across.cell for edge in target.open_edges]
    meeting = len(spots) - len(set(spots))
    crowded = sum(cell.beside(side) in after for cell in set(spots) for side in Side)
    return (meeting, crowded)


BOT = Builder()
