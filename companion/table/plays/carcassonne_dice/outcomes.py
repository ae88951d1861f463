"""What an act makes of a hypothesis: how the dice lie then, what they are, and which moves it has."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

from companion.games.carcassonne_dice.faces import CATAPULT, FACES, KNIGHT, STANDARD
from companion.games.carcassonne_dice.state import State
from companion.table.plays.carcassonne_dice.ending import (
    APART,
    GONE,
    closed_unseen,
    ended,
    stopped,
)
from companion.table.plays.carcassonne_dice.expected_dice import must_lie
from companion.table.plays.carcassonne_dice.lain import (
    NO_FACE,
    any_knight_aside,
    as_found,
    in_order,
    left_alone,
    locked,
    order,
    put_back,
    still_there,
    touching,
    unseen,
)
from companion.table.plays.carcassonne_dice.standing import (
    has_no_angle,
    is_city,
    standing,
)
from companion.table.plays.carcassonne_dice.turn import (
    ASIDE,
    BUILT,
    FELL,
    LOCKED,
    PUT,
    SPOILT,
    Moves,
    TurnAnswers,
    TurnEnd,
    is_catapult,
    meant,
)
from companion.table.tracking.likelihood import ExplainedLook
from companion.table.tracking.world import Hypothesis, Lain
from companion.table.tracking.worlds import fallen, turned, turned_up
from vision.piece import Look

IN_HAND = 0.1
"""Probability that a die that must lie there is in a hand, where nothing was known of them."""
UNSEEN_FACE = STANDARD.names[0]
"""What a throw is taken to have of a die that nobody will ever see, where anything is a guess."""
MISENTERED = 0.02
"""Probability that a throw was entered with other faces than the dice show that lie there."""
KNOWN_AGAIN = 0.2
"""Probability that a throw is what it seems, or the end of a turn, where something happened before that
no act describes."""
NEVER_SEEN = 0.05
"""Probability that a throw is over before it was seen whole."""


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of acts in a turn."""

    turn: TurnAnswers

    def after(self, one: Hypothesis, look: Look[Any], told: ExplainedLook) -> Iterator[Hypothesis]:
        """Yield the results of an act for a hypothesis."""
        for now in self._after(one, look, told):
            if one.known == len(one.moves) < len(now.moves):
                yield replace(now, weight=now.weight + log(1 - KNOWN_AGAIN))
                now = replace(now, weight=now.weight + log(KNOWN_AGAIN), known=None)
            yield now

    def _after(self, one: Hypothesis, look: Look[Any], told: ExplainedLook) -> Iterator[Hypothesis]:
        name = told.telling.name
        there = still_there(one, look, told)
        fell = [replace(piece, role=FELL) for piece in fallen(look, told)]
        state = self.turn.played(one.moves)
        assert state is not None
        if name == "else":
            weight = one.weight + touching(there, fell)
            seen = (piece for piece in there if not piece.is_away)
            yield replace(one.lost, pieces=(*seen, *fell), weight=weight)
        elif name in ("for nothing", "spoilt"):
            weight = one.weight + touching(there, fell) + left_alone(there, state.faces)
            spoilt = (replace(piece, role=SPOILT) for piece in fell)
            yield replace(one, pieces=(*there, *spoilt), weight=weight)
        elif name == "found":
            yield from self._found(one, state, fell)
        elif name == "counted":
            yield from self._counted(one, state, there)
        elif name == "throw":
            yield from self._thrown(one, state, (), fell, told)
        elif name == "turned":
            thrown = (told.telling.fresh or 0) - told.telling.beside
            for end in self._ends(one, state):
                if end.state.outcome is None and end.state.dice == thrown:
                    now = replace(one, weight=one.weight + log(end.chance))
                    yield from self._thrown(now, end.state, end.moves, fell, told)
        elif name == "too many":
            for end in self._ends(one, state):
                if end.keeps_knight:
                    weight = one.weight + log(end.chance)
                    moves = (*one.moves, *end.moves)
                    yield replace(one, pieces=tuple(fell), weight=weight, moves=moves).lost
        elif name == "again":
            yield from self._thrown_again(one, state, look, told, fell)
        elif name == "wait":
            yield replace(one, pieces=tuple(there))
        elif name in ("more", "settled"):
            yield from self._settled(one, look, there, fell, told)
        else:
            yield from self._rested(one, there, state, told)

    def _ends(self, one: Hypothesis, state: State) -> list[TurnEnd]:
        """Return how the turn ended, if it is over."""
        ends = ended(self.turn, one, state)
        over = sum(end.chance for end in ends)
        return [replace(end, chance=end.chance / over) for end in ends]

    def _rested(
        self, one: Hypothesis, there: Sequence[Lain], state: State, told: ExplainedLook
    ) -> Iterator[Hypothesis]:
        """Yield a world in which nothing was thrown; what is gone may have been built before."""
        before = in_order(one, told)
        there = any_knight_aside(there)
        weight = one.weight
        if told.telling.name != "laid down":
            weight += put_back(before, there)
        now = replace(one, pieces=tuple(there), weight=weight)
        gone = [new for old, new in zip(before, there, strict=True) if new.away > GONE >= old.away]
        if one.is_bare or not state.throws:
            yield now
            return
        ways = [now]
        unseen = () if one.part else self.turn.closed_unseen(state, there, gone)
        if unseen:
            chance = closed_unseen(unseen, before)
            rest = replace(now, weight=weight + log(1 - chance))
            ways = [rest, replace(now, weight=weight + log(chance), part=unseen)]
        for way in ways:
            yield from self._cleared(way, state) if way.is_bare else (way,)

    def _cleared(self, one: Hypothesis, state: State) -> Iterator[Hypothesis]:
        """Yield that a turn is over whose dice are all taken up, and that it is not."""
        known = self.turn.ends(state, one.pieces, one.part)
        ends = stopped(self.turn, one, state, known)
        for end in ends:
            weight = one.weight + log(end.chance)
            yield replace(one, pieces=(), moves=(*one.moves, *end.moves), weight=weight, part=())
        left = sum(
            (before.chance - end.chance) * (APART if end.before.built else 1.0)
            for before, end in zip(known, ends, strict=True)
        )
        if left > 0:
            yield replace(one, weight=one.weight + log(left))

    def _found(self, one: Hypothesis, state: State, fell: Sequence[Lain]) -> Iterator[Hypothesis]:
        """Yield the world in which the dice of the turn lie there, where nothing was known of them."""
        must = must_lie(state)
        seen = Counter(piece.label for piece in fell if not is_catapult(piece))
        if seen - must:
            if must.total() <= len(fell) <= must.total() + state.catapults:
                weight = one.weight + log(MISENTERED) + len(fell) * log(2)
                yield replace(one, pieces=tuple(fell), weight=weight)
            return
        lacking = list((must - seen).elements())
        one = replace(one, weight=one.weight + log(IN_HAND) * len(lacking))
        knights = state.knights
        pieces = [*as_found(fell), *unseen(fell, lacking)]
        for chance, lying in standing(fell)[:1]:
            cells = self.turn.built(state, fell, lying)
            if cells is None:
                return
            for number, piece in enumerate(fell):
                if number in cells:
                    pieces[number] = replace(piece, role=BUILT, cell=cells[number])
                elif piece.label == KNIGHT and knights:
                    knights -= 1
                    pieces[number] = replace(piece, role=ASIDE)
            weight = one.weight + log(chance) + len(fell) * log(FACES)
            yield replace(one, pieces=tuple(pieces), weight=weight)

    def _counted(self, one: Hypothesis, state: State, there: Sequence[Lain]) -> Iterator[Hypothesis]:
        """Yield that what lies there is the throw that is due: nobody understood how it fell."""
        faces = [piece.label for piece in there if not piece.is_away]
        moves = (*one.moves, self.turn.throw(state, faces))
        if len(faces) == state.dice and self.turn.played(moves) is not None:
            yield replace(one, pieces=tuple(there), moves=moves)

    def _thrown_again(
        self, one: Hypothesis, state: State, look: Look[Any], told: ExplainedLook, fell: Sequence[Lain]
    ) -> Iterator[Hypothesis]:
        """Yield the throws after what was set aside: all that stayed."""
        numbers = [n for n in range(len(one.pieces)) if n not in told.went]
        lain = dict(zip(order(told), still_there(one, look, told), strict=True))
        now = [lain[n] for n in numbers]
        knocked = {
            place
            for place, n in enumerate(numbers)
            if n in told.moved and one.pieces[n].role in (PUT, BUILT) and is_city(one.pieces[n])
        }
        # What the throw has knocked was set aside as it lay before.
        were = [one.pieces[n] if place in knocked else now[place] for place, n in enumerate(numbers)]
        for lay in (now, were) if knocked else (now,):
            if any(has_no_angle(piece) and piece.role not in LOCKED for piece in lay):
                # Nobody knows how it was built on.
                yield replace(one.lost, pieces=(*now, *fell))
                continue
            chosen = {n for n, piece in enumerate(lay) if not is_catapult(piece) and not piece.is_away}
            ways = [
                (chance, aside)
                for chance, lying in standing(lay)
                if (aside := self.turn.set_aside(state, lay, lying, chosen)) is not None
            ]
            for chance, aside in meant(ways):
                at_once = lay is now  # as it lies now it was set aside
                left = tuple(
                    locked(replace(piece, laid=None) if at_once else piece, n, chosen, aside.cells)
                    for n, piece in enumerate(now)
                )
                weight = one.weight + log(chance / (2 if knocked else 1)) + left_alone(lay, state.faces)
                yield from self._thrown(
                    replace(one, weight=weight, pieces=left), aside.state, aside.moves, fell, told
                )

    def _thrown(
        self, one: Hypothesis, state: State, moves: Moves, fell: Sequence[Lain], told: ExplainedLook
    ) -> Iterator[Hypothesis]:
        """Yield the throw, whole or in part; what lies there of ``one`` stayed if thrown again."""
        passed = max(0, -told.telling.beside)
        faces = [piece.label for piece in fell] + [CATAPULT] * passed
        left = one.pieces if told.telling.name == "again" else ()
        words = self.turn.throw(state, faces)
        weight = one.weight + touching(left, fell)
        now = replace(one, weight=weight, pieces=(*left, *fell), part=())
        yield from self._made(now, (*moves, words), told.hidden)

    def _made(self, one: Hypothesis, made: Moves, due: int) -> Iterator[Hypothesis]:
        """Yield a throw of which so many dice are ``due``, and that nobody will ever see those."""
        whole = {**made[-1], "faces": [*made[-1]["faces"], *[UNSEEN_FACE] * due]}
        if self.turn.played((*one.moves, *made[:-1], whole)) is None:
            return
        if due:
            weight = one.weight + log(1 - NEVER_SEEN)
            yield replace(one, weight=weight, due=due, part=made)
            one, made = replace(one.lost, weight=one.weight + log(NEVER_SEEN)), (*made[:-1], whole)
            one = replace(one, pieces=(*one.pieces, *unseen(one.pieces, [NO_FACE] * due)))
        yield replace(one, moves=(*one.moves, *made), due=0)

    def _settled(
        self,
        one: Hypothesis,
        look: Look[Any],
        there: Sequence[Lain],
        fell: Sequence[Lain],
        told: ExplainedLook,
    ) -> Iterator[Hypothesis]:
        """Yield a throw of which more has fallen, or a die was thrown once more."""
        made = one.part or one.moves
        if not made or made[-1]["move"] != "throw":
            return
        faces = list(made[-1]["faces"])
        other_way_up = turned(one, look, told)
        for number in (*told.went, *other_way_up):
            if one.pieces[number].role not in (FELL, PUT) or one.pieces[number].label not in faces:
                return  # a die other than those that fell
            faces.remove(one.pieces[number].label)
        passed = [CATAPULT] * max(0, -told.telling.beside)
        new = [
            *(seen.label for seen in other_way_up.values()),
            *(piece.label for piece in fell),
            *passed,
        ]
        words = {**made[-1], "faces": [*faces, *new]}
        numbers = order(told)
        there = [
            turned_up(piece, other_way_up[n]) if n in other_way_up else piece
            for n, piece in zip(numbers, there, strict=True)
        ]
        before = one.moves if one.part else one.moves[:-1]
        part = (*made[:-1], words) if one.part else (words,)
        weight = one.weight + touching(there, fell)
        now = replace(one, pieces=(*there, *fell), weight=weight, part=(), moves=before)
        yield from self._made(now, part, told.hidden)
