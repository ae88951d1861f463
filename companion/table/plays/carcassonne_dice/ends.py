"""How a turn can have ended, by what lay on the table before it was cleared."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS, State
from companion.table.hooks.verdict import Choice, Say
from companion.table.plays.carcassonne_dice.expected_dice import faces_of, must_lie
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.misfits import misfit
from companion.table.plays.carcassonne_dice.set_aside import (
    SetAside,
    SettingAside,
    ways_to_close,
    words_aside,
)
from companion.table.plays.lying import unmoved
from vision.readings.dice import DiceReading

BUILT_ON_PURPOSE = 3
"""A closed city of so many dice scores, and did not come about by chance."""


@dataclass(frozen=True)
class Meant:
    """What a player has put together on purpose: the moves that set it aside, and the state then."""

    aside: SetAside | None
    moved_knights: int

    @property
    def has_city(self) -> bool:
        """Whether dice were put together as a city."""
        return self.aside is not None and any(words["city"] for words in self.aside.moves)

    @property
    def is_an_end(self) -> bool:
        """Whether nobody throws this again: a closed city that scores, or three knights."""
        closed = self.aside is not None and self.aside.closed >= BUILT_ON_PURPOSE
        return closed or self.moved_knights >= KNIGHTS


class Ends:
    """Finds the ends of a turn under the rules, best first."""

    def __init__(self, rules: SettingAside) -> None:
        self._rules = rules

    def all(self, state: State, layout: Layout) -> list[SetAside]:
        """Return every end that fits what was read: one for each score. None at all if nothing was."""
        best = self.best(state, layout)
        rivals = [self.end(state, layout, rival) for rival in layout.rivals]
        count = must_lie(state).total()
        is_newest = any(faces_of(rival).total() == count for rival in layout.rivals)
        found = [*rivals, best] if is_newest else [best, *rivals]
        found += [self._closed_by_missing(state, layout, end) for end in [best] if end]
        ends: dict[tuple[int, bool], SetAside] = {}
        for end in found:
            if end is not None:
                ends.setdefault(_worth(end), end)
        return list(ends.values())

    def best(self, state: State, layout: Layout) -> SetAside | None:
        """Return the best end among the readings since which dice were only taken away."""
        ends = [self.end(state, layout, reading) for reading in layout.readings]
        known = [end for end in ends if end is not None]
        if known:
            return max(known, key=lambda end: (end.state.points_now, end.state.knights))
        return None if state.loose else SetAside((), {}, state)

    def end(self, state: State, layout: Layout, reading: DiceReading) -> SetAside | None:
        """Return the end with what lies in a reading: no more set aside than makes a difference."""
        together, lying = self._put_together(state, layout, reading), range(len(reading.dice))
        knights = [die for die in lying if reading.dice[die].face == KNIGHT]
        whole = self._rules.set_aside(state, layout, reading, frozenset(lying))
        for chosen in ([*together, *knights[: state.knights]], [*together, *knights]):
            less = self._rules.set_aside(state, layout, reading, frozenset(chosen))
            if less is not None and (whole is None or _worth(less) == _worth(whole)):
                return less
        return whole

    def must_be_over(self, state: State) -> bool:
        """Tell whether the rules leave only the end of the turn once the table is cleared."""
        return bool(state.throws == THROWS or state.built or state.knights or not state.loose)

    def dice_of_next(self, state: State) -> int:
        """Return how many dice the next player throws."""
        return self._rules.stopped(self.unseen(state), "city").state.dice_to_throw

    def meant(self, state: State, layout: Layout, reading: DiceReading | None) -> Meant:
        """Return what was put together on purpose: dice that lie as they fell were not."""
        if reading is None:
            return Meant(None, 0)
        fell, touching = layout.as_fell(reading), self._put_together(state, layout, reading)
        knights = [number for number, die in enumerate(reading.dice) if die.face == KNIGHT]
        lying = frozenset([*touching, *knights[: state.knights]])
        moved = sum(number not in fell for number in knights)
        return Meant(self._rules.set_aside(state, layout, reading, lying), moved)

    def _put_together(self, state: State, layout: Layout, reading: DiceReading) -> list[int]:
        """Return city dice that touch and do not all lie as they fell, less one that does not match."""
        fell, faces = layout.as_fell(reading), [die.face for die in reading.dice]
        groups = [
            [seen.die for seen in grid.dice if faces[seen.die] not in (KNIGHT, CATAPULT)]
            for grid in reading.grids
        ]
        wrong = misfit(reading, fell, unmoved(layout.known, reading), state.faces)
        fitting = [[die for die in group if wrong is None or die != wrong.die] for group in groups]
        return [die for group in fitting if len(group) > 1 and set(group) - fell for die in group]

    def building(self, state: State, layout: Layout, reading: DiceReading) -> SetAside:
        """Return what is being built: city dice that were put together."""
        return self.meant(state, layout, reading).aside or SetAside((), {}, state)

    def stops(
        self, state: State, ends: Sequence[SetAside], memory: Layout
    ) -> tuple[Choice[Layout], ...]:
        """Return the ways to stop with these ends."""
        choices: dict[tuple[str, int], Choice[Layout]] = {}
        for ended in ends:
            for take in self._rules.takes(ended):
                points = ended.state.points_now if take == "city" else 0
                moves = self._rules.stopped(ended, take).moves
                name = f"stop-{take}" if not choices else f"stop-{take}-{points}"
                say = self.say_stop(state, take, points)
                choices.setdefault((take, points), Choice(name, say, moves, memory))
        return tuple(choices.values())

    def say_stop(self, state: State, take: str, points: int) -> Say:
        """Say how the turn ends."""
        if take == "knight":
            return Say("stop.knight", {"seat": self._rules.name(state)})
        return Say("stop.city", {"seat": self._rules.name(state), "points": points})

    def unseen(self, state: State) -> SetAside:
        """Return the end with nothing but what was set aside by moves."""
        return SetAside((), {}, state)

    def with_closed_unseen(
        self, state: State, ends: Sequence[SetAside], *, begun: bool = False
    ) -> list[SetAside]:
        """Return the ends, and where none scores, one in which loose dice close a city.

        Who can close a city does so; it may have been done, and cleared, between two looks. ``begun``:
        such a city may have been begun then, too.
        """
        if not ends or any(end.state.points_now for end in ends):
            return list(ends)
        ways = (
            self._closed(state, end, Counter(end.state.loose), begun=begun)
            for end in (ends[0], self.unseen(state))
        )
        closed = [way for way in ways if way is not None and way.state.points_now]
        return [*ends, *closed[:1]]

    def with_knights_unseen(self, state: State, ends: Sequence[SetAside]) -> list[SetAside]:
        """Return the ends, and where none keeps a knight, one with loose knights put to those aside."""
        loose = state.loose.count(KNIGHT)
        if not loose or any(end.state.may_keep_knight for end in ends):
            return list(ends)
        words = words_aside(self._rules.name(state), loose)
        after = self._rules.follow(state, (words,))
        if after is None or not after.may_keep_knight:
            return list(ends)
        return [*(ends or [self.unseen(state)]), SetAside((words,), {}, after)]

    def may_have_scored_unseen(self, state: State, layout: Layout) -> bool:
        """Tell whether a city may have been closed and cleared since a look in which dice lay."""
        is_loose = any(face not in (KNIGHT, CATAPULT) for face in state.loose)
        return (
            is_loose
            and bool(layout.dice)
            and not any(end.state.points_now for end in self.all(state, layout))
        )

    def _closed_by_missing(self, state: State, layout: Layout, ended: SetAside) -> SetAside | None:
        """Return the end in which dice that were not seen close a city; None if they can close none."""
        gone = must_lie(state) - faces_of(layout.readings[0]) if layout.readings else Counter[str]()
        return self._closed(state, ended, gone)

    def _closed(
        self, state: State, ended: SetAside, dice: Counter[str], *, begun: bool = False
    ) -> SetAside | None:
        """Return the end in which some of these dice, which were loose, close a larger city than now."""
        loose = dice & Counter(ended.state.loose)
        ways = ways_to_close(ended.state, loose, begun=begun and not ended.state.built)
        best = max(ways, key=lambda way: (way.size, way.placed), default=None)
        if best is None or best.size <= ended.closed:
            return None
        words = words_aside(self._rules.name(state), 0, best.placed)
        after = self._rules.follow(ended.state, (words,))
        return None if after is None else SetAside((*ended.moves, words), {}, after)


def _worth(ended: SetAside) -> tuple[int, bool]:
    return ended.state.points_now, ended.state.may_keep_knight
