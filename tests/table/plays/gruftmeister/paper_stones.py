"""Stones on paper: thrown, pushed and covered on a plane, and read as an eye may read them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from random import Random

from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER
from vision.readings.places import PointPx
from vision.readings.reading import Guess
from vision.readings.tokens import Token, TokenReading

SIZE = (1280, 960)
STONE_PX = 60.0


@dataclass(frozen=True)
class PaperStone:
    """A stone: what it bears, whether that side lies up, and its centre in stones' diameters."""

    thing: str
    up: bool
    at: tuple[float, float]

    @property
    def face(self) -> str:
        if self.thing == MONSTER:
            return MONSTER if self.up else LOGO
        return self.thing if self.up else BACK


@dataclass
class PaperMat:
    """What lies there, and hands that throw and push it about."""

    rng: Random
    stones: list[PaperStone] = field(default_factory=list)

    @property
    def faces(self) -> tuple[str, ...]:
        return tuple(sorted(stone.face for stone in self.stones))

    def throw(self, things: Iterable[str]) -> None:
        """Throw the monster stone and these; they come to rest apart from each other."""
        self.stones = []
        for thing in (MONSTER, *things):
            self.stones.append(PaperStone(thing, self.rng.random() < 0.5, self._free()))

    def push(self, numbers: Iterable[int], most: float = 4.0) -> None:
        """Push stones to other places, each its own way; none is turned over."""
        for number in numbers:
            old = self.stones.pop(number)
            while True:
                at = (
                    old.at[0] + self.rng.uniform(-most, most),
                    old.at[1] + self.rng.uniform(-most, most),
                )
                if self._is_free(at):
                    break
            self.stones.insert(number, replace(old, at=at))

    def bump(self) -> None:
        """Bump the camera: all lies a little elsewhere in the picture."""
        right, down = self.rng.uniform(-0.8, 0.8), self.rng.uniform(-0.8, 0.8)
        self.stones = [
            replace(stone, at=(stone.at[0] + right, stone.at[1] + down)) for stone in self.stones
        ]

    def _free(self) -> tuple[float, float]:
        while True:
            at = (self.rng.uniform(1, 20), self.rng.uniform(1, 15))
            if self._is_free(at):
                return at

    def _is_free(self, at: tuple[float, float]) -> bool:
        return all(dist(at, stone.at) > 1.05 for stone in self.stones)


def seen(
    stones: Sequence[PaperStone], doubts: Sequence[str] = (), rng: Random | None = None
) -> TokenReading:
    """Return what an eye reads: each stone right, its centre slightly off if ``rng`` is given."""
    return reading_of([token_of(stone, rng) for stone in stones], doubts)


def reading_of(tokens: Sequence[Token], doubts: Sequence[str] = ()) -> TokenReading:
    unsure = [] if all(token.sure for token in tokens) else ["token"]
    found = tuple(dict.fromkeys([*unsure, *doubts]))
    return TokenReading(not found, found, SIZE, has_markers=False, tokens=tuple(tokens))


def token_of(stone: PaperStone, rng: Random | None = None) -> Token:
    hair = (0.0, 0.0) if rng is None else (rng.gauss(0, 0.02), rng.gauss(0, 0.02))
    centre = PointPx((stone.at[0] + hair[0]) * STONE_PX, (stone.at[1] + hair[1]) * STONE_PX)
    guesses = (Guess(stone.face, 0.99),)
    return Token(stone.face, centre, STONE_PX, 0.99, sure=True, likely=guesses)


def unsure(token: Token, instead: str, *, wrong: bool) -> Token:
    """Return the token not surely read: taken for something else, or only nearly."""
    share = 0.4 if wrong else 0.6
    guesses = sorted(
        (Guess(token.label, share), Guess(instead, 1 - share)),
        key=lambda guess: -guess.confidence,
    )
    best = guesses[0]
    return replace(
        token, label=best.label, confidence=best.confidence, sure=False, likely=tuple(guesses)
    )
