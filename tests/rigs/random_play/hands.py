"""Natural hands: whole turns of random play, made before a table sees them, as acts and looks."""

from dataclasses import dataclass, field
from math import cos, dist, radians, sin
from random import Random

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT, STANDARD
from companion.games.carcassonne_dice.moves import Move, SetAside, Stop, Throw
from companion.games.carcassonne_dice.rules import GAME
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS, State
from companion.games.game import Setup
from tests.rigs.random_play.building import STEP, Builder
from tests.rigs.random_play.camera import Camera
from tests.rigs.random_play.lying import Lying, LyingDie
from tests.rigs.random_play.plane import Act, Event, Place, Role

SEATS = ("Ana", "Bob")
SETUP = Setup("carcassonne_dice", SEATS, {})
TURNS = 3
"""Turns in a game of random play."""
REMEMBERED = 60
SAME_PLACE = 1.2
"""A die falls so far at least from where its face was seen lately, in sides of a die: who could tell?"""
PUSHES, BUMPS, PICKS_UP, FALLS_EARLY = 0.12, 0.05, 0.06, 0.06
"""How often a die is pushed, the camera bumped, a die taken up and put back, and some dice
of a throw fall before the others."""


@dataclass
class NaturalHands:
    """Plays turns. ``events`` are the acts and looks; ``moves`` are what truly happened."""

    rng: Random
    state: State = field(default_factory=lambda: GAME.start(SETUP))
    events: list[Event] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    seen: list[tuple[str, Place]] = field(default_factory=list)
    """The faces and places of the last looks."""

    def __post_init__(self) -> None:
        self.lying = Lying(self.rng)
        self.camera = Camera(self.rng)
        self.builder = Builder(self.rng, self.lying)

    def turn(self) -> None:
        """Play one turn, from its first throw until the table is cleared."""
        seat = self.state.seat
        self.builder.sites.clear()
        self._throw(self.state.dice)
        while self.state.seat == seat and self.state.outcome is None:
            doings = [self._pass_catapults, self._keep_knights, self._build, self._meddle]
            self.rng.shuffle(doings)
            for doing in doings if self._has(0.9) else []:
                before = len(self.events)
                doing()
                if len(self.events) > before:
                    self._look(0.4)
            self._look(0.7, "aside")
            self._go_on()

    # Moves, acts and looks.

    def _has(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _play(self, move: Move) -> None:
        self.state = GAME.play(self.state, move)
        self.moves.append(move)

    def _act(self, what: str, least: float, most: float, *, in_hand: bool = False) -> None:
        self.events.append(Act(what, self.rng.uniform(least, most), len(self.moves), in_hand))

    def _look(self, chance: float, role: Role = "", *, may_have_rolled: bool = False) -> None:
        """Add a look, which is taken or not: what hands do next does not depend on it."""
        dice = self.lying.dice
        self.seen = [*self.seen, *((die.face, die.at) for die in dice)][-REMEMBERED:]
        self.events.append(self.camera.look(dice, chance, role, may_have_rolled=may_have_rolled))

    # A throw.

    def _throw(self, count: int) -> None:
        faces = [self.rng.choice(STANDARD.names) for _ in range(count)]
        about, spread = self.lying.anywhere(), self.rng.uniform(1.5, 3.5)
        first = self.rng.randrange(1, count) if count > 1 and self._has(FALLS_EARLY) else 0
        for number, face in enumerate(faces):
            if first and number == first:
                self._act(f"{first} dice fall, the others not yet", 0.8, 2.0, in_hand=True)
                self._look(0.8, may_have_rolled=True)
            at = self._fallen(face, about, spread)
            self.lying.dice.append(LyingDie(face, at, self.rng.uniform(0, 360)))
        self._play(Throw(self.state.seat, tuple(sorted(faces, key=STANDARD.names.index))))
        self._act("throw of " + " ".join(faces), 0.8, 2.0)
        self._look(0.95, "throw", may_have_rolled=True)

    def _fallen(self, face: str, about: Place, spread: float) -> Place:
        """Return where a die falls: not just where its face lay, which no camera could tell."""
        lately = [place for name, place in self.seen if name == face]
        for _ in range(200):
            at = self.lying.free(about, spread)
            if all(dist(at, place) > SAME_PLACE for place in lately):
                break
        return at

    # Between throws.

    def _pass_catapults(self) -> None:
        catapults = self.lying.faces(CATAPULT, aside=False)
        if not catapults:
            return
        if self._has(0.25):
            edge = self.rng.choice([(-9.0, 0.0), (0.0, -6.5), (9.0, 0.0)])
            for die in catapults:
                die.at, die.aside = self.lying.free(edge, 0.6, die), True
                die.angle_deg = self.rng.uniform(0, 360)
            self._act(f"{len(catapults)} catapults put at the edge", 0.5, 1.0)
        else:
            self.lying.take(catapults)
            self._act(f"{len(catapults)} catapults passed on", 0.5, 1.0)

    def _keep_knights(self) -> None:
        loose = self.lying.faces(KNIGHT, aside=False)
        chance = 0.85 if len(loose) + self.state.knights >= KNIGHTS else 0.4
        for knight in loose:
            if not self._has(chance):
                continue
            knight.aside = True
            if self._has(0.4):
                continue  # left where it fell
            knight.at = self._beside_a_knight(knight)
            self._act("knight put aside", 1.2, 2.0)
            self._look(0.3)

    def _beside_a_knight(self, knight: LyingDie) -> Place:
        """Return where to put a knight: touching another one, or by itself."""
        for other in self._other_knights(knight):
            for step in (STEP, -STEP):
                c, s = cos(radians(other.angle_deg)), sin(radians(other.angle_deg))
                at = other.at[0] + step * c, other.at[1] + step * s
                if self.lying.is_free(at, knight, other):
                    knight.angle_deg = other.angle_deg
                    return at
        knight.angle_deg = self.rng.uniform(0, 360)
        return self.lying.free(self.lying.anywhere(), 1.0, knight)

    def _other_knights(self, knight: LyingDie) -> list[LyingDie]:
        others = [die for die in self.lying.faces(KNIGHT, aside=True) if die is not knight]
        return others if self._has(0.5) else []

    def _build(self) -> None:
        way = self.builder.way(self.state)
        found = self.builder.site(way, self.state) if way else None
        if found is None:
            return
        one_by_one = self._has(0.4)
        for die in self.builder.lay(*found):
            if one_by_one:
                self._act(f"{die.face} built", 1.2, 2.0)
                self._look(0.35)
        if not one_by_one:
            self._act(f"{len(way)} dice built", 1.5, 3.0)

    def _meddle(self) -> None:
        """Push a die a little, bump the camera, or take a die up and put it back."""
        alone = [die for die in self.lying.dice if die.cell is None]
        if alone and self._has(PUSHES):
            self._push(self.rng.choice(alone))
        if self._has(BUMPS):
            self.camera.bump()
            self._act("camera bumped", 0.2, 0.6)
        loose = self.lying.loose()
        if loose and self._has(PICKS_UP):
            self._put_back(self.rng.choice(loose))

    def _push(self, die: LyingDie) -> None:
        at = die.at[0] + self.rng.uniform(-0.7, 0.7), die.at[1] + self.rng.uniform(-0.7, 0.7)
        if self.lying.is_free(at, die):
            die.at, die.angle_deg = at, die.angle_deg + self.rng.uniform(-40, 40)
            self._act(f"{die.face} pushed", 0.3, 0.8)

    def _put_back(self, die: LyingDie) -> None:
        self.lying.take([die])
        self._act(f"{die.face} taken up", 0.4, 0.8)
        self._look(0.4)
        die.at, die.angle_deg = self.lying.free(die.at, 1.0), self.rng.uniform(0, 360)
        self.lying.dice.append(die)
        self._act(f"{die.face} put back", 0.6, 1.2)
        self._look(0.5)

    # The next throw, or the end of the turn.

    def _go_on(self) -> None:
        before = len(self.moves)
        self._set_aside()
        if self._stops():
            self._stop()
            return
        # What is put aside counts from the next throw on: until then hands may change it.
        made, self.moves = self.moves[before:], self.moves[:before]
        again = self.lying.loose()
        self._lift(again, "taken up")
        self.moves += made
        self._throw(len(again))

    def _set_aside(self) -> None:
        knights = self.lying.knights - self.state.knights
        built = self.builder.built(self.state)
        if built or knights:
            self._play(SetAside(self.state.seat, knights, built))

    def _stops(self) -> bool:
        state = self.state
        if state.throws == THROWS or not state.loose:
            return True
        return self._has(0.7 if state.points_now or state.may_keep_knight else 0.06)

    def _stop(self) -> None:
        loose = self.lying.faces(KNIGHT, aside=False)
        if loose and self.state.knights + len(loose) >= KNIGHTS:
            for die in loose:
                die.aside = True
            self._play(SetAside(self.state.seat, len(loose), ()))
        is_kept = self.state.may_keep_knight and not (self.state.points_now and self._has(0.5))
        self._play(Stop(self.state.seat, "knight" if is_kept else "city"))
        self._lift(list(self.lying.dice), "cleared")

    def _lift(self, dice: list[LyingDie], what: str) -> None:
        """Take dice up: all at once, or one by one."""
        self.rng.shuffle(dice)
        if len(dice) > 1 and self._has(0.3):
            for die in dice:
                self.lying.take([die])
                self._act(f"{die.face} {what}", 0.4, 0.8)
                self._look(0.25)
        else:
            self.lying.take(dice)
            self._act(f"{len(dice)} dice {what}", 0.6, 1.2)
        self._look(0.5)


def played(seed: int, turns: int = TURNS) -> NaturalHands:
    """Return hands that have played so many turns. Raises ``NoRoom``."""
    hands = NaturalHands(Random(seed))
    for _ in range(turns):
        if hands.state.outcome is None:
            hands.turn()
    return hands
