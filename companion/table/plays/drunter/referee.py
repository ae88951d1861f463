"""The referee of Drunter und Drüber: what the tiles and gangs on the board mean.

The town as it was played says which tiles lie there. What the picture shows besides is explained by
tiles, and each is judged under the rules. One lay that explains everything, however what is unsure is
read, is a move; several are asked; what is no lay is named. A tile that a vote refused, or that lay
there before, is no lay until it was away.
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
from companion.table.plays.drunter.as_played import lying_in, parts_seen, proposed, remember_refused
from companion.table.plays.drunter.explaining import Difference
from companion.table.plays.drunter.judging import TileJudge
from companion.table.plays.drunter.memory import Memory
from companion.table.plays.drunter.picture import ALL_TOLD, BoardPicture, SquareLook
from companion.table.plays.drunter.placement import Placement, SquarePart, parts_of
from companion.table.plays.drunter.words import choice_of, of_tile, say_lay
from companion.table.tracking.decide import MOST_ANSWERS
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
        differs = self._differs
        ways = [self._drop_pushed(judge, way.tiles) for way in differs.explanations]
        if not differs.new:
            return self._nothing_new(judge)
        if not ways:
            return self._say_unexplained(judge)
        lays = [[self._by_gang(judge.lays(tile)) for tile in way] for way in ways]
        every = list(dict.fromkeys(lay for way in lays for found in way for lay in found))
        strays = [tile for tile in differs.strays if judge.lays(tile)]
        only = len(every) == 1 and all(len(way) == 1 for way in ways) and all(map(any, lays))
        if only and not strays and self._is_from_a_hand(ways[0][0]):
            return self._move(judge, ways[0][0], every[0])
        if shown := self._shown_by_its_gang(judge):
            return self._shown(judge, *shown, ways)
        if every:
            every += [lay for tile in strays for lay in judge.lays(tile)]
            return self._ask(judge, [*ways, *((tile,) for tile in strays)], every)
        return self._wrong(judge, ways)

    def _move(self, judge: TileJudge, tile: Placement, lay: Lay) -> Verdict[Memory]:
        state, picture, memory = self._state, self._picture, self._memory
        if self._lay_as_accepted:
            # One hand may have laid two tiles, before anybody else's turn had come.
            self._memory = memory.with_not_laid(parts_of(tile), "together")
            return Verdict(self._memory, self._left_counts(judge), self._lying.not_laid(self._memory))
        likely = [other for other in self._likely(judge) if other[1] != lay]
        found = [(tile, lay), *likely][:MOST_ANSWERS]
        choices = (*self._choices(found), self._nothing_laid())
        offer = Proposal("move", say_lay(state, lay, tile, picture), choices)
        return Verdict(memory, offer, self._lying.displaced())

    def _ask(
        self, judge: TileJudge, ways: Sequence[tuple[Placement, ...]], lays: Sequence[Lay]
    ) -> Verdict[Memory]:
        """Ask which lay was made; the ways to explain what lies there are likely ones first.

        Two tiles at once are no doubt: one is to be taken away, or a tap says which came first. While
        another tile is not where it belongs, it is to be put back first: that answers most questions.
        """
        tiles = list(dict.fromkeys(tile for way in ways for tile in way))
        found = [(tile, lay) for tile in tiles for lay in judge.lays(tile) if lay in lays]
        found = found[:MOST_ANSWERS]
        choices = (*self._choices(found), self._nothing_laid())
        squares = [square for tile, _ in found for square in tile.squares]
        places = self._picture.places(dict.fromkeys(squares))
        wrong = self._lying.displaced()
        if all(len(way) > 1 for way in ways):
            say = Say("drunter.referee.ask.several", {"tiles": len(ways[0])}, places)
            return Verdict(self._memory, Proposal("pending", say, choices), wrong or say)
        say = Say(self._question(ways, found), places=places)
        notice = wrong or self._lying.covered(tiles)
        return Verdict(self._memory, Proposal("pending" if wrong else "question", say, choices), notice)

    def _question(
        self, ways: Sequence[tuple[Placement, ...]], found: Sequence[tuple[Placement, Lay]]
    ) -> str:
        tiles = {tile for tile, _ in found}
        if len(ways) == 1 and len(found) > 1 and len(tiles) == 1:
            return "drunter.referee.ask.which_gang"
        return "drunter.referee.ask.which" if len(found) > 1 else "drunter.referee.ask.unsure"

    def _say_unexplained(self, judge: TileJudge) -> Verdict[Memory]:
        """Say that no tiles explain it; offer the lays that look most like what lies there."""
        notice = self._lying.unexplained()
        likely = self._likely(judge)[:MOST_ANSWERS]
        if not likely:
            return Verdict(self._memory, notice=notice)
        choices = (*self._choices(likely), self._nothing_laid())
        say = Say("drunter.referee.ask.which", places=notice.places)
        if all(self._picture.looks[square].is_sure for square in self._differs.new):
            return Verdict(self._memory, Proposal("pending", notice, choices), notice)
        return Verdict(self._memory, Proposal("question", say, choices), notice)

    def _likely(self, judge: TileJudge) -> list[tuple[Placement, Lay]]:
        """Return the legal lays on squares that are new, those first that look most like it."""
        new = self._differs.new
        near = [(tile, lay) for tile, lay in judge.every if new & set(tile.squares)]
        return sorted(near, key=lambda each: -self._worth(each[0]))

    def _worth(self, tile: Placement) -> float:
        unexplained = len(self._differs.new - set(tile.squares))
        return self._differs.likeness(tile) * 0.01**unexplained

    def _wrong(self, judge: TileJudge, ways: Sequence[tuple[Placement, ...]]) -> Verdict[Memory]:
        """Say what is wrong with tiles of which none is a lay."""
        if all(len(way) > 1 for way in ways):
            notice = self._lying.several(ways[0])
        else:
            notice = self._lying.pushed() or self._lying.wrong(judge, self._state, ways[0][0])
        return Verdict(self._memory, notice=notice)

    def _nothing_new(self, judge: TileJudge) -> Verdict[Memory]:
        """Say what is missing; ask about what may be a lay, or nothing."""
        strays = [(tile,) for tile in self._differs.strays if judge.lays(tile)]
        if shown := self._shown_by_its_gang(judge):
            return self._shown(judge, *shown, strays)
        missing = self._lying.missing()
        if strays and not missing:
            return self._ask(judge, strays, self._by_gangs(judge, strays))
        left = self._lying.not_laid(self._memory)
        offer = None if missing else self._left_counts(judge)
        return Verdict(self._memory, offer, missing or left or self._lying.gangs())

    def _shown(
        self, judge: TileJudge, tile: Placement, lay: Lay, ways: Sequence[tuple[Placement, ...]]
    ) -> Verdict[Memory]:
        """Make the lay that a moved gang shows where the tile is no other; else ask, with it first."""
        if self._differs.share(tile) >= ALL_TOLD or self._was_seen(tile):
            return self._move(judge, tile, lay)
        others = [way for way in ways if way != (tile,)]
        return self._ask(judge, [(tile,), *others], [lay, *self._by_gangs(judge, others)])

    def _by_gangs(self, judge: TileJudge, ways: Sequence[tuple[Placement, ...]]) -> list[Lay]:
        return [lay for way in ways for tile in way for lay in self._by_gang(judge.lays(tile))]

    def _left_counts(self, judge: TileJudge) -> Proposal[Memory] | None:
        """Offer to count a tile that was lying there without having been laid as a lay after all."""
        known = {one.square: one.part for one in self._memory.lying}.items()
        found = [(tile, lay) for tile, lay in judge.every if parts_of(tile).items() <= known]
        if not found:
            return None
        return Proposal("pending", Say("drunter.referee.ask.left"), self._choices(found[:MOST_ANSWERS]))

    # What it hangs on.

    def _by_gang(self, lays: tuple[Lay, ...]) -> tuple[Lay, ...]:
        """Return those of a tile's lays whose gang has moved onto it, where that was seen."""
        if len(lays) < 2:
            return lays
        stands = {lay: self._picture.has_gang(lay.gang) for lay in lays}
        onto = squares_of(self._state, lays[0])[-1]
        moved = [lay for lay in lays if stands[lay] is False]
        stayed = [lay for lay in lays if stands[lay] is True]
        if self._picture.has_gang(onto) and len(moved) == 1 and len(moved) + len(stayed) == len(lays):
            return (moved[0],)
        return lays

    def _shown_by_its_gang(self, judge: TileJudge) -> tuple[Placement, Lay] | None:
        """Return the lay whose gang has surely left its square and stands on the tile's last one now.

        A gang moves with its lay only. So no square of the tile need be sure for this to be likeliest,
        but each must look like it rather than like any other, and nothing else may be new.
        """
        differs, picture = self._differs, self._picture
        wanted = {gang.square for gang in self._town.gangs}
        left = [square for square in wanted if picture.has_gang(square) is False]
        onto = [square for square in picture.standing if square not in wanted]
        if len(left) != 1 or len(onto) > 1:
            return None
        ends = [
            (tile, lay)
            for tile, lay in judge.every
            if lay.gang == left[0] and self._is_under(tile, onto) and self._looks_laid(tile)
        ]
        if len(ends) != 1 or differs.new | differs.maybe != set(ends[0][0].squares):
            return None
        return ends[0] if self._is_from_a_hand(ends[0][0]) else None

    def _is_under(self, tile: Placement, onto: Sequence[Square]) -> bool:
        """Tell whether the gang stands on a tile's last square; where none is recognised, whether one
        may hide what was seen there before.
        """
        last = tile.squares[-1]
        return last in onto or (not onto and self._picture.seen_before(last) is not None)

    def _looks_laid(self, tile: Placement) -> bool:
        """Tell whether a tile is what its squares look like, surely or not, or what was seen there."""
        looks = zip(map(self._picture.at, tile.squares), tile.parts, strict=True)
        likely = all(look is not None and look.looks_like(part) for look, part in looks)
        return likely or self._was_seen(tile)

    def _was_seen(self, tile: Placement) -> bool:
        """Tell whether this tile was surely seen before its gang was set on it.

        It may have been replaced since; but not by another on which this gang goes on.
        """
        picture = self._picture
        return all(
            look is not None and part in (picture.seen_before(square), *_surely(look))
            for square, part in parts_of(tile).items()
            for look in (picture.at(square),)
        )

    def _is_from_a_hand(self, tile: Placement) -> bool:
        """Tell whether a new tile is none that lay elsewhere, nor laid instead of the last one."""
        differs = self._differs
        gone = (*differs.missing, *differs.doubtful)
        last = self._laid[-1:]
        return not any(other in last or tile.may_be(other) for other in gone)

    def _drop_pushed(self, judge: TileJudge, tiles: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Return the tiles less those that can only be laid ones pushed aside, where others are left."""
        gone = [tile.tile for tile in self._differs.missing]
        left = tuple(tile for tile in tiles if tile.tile not in gone or judge.lays(tile))
        return left or tiles

    def _choices(self, found: Iterable[tuple[Placement, Lay]]) -> tuple[Choice[Memory], ...]:
        return tuple(
            choice_of(self._state, lay, tile, self._picture, self._memory) for tile, lay in found
        )

    def _nothing_laid(self) -> Choice[Memory]:
        lying = parts_seen(self._picture, self._differs.new)
        doubtful = parts_seen(self._picture, self._differs.maybe)
        memory = self._memory.with_not_laid(lying, "said").with_not_laid(doubtful, "doubt")
        return Choice("nothing", Say("drunter.referee.nothing_laid"), (), memory)


def _surely(look: SquareLook) -> tuple[SquarePart | None, ...]:
    """Return what a square surely shows, if anything."""
    return tuple(look.guesses) if look.is_sure else ()
