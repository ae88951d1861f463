"""Whole turns of other hands, from the first throw until the table is cleared."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import dist
from random import Random

from companion.games.carcassonne_dice.faces import KNIGHT
from companion.games.carcassonne_dice.moves import SetAside, Stop
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS
from tests.rigs.other_hands.hands import AMONG_ALL, AT_A_SPOT, NEVER_OVERLAPS, OtherHands
from tests.rigs.other_hands.mishaps import BETWEEN
from tests.rigs.random_play.building import Site, Way
from tests.rigs.random_play.lying import LyingDie, is_clear
from tests.rigs.random_play.plane import Place

TURNS = 3
"""Turns in a game."""
LID, OFF_TABLE, STACKED, COCKED, KNOCKS, HALVES = 0.10, 0.05, 0.04, 0.08, 0.06, 0.04
"""How a throw falls. What is left of them falls on the table, near what lies there as often as not."""
STRAIGHTENED = 0.6
"""How often a cocked die is straightened before the throw counts."""
LATE_CATAPULTS, KEEPS_FALLEN, WHILE_HOLDING, LIFTS_SLOWLY = 0.3, 0.1, 0.12, 0.35
STOPS_WITH, STOPS_WITHOUT = 0.5, 0.1
"""How often hands stop with points or a knight to keep, and with nothing."""
LINGERS, TOGETHER, FORGETS = 0.25, 0.12, 0.2
"""How a turn ends: all of it lies there for long, the next player takes or throws already, or it is
forgotten that this was the last throw."""


@dataclass
class Turns(OtherHands):
    """Plays turns. ``knocked``: where the dice lay, and how turned, that the last throw knocked away."""

    knocked: dict[LyingDie, tuple[Place, float]] = field(default_factory=dict)

    def turn(self) -> None:
        """Play one turn."""
        self.turns_at.append(len(self.events))
        seat = self.state.seat
        self.builder.sites.clear()
        self._throw(self.state.dice)
        while self.state.seat == seat and self.state.outcome is None:
            doings = [self._pass_on, self._keep, self._build_some, self._leave_fallen, self._muse]
            self.rng.shuffle(doings)
            for doing in doings:
                doing()
                self._mishaps()
            self._push_away()
            self._look(0.6, "aside")
            self._go_on()

    def _mishaps(self) -> None:
        for chance, mishap in BETWEEN:
            if self.has(chance / 2):
                mishap(self)

    # How a throw falls.

    def _throw(self, count: int) -> None:
        dice = self.fresh(count)
        ways = self._ways()
        chances = [*ways.values(), 1 - sum(ways.values())]
        self.rng.choices([*ways, self._fall], chances)[0](dice)
        self.thrown(dice)
        self._put_right()

    def _ways(self) -> dict[Callable[[list[LyingDie]], None], float]:
        """Return how a throw may fall that does not just fall, and how often."""
        return {
            self._into_lid: LID,
            self._off_table: OFF_TABLE,
            self._on_each_other: STACKED,
            self._cocked: COCKED,
            self._knocks: KNOCKS,
            self._in_halves: HALVES,
        }

    def _put_right(self) -> None:
        """Put dice that the throw knocked out of their places back there."""
        for die, (at, angle_deg) in self.knocked.items():
            die.at, die.angle_deg = at, angle_deg
            self.act(f"{die.face} put right", 0.5, 2.0)
            self._look(0.5)
        self.knocked.clear()

    def _fall(self, dice: list[LyingDie]) -> None:
        there = self.lying.dice
        about = self.rng.choice(there).at if there and self.has(0.4) else self.lying.anywhere()
        self.scatter(dice, about, self.rng.uniform(AT_A_SPOT, AMONG_ALL))

    def _into_lid(self, dice: list[LyingDie]) -> None:
        self.note("thrown into the lid")
        self.into_lid(dice, (self.rng.uniform(-5, 5), self.rng.uniform(-3.5, 3.5)))

    def _some_first(self, first: list[LyingDie], what: str, chance: float) -> None:
        self._fall(first)
        self.act(what, 0.8, 3.0, in_hand=True)
        self._look(chance, may_have_rolled=True)

    def _off_table(self, dice: list[LyingDie]) -> None:
        self.note("off the table")
        fallen = dice[: self.rng.randrange(1, 3)]
        left = dice[len(fallen) :]
        self._some_first(left, f"{len(fallen)} dice fall off the table", 0.8)
        self.act("dice looked for on the floor", 2.0, 12.0, in_hand=True)
        self._look(0.6)
        self.scatter(fallen, self.lying.anywhere(), AT_A_SPOT)

    def _on_each_other(self, dice: list[LyingDie]) -> None:
        if len(dice) < 2:
            self._fall(dice)
            return
        self.note("landed on each other")
        upper, lower = dice[0], dice[1]
        self._fall(dice[1:])
        upper.at, upper.angle_deg = lower.at, self.rng.uniform(0, 360)
        self.lying.dice.append(upper)
        self.eye.beneath.add(lower)
        shown, upper.face = upper.face, self.rng.choice([upper.face, *self.eye.names])
        if self.has(0.5):
            self.eye.leaning[upper] = self.eye.unsure(upper.face)
        self.act("a die lands on another", 0.8, 2.0, in_hand=True)
        self._look(0.85, may_have_rolled=True)
        self.lift([upper])
        self.eye.beneath.discard(lower)
        upper.face = shown
        self.scatter([upper], lower.at, AT_A_SPOT)

    def _cocked(self, dice: list[LyingDie]) -> None:
        self.note("cocked")
        self._fall(dice)
        die = self.rng.choice(dice)
        self.eye.leaning[die] = self.eye.unsure(die.face)
        if self.has(STRAIGHTENED):
            self.act("a die leans", 0.8, 2.5, in_hand=True)
            self._look(0.85, may_have_rolled=True)
            del self.eye.leaning[die]

    def _knocks(self, dice: list[LyingDie]) -> None:
        """Let the throw knock dice that were put aside out of their places; they are put right then."""
        aside = [
            die
            for die in self.lying.dice
            if die.aside and die not in self.eye.beneath and not self.below(die)
        ]
        self._fall(dice)
        if not aside:
            return
        self.note("throw knocks what was put aside")
        die = self.rng.choice(aside)
        at, angle_deg = die.at, die.angle_deg
        die.at = at[0] + self.rng.uniform(-0.4, 0.4), at[1] + self.rng.uniform(-0.4, 0.4)
        die.angle_deg += self.rng.uniform(-35, 35)
        if self.fits(die):
            self.knocked[die] = at, angle_deg
        else:
            die.at, die.angle_deg = at, angle_deg

    def _in_halves(self, dice: list[LyingDie]) -> None:
        if len(dice) < 2:
            self._fall(dice)
            return
        self.note("thrown in two halves")
        first = self.rng.randrange(1, len(dice))
        self._some_first(dice[:first], f"{first} dice fall, the others not yet", 0.9)
        self._fall(dice[first:])

    # Between two throws.

    def _pass_on(self) -> None:
        catapults = self.catapults
        if not catapults:
            return
        if self.has(LATE_CATAPULTS):
            self.note("catapults passed on late")
            for die in catapults:
                die.aside = True
            return
        self.lift(catapults)
        self.act(f"{len(catapults)} catapults passed on", 0.5, 1.5)
        self._look(0.4)

    def _keep(self) -> None:
        loose = self.lying.faces(KNIGHT, aside=False)
        chance = 0.7 if len(loose) + self.state.knights >= KNIGHTS else 0.3
        for knight in loose:
            if not self.has(chance):
                continue
            knight.aside = True
            if self.has(0.55):
                others = [die for die in self.knights_aside if die is not knight]
                about = self.rng.choice(others).at if others else (-8.0, 5.5)
                self.put(knight, about, 0.8)
                self.act("knight put aside", 0.8, 2.0)
                self._look(0.3)

    def _build_some(self) -> None:
        way = self.builder.way(self.state)
        found = self.builder.site(way, self.state) if way else None
        if found is None:
            return
        self._clear(*found)
        one_by_one = self.has(0.55)
        for die in self.builder.lay(*found):
            self.eye.leaning.pop(die, None)
            if one_by_one:
                self.act(f"{die.face} built", 0.8, 3.0)
                self._look(0.4)
        if not one_by_one:
            self.act(f"{len(way)} dice built", 1.5, 5.0)
            self._look(0.4)

    def _clear(self, site: Site, way: Way) -> None:
        """Push dice away that lie where others of the same city will be built."""
        places = [site.place(cell) for cell in way]
        for die in self.builder.taken(way):
            if any(dist(die.at, at) < NEVER_OVERLAPS for at in places):
                while not is_clear(die.at, [LyingDie("", at, 0.0) for at in places]):
                    self.put(die, self.lying.anywhere(), 1.0)
                self.act(f"{die.face} pushed away, to be built", 0.5, 1.5)

    def _leave_fallen(self) -> None:
        """Take a die for built where it fell, if it lies alone."""
        loose = [die for die in self.lying.loose(KNIGHT) if die not in self.eye.leaning]
        if not loose or not self.has(KEEPS_FALLEN):
            return
        die = self.rng.choice(loose)
        if self.lying.is_free(die.at, die):
            self.note("built where it fell")
            self.leave_as_city(die)

    def _muse(self) -> None:
        if self.has(0.2):
            self.act("players talk", 5.0, 60.0)
            self._look(0.5)

    def _push_away(self) -> None:
        """Push loose dice away that lie against built ones: nobody shall take them for built."""
        for die in self.against_built():
            self.note("thrown against the city")
            self.put(die, die.at, 1.5)
            self.act(f"{die.face} pushed away from the city", 0.4, 1.2)
            self._look(0.3)

    # The next throw, or the end of the turn.

    def _stops(self) -> bool:
        state = self.state
        if state.throws == THROWS or not state.loose:
            return True
        return self.has(STOPS_WITH if state.points_now or state.may_keep_knight else STOPS_WITHOUT)

    def _go_on(self) -> None:
        before = len(self.moves)
        state = self.state
        if state.throws < THROWS and self.has(WHILE_HOLDING) and self._builds_while_holding():
            return
        self._set_aside()
        if self._stops():
            self._stop()
            return
        # What is put aside counts from the next throw on: until then hands may change it.
        made, self.moves = self.moves[before:], self.moves[:before]
        again = self.lying.loose()
        self._take_up(again, "taken up")
        self.moves += made
        self._throw(len(again))

    def _builds_while_holding(self) -> bool:
        """Take up the next throw, and with the other hand push together what is kept; then throw."""
        way = self.builder.way(self.state)
        found = self.builder.site(way, self.state) if way else None
        again = [die for die in self.lying.loose() if die not in self.builder.taken(way)]
        if found is None or not again:
            return False
        self.note("built while the other hand holds the next throw")
        self._take_up(again, "taken up")
        self._clear(*found)
        for die in self.builder.lay(*found):
            self.eye.leaning.pop(die, None)
            self.act(f"{die.face} pushed to the city, the next throw in the hand", 0.8, 2.5)
            self._look(0.4)
        self._look(0.6, "aside")
        self._set_aside()
        self._throw(len(again))
        return True

    def _stop(self) -> None:
        is_last = self.state.throws == THROWS
        loose = self.lying.faces(KNIGHT, aside=False)
        if loose and self.state.knights + len(loose) >= KNIGHTS:
            for die in loose:
                die.aside = True
            self._play(SetAside(self.state.seat, len(loose), ()))
        keeps = self.state.may_keep_knight and not (self.state.points_now and self.has(0.5))
        self._play(Stop(self.state.seat, "knight" if keeps else "city"))
        over = self.lying.loose()
        if is_last and over and len(over) < self.state.dice and self.has(FORGETS):
            self._throws_once_more(over)
        if self.has(LINGERS):
            self.note("nobody clears")
            for _ in range(self.rng.randrange(1, 4)):
                self.act("players talk, the turn is over", 10.0, 120.0)
                self._look(0.6)
        if is_last and self.has(TOGETHER):
            self._cleared_by_two()
        else:
            self._take_up(list(self.lying.dice), "cleared")

    def _throws_once_more(self, over: list[LyingDie]) -> None:
        """Throw a fourth time, as if it were the third: the turn is over, it counts for nothing."""
        self.note("a throw too many")
        self._take_up(over, "taken up")
        again = self.fresh(len(over))
        self._fall(again)
        self.act("a throw that nobody may make", 0.8, 2.0)
        self._look(0.8, may_have_rolled=True)
        self._push_away()

    def _cleared_by_two(self) -> None:
        """Let the next player take dice while the first one still clears."""
        self.note("two players at once")
        dice = list(self.lying.dice)
        self.rng.shuffle(dice)
        while dice:
            taken = [dice.pop() for _ in range(min(len(dice), self.rng.randrange(1, 4)))]
            self.lift(taken)
            for die in self.rng.sample(self.lying.dice, min(len(self.lying.dice), 2)):
                self.put(die, die.at, 0.8)
            self.act(f"{len(taken)} dice taken, others pushed", 0.3, 1.0)
            self._look(0.4)

    def _take_up(self, lying: list[LyingDie], what: str) -> None:
        dice = self.rng.sample(lying, len(lying))
        late = [die for die in self.lying.faces("catapult", aside=True) if self.has(0.5)]
        self.lift(late)
        if len(dice) > 1 and self.has(LIFTS_SLOWLY):
            while dice:
                taken = [dice.pop() for _ in range(min(len(dice), self.rng.randrange(1, 4)))]
                self.lift(taken)
                self.act(f"{len(taken)} dice {what}", 0.3, 1.0)
                self._look(0.3)
        else:
            self.lift(dice)
            self.act(f"{len(dice)} dice {what}", 0.4, 1.5)
        self._look(0.4)


def played(seed: int, turns: int = TURNS) -> Turns:
    """Return hands that have played so many turns. Raises ``NoRoom``."""
    hands = Turns(Random(seed))
    for _ in range(turns):
        if hands.state.outcome is None:
            hands.turn()
    return hands
