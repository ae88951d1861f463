"""What hands build of the dice that lie there, where, and how the dice come to lie then."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from companion.games.carcassonne_dice.city import Cell, PlacedFace, clashes
from companion.games.carcassonne_dice.closing import Closing, closings, fresh
from companion.games.carcassonne_dice.faces import KNIGHT, STANDARD, Side
from companion.games.carcassonne_dice.state import State
from tests.rigs.random_play.lying import Lying, LyingDie, is_clear, is_inside
from tests.rigs.random_play.plane import Place, turned

FAR_CELLS = 40
"""Cities that do not touch are counted so many columns apart."""
STEP = 1.03
"""From one die of a city to the next, in sides of a die."""
TRIES = 200
MOST_DICE_BEGUN, LEAST_DICE_BEGUN = 6, 3
CLOSES, CLOSES_LARGEST, BUILDS_SOME, BUILDS_ONE = 0.75, 0.6, 0.4, 0.12
"""How often a city is closed where one can be, and the largest; and what is built where none is."""

Way = Mapping[Cell, PlacedFace]
"""What to build: the faces, and in which cells."""


@dataclass
class Site:
    """A city that is being built: where its cell (0, 0) lies, and how it is turned."""

    base: Place
    turn_deg: float
    number: int

    def cell(self, cell: Cell) -> Cell:
        """Return this city's own cell as it is counted among all cities."""
        return Cell(cell.column + FAR_CELLS * self.number, cell.row)

    def place(self, cell: Cell) -> Place:
        """Return where the die of a cell lies."""
        own = (cell.column - FAR_CELLS * self.number) * STEP, cell.row * STEP
        x, y = turned(own, self.turn_deg)
        return self.base[0] + x, self.base[1] + y

    def has(self, cell: Cell | None) -> bool:
        """Return whether this is a cell of this city."""
        return cell is not None and (cell.column + FAR_CELLS // 2) // FAR_CELLS == self.number


def _beside(cell: Cell) -> list[Cell]:
    return [cell.beside(side) for side in Side]


@dataclass
class Builder:
    """Chooses what to build, and lays it. ``sites`` are those of this turn."""

    rng: Random
    lying: Lying
    sites: list[Site] = field(default_factory=list)

    def way(self, state: State) -> Way:
        """Choose what to build; nothing is likely, too."""
        loose = Counter(die.face for die in self.lying.loose(KNIGHT))
        if not loose:
            return {}
        if closed := self._closed(state, tuple(loose[face.name] for face in STANDARD.city)):
            is_largest = self.rng.random() < CLOSES_LARGEST
            best = max(closed, key=lambda way: way.size) if is_largest else self.rng.choice(closed)
            return dict(best.placed)
        if self.rng.random() < BUILDS_SOME:
            return self._some(state, list(loose.elements()))
        if self.rng.random() < BUILDS_ONE:
            return {Cell(0, 0): PlacedFace(self.rng.choice(list(loose.elements())), 0)}
        return {}

    def _closed(self, state: State, most: tuple[int, ...]) -> list[Closing]:
        if self.rng.random() >= CLOSES:
            return []
        closed: list[Closing] = []
        for city in state.cities:
            if city.open_edges:
                closed += closings(state.built, city, STANDARD, most, sum(most)).values()
        if closed or state.built:
            return closed
        begun = fresh(STANDARD, most, min(MOST_DICE_BEGUN, sum(most))).values()
        return [way for way in begun if way.size >= LEAST_DICE_BEGUN]

    def _some(self, state: State, faces: list[str]) -> Way:
        """Choose a few dice that match, beside what is built or by themselves."""
        city, chosen = dict(state.built), dict[Cell, PlacedFace]()
        self.rng.shuffle(faces)
        for face in faces[: self.rng.randrange(2, 5)]:
            there = city | chosen
            near = [beside for cell in there for beside in _beside(cell)] or [Cell(0, 0)]
            ways = [(cell, turns) for cell in near if cell not in there for turns in range(4)]
            self.rng.shuffle(ways)
            for cell, turns in ways:
                if not clashes(there, cell, PlacedFace(face, turns), STANDARD):
                    chosen[cell] = PlacedFace(face, turns)
                    break
        return chosen

    def site(self, way: Way, state: State) -> tuple[Site, Way] | None:
        """Return where to build this, with its cells there; None where there is no room."""
        taken = self.taken(way)
        found = self._found(way, state) or self._begun(way, taken)
        if found is None:
            return None
        site, there = found
        places = [site.place(cell) for cell in there]
        rest = [die for die in self.lying.others(*taken) if not site.has(die.cell)]
        is_free = all(is_inside(at) and is_clear(at, rest) for at in places)
        return (site, there) if is_free else None

    def _found(self, way: Way, state: State) -> tuple[Site, Way] | None:
        """Return the city that is built on; None where one is begun."""
        city = {} if way.keys() == {Cell(0, 0)} else state.city
        near = next((cell for cell in way for beside in _beside(cell) if beside in city), None)
        return None if near is None else (next(site for site in self.sites if site.has(near)), way)

    def _begun(self, way: Way, taken: list[LyingDie]) -> tuple[Site, Way] | None:
        rest = self.lying.others(*taken)
        for _ in range(TRIES):
            base, angle = self.lying.anywhere(), self.rng.choice([0.0, self.rng.uniform(-40, 40)])
            site = Site(base, angle, len(self.sites))
            there = {site.cell(cell): face for cell, face in way.items()}
            places = [site.place(cell) for cell in there]
            is_inner = all(abs(x) < 9.0 and abs(y) < 6.5 for x, y in places)
            if is_inner and all(is_clear(at, rest) for at in places):
                self.sites.append(site)
                return site, there
        return None

    def taken(self, way: Way) -> list[LyingDie]:
        """Return the dice to build with, in the order of the way."""
        taken: list[LyingDie] = []
        for face in way.values():
            left = (die for die in self.lying.loose(KNIGHT) if die not in taken)
            taken.append(next(die for die in left if die.face == face.face))
        return taken

    def lay(self, site: Site, way: Way) -> Iterator[LyingDie]:
        """Lay the dice one by one."""
        for die, (cell, face) in zip(self.taken(way), way.items(), strict=True):
            x, y = site.place(cell)
            die.at = x + self.rng.gauss(0, 0.012), y + self.rng.gauss(0, 0.012)
            die.angle_deg = site.turn_deg + 90 * face.turns + self.rng.gauss(0, 0.8)
            die.aside, die.cell = True, cell
            yield die

    def built(self, state: State) -> tuple[tuple[Cell, PlacedFace], ...]:
        """Return what was built since the last throw, in the order of its cells."""
        before = state.city
        there = [(die.cell, die) for die in self.lying.dice if die.cell is not None]
        new = (
            (cell, PlacedFace(die.face, self._turns(die))) for cell, die in there if cell not in before
        )
        return tuple(sorted(new))

    def _turns(self, die: LyingDie) -> int:
        site = next(site for site in self.sites if site.has(die.cell))
        return round((die.angle_deg - site.turn_deg) / 90) % 4
