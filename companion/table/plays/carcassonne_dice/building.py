"""What lies there between two throws of a turn: a city being built, dice moved, a cleared table."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import dist

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS, State
from companion.table.hooks.verdict import Proposal, Say, Verdict
from companion.table.plays.carcassonne_dice.answers import (
    answers_of,
    asked,
    missed,
    put_back,
    say_building,
    to_be_turned,
    wrong_count,
)
from companion.table.plays.carcassonne_dice.doubts import (
    SELDOM_ALIKE,
    contact_ways,
    lying_alone,
    named_ways,
    only,
    words_for,
)
from companion.table.plays.carcassonne_dice.ends import Ends
from companion.table.plays.carcassonne_dice.expected_dice import (
    HIDES_SIDES,
    faces_of,
    hides_none,
    missing,
    must_lie,
)
from companion.table.plays.carcassonne_dice.layout import FELL_TOGETHER, Layout, was_one_throw
from companion.table.plays.carcassonne_dice.misfits import misfit
from companion.table.plays.carcassonne_dice.set_aside import SettingAside
from companion.table.plays.carcassonne_dice.throwing import (
    MOST_PASSED,
    NUDGED_SIDES,
    Story,
    Throwing,
)
from companion.table.plays.lying import Lying, unmoved
from vision.readings.dice import DiceReading, Die


class Building:
    """Weighs readings between two throws under the rules."""

    def __init__(self, rules: SettingAside, ends: Ends, throwing: Throwing) -> None:
        self._rules = rules
        self._ends = ends
        self._throwing = throwing

    def seen(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Remember how the dice lie now, and say what stopping would bring."""
        ways = contact_ways(reading)
        if not self._are_alike(state, layout, ways):
            return self._unsure_building(state, layout, reading, ways)
        if ways[0].sure:
            return self._surely_seen(state, layout, ways[0])
        beside = self._seen_beside_doubts(state, layout, ways[0])
        if beside is None:
            return self._unsure_building(state, layout, reading, ways)
        return replace(beside, notice=words_for(reading, ways))

    def _seen_beside_doubts(
        self, state: State, layout: Layout, reading: DiceReading
    ) -> Verdict[Layout] | None:
        """Remember the dice, where it is only in doubt whether others lie far from all of them.

        A pattern of the table may look like a die at every look. None where more is in doubt, as where
        a hand hides a die that is known.
        """
        is_more_in_doubt = layout.doubtful and not layout.unsure_at
        if is_more_in_doubt or not hides_none(layout, reading) or not _are_apart(reading):
            return None
        verdict = self._surely_seen(state, layout, reading)
        if verdict.memory.doubtful:
            return None
        places = (*layout.unsure_at, *map(Lying.perhaps, reading.doubtful))
        return replace(verdict, memory=verdict.memory.in_doubt(places))

    def _surely_seen(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        gone = missing(state, layout, reading)
        stayed = unmoved(layout.dice, reading)
        lay = unmoved(layout.known, reading)
        only_taken = len(lay) == len(reading.dice) and len(stayed) < len(layout.dice)
        fuller = (*layout.fuller, layout.reading) if only_taken and layout.reading else ()
        built = self._rules.built_in(state, layout, reading)
        if built is None:
            # Built dice are gone: the table is being cleared, or the city was moved.
            if only_taken:
                dice = tuple(layout.known[number] for number in lay.values())
                now = replace(layout, fuller=fuller, reading=reading, dice=dice, missing=gone)
                return Verdict(now, self._may_stop(state, now), self._missed(now, reading))
            hidden = [die for die in gone if die.cell is not None]
            if hidden:
                return Verdict(layout.in_doubt(), notice=missed(hidden, reading))
            return self._pushed(state, layout, reading) or self.unexplained(state, layout, reading)
        now = replace(
            Layout.of(reading, built),
            fuller=fuller,
            missing=gone,
            fallen=layout.fallen,
            maybe_thrown=layout.maybe_thrown,
        )
        if faces_of(reading) != must_lie(state):
            now = replace(now, unread=layout.unread)
        if any(die.face != CATAPULT for die in gone):
            left = self._throwing.left_as_they_fell(layout, reading, stayed)
            now = _without_newcomers(state, layout, now, reading, left=len(left))
        notice = self.misfit(state, layout, reading) or self._missed(replace(now, missing=gone), reading)
        if self._ends.end(state, layout, reading) is None:
            notice = notice or Say("notice.mismatch")
        offer = self._may_stop(state, now)
        rethrown = self._rethrown(state, layout, reading)
        if rethrown and offer is not None:
            offer = replace(offer, choices=(*answers_of(rethrown, told=True), *offer.choices))
            notice = notice or Say("notice.moved_or_thrown")
            now = replace(now, maybe_thrown=now.maybe_thrown or _all_moved_far(layout, reading))
        return Verdict(now, offer, notice)

    def _pushed(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout] | None:
        """Say which set-aside dice were pushed away, if no die lies there that must not.

        What was set aside is known, so nothing is asked before the turn goes on with them astray. What
        is missed besides, a die that fell off the table, is said once they are put back.
        """
        if faces_of(reading) - must_lie(state):
            return None
        stayed = {layout.known[then].cell for then in unmoved(layout.known, reading).values()}
        astray = [die for die in layout.known if die.cell is not None and die.cell not in stayed]
        if not astray:
            return None
        offer = self._may_stop(state, layout, unseen=True)
        return Verdict(layout.in_doubt(), offer, put_back(astray, reading))

    def not_thrown(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Ask for the dice that must lie there, where a person said that others are no throw."""
        gone = [die for die in missing(state, layout, reading) if die.face != CATAPULT]
        return Verdict(layout, self._may_stop(state, layout), missed(gone, reading) if gone else None)

    def _rethrown(self, state: State, layout: Layout, reading: DiceReading) -> list[Story]:
        """Return the throws that would show the very faces that the dice showed before they moved."""
        stayed = unmoved(layout.known, reading)
        new = {number for number in range(len(reading.dice)) if number not in stayed}
        left = self._throwing.left_as_they_fell(layout, reading, stayed)
        if not 0 < len(new) < SELDOM_ALIKE or new - lying_alone(reading) or len(left) > 1:
            return []
        again = self._throwing.further_throw(state, layout, reading)
        return [story for story in again if len(story.moves[-1]["faces"]) == len(new)]

    def unexplained(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Say what is wrong with dice that fit no story; the turn can still be stopped."""
        if state.built and self._rules.built_in(state, layout, reading) is None:
            ends = self._ends.all(state, layout) or [self._ends.unseen(state)]
            ends = self._ends.with_closed_unseen(state, ends, begun=True)
            stops = self._ends.stops(state, ends, layout.cleared())
            code = "ask.built_moved_last" if state.throws == THROWS else "ask.built_moved"
            return asked(layout.in_doubt(), code, stops, seen=len(reading.dice))
        passed = self._passed_on(state, layout, reading) if reading.sure else ()
        if len(reading.dice) > must_lie(state).total() and not layout.still_there(reading):
            layout = layout.not_read(reading.dice, reading)
        return wrong_count(layout, reading, must_lie(state).total(), passed)

    def _passed_on(self, state: State, layout: Layout, reading: DiceReading) -> Sequence[Story]:
        """Return the throws that lack only catapults: these may have been passed on already."""
        most = min(MOST_PASSED, must_lie(state).total() - len(reading.dice))
        for passed in range(1, most + 1):
            if stories := self._throwing.further_throw(state, layout, reading, passed=passed):
                return stories
        return ()

    def _are_alike(self, state: State, layout: Layout, ways: Sequence[DiceReading]) -> bool:
        """Tell whether it makes no difference which of these dice touch."""
        ends = [self._ends.end(state, layout, way) for way in ways]
        worth = {end and (end.state.points_now, end.closed) for end in ends}
        built = {self._ends.building(state, layout, way).closed for way in ways}
        return len(worth) == len(built) == 1

    def _unsure_building(
        self, state: State, layout: Layout, reading: DiceReading, ways: Sequence[DiceReading]
    ) -> Verdict[Layout]:
        """Say what is in doubt, and offer every end that fits."""
        rivals = tuple(named for way in ways for named in named_ways(way, state.faces))
        now = replace(layout.in_doubt(), rivals=rivals)
        closed = {self._ends.building(state, layout, way).closed for way in ways}
        notice = words_for(reading, ways, max(closed) if len(closed) > 1 else 0)
        return Verdict(now, self._may_stop(state, now), notice)

    def misfit(self, state: State, layout: Layout, reading: DiceReading) -> Say | None:
        """Say which die does not match its neighbour, and must be turned."""
        stayed = unmoved(layout.known, reading)
        wrong = misfit(reading, layout.as_fell(reading), stayed, state.faces)
        return None if wrong is None else to_be_turned(wrong, reading)

    def _missed(self, layout: Layout, reading: DiceReading) -> Say | None:
        """Ask for dice that must lie there; not when all that was left lying was lifted to be thrown."""
        missing = [die for die in layout.missing if die.face != CATAPULT]
        fell = layout.as_fell(reading)
        is_left = any(number in fell and die.face != CATAPULT for number, die in enumerate(reading.dice))
        is_built = any(die.cell is not None for die in missing)
        is_wanted = is_left or is_built or layout.tentative
        return missed(missing, reading) if missing and is_wanted else None

    def cleared(self, state: State, layout: Layout) -> Verdict[Layout]:
        """Understand an empty table: the turn is over, or every die is about to be thrown again."""
        ends = self._ends.all(state, layout)
        meant = self._ends.meant(state, layout, layout.fullest)
        if not self._ends.must_be_over(state) and not meant.is_an_end:
            choices = self._ends.stops(state, ends or [self._ends.unseen(state)], layout.cleared())
            say = Say("cleared.again_or_stop", {"dice": state.dice_to_throw})
            return Verdict(layout.emptied(), Proposal("pending", say, choices), say)
        ends = self._ends.with_knights_unseen(state, ends)
        is_for_knights = any(end.state.may_keep_knight for end in ends)
        ends = self._ends.with_closed_unseen(state, ends, begun=not is_for_knights)
        choices = self._ends.stops(state, ends or [self._ends.unseen(state)], layout.cleared())
        points = {end.state.points_now for end in ends}
        if not ends or layout.doubtful or layout.unread or len(points) > 1:
            return asked(layout.emptied(), "ask.city_unseen", choices)
        if len(choices) > 1:
            return asked(layout, "ask.city_or_knight", choices)
        return Verdict(layout, Proposal("move", choices[0].say, choices))

    def maybe_cleared(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Wait where no die is seen, but one may be missed; the turn can be ended by tap."""
        return Verdict(layout, self._may_stop(state, layout), words_for(reading))

    def _may_stop(
        self, state: State, layout: Layout, *, unseen: bool = False
    ) -> Proposal[Layout] | None:
        """Return what is being built, with the ways to stop; ``unseen``: also if no look fits it."""
        ends = self._ends.all(state, layout) or ([self._ends.unseen(state)] if unseen else [])
        if not ends:
            return None
        stops = self._ends.stops(state, ends, Layout.spent_now(layout))
        building = self._ends.meant(state, layout, layout.reading).aside
        shown = ends[0].state if building is None else building.state
        moves = () if building is None else building.moves
        return Proposal("pending", say_building(shown, ends[0].state), stops, moves)


def _without_newcomers(
    state: State, layout: Layout, now: Layout, reading: DiceReading, *, left: int
) -> Layout:
    """Do not count on dice that came to lie by themselves while others are missing.

    They may be part of a throw that is not seen whole. Where more dice are ``left`` as they fell than
    can have been thrown since, nobody threw: the new ones were put there.
    """
    stayed = layout.still_there(reading)
    new = lying_alone(reading) - stayed.keys()
    new -= _passed_catapults(layout, reading, new, stayed)
    kept = [number for number in range(len(reading.dice)) if number not in new]
    gone = missing(state, layout, only(reading, kept))
    is_left = left > sum(die.face != CATAPULT for die in gone)
    if is_left and not reading.rolled:
        return now
    rolled = unmoved(layout.rolled, reading).keys() & new
    if was_one_throw(reading) and not is_left:
        lay_before = unmoved(layout.tentative, reading).keys()
        rolled |= {number for number in new - lay_before if reading.dice[number].face != KNIGHT}
    if len(new) >= FELL_TOGETHER:
        now = now.not_read([reading.dice[number] for number in sorted(new)], reading)
    return replace(
        now,
        dice=tuple(now.dice[number] for number in kept),
        tentative=tuple(now.dice[number] for number in sorted(new)),
        rolled=tuple(now.dice[number] for number in sorted(rolled)),
        missing=gone,
    )


def _passed_catapults(
    layout: Layout, reading: DiceReading, new: Collection[int], stayed: Mapping[int, int]
) -> set[int]:
    """Return the new catapults, if so many are gone from where they lay: they were laid elsewhere."""
    catapults = {number for number in new if reading.dice[number].face == CATAPULT}
    gone = [then for then, die in enumerate(layout.dice) if then not in stayed.values()]
    lay = sum(layout.dice[then].face == CATAPULT for then in gone)
    return catapults if len(catapults) <= lay else set()


def _are_apart(reading: DiceReading) -> bool:
    """Tell whether all that may be dice lies at places of its own, far from every die that is read."""
    return all(
        not doubt.is_anywhere and dist(die.centre_px, doubt.centre_px) > HIDES_SIDES * die.side_px
        for die in reading.dice
        for doubt in reading.doubtful
    )


def _all_moved_far(layout: Layout, reading: DiceReading) -> bool:
    """Tell whether no die is left as it fell, and one lies neither near its place nor by a knight."""
    faces = Counter(die.face for die in reading.dice)
    passed_over = (CATAPULT, KNIGHT) if faces[KNIGHT] >= KNIGHTS else (CATAPULT,)  # kept where they fell
    if any(reading.dice[number].face not in passed_over for number in layout.as_fell(reading)):
        return False
    stayed = layout.still_there(reading)

    def is_put_aside(die: Die) -> bool:
        others = [other for other in reading.dice if other.face == die.face == KNIGHT and other != die]
        return any(dist(die.centre_px, one.centre_px) < NUDGED_SIDES * die.side_px for one in others)

    return any(number not in stayed and not is_put_aside(die) for number, die in enumerate(reading.dice))
