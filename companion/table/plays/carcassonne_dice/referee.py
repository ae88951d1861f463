"""The referee of Carcassonne – The Dice Game: what the dice on the table mean.

A turn leaves these traces in the picture: a throw (every die in play lies there), the city being built
and dice being lifted (never more dice than before, their faces those of the throw), the next throw (the
set-aside dice where they were, the others anew), and in the end a cleared table. Dice count as set aside
when they lie still while the others are thrown again, or when the turn ends. Dice do not vanish: one
that must lie there and is not seen is missed, at the place where it lay last. Where more than one story
fits, all of them are asked.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from math import dist

from companion.games.carcassonne_dice.faces import CATAPULT, DICE, KNIGHT
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.carcassonne_dice.state import KNIGHTS, State
from companion.table.plays.carcassonne_dice.account import (
    catapults_left,
    faces_of,
    hides_none,
    missing,
    must_lie,
    places,
    thirds,
)
from companion.table.plays.carcassonne_dice.answers import (
    answers_of,
    asked,
    asked_of_throw,
    doubtful,
    missed,
    no_throw,
    proposed,
    put_back,
    wrong_count,
)
from companion.table.plays.carcassonne_dice.doubts import contact_ways, only, settled, words_for
from companion.table.plays.carcassonne_dice.ends import Ends
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.misfits import misfit
from companion.table.plays.carcassonne_dice.set_aside import SettingAside
from companion.table.plays.carcassonne_dice.throwing import (
    NUDGED_SIDES,
    SELDOM_ALIKE,
    Story,
    Throwing,
    may_be_the_same,
)
from companion.table.plays.lying import unmoved
from companion.table.plays.verdict import Choice, Proposal, Say, Verdict
from vision.reading import DiceReading, Die

MOST_PASSED = 4
"""Of nine dice, more than so many are seldom catapults: once in 38 throws."""

FELL_ALIKE = 1
"""So many of nine thrown dice may lie where one of that face lay: two do once in thousands of throws."""

SELDOM_TOUCHING = 3
"""So many dice that touch in line were put so: they hardly ever fall so."""

FELL_TOGETHER = 2
"""So many dice that came to lie by themselves between two looks were thrown, rather than put there."""


class CarcassonneReferee:
    """Weighs readings of the nine dice under the rules; ``seats`` are the players' names."""

    def __init__(self, game: CarcassonneDice, seats: tuple[str, ...]) -> None:
        self._rules = SettingAside(game, seats)
        self._ends = Ends(self._rules)
        self._throwing = Throwing(self._rules, self._ends)

    def weigh(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Say what a finished reading means in this state."""
        if state.outcome is not None:
            return Verdict(Layout.of(reading).spent_now())
        if state.throws == 0:
            return self._first_throw(state, layout, reading)
        reading = settled(reading, layout.known, must_lie(state), catapults_left(state, layout, reading))
        if not reading.dice:
            if not reading.covered and (reading.sure or hides_none(layout, reading)):
                return self._cleared(state, layout)
            return self._maybe_cleared(state, layout, reading)
        if not may_be_the_same(state, layout, reading):
            return self._next_throw(state, layout, reading)
        came_back = self._throwing.came_back(state, layout, reading)
        if came_back is None:
            return self._thrown_or_put_back(state, layout, reading)
        if came_back and self._all_moved(state, layout, reading):
            return self._thrown_or_all_moved(state, layout, reading)
        if came_back:
            return self._building(state, layout, reading)
        return self._next_throw(state, layout, reading)

    def glimpsed(self, state: State, layout: Layout, reading: DiceReading) -> Layout:
        """Remember dice that can only be another throw's, of which no more than this was seen."""
        if state.outcome is not None:
            return layout
        if state.throws:
            reading = settled(
                reading, layout.known, must_lie(state), catapults_left(state, layout, reading)
            )
            if may_be_the_same(state, layout, reading):
                return layout
        there = layout.still_there(reading)
        new = [die for number, die in enumerate(reading.dice) if number not in there]
        return layout.not_read(new, reading) if len(new) >= FELL_TOGETHER else layout

    # A throw.

    def _first_throw(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        seen = len(reading.dice)
        left_over = unmoved(layout.dice, reading) if layout.spent else {}
        if 2 * len(left_over) > seen:
            return Verdict(layout, notice=Say("notice.clear_table"))
        if seen == 0:
            notice = Say("notice.throw_not_read") if layout.unread else None
            return Verdict(Layout(spent=True, unread=layout.unread), notice=notice)
        stories = self._throwing.first(state, reading)
        if not stories:
            passed = state.dice - seen
            gone = reading.sure and 0 < passed <= MOST_PASSED
            catapults = self._throwing.first(state, reading, passed=passed) if gone else ()
            return wrong_count(layout, reading, state.dice, catapults)
        if len(stories) == 1 and stories[0].sure:
            if layout.leaves_unread(reading):
                return asked(layout, "ask.throw_after_unread", answers_of(stories))
            if reading.covered and seen < DICE:  # one too many may lie there
                return asked_of_throw(layout, "ask.throw_covered", reading, stories, answers_of(stories))
            return proposed(layout, stories)
        choices = answers_of(stories)
        return asked_of_throw(layout, "ask.throw_unsure", reading, stories, choices, doubtful(reading))

    def _next_throw(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Understand dice that are no longer the last throw's: thrown again, or the next turn's."""
        stayed = unmoved(layout.staying, reading)
        # A catapult is put nowhere: another may have fallen where one lay.
        put_aside = [number for number in stayed if reading.dice[number].face != CATAPULT]
        again = self._throwing.again(state, layout, reading)
        turned = self._turned(state, layout, reading, again, put_aside)
        if not again and not turned:
            return self._unexplained(state, layout, reading)
        left = self._throwing.left_as_they_fell(layout, reading, stayed)
        if len(left) > max(1, len(reading.dice) - len(stayed)):
            lying = places([reading.dice[number].centre_px for number in left], reading)
            choices = (*answers_of(again, told=True), no_throw(layout))
            return asked_of_throw(layout, "ask.left_lying", reading, again or turned, choices, lying)
        if not put_aside:
            unsure = self._whose_throw(state, layout, reading, again, turned)
            if unsure is not None:
                return unsure
        stories = again or turned
        is_plain = not layout.doubtful and not (turned and put_aside)
        if turned and not again and self._ends.may_have_scored_unseen(state, layout):
            is_plain = False
        if again and self._misfit(state, layout, only(reading, sorted(stayed))):
            is_plain = False  # Who throws on all the same may mean it turned, or by itself.
        if again and _are_put_together(reading, stayed):
            is_plain = False  # Dice seldom fall so: it may be another throw, built on already.
        if len(stories) == 1 and stories[0].sure and is_plain:
            if layout.leaves_unread(reading) or layout.maybe_thrown:
                return asked(layout, "ask.throw_after_unread", answers_of(stories, told=True))
            if reading.covered:
                return asked_of_throw(layout, "ask.throw_covered", reading, stories, answers_of(stories))
            return proposed(layout, stories)
        code = "ask.which_throw" if all(story.sure for story in stories) else "ask.throw_unsure"
        choices = answers_of(stories, told=not again)
        return asked_of_throw(layout, code, reading, stories, choices, doubtful(reading))

    def _turned(
        self,
        state: State,
        layout: Layout,
        reading: DiceReading,
        again: Sequence[Story],
        put_aside: Sequence[int],
    ) -> list[Story]:
        """Return the stories of the next player's throw; dice put aside still lie there in none of them.

        Of nine dice that fit no other story, one may have fallen where one of its face lay.
        """
        is_whole = len(reading.dice) == DICE and not (again or state.built or state.knights)
        if len(put_aside) > (FELL_ALIKE if is_whole else 0):
            return []
        return self._throwing.after_a_stop(state, layout, reading)

    def _whose_throw(
        self,
        state: State,
        layout: Layout,
        reading: DiceReading,
        again: Sequence[Story],
        turned: Sequence[Story],
    ) -> Verdict[Layout] | None:
        """Ask whether everything was thrown again or the turn was over; None where that is known."""
        if self._may_be_either(state, layout, again, turned, thrown=len(reading.dice)):
            stories = [*again, *turned]
            choices = (*answers_of(stories, told=True), *self._keeping_a_knight(state, layout, turned))
            return asked_of_throw(layout, "ask.again_or_next", reading, stories, choices)
        if turned:
            return None
        is_one_short = len(reading.dice) == self._ends.dice_of_next(state) - 1
        if is_one_short and not self._ends.must_be_over(state):
            # With one die that is not seen it would be the next player's throw.
            ends = self._ends.all(state, layout) or [self._ends.unseen(state)]
            stops = self._ends.stops(state, ends, Layout(spent=True))
            choices = (*answers_of(again, told=True), *stops)
            return asked_of_throw(layout, "ask.again_or_next", reading, again, choices)
        if reading.covered:
            return asked_of_throw(layout, "ask.throw_covered", reading, again, answers_of(again))
        return None

    def _may_be_either(
        self,
        state: State,
        layout: Layout,
        again: Sequence[Story],
        turned: Sequence[Story],
        *,
        thrown: int,
    ) -> bool:
        """Tell whether a person must say if everything was thrown again, or the turn was over."""
        if self._ends.must_be_over(state):
            return False
        if not again and thrown > state.dice_to_throw + 1:
            return False  # Nobody throws two dice too many.
        last = layout.readings[-1] if layout.readings else None
        meant = self._ends.meant(state, layout, _fullest(layout) or last)
        if not again:
            return bool(turned) and not meant.is_an_end
        ended = self._ends.best(state, layout)
        worth_keeping = ended is not None and (
            ended.state.may_keep_knight or bool(ended.state.points_now)
        )
        return bool(turned) or worth_keeping or meant.has_city

    def _keeping_a_knight(
        self, state: State, layout: Layout, turned: Sequence[Story]
    ) -> tuple[Choice[Layout], ...]:
        """Return the stop that keeps a knight, where too many dice were thrown after it."""
        if any(words.get("take") == "knight" for story in turned for words in story.moves):
            return ()
        stops = self._ends.stops(state, self._ends.all(state, layout), Layout())
        return tuple(stop for stop in stops if stop.moves[-1].get("take") == "knight")

    def _thrown_or_put_back(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Ask whether dice with the faces of those lifted were thrown, or only put back."""
        again = self._throwing.again(state, layout, reading)
        if not again:
            return self._building(state, layout, reading)
        as_put_back = self._building(state, layout, reading).memory
        choices = (*answers_of(again, told=True), no_throw(as_put_back))
        return asked_of_throw(layout, "ask.thrown_or_put_back", reading, again, choices)

    def _all_moved(self, state: State, layout: Layout, reading: DiceReading) -> bool:
        """Tell whether no die lies where it lay, and nothing is left of what was put together."""
        if len(reading.dice) < SELDOM_ALIKE or unmoved(layout.known, reading):
            return False
        before = self._ends.meant(state, layout, _fullest(layout))
        is_built = self._ends.meant(state, layout, reading).has_city
        return (before.has_city or before.is_an_end) and not is_built

    def _thrown_or_all_moved(
        self, state: State, layout: Layout, reading: DiceReading
    ) -> Verdict[Layout]:
        """Ask whether a turn went on, all of whose dice lie elsewhere: they may be another throw's."""
        moved = self._building(state, layout, reading).memory
        stops = self._ends.stops(state, self._ends.all(state, layout), Layout(spent=True))
        choices = (no_throw(moved), *stops)
        return asked(layout.not_read(reading.dice, reading), "ask.all_moved", choices)

    def _unexplained(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Say what is wrong with dice that fit no story; the turn can still be stopped."""
        if state.built and self._rules.built_in(state, layout, reading) is None:
            ends = self._ends.all(state, layout) or [self._ends.unseen(state)]
            stops = self._ends.stops(state, ends, Layout(spent=True))
            return asked(
                replace(layout, doubtful=True), "ask.built_moved", stops, seen=len(reading.dice)
            )
        passed = self._passed_on(state, layout, reading) if reading.sure else ()
        if len(reading.dice) > must_lie(state).total() and not layout.still_there(reading):
            layout = layout.not_read(reading.dice, reading)
        return wrong_count(layout, reading, must_lie(state).total(), passed)

    def _passed_on(self, state: State, layout: Layout, reading: DiceReading) -> Sequence[Story]:
        """Return the throws that lack only catapults: these may have been passed on already."""
        most = min(MOST_PASSED, must_lie(state).total() - len(reading.dice))
        for passed in range(1, most + 1):
            if stories := self._throwing.again(state, layout, reading, passed=passed):
                return stories
        return ()

    # Building, and the end of a turn.

    def _building(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Remember how the dice lie now, and say what stopping would bring."""
        ways = contact_ways(reading)
        if not ways[0].sure or not self._are_alike(state, layout, ways):
            return self._unsure_building(state, layout, reading, ways)
        reading = ways[0]
        gone = missing(state, layout, reading)
        stayed = unmoved(layout.dice, reading)
        only_taken = len(stayed) == len(reading.dice) < len(layout.dice)
        fuller = (*layout.fuller, layout.reading) if only_taken and layout.reading else ()
        built = self._rules.built_in(state, layout, reading)
        if built is None:
            # Built dice are gone: the table is being cleared, or the city was moved.
            if only_taken:
                dice = tuple(layout.dice[number] for number in stayed.values())
                now = replace(layout, fuller=fuller, reading=reading, dice=dice, missing=gone)
                return Verdict(now, self._may_stop(state, now), self._missed(now, reading))
            hidden = [die for die in gone if die.cell is not None]
            if hidden:
                return Verdict(replace(layout, doubtful=True), notice=missed(hidden, reading))
            return self._pushed(state, layout, reading) or self._unexplained(state, layout, reading)
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
            now = _without_newcomers(state, layout, now, reading)
        notice = self._misfit(state, layout, reading) or self._missed(
            replace(now, missing=gone), reading
        )
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
        """Say which set-aside dice were pushed away, if all dice lie there that must.

        What was set aside is known, so nothing is asked before the turn goes on with them astray.
        """
        offer = self._may_stop(state, layout)
        if offer is None or faces_of(reading) != must_lie(state):
            return None
        stayed = {layout.known[then].cell for then in unmoved(layout.known, reading).values()}
        astray = [die for die in layout.known if die.cell is not None and die.cell not in stayed]
        if not astray:
            return None
        return Verdict(replace(layout, doubtful=True), offer, put_back(astray, reading))

    def _rethrown(self, state: State, layout: Layout, reading: DiceReading) -> list[Story]:
        """Return the throws that would show the very faces that the dice showed before they moved."""
        stayed = unmoved(layout.known, reading)
        alone = {grid.dice[0].die for grid in reading.grids if len(grid.dice) == 1}
        new = {number for number in range(len(reading.dice)) if number not in stayed}
        left = self._throwing.left_as_they_fell(layout, reading, stayed)
        if not 0 < len(new) < SELDOM_ALIKE or new - alone or len(left) > 1:
            return []
        again = self._throwing.again(state, layout, reading)
        return [story for story in again if len(story.moves[-1]["faces"]) == len(new)]

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
        now = replace(layout, doubtful=True, rivals=tuple(ways))
        return Verdict(now, self._may_stop(state, now), words_for(reading, ways))

    def _misfit(self, state: State, layout: Layout, reading: DiceReading) -> Say | None:
        """Say which die does not match its neighbour, and must be turned."""
        stayed = unmoved(layout.known, reading)
        wrong = misfit(reading, layout.as_fell(reading), stayed, state.faces)
        if wrong is None:
            return None
        die = reading.dice[wrong.die]
        column, row = thirds(die.centre_px, reading.size_px)
        code = "notice.turn_die" if wrong.turned else "notice.move_die"
        params: dict[str, str | int | float] = {"faces": die.face, "column": column, "row": row}
        return Say(code, params, places([die.centre_px], reading))

    def _missed(self, layout: Layout, reading: DiceReading) -> Say | None:
        """Ask for dice that must lie there; not when all that was left lying was lifted to be thrown."""
        missing = [die for die in layout.missing if die.face != CATAPULT]
        fell = layout.as_fell(reading)
        is_left = any(number in fell and die.face != CATAPULT for number, die in enumerate(reading.dice))
        is_built = any(die.cell is not None for die in missing)
        is_wanted = is_left or is_built or layout.tentative
        return missed(missing, reading) if missing and is_wanted else None

    def _cleared(self, state: State, layout: Layout) -> Verdict[Layout]:
        """Understand an empty table: the turn is over, or every die is about to be thrown again."""
        ends = self._ends.all(state, layout)
        meant = self._ends.meant(state, layout, _fullest(layout))
        if not self._ends.must_be_over(state) and not meant.is_an_end:
            choices = self._ends.stops(state, ends or [self._ends.unseen(state)], Layout(spent=True))
            say = Say("cleared.again_or_stop", {"dice": state.dice_to_throw})
            return Verdict(layout.emptied(), Proposal("pending", say, choices), say)
        ends = self._ends.with_knights_unseen(state, ends)
        is_for_knights = any(end.state.may_keep_knight for end in ends)
        ends = self._ends.with_closed_unseen(state, ends, begun=not is_for_knights)
        choices = self._ends.stops(state, ends or [self._ends.unseen(state)], Layout(spent=True))
        points = {end.state.points_now for end in ends}
        if not ends or layout.doubtful or layout.unread or len(points) > 1:
            return asked(layout.emptied(), "ask.city_unseen", choices)
        if len(choices) > 1:
            return asked(layout, "ask.city_or_knight", choices)
        return Verdict(layout, Proposal("move", choices[0].say, choices))

    def _maybe_cleared(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Wait where no die is seen, but one may be missed; the turn can be ended by tap."""
        return Verdict(layout, self._may_stop(state, layout), words_for(reading))

    def _may_stop(self, state: State, layout: Layout) -> Proposal[Layout] | None:
        """Return what is being built, with the ways to stop."""
        ends = self._ends.all(state, layout)
        if not ends:
            return None
        stops = self._ends.stops(state, ends, Layout.spent_now(layout))
        building = self._ends.meant(state, layout, layout.reading).aside
        shown = ends[0].state if building is None else building.state
        params: dict[str, str | int | float] = {
            "dice": len(shown.built),
            "knights": ends[0].state.knights,
            "points": ends[0].state.points_now,
        }
        moves = () if building is None else building.moves
        return Proposal("pending", Say("building.seen", params), stops, moves)


def _without_newcomers(state: State, layout: Layout, now: Layout, reading: DiceReading) -> Layout:
    """Do not count on dice that came to lie by themselves while others are missing.

    They may be part of a throw that is not seen whole.
    """
    stayed = layout.still_there(reading)
    alone = {grid.dice[0].die for grid in reading.grids if len(grid.dice) == 1}
    new = alone - stayed.keys()
    kept = [number for number in range(len(reading.dice)) if number not in new]
    if len(new) >= FELL_TOGETHER:
        now = now.not_read([reading.dice[number] for number in sorted(new)], reading)
    return replace(
        now,
        dice=tuple(now.dice[number] for number in kept),
        tentative=tuple(now.dice[number] for number in sorted(new)),
        missing=missing(state, layout, only(reading, kept)),
    )


def _are_put_together(reading: DiceReading, stayed: Collection[int]) -> bool:
    """Tell whether so many dice touch each other that are not among those that stayed."""
    new = ([seen.die for seen in grid.dice if seen.die not in stayed] for grid in reading.grids)
    return any(len(dice) >= SELDOM_TOUCHING for dice in new)


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


def _fullest(layout: Layout) -> DiceReading | None:
    return layout.readings[0] if layout.readings else None
