"""The referee of Ubongo: what the gems on the board mean, before the game and once the sand is through.

The game as it was played says which gems lie there. Those that are gone are explained by takes under
the rules; takes that lead to one and the same position are one explanation. Those that the pawns on the
red fields as good as rule out are left out. Where there is one alone, however what is unsure is read, it
is a move; where there are several, or it may be that nothing was
taken, a person is asked who took what is open. What no take explains is told, with the places.

While the sand runs hands are left alone: what is gone is only remembered, with who had called by then,
unless each take is to be followed. What the first still look after the end shows as taken was taken in
time, and is entered before the end; what is gone later was taken too late, and is told.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from companion.games.ubongo.components import ROWS, Colour
from companion.games.ubongo.moves import Take
from companion.games.ubongo.state import Phase, State
from companion.table.hooks.position import Position, Readings, reading_of
from companion.table.hooks.verdict import Choice, Proposal, Say, Verdict
from companion.table.plays.ubongo.gem_picture import GemPicture, Hole, is_over_board
from companion.table.plays.ubongo.laying_out import laid_out, say_gem
from companion.table.plays.ubongo.memory import Memory
from companion.table.plays.ubongo.puzzle_check import puzzle_said
from companion.table.plays.ubongo.rolling import die_of, rolled
from companion.table.plays.ubongo.taking import (
    Gone,
    TakingWay,
    boards,
    gone_in,
    takes_are_due,
    ways_before_the_end,
    ways_now,
)
from vision.readings.outlines import OutlineReading

MOST_CHOICES: Final = 5
"""Most explanations offered; every other is entered by tap."""
MOST_WRONG: Final = 2
"""Where more gems than this surely have another colour, the board lies otherwise, or is misread."""
TO: Final = "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}"
HIDDEN_CODES: Final = ("ubongo.referee.hidden", "ubongo.referee.reaches_in")
"""What is told where something hides the board: a puzzle beside it is told instead."""


def weigh(position: Position[State], memory: Memory, readings: Readings) -> Verdict[Memory]:
    """Say what readings mean: first the gems, then the die; and whether a puzzle is filled.

    A puzzle that lies on the gem board, or where no board is seen, is being shown: nothing else is read.
    What is settled waits for nothing else: the die only until the board's place is known, on which none
    is rolled.
    """
    unsettled = position.unsettled
    puzzle = None if "outlines" in unsettled else puzzle_told(position.state, readings)
    if is_over_board(readings):
        told = None if "outlines" in unsettled else puzzle or Say("ubongo.puzzle.on_board")
        return Verdict(memory, notice=told)
    waits = "dice" in unsettled or ("tokens" in unsettled and GemPicture.of(readings) is None)
    die = None if waits else die_of(readings)
    if position.state.laid is not None and die is not None:
        # The first roll may come right after the last gem was told.
        memory = rolled(position.state, memory, die).memory
    gems = Verdict(memory) if "tokens" in unsettled else _gems(position, memory, readings)
    if gems.notice is None or gems.notice.code in HIDDEN_CODES:
        gems = replace(gems, notice=puzzle or gems.notice)
    if die is None or (gems.proposal is not None and gems.proposal.kind == "move"):
        return gems
    roll = rolled(position.state, gems.memory, die)
    is_started = roll.proposal is not None and roll.proposal.kind == "move"
    if gems.proposal is not None and not is_started:  # the glass waits for no answer
        return gems
    return replace(roll, notice=gems.notice or roll.notice)


def puzzle_told(state: State, readings: Readings) -> Say | None:
    """Say whether a puzzle that is seen is filled; None if none is, or no piece lies on it."""
    reading = reading_of(OutlineReading, readings)
    return None if reading is None else puzzle_said(reading, state.round.symbol)


def _gems(position: Position[State], memory: Memory, readings: Readings) -> Verdict[Memory]:
    state = position.state
    if "tokens" not in readings:
        return Verdict(memory)
    picture = GemPicture.of(readings)
    if picture is None:
        is_awaited = state.laid is not None or memory.settled > 0
        return Verdict(memory, notice=Say("ubongo.referee.no_board") if is_awaited else None)
    if state.laid is not None:
        return laid_out(state.laid, memory, picture)
    look = _Look(position, memory.still_missing(picture), picture)
    return look.glance() if _is_left_alone(position, memory) else look.verdict()


def _is_left_alone(position: Position[State], memory: Memory) -> bool:
    """Tell whether hands may be taking gems, which is looked at once the sand is through."""
    state = position.state
    if state.late_takes or position.setup.options.get("follow_takes"):
        return False
    is_looked_at = memory.settled >= ends(state)
    return state.round.phase is Phase.RUNNING if is_looked_at else position.is_older_seen


def ends(state: State) -> int:
    """Return how many rounds have ended, the one that laid the gems out with them."""
    return state.round.number + (state.round.phase is Phase.ENDED)


class _Look:
    """One reading of the board in one position."""

    def __init__(self, position: Position[State], memory: Memory, picture: GemPicture) -> None:
        self._position, self._state = position, position.state
        self._memory, self._picture = memory, picture

    def glance(self) -> Verdict[Memory]:
        """Remember who may have taken what is gone, where that is surely seen, and say nothing."""
        state, suspects = self._state, self._memory.suspects
        found = boards(state, self._picture, self._memory.not_taken) or []
        if state.round.phase is not Phase.RUNNING or len(found) != 1:
            return Verdict(self._memory)
        seen = suspects.seen(state.round.number, found[0], state.called)
        return Verdict(replace(self._memory, suspects=seen))

    def verdict(self) -> Verdict[Memory]:
        """Say what lies there."""
        wrong = self._wrong_colours()
        if len(wrong) > MOST_WRONG:
            return Verdict(self._memory, notice=self._at("ubongo.referee.other_board", wrong))
        found = boards(self._state, self._picture, self._memory.not_taken)
        if found is None:
            return Verdict(self._memory, notice=self._say_disturbed())
        if len(found) > 1 and self._picture.is_obstructed:
            return Verdict(self._memory, notice=self._say_obstructed())
        ways = self._memory.pawns.likely(self._picture.red_fields, self._ways(found))
        if all(not any(gone.values()) for gone in found):
            return self._as_it_was(wrong)
        if not ways:
            return Verdict(self._memory, notice=self._say_unexplained())
        if all(self._is_too_late(way) for way in ways):
            return self._too_late(ways)
        may_be_untouched = any(not any(gone.values()) for gone in found)
        may_be_else = len(found) > 1 and any(not self._explained(gone, ways) for gone in found)
        if len(ways) > 1 or may_be_untouched or may_be_else or self._is_doubted(ways[0]):
            return self._ask(ways)
        return self._move(ways[0])

    def _ways(self, found: list[Gone]) -> list[TakingWay]:
        """Return the explanations, each once: takes now first, and in the order of the calls."""
        every: list[TakingWay] = []
        for gone in found:
            if any(gone.values()):
                every += ways_now(self._state, gone) if takes_are_due(self._state) else ()
        for gone in found:
            if any(gone.values()) and not self._was_settled:
                every += ways_before_the_end(self._position, gone)
        ways = list({way.outcome: way for way in reversed(every)}.values())[::-1]
        suspects = self._memory.suspects
        is_of_this = suspects.round == ends(self._state) - 1
        return [way for way in ways if is_of_this and suspects.allow(way.takes)] or ways

    @property
    def _was_settled(self) -> bool:
        """Whether this round runs, and the board was seen as it was played since the one before."""
        is_over = self._state.round.phase in (Phase.TO_ROLL, Phase.ENDED)
        return not is_over and self._memory.settled >= ends(self._state)

    def _is_too_late(self, way: TakingWay) -> bool:
        """Tell whether the gems were still seen to lie there once the sand was through."""
        return way.is_late and self._memory.settled >= ends(self._state)

    def _is_doubted(self, way: TakingWay) -> bool:
        """Tell whether somebody else may have taken, against the rules, or a person took a move back."""
        fields, passes_over = self._picture.red_fields, self._passes_over(way)
        return self._memory.doubted or self._memory.pawns.is_doubted(
            fields, way, passes_over=passes_over
        )

    def _passes_over(self, way: TakingWay) -> bool:
        """Tell whether somebody who called before one of these takers has not taken yet.

        It may be that one who took, against the rules: with a pawn that was moved too far, from a row
        that only another could reach.
        """
        takers = {take.seat for take in way.takes}
        return not way.is_late and takers != set(way.waited[: len(takers)])

    def _explained(self, gone: Gone, ways: Iterable[TakingWay]) -> bool:
        left = [len(self._state.gems[row]) - gone[row] for row in ROWS]
        return any([len(row) for row in way.state.gems] == left for way in ways)

    # What is proposed.

    def _move(self, way: TakingWay) -> Verdict[Memory]:
        choices = (self._choice(0, way), self._nothing_taken())
        return Verdict(self._memory, Proposal("move", choices[0].say, choices))

    def _ask(self, ways: list[TakingWay]) -> Verdict[Memory]:
        """Ask who took what is open: what is so in every way is told, not asked."""
        known = [take for take in ways[0].takes if all(take in way.takes for way in ways)]
        known = known if len(known) < len(ways[0].takes) else []
        choices = (self._choice(number, way, known) for number, way in enumerate(ways[:MOST_CHOICES]))
        rows = {take.row for way in ways for take in way.takes if take not in known}
        holes = [hole for hole in self._gone_holes() if hole.row in rows or not known]
        code = "ubongo.referee.who_took_others" if known else "ubongo.referee.who_took"
        say = self._at(code, holes, **({"takes": self._names(known)} if known else {}))
        return Verdict(self._memory, Proposal("question", say, (*choices, self._nothing_taken())))

    def _too_late(self, ways: list[TakingWay]) -> Verdict[Memory]:
        """Say that gems are to be put back; whoever objects says who took them in time."""
        choices = [self._choice(number, way) for number, way in enumerate(ways[:MOST_CHOICES])]
        say = self._at("ubongo.referee.too_late", self._gone_holes())
        proposal = Proposal("pending", say, (*choices, self._nothing_taken()))
        return Verdict(self._memory, proposal, notice=say)

    def _choice(self, number: int, way: TakingWay, known: Sequence[Take] = ()) -> Choice[Memory]:
        memory = replace(self._memory, doubted=False)
        takes = [take for take in way.takes if take not in known]
        return Choice(f"take-{number}", self._say(takes), way.moves, memory)

    def _say(self, takes: Sequence[Take]) -> Say:
        holes = self._holes_of(takes)
        if len(takes) == 1:
            name, row = self._state.name(takes[0].seat), takes[0].row + 1
            return self._at("ubongo.referee.take", holes, seat=name, row=row)
        return self._at("ubongo.referee.takes", holes, takes=self._names(takes))

    def _names(self, takes: Iterable[Take]) -> str:
        """Return who took from which row; a player and the row stay on one line."""
        told = (f"{self._state.name(take.seat)}{TO}{take.row + 1}" for take in takes)
        return ", ".join(told)

    def _nothing_taken(self) -> Choice[Memory]:
        missing = self._memory.not_taken | frozenset(self._gone_holes())
        memory = replace(self._memory, not_taken=missing, doubted=False)
        return Choice("not-taken", Say("ubongo.referee.not_taken"), (), memory)

    # What is only told.

    def _as_it_was(self, wrong: list[Hole]) -> Verdict[Memory]:
        """Nothing was taken: remember that, and tell what is wrong besides."""
        memory = self._memory
        if not self._position.is_older_seen:
            memory = replace(self._with_pawns(), settled=ends(self._state), doubted=False)
        if memory.not_taken:
            notice = self._at("ubongo.referee.put_back_missing", sorted(memory.not_taken))
            return Verdict(self._memory, notice=notice)
        if wrong:
            return self._other_colour(memory, wrong)
        return Verdict(memory, notice=self._count_gems())

    def _with_pawns(self) -> Memory:
        """Return the memory with the pawns as they stand: learnt once a round, before it runs."""
        memory, pawns = self._memory, self._memory.pawns
        if memory.settled >= ends(self._state) and pawns.stand:
            return memory
        return replace(memory, pawns=pawns.seen(self._picture.red_fields, self._state.pawns))

    def _count_gems(self) -> Say | None:
        """Once the game is over, count the gems that lie beside the board: one player's, or any."""
        loose = self._picture.loose() if self._state.round.phase is Phase.ENDED else None
        won = [Counter(map(str, gems)) for gems in self._state.won]
        if not loose or loose == sum(won, Counter()):
            return None
        if loose in won:
            name = self._state.name(self._state.all_seats[won.index(loose)])
            return Say("ubongo.referee.counted_as", {"seat": name, "count": loose.total()})
        return Say("ubongo.referee.counted", {str(colour): loose[str(colour)] for colour in Colour})

    def _other_colour(self, memory: Memory, wrong: list[Hole]) -> Verdict[Memory]:
        choices = []
        for hole in wrong:
            colour = self._picture.looks[hole].colours[0]
            words = {"move": "gem", "row": hole.row, "hole": hole.hole, "gem": str(colour)}
            say = say_gem(hole, colour, self._picture)
            choices.append(Choice(f"gem-{hole.row}-{hole.hole}", say, (words,), memory))
        say = self._at("ubongo.referee.other_colour", wrong)
        return Verdict(memory, Proposal("pending", say, tuple(choices)), notice=say)

    def _say_disturbed(self) -> Say | None:
        """Say what is wrong with rows of which no take can be the reason."""
        bad = [row for row in ROWS if not self._gone_of(row)]
        state, looks = self._state, self._picture.looks
        back = [
            Hole(row, hole)
            for row in bad
            for hole in range(state.first_hole(row))
            if not looks[Hole(row, hole)].may_be_bare
        ]
        if back:
            return self._at("ubongo.referee.put_back", back)
        gaps = [hole for hole in self._gone_holes() if hole.row in bad]
        return self._at("ubongo.referee.not_nearest", gaps) if gaps else None

    def _say_obstructed(self) -> Say:
        """Say what hides a part of the board, or that something stays there that reaches in."""
        hidden = [hole for hole, look in self._picture.looks.items() if look.is_hidden]
        params = {"count": len(hidden)}
        return self._at(
            "ubongo.referee.hidden" if hidden else "ubongo.referee.reaches_in", hidden, **params
        )

    def _say_unexplained(self) -> Say:
        code = "who" if takes_are_due(self._state) else "nobody"
        return self._at(f"ubongo.referee.unexplained_{code}", self._gone_holes())

    def _wrong_colours(self) -> list[Hole]:
        """Return the holes in which surely a gem of another colour lies than was read or told."""
        found = []
        for row in ROWS:
            first = self._state.first_hole(row)
            for at, colour in enumerate(self._state.gems[row]):
                seen = self._picture.looks[Hole(row, first + at)].sure_colour
                if seen not in (None, colour):
                    found.append(Hole(row, first + at))
        return found

    # Where it lies.

    def _gone_of(self, row: int) -> list[int]:
        return gone_in(self._state, self._picture, ROWS[row], self._memory.not_taken)

    def _gone_holes(self) -> list[Hole]:
        """Return the holes that look bare and were not when the game was entered last."""
        return [
            hole
            for hole, look in self._picture.looks.items()
            if not look.colours
            and hole.hole >= self._state.first_hole(hole.row)
            and hole not in self._memory.not_taken
        ]

    def _holes_of(self, takes: Iterable[Take]) -> list[Hole]:
        rows = {take.row for take in takes}
        return [hole for hole in self._gone_holes() if hole.row in rows]

    def _at(self, code: str, holes: list[Hole], **params: str | int) -> Say:
        rows = sorted({hole.row + 1 for hole in holes})
        named: dict[str, str | int] = {"rows": ", ".join(map(str, rows)), "row_count": len(rows)}
        return Say(code, {**named, **params}, self._picture.places(holes))
