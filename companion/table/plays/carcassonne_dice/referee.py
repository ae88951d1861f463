"""The referee of Carcassonne – The Dice Game: what the dice on the table mean.

A turn leaves these traces in the picture: a throw (every die in play lies there), the city being built
and dice being lifted (never more dice than before, their faces those of the throw), the next throw (the
set-aside dice where they were, the others anew), and in the end a cleared table. Dice count as set aside
when they lie still while the others are thrown again, or when the turn ends. Dice do not vanish: one
that must lie there and is not seen is missed, at the place where it lay last. Where more than one story
fits, all of them are asked.
"""

from collections.abc import Collection, Sequence

from companion.games.carcassonne_dice.faces import CATAPULT, DICE
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import Choice, Say, Verdict, places_of
from companion.table.plays.carcassonne_dice.answers import (
    answers_of,
    as_entered,
    asked,
    asked_of_throw,
    doubtful,
    no_throw,
    proposed,
    wrong_count,
)
from companion.table.plays.carcassonne_dice.building import Building
from companion.table.plays.carcassonne_dice.doubts import SELDOM_ALIKE, only, settled
from companion.table.plays.carcassonne_dice.ends import Ends
from companion.table.plays.carcassonne_dice.expected_dice import (
    catapults_left,
    hides_none,
    may_have_been_missed,
    must_lie,
)
from companion.table.plays.carcassonne_dice.layout import FELL_TOGETHER, Layout, was_one_throw
from companion.table.plays.carcassonne_dice.set_aside import SettingAside
from companion.table.plays.carcassonne_dice.throwing import (
    MOST_PASSED,
    Story,
    Throwing,
    may_be_the_same,
)
from companion.table.plays.lying import unmoved
from vision.readings.dice import DiceReading

FELL_ALIKE = 1
"""So many of nine thrown dice may lie where one of that face lay: two do once in thousands of throws."""

SELDOM_THROWN_ON = 6
"""With nothing set aside, and no more than so many dice to throw, players stop as often as throw on."""

SELDOM_TOUCHING = 3
"""So many dice that touch in line were put so: they hardly ever fall so."""


class CarcassonneReferee:
    """Weighs readings of the nine dice under the rules; ``seats`` are the players' names."""

    def __init__(self, game: CarcassonneDice, seats: tuple[str, ...]) -> None:
        self._rules = SettingAside(game, seats)
        self._ends = Ends(self._rules)
        self._throwing = Throwing(self._rules, self._ends)
        self._building = Building(self._rules, self._ends, self._throwing)

    def weigh(
        self, state: State, layout: Layout, reading: DiceReading, *, left_over: bool = False
    ) -> Verdict[Layout]:
        """Say what a finished reading means in this state; ``left_over``: what lay before the game."""
        if state.outcome is not None:
            return Verdict(Layout.of(reading).spent_now())
        if state.throws == 0:
            return self._first_throw(state, layout, reading, left_over=left_over)
        reading = settled(reading, layout.known, must_lie(state), catapults_left(state, layout, reading))
        if not reading.dice:
            if not reading.covered and (reading.sure or hides_none(layout, reading)):
                return self._building.cleared(state, layout)
            return self._building.maybe_cleared(state, layout, reading)
        if layout.was_told_of(reading):
            return self._building.not_thrown(state, layout, reading)
        if not may_be_the_same(state, layout, reading):
            return self._next_throw(state, layout, reading)
        came_back = self._throwing.came_back(state, layout, reading)
        if came_back is None:
            return self._thrown_or_put_back(state, layout, reading)
        if came_back and self._all_moved(state, layout, reading):
            return self._thrown_or_all_moved(state, layout, reading)
        if came_back and self._throwing.may_be_thrown_alike(state, layout, reading):
            return self._thrown_or_put_back(state, layout, reading)
        if came_back:
            return self._building.seen(state, layout, reading)
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

    def _first_throw(
        self, state: State, layout: Layout, reading: DiceReading, *, left_over: bool
    ) -> Verdict[Layout]:
        seen = len(reading.dice)
        lie_still = unmoved(layout.dice, reading) if layout.spent else {}
        if 2 * len(lie_still) > seen:
            return Verdict(layout, notice=Say("notice.clear_table"))
        if seen == 0:
            notice = Say("notice.throw_not_read") if layout.unread else None
            return Verdict(Layout(spent=True, unread=layout.unread), notice=notice)
        stories = self._throwing.first_throw(state, reading)
        if left_over:  # They are no throw of this game, unless somebody says so now.
            layout = Layout.of(reading).spent_now()
            if not stories:
                return Verdict(layout, notice=Say("notice.clear_table"))
        if not stories:
            passed = state.dice - seen
            gone = reading.sure and 0 < passed <= MOST_PASSED
            catapults = self._throwing.first_throw(state, reading, passed=passed) if gone else ()
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
        again = self._throwing.further_throw(state, layout, reading)
        were_new = bool(put_aside) and layout.is_unread(reading)
        if were_new:  # All of them were seen to be new: what lies where another lay was put there since.
            put_aside = []
            again = [story for story in again if len(story.dice) == len(reading.dice)]
        turned = self._turned(state, layout, reading, again, put_aside)
        if not again and not turned:
            return self._building.unexplained(state, layout, reading)
        left = self._throwing.left_as_they_fell(layout, reading, stayed)
        if len(left) > max(1, len(reading.dice) - len(stayed)):
            lying = places_of((reading.dice[number].centre_px for number in left), reading.size_px)
            told = layout.told_of(reading)
            choices = (*answers_of(again, told=True), no_throw(told))
            return asked_of_throw(layout, "ask.left_lying", reading, again or turned, choices, lying)
        if not reading.rolled and any(_may_be_old_catapults(state, reading, story) for story in again):
            told = layout.told_of(reading)
            choices = (*answers_of(again, told=True), no_throw(told))
            return asked_of_throw(layout, "ask.thrown_or_put_back", reading, again, choices)
        if not put_aside:
            unsure = self._whose_throw(state, layout, reading, again, turned)
            if unsure is not None:
                return unsure
        stories = again or turned
        if layout.unknown:  # Nothing was seen since a throw was entered by hand: it may be this one.
            told = layout.told_of(reading)
            choices = (*answers_of(stories, told=True), as_entered(told))
            return asked_of_throw(layout, "ask.entered_or_thrown", reading, stories, choices)
        is_plain = not (were_new or (turned and put_aside) or may_have_been_missed(layout, reading))
        is_plain &= (
            self._is_plain_again(state, layout, reading, stayed)
            if again
            else self._is_plain_turn(state, layout, reading)
        )
        if len(stories) == 1 and stories[0].sure and is_plain:
            if layout.leaves_unread(reading) or layout.maybe_thrown:
                return asked(layout, "ask.throw_after_unread", answers_of(stories, told=True))
            if reading.covered:
                return asked_of_throw(layout, "ask.throw_covered", reading, stories, answers_of(stories))
            return proposed(layout, stories)
        code = "ask.which_throw" if all(story.sure for story in stories) else "ask.throw_unsure"
        choices = answers_of(stories, told=not again)
        return asked_of_throw(layout, code, reading, stories, choices, doubtful(reading))

    def _is_plain_again(
        self, state: State, layout: Layout, reading: DiceReading, stayed: Collection[int]
    ) -> bool:
        """Tell whether dice that were thrown again lie as such dice do."""
        if self._building.misfit(state, layout, only(reading, sorted(stayed))):
            return False  # Who throws on all the same may mean it turned, or by itself.
        if _are_put_together(reading, stayed):
            return False  # Dice seldom fall so: it may be another throw, built on already.
        was_covered = layout.reading is not None and layout.reading.covered
        # What a hand hid may have been put there, not thrown.
        return not (was_covered and _touches_what_stayed(reading, stayed))

    def _is_plain_turn(self, state: State, layout: Layout, reading: DiceReading) -> bool:
        """Tell whether nothing speaks for another end of the turn, where the next player has thrown."""
        if "maybe_missed" in reading.doubts:
            return False  # With one die more it is the throw after another end.
        return not self._ends.may_have_scored_unseen(state, layout)

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
        missed = sum(doubt.kind == "may_be_missed" for doubt in reading.doubtful)
        is_short = 0 < self._ends.dice_of_next(state) - len(reading.dice) <= max(1, missed)
        # Nobody took any of those that were seen to roll, nor threw any before.
        is_few = state.dice_to_throw <= SELDOM_THROWN_ON and not was_one_throw(reading)
        # The page asked for just so many, the table was bare, and here they are: that they are what is
        # left of the next player's throw, catapults passed on before anybody looked, is too seldom.
        is_due = not layout.dice and reading.sure and not reading.covered
        if (is_short or (is_few and not is_due)) and not self._ends.must_be_over(state):
            # The next player's throw, with dice that are not seen, or its catapults passed on.
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
        meant = self._ends.meant(state, layout, layout.fullest or last)
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
        again = self._throwing.further_throw(state, layout, reading)
        if not again:
            return self._building.seen(state, layout, reading)
        if reading.rolled:
            return self._next_throw(state, layout, reading)
        as_put_back = self._building.seen(state, layout, reading).memory
        choices = (*answers_of(again, told=True), no_throw(as_put_back))
        return asked_of_throw(layout, "ask.thrown_or_put_back", reading, again, choices)

    def _all_moved(self, state: State, layout: Layout, reading: DiceReading) -> bool:
        """Tell whether no die lies where it lay, and nothing is left of what was put together."""
        if len(reading.dice) < SELDOM_ALIKE or unmoved(layout.known, reading):
            return False
        before = self._ends.meant(state, layout, layout.fullest)
        is_built = self._ends.meant(state, layout, reading).has_city
        return (before.has_city or before.is_an_end) and not is_built

    def _thrown_or_all_moved(
        self, state: State, layout: Layout, reading: DiceReading
    ) -> Verdict[Layout]:
        """Ask whether a turn went on, all of whose dice lie elsewhere: they may be another throw's."""
        moved = self._building.seen(state, layout, reading).memory
        stops = self._ends.stops(state, self._ends.all(state, layout), Layout(spent=True))
        choices = (no_throw(moved), *stops)
        return asked(layout.not_read(reading.dice, reading), "ask.all_moved", choices)


def _are_put_together(reading: DiceReading, stayed: Collection[int]) -> bool:
    """Tell whether so many dice touch each other that are not among those that stayed."""
    new = ([seen.die for seen in grid.dice if seen.die not in stayed] for grid in reading.grids)
    return any(len(dice) >= SELDOM_TOUCHING for dice in new)


def _may_be_old_catapults(state: State, reading: DiceReading, story: Story) -> bool:
    """Tell whether all that was thrown are catapults, and no more lie there than were thrown before.

    They were passed on, and may have come to light again: a hand hid them, or laid them elsewhere.
    """
    seen = sum(die.face == CATAPULT for die in reading.dice)
    is_only_catapults = all(die.face == CATAPULT for die in story.dice)
    return bool(story.dice) and is_only_catapults and seen <= state.catapults


def _touches_what_stayed(reading: DiceReading, stayed: Collection[int]) -> bool:
    """Tell whether a die that is new touches one that stayed."""
    grids = [{seen.die for seen in grid.dice} for grid in reading.grids]
    return any(dice & set(stayed) and dice - set(stayed) for dice in grids)
