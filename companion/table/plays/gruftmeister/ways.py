"""The ways to read thrown stones: what they may show, and what the master can have thrown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Final

from companion.games.gruftmeister.fighting.fights import stones_thrown, throw, why_not_throw
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER, Throw
from companion.games.gruftmeister.state import State
from vision.readings.tokens import Token, TokenReading

Faces = tuple[str, ...]
"""Which sides lie up, sorted."""

MOST_GUESSES: Final = 4
"""Most guesses of a stone that are looked at."""
UNSEEN: Final = 1e-4
"""How likely a stone shows what no guess of the reader names. Chosen by hand: only to say which of two
throws, both of which nobody saw, is the nearer one."""
NO_DOUBT_OF_THE_COUNT: Final = frozenset({"token", "maybe_missed"})
"""Doubts that do not matter where as many stones are read as were thrown: what each of them shows is
weighed for itself, and none is left that could be missed."""
NO_DOUBT_OF_PRINTS: Final = NO_DOUBT_OF_THE_COUNT | {"maybe_extra"}
"""The same where each stone shows a print that is surely read: no spot of the table looks like one. A
black back may be a spot."""


@dataclass(frozen=True)
class Ways:
    """What the stones of a reading may show. ``likely`` are all readings that its guesses allow, the
    likeliest first; ``legal`` those of them that the master can have thrown."""

    likely: tuple[Faces, ...]
    legal: tuple[Faces, ...]

    @classmethod
    def of(cls, state: State, reading: TokenReading) -> "Ways":
        """Return the ways to read as many stones as were thrown."""
        chances: dict[Faces, float] = {}
        for guesses in product(*(_guesses(token) for token in reading.tokens)):
            faces = tuple(sorted(face for face, _ in guesses))
            chances[faces] = chances.get(faces, 0.0) + _product([chance for _, chance in guesses])
        likely = tuple(sorted(chances, key=lambda faces: -chances[faces]))
        return cls(likely, tuple(faces for faces in likely if is_allowed(state, faces)))

    def is_settled(self, state: State, reading: TokenReading) -> bool:
        """Tell whether it is known what the throw does: surely read, or the same in every likely way.

        A way that the master cannot have thrown is as likely as the reader says: that the rules forbid
        it settles nothing.
        """
        if len(self.legal) < len(self.likely):
            return False
        if reading.sure:
            return True
        no_doubt = NO_DOUBT_OF_PRINTS if show_prints(reading.tokens) else NO_DOUBT_OF_THE_COUNT
        if set(reading.doubts) - no_doubt or not _are_all_guessed(reading):
            return False
        first, *others = (_result(state, faces) for faces in self.likely)
        return all(other == first for other in others)


def show_prints(tokens: Sequence[Token]) -> bool:
    """Tell whether each of these is a stone that surely lies with a print up."""
    return all(token.sure and token.label != BACK for token in tokens)


def without_spots(reading: TokenReading, thrown: int) -> TokenReading:
    """Return a reading without what may be no stone, where so many as were thrown surely show prints."""
    surely = tuple(token for token in reading.tokens if token.sure)
    if len(surely) != thrown or "maybe_extra" not in reading.doubts or not show_prints(surely):
        return reading
    doubts = tuple(doubt for doubt in reading.doubts if doubt != "token")
    return replace(reading, tokens=surely, doubts=doubts)


def is_allowed(state: State, faces: Faces) -> bool:
    """Tell whether the master can have thrown that."""
    return why_not_throw(state, Throw(state.turn.seat, faces)) is None


def nearest(state: State, reading: TokenReading) -> list[Faces]:
    """Return every throw that the master can have made, those first that are most like the reading."""
    every = {tuple(sorted(faces)) for faces in _every_throw(state)}
    return sorted(every, key=lambda faces: (-_likeness(reading.tokens, faces), faces))


def _every_throw(state: State) -> Iterator[Faces]:
    thrown = stones_thrown(state)
    for monster in (MONSTER, LOGO):
        for sides in product((True, False), repeat=len(thrown)):
            up = (thing if side else BACK for thing, side in zip(thrown, sides, strict=True))
            yield (monster, *up)


def _likeness(tokens: Sequence[Token], faces: Faces) -> float:
    """Return how likely the tokens show these faces, each of them one."""
    known = [dict(_guesses(token)) for token in tokens]
    return max(
        _product([seen.get(face, UNSEEN) for seen, face in zip(known, way, strict=True)])
        for way in permutations(faces)
    )


def _guesses(token: Token) -> tuple[tuple[str, float], ...]:
    if token.sure:
        return ((token.label, 1.0),)
    guesses = tuple((guess.label, guess.confidence) for guess in token.likely[:MOST_GUESSES])
    return guesses or ((token.label, token.confidence),)


def _are_all_guessed(reading: TokenReading) -> bool:
    """Tell whether the reader says of every unsure stone what else it may be."""
    return all(token.sure or len(token.likely) > 1 for token in reading.tokens)


def _result(state: State, faces: Faces) -> State:
    """Return what the throw leads to, apart from the faces themselves."""
    after = throw(state, Throw(state.turn.seat, faces))
    assert after.blow is not None
    return replace(after, blow=replace(after.blow, faces=()))


def _product(chances: Sequence[float]) -> float:
    found = 1.0
    for chance in chances:
        found *= chance
    return found
