"""Drunter at the table: what readings, votes and taps make of a sitting."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.games.drunter.moves import Lay, Move
from companion.games.drunter.pieces import Kind, Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Laying, State, Voting
from companion.games.drunter.turns import legal_lays, outhouses_under, squares_of, to_move
from companion.games.game import EVERYONE, HOST, seat_role
from companion.table.hooks.verdict import BRIEF_S, MOMENT_S
from companion.table.shapes.values import JsonObject
from tests.games.drunter.case import dealt
from tests.table.conftest import Bench, bench_on
from tests.table.plays.drunter.paper_board import PaperBoard, board_of
from tests.table.plays.drunter.voting import watch


@dataclass
class Sitting:
    """A bench on which Drunter is played, and the board that its eyes look at."""

    bench: Bench
    board: PaperBoard
    moved: int = 0

    @property
    def state(self) -> State:
        state = self.bench.table.history.state
        assert isinstance(state, State)
        return state

    @property
    def notice(self) -> str | None:
        notice = self.bench.table.state(HOST).get("notice")
        return notice["code"].removeprefix("drunter.referee.") if notice else None

    @property
    def offer(self) -> Any:
        return self.bench.table.state(HOST)["proposal"]

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is proposed, asked or noticed."""
        return self.offer is None and self.notice is None

    @property
    def moves(self) -> list[JsonObject]:
        lines = self.bench.table.state(HOST)["history"]
        return [line["move"] for line in lines if not line["undone"]]

    def move(self, seconds: float = 2.0) -> None:
        """Let a hand move over the board."""
        self.bench.show(self.board.reading(), phase="moving")
        self.bench.wait(seconds)

    def look(self, seconds: float = 2.0) -> None:
        self.bench.show(self.board.reading())
        self.bench.wait(seconds)

    def tap(self, move: Move) -> None:
        assert move.seat is not None
        self.moved += 1
        words = {"seat": self.state.name(move.seat), **GAME.words(self.state, move)}
        self.bench.table.submit(seat_role(move.seat), f"tap {self.moved}", words)
        self.bench.table.sight.weigh()

    def put(self, lay: Lay, turns: int = 0) -> None:
        self.board.put(lay.kind, squares_of(self.state, lay), turns)

    def vote(self, *, passed: bool) -> None:
        """Let everybody vote alike; the cards that are left must be enough."""
        wanted = ("JA", "JAA", "JAAA") if passed else ("NE", "NEE", "NEEE")
        while isinstance(self.state.phase, Voting):
            seat = to_move(self.state)
            assert seat is not None
            cards = [card for card in self.state.votes_of(seat) if card in wanted][:1] or ["?"]
            self.moved += 1
            words: JsonObject = {"seat": self.state.name(seat), "move": "vote", "cards": cards}
            self.bench.table.submit(seat_role(seat), f"vote {self.moved}", words)

    def lays(self, *, over_outhouses: bool) -> list[Lay]:
        seat = to_move(self.state)
        assert seat is not None
        every = legal_lays(self.state, seat)
        return [lay for lay in every if bool(outhouses_under(self.state, lay)) == over_outhouses]

    def play_to_a_vote(self) -> Lay:
        """Play plain lays by camera until somebody can lay over an outhouse; return that lay."""
        for _ in range(40):
            over = self.lays(over_outhouses=True)
            if over:
                return over[0]
            lay = self.lays(over_outhouses=False)[0]
            self.put(lay)
            after = GAME.play(self.state, lay)
            self.board.pawns = board_of(after).pawns
            self.look()
            assert self.state == after
        raise AssertionError("nobody came to an outhouse")


def begun(bench: Bench, seed: int = 0, **options: Any) -> Sitting:
    setup = dealt(2, seed, **options)
    bench.table.start_sitting(
        {"game": "drunter", "seats": [*setup.seats], "options": {**setup.options}, **setup.dealt}
    )
    sitting = Sitting(bench, board_of(bench.table.history.state))
    sitting.look()
    return sitting


def every_square() -> list[Square]:
    return [Square(column, row) for column in range(15) for row in range(10)]


WITHIN = BRIEF_S / 4
"""So long a look lasts within the moment of what it shows, s."""


@pytest.fixture
def sitting(bench: Bench) -> Sitting:
    return begun(bench)


def test_a_tile_that_is_laid_counts_after_a_visible_moment(sitting: Sitting) -> None:
    lay = sitting.lays(over_outhouses=False)[0]
    sitting.put(lay)
    sitting.look(WITHIN)
    assert (sitting.offer["kind"], sitting.offer["text"]["code"]) == ("move", "drunter.referee.lay")
    assert len(sitting.offer["text"]["places"]) == lay.length
    assert sitting.moves == []
    sitting.bench.wait(1.0)
    assert [words["move"] for words in sitting.moves] == ["lay"]
    assert sitting.notice == "gang.move"
    sitting.board.pawns = board_of(sitting.state).pawns
    sitting.look()
    assert sitting.is_quiet


def test_a_lay_that_calls_a_vote_can_be_stopped_for_longer(sitting: Sitting) -> None:
    lay = sitting.play_to_a_vote()
    made = len(sitting.moves)
    sitting.put(lay)
    sitting.look(2 * BRIEF_S)
    assert (sitting.offer["kind"], len(sitting.moves)) == ("move", made)
    sitting.bench.wait(MOMENT_S)
    assert isinstance(sitting.state.phase, Voting)


def test_a_lay_that_counted_is_taken_back_by_one_tap_until_the_next_move(sitting: Sitting) -> None:
    before = sitting.state
    sitting.put(sitting.lays(over_outhouses=False)[0])
    sitting.look()
    accepted = sitting.bench.table.state(HOST)["accepted"]
    assert accepted is not None
    sitting.bench.table.answer(HOST, accepted, "stop")
    assert sitting.state == before
    assert sitting.offer["kind"] in ("question", "move")
    assert sitting.bench.table.state(HOST)["accepted"] is None


def test_a_tile_that_is_moved_on_after_it_counted_counts_there_after_one_tap(sitting: Sitting) -> None:
    one, other, *_ = (lay for lay in sitting.lays(over_outhouses=False) if lay.tile == ("wall", 1))
    before = sitting.state
    sitting.put(one)
    sitting.look()
    sitting.move()
    sitting.board.take(squares_of(before, one))
    sitting.board.put(other.kind, squares_of(before, other))
    sitting.look()
    assert sitting.notice == "pushed"
    accepted = sitting.bench.table.state(HOST)["accepted"]
    assert accepted is not None
    sitting.bench.table.answer(HOST, accepted, "stop")
    sitting.look()
    assert [words["gang"] for words in sitting.moves] == [[*other.gang]]


def test_a_tile_that_is_taken_away_within_the_moment_does_not_count(sitting: Sitting) -> None:
    lay = sitting.lays(over_outhouses=False)[0]
    sitting.put(lay)
    sitting.look(WITHIN)
    assert sitting.offer["kind"] == "move"
    sitting.move(10.0)
    assert sitting.moves == []
    sitting.board.take(squares_of(sitting.state, lay))
    sitting.look()
    assert sitting.moves == []
    assert sitting.is_quiet


def test_a_tile_that_is_moved_on_within_the_moment_counts_where_it_lies(sitting: Sitting) -> None:
    one, other, *_ = (lay for lay in sitting.lays(over_outhouses=False) if lay.tile == ("wall", 1))
    sitting.put(one)
    sitting.look(WITHIN)
    sitting.move()
    sitting.board.take(squares_of(sitting.state, one))
    sitting.put(other)
    sitting.look()
    assert [words["gang"] for words in sitting.moves] == [[*other.gang]]


def test_a_tile_that_lies_there_when_the_next_is_laid_counts_first(sitting: Sitting) -> None:
    one = sitting.lays(over_outhouses=False)[0]
    sitting.put(one)
    sitting.look(WITHIN)
    sitting.move(1.0)
    after = GAME.play(sitting.state, one)
    seat = to_move(after)
    assert seat is not None
    other = next(lay for lay in legal_lays(after, seat) if not outhouses_under(after, lay))
    sitting.board.put(other.kind, squares_of(after, other))
    sitting.look()
    assert [words["seat"] for words in sitting.moves] == ["Ana", "Bob"]


def test_a_hand_that_passes_only_stops_the_moment(sitting: Sitting) -> None:
    sitting.put(sitting.lays(over_outhouses=False)[0])
    sitting.look(WITHIN)
    sitting.move(10.0)
    assert sitting.moves == []
    sitting.bench.show(sitting.board.reading(), phase="read", finished=False)
    sitting.bench.wait(BRIEF_S - 2 * WITHIN)
    assert sitting.moves == []
    sitting.bench.wait(WITHIN + 0.1)
    assert len(sitting.moves) == 1


def test_pages_are_shown_the_board_with_every_cell_that_is_not_bare(sitting: Sitting) -> None:
    lay = sitting.lays(over_outhouses=False)[0]
    first = squares_of(sitting.state, lay)[0]
    sitting.put(lay)
    sitting.board.hidden = {next(square for square in sitting.board.pawns if square != lay.gang)}
    sitting.look(0.1)
    seen = sitting.bench.table.state(EVERYONE)["watch"]["seen"]
    assert seen is not None
    board = seen["board"]
    assert board is not None
    assert (board["grid"], len(board["hidden"])) == ((15, 10), 1)
    cell = next(cell for cell in board["cells"] if tuple(cell["cell"]) == first)
    assert cell["label"].startswith(f"{lay.kind}.")
    assert all(0 < x < 1 and 0 < y < 1 for x, y in cell["corners"])
    assert not seen["sure"]


def test_a_stopped_lay_is_asked_with_other_lays_and_that_nothing_was_laid(sitting: Sitting) -> None:
    lay = next(lay for lay in sitting.lays(over_outhouses=False) if lay.length == 1)
    sitting.put(lay)
    sitting.look(WITHIN)
    sitting.bench.table.answer(HOST, sitting.offer["id"], "stop")
    assert sitting.offer["kind"] == "question"
    assert len(sitting.offer["choices"]) > 2
    sitting.bench.table.answer(HOST, sitting.offer["id"], "nothing")
    sitting.bench.table.sight.weigh()
    assert (sitting.moves, sitting.notice) == ([], "left.said")
    sitting.look()
    assert sitting.moves == []
    sitting.board.take(squares_of(sitting.state, lay))
    sitting.look()
    assert sitting.is_quiet
    sitting.put(lay)
    sitting.look(30.0)  # what a person stopped is asked when it comes again
    assert (sitting.moves, sitting.offer["kind"]) == ([], "question")


def test_a_doubt_that_a_person_has_answered_is_not_asked_again(sitting: Sitting) -> None:
    lay = next(lay for lay in sitting.lays(over_outhouses=False) if lay.length == 1)
    (square,) = squares_of(sitting.state, lay)
    sitting.board.unsure[square] = (("empty", 0, 0.6), (f"{lay.kind}.single", 0, 0.4))
    sitting.look(30.0)
    assert (sitting.moves, sitting.offer["kind"]) == ([], "question")
    sitting.bench.table.answer(HOST, sitting.offer["id"], "nothing")
    sitting.look()
    assert sitting.is_quiet
    del sitting.board.unsure[square]
    sitting.put(lay)
    sitting.look()
    assert len(sitting.moves) == 1


def test_a_lay_over_an_outhouse_calls_the_vote_and_lies_if_it_passes(sitting: Sitting) -> None:
    lay = sitting.play_to_a_vote()
    sitting.put(lay)
    sitting.look()
    assert isinstance(sitting.state.phase, Voting)
    assert sitting.is_quiet
    tiles = len(sitting.state.town.tiles)
    sitting.vote(passed=True)
    assert len(sitting.state.town.tiles) == tiles + 1
    sitting.board.pawns = board_of(sitting.state).pawns
    sitting.look()
    assert sitting.is_quiet


def test_a_refused_tile_is_waited_for_until_it_is_gone(sitting: Sitting) -> None:
    lay = sitting.play_to_a_vote()
    squares = squares_of(sitting.state, lay)
    sitting.put(lay)
    sitting.look()
    sitting.vote(passed=False)
    made = len(sitting.moves)
    assert isinstance(sitting.state.phase, Laying)
    sitting.look(30.0)
    assert sitting.notice == "left.refused"
    sitting.look(30.0)  # a hand passed: it lies there still
    assert (len(sitting.moves), sitting.notice) == (made, "left.refused")
    sitting.board.take(squares)
    sitting.look()
    assert sitting.is_quiet
    nxt = sitting.lays(over_outhouses=False)[0]
    sitting.put(nxt)
    sitting.look()
    assert len(sitting.moves) == made + 1


def test_the_same_lay_may_be_tried_again_once_the_tile_was_away(sitting: Sitting) -> None:
    first = sitting.play_to_a_vote()
    squares = squares_of(sitting.state, first)
    sitting.put(first)
    sitting.look()
    sitting.vote(passed=False)
    sitting.look()
    sitting.board.take(squares)
    sitting.look()
    over = sitting.lays(over_outhouses=True)
    again = next(lay for lay in over if squares_of(sitting.state, lay) == squares)
    sitting.put(again)
    sitting.look()
    assert isinstance(sitting.state.phase, Voting)
    assert (sitting.notice, sitting.state.phase.lay) == (None, again)


def test_while_a_vote_is_on_no_other_tile_counts_and_the_proposed_one_must_stay(
    sitting: Sitting,
) -> None:
    lay = sitting.play_to_a_vote()
    squares = squares_of(sitting.state, lay)
    sitting.put(lay)
    sitting.look()
    sitting.board.take(squares)
    sitting.look(10.0)
    assert (sitting.notice, sitting.offer) == ("wait.proposed", None)
    sitting.put(lay)
    bare = next(square for square in every_square() if square not in sitting.board.parts)
    sitting.board.put("wall", [bare])
    sitting.look(10.0)
    assert (sitting.notice, sitting.offer) == ("wait.vote", None)
    assert isinstance(sitting.state.phase, Voting)


def test_what_lay_there_before_the_game_is_no_lay_unless_a_person_says_so(bench: Bench) -> None:
    setup = dealt(2, 0)
    first_line = {"game": "drunter", "seats": [*setup.seats], **setup.dealt}
    bench.table.start_sitting(first_line)
    sitting = Sitting(bench, board_of(bench.table.history.state))
    lay = sitting.lays(over_outhouses=False)[0]
    sitting.put(lay)
    sitting.look(30.0)
    assert (sitting.moves, sitting.notice) == ([], "left.before")
    assert sitting.offer["kind"] == "pending"
    bench.table.answer(HOST, sitting.offer["id"], sitting.offer["choices"][0]["id"])
    assert len(sitting.moves) == 1


def test_what_was_taken_back_is_not_laid_again_by_itself(sitting: Sitting) -> None:
    lay = sitting.lays(over_outhouses=False)[0]
    sitting.put(lay)
    sitting.look()
    sitting.bench.table.submit(HOST, "undo", {"move": "undo"})
    sitting.look(30.0)
    assert (sitting.moves, sitting.notice) == ([], "left.taken_back")
    sitting.board.take(squares_of(sitting.state, lay))
    sitting.look()
    assert sitting.is_quiet


def test_a_lay_entered_by_tap_puts_right_what_was_read(sitting: Sitting) -> None:
    lay = sitting.lays(over_outhouses=False)[0]
    squares = squares_of(sitting.state, lay)
    other: Kind = "river" if lay.kind != "river" else "wall"
    sitting.board.put(other, squares)
    sitting.look(0.1)
    assert sitting.moves == []
    sitting.tap(lay)
    sitting.board.pawns = board_of(sitting.state).pawns
    for _ in range(2):
        sitting.look()
        assert sitting.is_quiet
    assert len(sitting.moves) == 1


def test_without_a_board_in_the_picture_everything_goes_by_tap(bench: Bench) -> None:
    setup = dealt(2, 0)
    bench.table.start_sitting({"game": "drunter", "seats": [*setup.seats], **setup.dealt})
    sitting = Sitting(bench, PaperBoard(found=False))
    for _ in range(6):
        sitting.look()
        assert sitting.is_quiet
        sitting.tap(sitting.lays(over_outhouses=False)[0])
    assert len(sitting.moves) == 6


def test_a_board_that_was_seen_and_is_gone_is_missed(sitting: Sitting) -> None:
    sitting.board.found = False
    sitting.look()
    assert sitting.notice == "no_board"


def test_a_power_cut_in_the_middle_of_a_vote_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    sitting = begun(bench_on(path, 1))
    lay = sitting.play_to_a_vote()
    sitting.put(lay)
    sitting.look()
    sitting.bench.table.close()
    again = Sitting(bench_on(path, 1), sitting.board, moved=1000)
    assert isinstance(again.state.phase, Voting)
    again.look()
    assert again.is_quiet
    again.vote(passed=False)
    watch(again.bench)
    again.look()
    assert again.notice == "left.refused"
    again.bench.table.close()
    once_more = Sitting(bench_on(path, 1), sitting.board)
    made = len(once_more.moves)
    once_more.look(30.0)
    assert (len(once_more.moves), once_more.notice) == (made, "left.refused")
    once_more.bench.table.close()


def test_what_is_laid_while_the_board_is_taught_is_no_lay(sitting: Sitting) -> None:
    table = sitting.bench.table
    table.sets.teach("board")
    assert table.state(HOST)["notice"] == {"code": "lesson.under_way", "params": {}}
    lay = sitting.lays(over_outhouses=False)[0]
    sitting.put(lay)
    sitting.look(5.0)
    assert (sitting.moves, sitting.offer) == ([], None)
    table.sets.teach(None)
    sitting.look(5.0)
    assert (sitting.moves, sitting.notice) == ([], "left.before")
    sitting.board.take(squares_of(sitting.state, lay))
    sitting.look()
    sitting.put(lay)
    sitting.look()
    assert [words["move"] for words in sitting.moves] == ["lay"]


def test_dice_that_are_taught_do_not_keep_a_board_from_being_played(sitting: Sitting) -> None:
    sitting.bench.table.sets.teach("dice")
    sitting.put(sitting.lays(over_outhouses=False)[0])
    sitting.look()
    assert [words["move"] for words in sitting.moves] == ["lay"]


def called(sitting: Sitting) -> Lay:
    """Lay a tile over an outhouse, and leave its gang where it stands."""
    lay = sitting.play_to_a_vote()
    sitting.put(lay)
    sitting.look(4.0)
    assert isinstance(sitting.state.phase, Voting)
    return lay


def test_until_the_vote_is_over_its_gang_may_stand_at_either_end(sitting: Sitting) -> None:
    lay = called(sitting)
    end = squares_of(sitting.state, lay)[-1]
    before = sitting.board.pawns
    for pawns in (before, before - {lay.gang} | {end}, before):
        sitting.board.pawns = pawns
        sitting.look()
        assert sitting.is_quiet, sitting.notice
    sitting.vote(passed=True)
    sitting.look(0.5)
    assert sitting.is_quiet, "while the cards turn up, too"
    watch(sitting.bench)
    sitting.look()
    assert sitting.notice == "gang.move"
    sitting.board.pawns = board_of(sitting.state).pawns
    sitting.look()
    assert sitting.is_quiet


def test_another_gang_is_missed_during_a_vote_as_ever(sitting: Sitting) -> None:
    lay = called(sitting)
    other = min(square for square in sitting.board.pawns if square != lay.gang)
    sitting.board.pawns = sitting.board.pawns - {other}
    sitting.look()
    assert sitting.notice == "gang.move"


def test_what_is_laid_while_the_cards_turn_up_counts_when_they_have(sitting: Sitting) -> None:
    called(sitting)
    sitting.vote(passed=True)
    made = len(sitting.bench.table.history.entries)
    sitting.board.pawns = board_of(sitting.state).pawns
    sitting.look(0.5)
    sitting.put(sitting.lays(over_outhouses=False)[0])
    sitting.look(0.5)
    assert (sitting.is_quiet, len(sitting.bench.table.history.entries)) == (True, made)
    watch(sitting.bench)
    sitting.look()
    assert len(sitting.bench.table.history.entries) == made + 1
