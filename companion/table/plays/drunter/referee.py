"""The referee of Drunter und Drüber: what the tiles and gangs on the board mean.

The town as it was played says which tiles lie there. What the picture shows besides is explained by
tiles, and each is judged under the rules. A lay that is all but certain, by the picture, the rules and
the gangs, is a move; where others may have been made they are asked; what is no lay is named. A tile
that a vote refused, or that lay there before, is no lay until it was away.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Square
from companion.games.drunter.state import (
    Choosing,
    Declaring,
    Ended,
    Laying,
    Revealing,
    State,
    Voting,
)
from companion.games.drunter.turns import squares_of
from companion.table.hooks.verdict import Choice, Proposal, Say, Verdict
from companion.table.plays.drunter import notices
from companion.table.plays.drunter.accounts import Accounts
from companion.table.plays.drunter.as_played import lying_in, parts_seen, proposed, remember_refused
from companion.table.plays.drunter.explaining import Difference
from companion.table.plays.drunter.judging import TileJudge
from companion.table.plays.drunter.memory import Memory
from companion.table.plays.drunter.picture import BoardPicture
from companion.table.plays.drunter.placement import Placement, parts_of
from companion.table.plays.drunter.words import choice_of, of_tile, say_lay
from companion.table.tracking.decide import EPSILON, MOST_ANSWERS, WORTH_ASKING
from vision.readings.board import BoardReading


def weigh(
    state: State, memory: Memory, reading: BoardReading, *, lay_as_accepted: bool = False
) -> Verdict[Memory]:
    """Say what a finished reading means in this state.

    ``lay_as_accepted``: all of it lay there already as the last move was accepted.
    """
    board = state.town.board
    if reading.corners_px is None:
        return Verdict(memory, notice=Say("drunter.referee.no_board") if memory.seen else None)
    if reading.grid != (board.columns, board.rows):
        return Verdict(memory, notice=notices.other_board(reading.grid, board))
    return _Look(state, memory, BoardPicture(reading), lay_as_accepted=lay_as_accepted).verdict()


class _Look:
    """One reading of the board in one state."""

    def __init__(
        self, state: State, memory: Memory, picture: BoardPicture, *, lay_as_accepted: bool
    ) -> None:
        self._lay_as_accepted = lay_as_accepted
        self._state, self._town, self._picture = state, state.town, picture
        self._proposed, self._laid = proposed(state), lying_in(state)
        covered = [square for tile in self._laid for square in tile.squares]
        self._memory = remember_refused(state, memory).still(picture, covered)
        self._differs = self._compare()
        if not memory.seen:
            self._take_as_before()
        self._lying = notices.LyingNotices(picture, self._differs, self._town)

    def _take_as_before(self) -> None:
        """Count nothing that lies there at the first look as laid: another game may have left it."""
        lying = parts_seen(self._picture, self._differs.new)
        self._memory = replace(self._memory, seen=True).with_not_laid(lying, "before")
        self._differs = self._compare()

    def _compare(self) -> Difference:
        board = self._town.board
        return Difference(self._picture, self._laid, self._memory.parts, (board.columns, board.rows))

    def verdict(self) -> Verdict[Memory]:
        """Say what lies there."""
        match self._state.phase:
            case Laying(seat=seat):
                return self._laying(TileJudge(self._state, seat))
            case Voting() | Declaring() | Revealing():
                return self._said(self._while_voting())
            case Choosing():
                return self._said(self._lying.too_early("drunter.referee.wait.choose"))
            case Ended():
                over = self._lying.too_early("drunter.referee.over")
                return Verdict(self._memory, notice=over or self._lying.missing_at_the_end())

    def _said(self, first: Say | None) -> Verdict[Memory]:
        """Say only what is wrong; ``first`` comes before what is missing."""
        notice = first or self._lying.missing() or self._lying.gangs(self._either_end())
        return Verdict(self._memory, notice=notice)

    def _either_end(self) -> tuple[Square, ...]:
        """Return where the gang of a tile that is voted on may stand until that is over."""
        match self._state.phase:
            case Voting(lay=lay) | Declaring(lay=lay):
                return (lay.gang, squares_of(self._state, lay)[-1])
            case _:
                return ()

    def _while_voting(self) -> Say | None:
        gone = [tile for tile in self._proposed if tile in self._differs.missing]
        if gone:
            return of_tile("drunter.referee.wait.proposed", gone[0], self._picture)
        return self._lying.too_early("drunter.referee.wait.vote")

    # A tile is to be laid.

    def _laying(self, judge: TileJudge) -> Verdict[Memory]:
        accounts = Accounts(self._state, judge, self._differs)
        best = accounts.lays[0] if accounts.lays else None
        if best and best.chance >= 1 - EPSILON and self._is_from_a_hand(best.tiles[0]):
            return self._move(judge, accounts)
        if not self._differs.new:
            return self._nothing_new(judge, accounts)
        if not (self._differs.explanations and accounts.answers):
            return self._say_unexplained(accounts)
        if any(judge.lays(tile) for one in accounts.answers for tile in one.tiles):
            return self._ask(judge, accounts)
        return self._wrong(judge, accounts)

    def _move(self, judge: TileJudge, accounts: Accounts) -> Verdict[Memory]:
        state, picture, memory = self._state, self._picture, self._memory
        (tile, lay), *_ = found = _likely(accounts)
        if self._lay_as_accepted:
            # One hand may have laid two tiles, before anybody else's turn had come.
            self._memory = memory.with_not_laid(parts_of(tile), "together")
            return Verdict(self._memory, self._left_counts(judge), self._lying.not_laid(self._memory))
        choices = (*self._choices(found[:MOST_ANSWERS]), self._nothing_laid())
        offer = Proposal("move", say_lay(state, lay, tile, picture), choices)
        return Verdict(memory, offer, self._lying.displaced())

    def _ask(self, judge: TileJudge, accounts: Accounts) -> Verdict[Memory]:
        """Ask which lay was made.

        Two tiles at once are no doubt: one is to be taken away, or a tap says which came first. While
        another tile is not where it belongs, it is to be put back first: that answers most questions.
        """
        ways = [one.tiles for one in accounts.answers]
        found = [
            (tile, lay)
            for one in accounts.answers
            for tile in one.tiles
            for lay in ([one.lay] if one.lay else judge.lays(tile))
        ]
        found = list(dict.fromkeys(found))[:MOST_ANSWERS]
        choices = (*self._choices(found), self._nothing_laid())
        squares = [square for tile, _ in found for square in tile.squares]
        places = self._picture.places(dict.fromkeys(squares))
        wrong = self._lying.displaced()
        if all(len(way) > 1 for way in ways):
            say = Say("drunter.referee.ask.several", {"tiles": len(ways[0])}, places)
            return Verdict(self._memory, Proposal("pending", say, choices), wrong or say)
        say = Say(_question(found), places=places)
        notice = wrong or self._lying.covered([tile for way in ways for tile in way])
        return Verdict(self._memory, Proposal("pending" if wrong else "question", say, choices), notice)

    def _say_unexplained(self, accounts: Accounts) -> Verdict[Memory]:
        """Say that no tiles explain it; offer the lays that look most like what lies there."""
        notice = self._lying.unexplained()
        likely = _likely(accounts)[:MOST_ANSWERS]
        if not likely:
            return Verdict(self._memory, notice=notice)
        choices = (*self._choices(likely), self._nothing_laid())
        say = Say("drunter.referee.ask.which", places=notice.places)
        if all(self._picture.looks[square].is_sure for square in self._differs.new):
            return Verdict(self._memory, Proposal("pending", notice, choices), notice)
        return Verdict(self._memory, Proposal("question", say, choices), notice)

    def _wrong(self, judge: TileJudge, accounts: Accounts) -> Verdict[Memory]:
        """Say what is wrong with tiles of which none is a lay."""
        ways = [one.tiles for one in accounts.answers]
        if all(len(way) > 1 for way in ways):
            notice = self._lying.several(ways[0])
        else:
            notice = self._lying.pushed() or self._lying.wrong(judge, self._state, ways[0][0])
        return Verdict(self._memory, notice=notice)

    def _nothing_new(self, judge: TileJudge, accounts: Accounts) -> Verdict[Memory]:
        """Say what is missing; ask about what may be a lay, or nothing."""
        missing = self._lying.missing()
        if accounts.of_a_lay > WORTH_ASKING and not missing:
            return self._ask(judge, accounts)
        left = self._lying.not_laid(self._memory)
        offer = None if missing else self._left_counts(judge)
        return Verdict(self._memory, offer, missing or left or self._lying.gangs())

    def _left_counts(self, judge: TileJudge) -> Proposal[Memory] | None:
        """Offer to count a tile that was lying there without having been laid as a lay after all."""
        known = {one.square: one.part for one in self._memory.lying}.items()
        found = [(tile, lay) for tile, lay in judge.every if parts_of(tile).items() <= known]
        if not found:
            return None
        return Proposal("pending", Say("drunter.referee.ask.left"), self._choices(found[:MOST_ANSWERS]))

    def _is_from_a_hand(self, tile: Placement) -> bool:
        """Tell whether a new tile is none that lay elsewhere, nor laid instead of the last one."""
        differs = self._differs
        gone = (*differs.missing, *differs.doubtful)
        last = self._laid[-1:]
        return not any(other in last or tile.may_be(other) for other in gone)

    def _choices(self, found: Iterable[tuple[Placement, Lay]]) -> tuple[Choice[Memory], ...]:
        return tuple(
            choice_of(self._state, lay, tile, self._picture, self._memory) for tile, lay in found
        )

    def _nothing_laid(self) -> Choice[Memory]:
        lying = parts_seen(self._picture, self._differs.new)
        doubtful = parts_seen(self._picture, self._differs.maybe)
        memory = self._memory.with_not_laid(lying, "said").with_not_laid(doubtful, "doubt")
        return Choice("nothing", Say("drunter.referee.nothing_laid"), (), memory)


def _likely(accounts: Accounts) -> list[tuple[Placement, Lay]]:
    """Return the lays that may have been made, likeliest first."""
    return [(one.tiles[0], one.lay) for one in accounts.lays if one.lay is not None]


def _question(found: Sequence[tuple[Placement, Lay]]) -> str:
    if len(found) == 1:
        return "drunter.referee.ask.unsure"
    is_same = len({tile for tile, _ in found}) == 1
    return "drunter.referee.ask.which_gang" if is_same else "drunter.referee.ask.which"
