"""What new dice on the table can mean in the middle of a turn: the stories that the rules allow.

Either they were thrown again, those set aside lying where they lay; or the turn is over, and the next
player threw; or nobody threw, and dice were only picked up and put back.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import dist

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import Choice, JsonObject, Say
from companion.table.plays.carcassonne_dice.astray import astray
from companion.table.plays.carcassonne_dice.doubts import (
    SELDOM_ALIKE,
    contact_ways,
    fits_account,
    lying_alone,
    named_ways,
    throws_of,
)
from companion.table.plays.carcassonne_dice.ends import Ends
from companion.table.plays.carcassonne_dice.expected_dice import catapults_left, faces_of, must_lie
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.set_aside import SetAside, SettingAside
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.lying import Lying, unmoved, unmoved_or_pushed
from vision.readings.dice import DiceReading, Die

MOST_PASSED = 4
"""Of nine dice, more than so many are seldom catapults: once in 38 throws."""
NUDGED_SIDES = 1.5
"""A die that comes back so near to where it lay, in its sides, was pushed rather than thrown."""
BESIDE_SIDES = 0.12
"""A die so far beside its place, in its sides, was touched: a still one is read within 0.05."""


@dataclass(frozen=True)
class Story:
    """One thing that can have happened. ``sure``: as a reading, nothing about it is in doubt."""

    moves: tuple[JsonObject, ...]
    say: Say
    told: Say
    """The same in more words, where it is one story of several."""
    memory: Layout
    dice: tuple[Die, ...]
    """The dice thrown."""
    sure: bool

    def choice(self, number: int, *, among_others: bool) -> Choice[Layout]:
        """Return it as an answer."""
        say = self.told if among_others else self.say
        return Choice(f"throw-{number}", say, self.moves, self.memory, self.dice)


class Throwing:
    """Finds the stories of a throw under the rules."""

    def __init__(self, rules: SettingAside, ends: Ends) -> None:
        self._rules = rules
        self._ends = ends

    def first_throw(self, state: State, reading: DiceReading, *, passed: int = 0) -> list[Story]:
        """Return the ways to read it as the first throw of a turn; ``passed``: see ``further_throw``."""
        return list(self._thrown(SetAside((), {}, state), reading, frozenset(), passed))

    def further_throw(
        self, state: State, layout: Layout, reading: DiceReading, *, passed: int = 0
    ) -> list[Story]:
        """Return the ways to read it as a further throw of this turn; none when the rules forbid it.

        ``passed``: so many catapults of this throw were passed on before anybody looked.
        """
        pushed = self._further_throws(state, layout, reading, passed, may_be_pushed=True)
        if pushed and _were_lifted(state, layout):
            return list(pushed.values())
        bumped = {} if passed else self._beside_bumped(state, layout, reading)
        return list(
            {**bumped, **self._further_throws(state, layout, reading, passed), **pushed}.values()
        )

    def _beside_bumped(self, state: State, layout: Layout, reading: DiceReading) -> dict[str, Story]:
        """Return the ways to read it as a throw beside a city that was bumped by it, by their moves."""
        found = astray(self._rules, self._ends, state, layout, reading)
        if found is None:
            return {}
        beside = faces_text([reading.dice[number].face for number in sorted(found.dice)])
        stories: dict[str, Story] = {}
        for story in self._thrown(found.aside, reading, found.kept, 0):
            faces = faces_text(story.moves[-1]["faces"])
            params = {"faces": faces, "seat": self._rules.name(state), "aside_faces": beside}
            say = Say("throw.bumped", params)
            memory = replace(story.memory, missing=found.were)
            stories[repr(story.moves)] = replace(story, say=say, told=say, memory=memory)
        return stories

    def _further_throws(
        self,
        state: State,
        layout: Layout,
        reading: DiceReading,
        passed: int,
        *,
        may_be_pushed: bool = False,
    ) -> dict[str, Story]:
        """Return the ways to read it as a further throw of this turn, by their moves.

        A die near the place of one that lay there when the others had been lifted was pushed; if they
        were not seen lifted, it may as well have been thrown.
        """
        found: dict[str, Story] = {}
        were_lifted = _were_lifted(state, layout)
        ways = [way for touching in contact_ways(reading) for way in named_ways(touching, state.faces)]
        for before, way in product(layout.ways(), ways):
            pushed = unmoved_or_pushed(before.dice, way) if may_be_pushed else {}
            unchanged = unmoved(before.staying, way)
            stayed = frozenset([*unchanged, *pushed])
            doubted = _perhaps_thrown(before, way, unchanged, pushed.keys(), were_lifted=were_lifted)
            built = self._built_unseen(state, before, way, stayed)
            for lying in (stayed, *_without_newly_fallen(before, way, unchanged, stayed), *built):
                aside = self._rules.set_aside(state, before, way, lying)
                if aside is None:
                    continue
                kept = set(aside.cells) | {
                    die for die in lying if way.dice[die].face in (KNIGHT, CATAPULT)
                }
                for story in self._thrown(aside, way, kept, passed):
                    sure = story.sure and not doubted & lying
                    found.setdefault(repr(story.moves), replace(story, sure=sure))
        return found

    def after_a_stop(self, state: State, layout: Layout, reading: DiceReading) -> list[Story]:
        """Return the ways to read it as the next player's first throw, this turn being over."""
        ends = self._ends.all(state, layout)
        begun = not layout.dice and not any(end.state.may_keep_knight for end in ends)
        return [
            story
            for ended in self._ends.with_closed_unseen(state, ends, begun=begun)
            for take in self._rules.takes(ended)
            for story in self._thrown_after(state, ended, take, reading)
        ]

    def came_back(self, state: State, layout: Layout, reading: DiceReading) -> bool | None:
        """Tell whether dice that were not there a moment ago are the very same: not thrown.

        None where that cannot be known: they show the faces that are missing, and lie elsewhere. One die
        is picked up and put back more often than two, and shows the same face in every sixth throw; two
        that touch in line may have been put together; and any may have been thrown that rolled.
        """
        seen, stayed = faces_of(reading), unmoved(layout.known, reading)
        new = [
            number
            for number, die in enumerate(reading.dice)
            if number not in stayed and die.face != CATAPULT
        ]
        gone = must_lie(state).total() - sum(die.face != CATAPULT for die in layout.dice)
        if seen.total() < must_lie(state).total() or layout.unknown or not new:
            return True
        back = [layout.known[then] for then in stayed.values() if then >= len(layout.dice)]
        if any(layout.fell_at(die) for die in back) and not (reading.rolled and layout.saw_what_is_gone):
            return True  # Some came back to the very places where they fell: a hand had covered them.
        if reading.rolled:
            return None
        if (
            gone <= 0
            or self.left_as_they_fell(layout, reading, stayed)
            or _all_near(new, reading, layout)
        ):
            return True
        fell = layout.as_fell(reading)
        if any(
            {seen.die for seen in grid.dice} & set(new) and {seen.die for seen in grid.dice} - set(new)
            for grid in reading.grids
            if not {seen.die for seen in grid.dice} <= fell
        ):
            return True
        is_unclear = (
            len(new) == 1
            or len(new) > gone  # one of them was not seen lifted
            or len(new) >= SELDOM_ALIKE
            or bool(unmoved(layout.tentative, reading))
            or any(set(new) <= {seen.die for seen in grid.dice} for grid in reading.grids)
        )
        return None if is_unclear else False

    def may_be_thrown_alike(self, state: State, layout: Layout, reading: DiceReading) -> bool:
        """Tell whether many dice lie elsewhere, each alone: sorted by hand, or thrown and alike.

        Dice of a city lie so where it is taken apart.
        """
        had_city = self._ends.meant(state, layout, layout.reading).has_city
        if not layout.dice or had_city or reading.rolled:
            return False
        stayed = unmoved(layout.known, reading)
        new = {n for n, die in enumerate(reading.dice) if n not in stayed and die.face != CATAPULT}
        city = [number for number in new if reading.dice[number].face != KNIGHT]
        is_any_left = bool(self.left_as_they_fell(layout, reading, stayed))
        return len(city) >= SELDOM_ALIKE and new <= lying_alone(reading) and not is_any_left

    def left_as_they_fell(
        self, layout: Layout, reading: DiceReading, stayed: Collection[int]
    ) -> list[int]:
        """Return city dice that were left lying where they fell: nobody has put them anywhere."""
        fell = layout.as_fell(reading)
        return [
            seen.die
            for grid in reading.grids
            if {seen.die for seen in grid.dice} <= fell
            for seen in grid.dice
            if seen.die in stayed and reading.dice[seen.die].face not in (KNIGHT, CATAPULT)
        ]

    def _thrown_after(
        self, state: State, ended: SetAside, take: str, reading: DiceReading
    ) -> Iterator[Story]:
        stopped = self._rules.stopped(ended, take)
        if stopped.state.outcome is not None:
            return
        for story in self._thrown(stopped, reading, frozenset(), 0):
            told = {
                "stopped": self._rules.name(state),
                "points": ended.state.points_now,
                **story.say.params,
            }
            code = Say("throw.after_city", told) if take == "city" else Say("throw.after_knight", told)
            yield replace(story, told=code)

    def _thrown(
        self, aside: SetAside, reading: DiceReading, kept: Collection[int], passed: int
    ) -> Iterator[Story]:
        """Yield the ways to read a throw after what was set aside before it; ``kept`` stayed."""
        count = aside.state.dice_to_throw - passed
        if count < bool(not passed):
            return
        for way, numbers in throws_of(reading, kept, count):
            new = {number: place for place, number in enumerate(numbers)}
            cells = {new[number]: cell for number, cell in aside.cells.items()}
            thrown = [place for number, place in new.items() if number not in kept]
            faces = [way.dice[place].face for place in thrown] + [CATAPULT] * passed
            seat = self._rules.name(aside.state)
            throw = {"seat": seat, "move": "throw", "faces": faces}
            params: dict[str, str | int | float] = {"faces": faces_text(faces), "seat": seat}
            then = replace(
                Layout.of(way, cells), fallen=tuple(Lying.of(way.dice[place]) for place in thrown)
            )
            sure = way.sure or way.doubts == ("grid",)
            say, told = Say("throw.seen", params), Say("throw.again", params)
            if any(not reading.dice[number].sure for number in aside.cells):
                beside = faces_text([reading.dice[number].face for number in aside.cells])
                said = {"aside_faces": beside, "faces": faces_text(faces), "seat": seat}
                say = told = Say("throw.again_beside", said)
            if passed:
                fallen = faces_text(faces)
                told = Say("throw.passed_on", {"faces": fallen, "seat": seat, "passed": passed})
            dice = () if passed else tuple(way.dice[place] for place in thrown)
            yield Story((*aside.moves, throw), say, told, then, dice, sure)

    def _built_unseen(
        self, state: State, layout: Layout, reading: DiceReading, stayed: frozenset[int]
    ) -> Iterator[frozenset[int]]:
        """Yield what can have been put together since the last look, if no die was seen lifted."""
        gone = must_lie(state).total() - sum(die.face != CATAPULT for die in layout.dice)
        if gone > 0 or layout.unknown:
            return
        for grid in reading.grids:
            dice = {seen.die for seen in grid.dice}
            if len(dice) > 1 and dice - stayed:
                yield stayed | dice


def _were_lifted(state: State, layout: Layout) -> bool:
    """Tell whether dice were seen to be taken up since the last throw."""
    return must_lie(state).total() > sum(die.face != CATAPULT for die in layout.dice)


def _without_newly_fallen(
    before: Layout, way: DiceReading, unchanged: Mapping[int, int], stayed: frozenset[int]
) -> Iterator[frozenset[int]]:
    """Yield what stayed without dice that may have fallen anew where they lay.

    Of catapults passed on the count of the thrown dice tells; others were seen to be gone.
    """
    back = {now for now, then in unchanged.items() if then >= len(before.dice)}
    yield stayed - {now for now in back if way.dice[now].face == CATAPULT}
    if before.saw_what_is_gone:
        yield stayed - back


def _perhaps_thrown(
    before: Layout,
    way: DiceReading,
    unchanged: Mapping[int, int],
    pushed: Collection[int],
    *,
    were_lifted: bool,
) -> set[int]:
    """Return dice that seem to have stayed, and may as well have been thrown.

    A catapult that came back, or seems pushed, may be one die too many; a knight that lies a little
    beside its place may have fallen there, if nobody saw the others lifted.
    """
    came_back = {now for now, then in unchanged.items() if then >= len(before.dice)}
    catapults = {
        die for die in came_back | set(pushed) - set(unchanged) if way.dice[die].face == CATAPULT
    }
    if were_lifted:
        return catapults
    beside = {
        now
        for now, then in unchanged.items()
        if way.dice[now].face == KNIGHT
        and before.staying[then].moved_sides(Lying.of(way.dice[now])) > BESIDE_SIDES
    }
    return catapults | beside


def may_be_the_same(state: State, layout: Layout, reading: DiceReading) -> bool:
    """Tell whether these can be the dice already thrown, being built, moved or lifted."""
    catapults = sum(die.face == CATAPULT for die in reading.dice)
    known = must_lie(state)
    if not faces_of(reading) - known and catapults <= catapults_left(state, layout, reading):
        return True
    certain = Counter(die.face for die in reading.dice if die.sure and die.face != CATAPULT)
    if reading.sure or certain - known:
        return False
    return len(reading.dice) < known.total() or fits_account(
        reading, known, catapults_left(state, layout, reading)
    )


def _all_near(new: Sequence[int], reading: DiceReading, layout: Layout) -> bool:
    """Tell whether every new die lies next to the place where one of its face lay."""

    def is_near(number: int) -> bool:
        die = reading.dice[number]
        return any(
            old.face == die.face and dist(old.at_px, die.centre_px) < NUDGED_SIDES * die.side_px
            for old in layout.missing
        )

    return all(is_near(number) for number in new)
