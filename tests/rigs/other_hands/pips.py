"""Other hands at Yacht and with plain dice: the same mishaps, five dice with pips.

What is kept is left where it fell, put into a row, pushed beside other dice that are kept, or laid down
again from the hand. A box is chosen by tap. Plain dice are all thrown, each time.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from companion.games.game import Seat, Setup
from companion.games.yacht.moves import Move, Score, Throw
from companion.games.yacht.rules import GAME
from companion.games.yacht.sheets import DICE, FACES
from companion.games.yacht.state import THROWS, State
from tests.rigs.other_hands.hands import CLOSEST
from tests.rigs.other_hands.turns import COCKED, LID, LINGERS, TURNS, Turns
from tests.rigs.random_play.hands import SEATS
from tests.rigs.random_play.lying import LyingDie
from tests.rigs.random_play.plane import Act

SCORES_EARLY, KEEPS_NONE = 0.15, 0.15
LEFT, ROW, BESIDE = 0.45, 0.25, 0.2
"""How often dice that are kept are left where they fell, put into a row, or pushed together; else all of
them are taken up, and those that are kept laid down again."""
PLAIN_DICE = (2, 7)
"""So many plain dice are thrown: from the first to below the second."""
PLAIN_THROWS = 6


@dataclass
class PipHands(Turns):
    """Plays turns of Yacht. ``told``: what is true; ``kept``: the dice that the next throw leaves."""

    told: list[Move] = field(default_factory=list)
    kept: list[LyingDie] = field(default_factory=list)
    position: State = field(default_factory=lambda: GAME.start(Setup("yacht", SEATS, {})))

    def __post_init__(self) -> None:
        super().__post_init__()
        self.eye.names = FACES

    def turn(self) -> None:
        """Play one turn."""
        self.turns_at.append(len(self.events))
        self.kept = []
        self._throw(DICE)
        while True:
            self._muse()
            self._mishaps()
            self._mishaps()
            if self.position.throws == THROWS or self.has(SCORES_EARLY):
                break
            self._keep_some()
            self._look(0.6, "aside")
            again = [die for die in self.lying.dice if not die.aside]
            self._take_up(again, "taken up")
            self._throw(len(again))
        self._score()

    def thrown(self, dice: list[LyingDie]) -> None:
        """Make the throw a true one."""
        faces, kept = sorted(die.face for die in dice), sorted(die.face for die in self.kept)
        self._tell(Throw(self.position.seat, tuple(faces), tuple(kept)))
        self._act("throw of " + " ".join(faces), 0.7, 2.5)
        self._look(0.9, "throw", may_have_rolled=True)

    def _tell(self, move: Move) -> None:
        self.position = GAME.play(self.position, move)
        self.told.append(move)

    def _act(self, what: str, least: float, most: float, *, in_hand: bool = False) -> None:
        self.events.append(Act(what, self.rng.uniform(least, most), len(self.told), in_hand))

    def _keep_some(self) -> None:
        for die in self.lying.dice:
            die.aside = False
        self.kept = [] if self.has(KEEPS_NONE) else self._chosen()
        for die in self.kept:
            die.aside = True
        way = self.rng.choices(("left", "row", "beside", "again"), (LEFT, ROW, BESIDE, 0.1))[0]
        if not self.kept or way == "left":
            return
        if way == "row" and self.row(self.kept):
            self.act(f"{len(self.kept)} dice put into a row", 1.0, 3.0)
        elif way == "beside":
            self._push_together()
        else:
            self.note("all taken up, some laid down again")
            for die in self.kept:
                self.put(die, (-6.0, 4.0), 1.0)
            self.act(f"{len(self.kept)} dice laid down again", 1.0, 3.0)

    def _chosen(self) -> list[LyingDie]:
        """Choose the dice that show what most show, or any."""
        if self.has(0.6):
            (most, _), *_ = Counter(die.face for die in self.lying.dice).most_common(1)
            return [die for die in self.lying.dice if die.face == most][: DICE - 1]
        return self.rng.sample(self.lying.dice, self.rng.randrange(1, DICE))

    def _push_together(self) -> None:
        first, *others = self.kept
        for number, die in enumerate(others, 1):
            was = die.at, die.angle_deg
            die.at = first.at[0] + number * CLOSEST * 1.03, first.at[1]
            die.angle_deg = 90.0 * self.rng.randrange(4)
            if self.fits(die):
                self.act(f"{die.face} pushed beside the others", 0.6, 1.5)
                self._look(0.3)
            else:
                die.at, die.angle_deg = was

    def _score(self) -> None:
        box = self.rng.choice(list(self.position.options))
        self._tell(Score(self.position.seat, box))
        self._act(f"{box} chosen", 1.0, 20.0)
        if self.has(LINGERS):
            self.note("nobody clears")
            self._look(0.6)
            self.act("players talk, the turn is over", 10.0, 120.0)
        self._look(0.5)
        self._take_up(list(self.lying.dice), "cleared")


class PlainHands(PipHands):
    """Throws plain dice, all of them each time; nobody in particular does."""

    def turn(self) -> None:
        """Throw some times."""
        self.turns_at.append(len(self.events))
        for _ in range(PLAIN_THROWS):
            self._throw(self.rng.randrange(*PLAIN_DICE))
            self._muse()
            self._mishaps()
            self._look(0.5, "aside")
            self._take_up(list(self.lying.dice), "taken up")

    def _ways(self) -> dict[Callable[[list[LyingDie]], None], float]:
        """Return the ways in which all dice fall: a part of a throw is one, where any number is."""
        return {self._into_lid: LID, self._cocked: COCKED}

    def _tell(self, move: Move) -> None:
        self.told.append(move)


def played(game: str, seed: int) -> PipHands:
    """Return hands that have played some turns of ``yacht`` or ``plain_dice``. Raises ``NoRoom``."""
    hands = (PipHands if game == "yacht" else PlainHands)(Random(seed))
    for _ in range(TURNS if game == "yacht" else 1):
        hands.turn()
    return hands


def seat_name(seat: Seat) -> str:
    """Return who sits there."""
    return SEATS[seat - 1]
