"""The referee of Carcassonne – The Dice Game: what the dice on the table mean.

A turn leaves these traces in the picture: a throw (every die in play lies there), the city being built
and dice being lifted (never more dice than before, their faces those of the throw), the next throw (the
set-aside dice where they were, the others anew), and in the end a cleared table. Dice count as set aside
when they lie still while the others are thrown again, or when the turn ends.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.carcassonne_dice.state import THROWS, State
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.set_aside import Aside, SettingAside
from companion.table.plays.lying import unmoved
from companion.table.plays.verdict import Choice, JsonObject, Proposal, Say, Verdict
from companion.table.plays.ways import faces_text, likely_readings
from vision.reading import DiceReading

BUILT_ON_PURPOSE = 3
"""A closed city of so many dice scores, and did not come about by chance."""


class CarcassonneReferee:
    """Weighs readings of the nine dice under the rules; ``seats`` are the players' names."""

    def __init__(self, game: CarcassonneDice, seats: tuple[str, ...]) -> None:
        self._rules = SettingAside(game, seats)

    def weigh(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Say what a finished reading means in this state."""
        if state.outcome is not None:
            return Verdict(Layout.of(reading).spent_now())
        if state.throws == 0:
            return self._first_throw(state, layout, reading)
        if not reading.dice:
            return self._cleared(state, layout) if reading.sure else _look_again(layout)
        if self._arranged(state, layout, reading):
            return self._building(state, layout, reading)
        return self._next_throw(state, layout, reading)

    # A throw.

    def _first_throw(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        seen = len(reading.dice)
        left_over = unmoved(layout.dice, reading) if layout.spent else {}
        if 2 * len(left_over) > seen:
            return Verdict(layout, notice=Say("notice.clear_table"))
        if seen == 0:
            return Verdict(Layout(spent=True))
        if seen != state.dice:
            return _wrong_count(replace(Layout.of(reading), spent=layout.spent), reading, state.dice)
        return self._ask_or_propose(layout, reading, [Aside((), {}, state)], frozenset(), doubtful=False)

    def _next_throw(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Understand dice that are no longer the last throw's: thrown again, or the next turn's."""
        stayed = unmoved(layout.dice, reading)
        again = self._thrown_again(state, layout, reading, stayed)
        turned = None if stayed else self._next_turn(state, layout, reading)
        if again is not None and turned is not None:
            again, turned = (None, turned) if self._was_final(state, layout) else (again, None)
        if again is not None:
            return again
        if turned is not None:
            return turned
        if state.built and self._rules.built_in(state, layout, reading) is None:
            return _question("ask.built_moved", layout, reading)
        return _wrong_count(layout, reading, self._in_play(state))

    def _thrown_again(
        self, state: State, layout: Layout, reading: DiceReading, stayed: Mapping[int, int]
    ) -> Verdict[Layout] | None:
        """Read it as a further throw of this turn; None when the rules forbid that."""
        aside = self._rules.aside(state, layout, reading, frozenset(stayed))
        if aside is None:
            return None
        lazy = {die for die in stayed if reading.dice[die].face == CATAPULT}
        kept = set(aside.cells) | {die for die in stayed if reading.dice[die].face == KNIGHT} | lazy
        thrown = frozenset(range(len(reading.dice))) - kept
        if len(thrown) != aside.state.dice_to_throw or not thrown:
            return None
        seen_lifted = sum(die.face != CATAPULT for die in layout.dice) < self._in_play(state)
        perhaps_built = not seen_lifted and any(
            sum(seen.die in thrown for seen in grid.dice) > 1 for grid in reading.grids
        )
        doubtful = layout.doubtful or perhaps_built
        return self._ask_or_propose(layout, reading, [aside], frozenset(kept), doubtful)

    def _next_turn(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout] | None:
        """Read it as the next player's first throw, this turn being over; None if it cannot be."""
        ended = self._best_end(state, layout)
        ways = (
            []
            if ended is None
            else [self._rules.stopped(ended, take) for take in self._rules.takes(ended)]
        )
        fitting = [
            way for way in ways if way.state.outcome is None and len(reading.dice) == way.state.dice
        ]
        if not fitting:
            return None
        doubtful = layout.doubtful or len(fitting) > 1
        return self._ask_or_propose(layout, reading, fitting, frozenset(), doubtful)

    def _ask_or_propose(
        self,
        layout: Layout,
        reading: DiceReading,
        before: Sequence[Aside],
        kept: Collection[int],
        doubtful: bool,
    ) -> Verdict[Layout]:
        """Propose a throw after one of the ways ``before`` it; ask if anything about it is not sure."""
        choices: list[Choice[Layout]] = []
        for aside in before:
            for way in likely_readings(reading):
                faces = [die.face for number, die in enumerate(way.dice) if number not in kept]
                thrower = self._rules.name(aside.state)
                throw = {"seat": thrower, "move": "throw", "faces": faces}
                say = Say("throw.seen", {"faces": faces_text(faces), "seat": thrower})
                then = Layout.of(way, aside.cells)
                choices.append(Choice(f"throw-{len(choices)}", say, (*aside.moves, throw), then))
        if reading.sure and not doubtful:
            return Verdict(layout, Proposal("move", choices[0].say, tuple(choices)))
        code = "ask.throw_unsure" if not reading.sure else "ask.which_throw"
        return Verdict(layout, Proposal("question", Say(code), tuple(choices)))

    # Building, and the end of a turn.

    def _arranged(self, state: State, layout: Layout, reading: DiceReading) -> bool:
        """Tell whether these can be the dice already thrown, being built, moved or lifted."""
        seen = Counter(die.face for die in reading.dice)
        catapults = seen.pop(CATAPULT, 0)
        known = Counter(face.face for face in state.city.values()) + Counter(state.loose)
        known[KNIGHT] += state.knights
        lying = Counter(die.face for die in layout.dice)
        passed_on = state.catapults if layout.unknown else lying.pop(CATAPULT, 0)
        if seen - known or catapults > passed_on:
            return not reading.sure and len(reading.dice) < self._in_play(state)
        return layout.unknown or not lying.total() < seen.total() == self._in_play(state)

    def _building(self, state: State, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
        """Remember how the dice lie now, and say what stopping would bring."""
        if not reading.sure:
            return _look_again(layout)
        stayed = unmoved(layout.dice, reading)
        only_taken = len(stayed) == len(reading.dice) < len(layout.dice)
        fuller = (*layout.fuller, layout.reading) if only_taken and layout.reading else ()
        built = self._rules.built_in(state, layout, reading)
        if built is None:
            # Built dice are gone: the table is being cleared, or the city was moved.
            if only_taken:
                return Verdict(replace(layout, fuller=fuller, reading=reading))
            return _question("ask.built_moved", layout, reading)
        now = replace(Layout.of(reading, built), fuller=fuller)
        aside = self._rules.aside(state, layout, reading, frozenset(range(len(reading.dice))))
        if aside is None:
            return Verdict(now, notice=Say("notice.mismatch"))
        return Verdict(now, self._may_stop(aside, now, self._put_together(state, layout, reading)))

    def _cleared(self, state: State, layout: Layout) -> Verdict[Layout]:
        """Understand an empty table: the turn is over, or every die is about to be thrown again."""
        if not self._was_final(state, layout):
            return Verdict(replace(layout, fuller=layout.readings, reading=None, dice=()))
        ended = self._best_end(state, layout)
        if ended is None:
            return Verdict(Layout(spent=True), Proposal("question", Say("ask.city_unseen"), ()))
        choices = self._stops(state, ended, Layout(spent=True))
        if layout.doubtful:
            return Verdict(layout, Proposal("question", Say("ask.city_unseen"), choices))
        if len(choices) > 1:
            return Verdict(layout, Proposal("question", Say("ask.city_or_knight"), choices))
        return Verdict(layout, Proposal("move", choices[0].say, choices))

    def _was_final(self, state: State, layout: Layout) -> bool:
        """Tell whether dice now gone from the table mean the end of the turn."""
        if state.throws == THROWS or state.built or state.knights or not state.loose:
            return True
        ended = self._best_end(state, layout)
        return ended is not None and (ended.closed >= BUILT_ON_PURPOSE or ended.state.may_keep_knight)

    def _best_end(self, state: State, layout: Layout) -> Aside | None:
        """Return the best end among the readings since which dice were only taken away."""
        ends = [self._end(state, layout, reading) for reading in layout.readings]
        known = [end for end in ends if end is not None]
        if known:
            return max(known, key=lambda end: (end.state.points_now, end.state.knights))
        return None if state.loose else Aside((), {}, state)

    def _end(self, state: State, layout: Layout, reading: DiceReading) -> Aside | None:
        return self._rules.aside(state, layout, reading, frozenset(range(len(reading.dice))))

    def _put_together(
        self, state: State, layout: Layout, reading: DiceReading
    ) -> tuple[JsonObject, ...]:
        """Return the moves that set aside city dice which touch: others lie as they fell."""
        faces = [die.face for die in reading.dice]
        groups = [
            [seen.die for seen in grid.dice if faces[seen.die] not in (KNIGHT, CATAPULT)]
            for grid in reading.grids
        ]
        touching = [die for group in groups if len(group) > 1 for die in group]
        knights = [place for place, face in enumerate(faces) if face == KNIGHT]
        lying = frozenset([*touching, *knights[: state.knights]])
        aside = self._rules.aside(state, layout, reading, lying)
        return () if aside is None else aside.moves

    def _may_stop(
        self, aside: Aside, layout: Layout, building: tuple[JsonObject, ...]
    ) -> Proposal[Layout]:
        stops = self._stops(aside.state, aside, Layout.spent_now(layout))
        params: dict[str, str | int | float] = {
            "dice": len(aside.state.built),
            "knights": aside.state.knights,
            "points": aside.state.points_now,
        }
        return Proposal("pending", Say("building.seen", params), stops, building)

    def _stops(self, state: State, ended: Aside, layout: Layout) -> tuple[Choice[Layout], ...]:
        says = {
            "city": Say(
                "stop.city", {"seat": self._rules.name(state), "points": ended.state.points_now}
            ),
            "knight": Say("stop.knight", {"seat": self._rules.name(state)}),
        }
        return tuple(
            Choice(f"stop-{take}", says[take], self._rules.stopped(ended, take).moves, layout)
            for take in self._rules.takes(ended)
        )

    def _in_play(self, state: State) -> int:
        return len(state.built) + state.knights + len(state.loose)


def _look_again(layout: Layout) -> Verdict[Layout]:
    """Wait for a better look: what lies there is not sure, and nothing hangs on it yet."""
    return Verdict(replace(layout, doubtful=True), notice=Say("notice.look_again"))


def _wrong_count(layout: Layout, reading: DiceReading, expected: int) -> Verdict[Layout]:
    """Ask about too many dice; wait for more when some are missing."""
    params: dict[str, str | int | float] = {"seen": len(reading.dice), "expected": expected}
    if len(reading.dice) < expected:
        return Verdict(layout, notice=Say("notice.dice_missing", params))
    # A doubtful extra may be no die at all; so many sure ones are too many, whatever the rest is.
    if not reading.sure and sum(die.sure for die in reading.dice) <= expected:
        return Verdict(layout, Proposal("question", Say("ask.throw_unsure"), ()))
    return Verdict(layout, Proposal("question", Say("ask.too_many_dice", params), ()))


def _question(code: str, layout: Layout, reading: DiceReading) -> Verdict[Layout]:
    return Verdict(layout, Proposal("question", Say(code, {"seen": len(reading.dice)}), ()))
