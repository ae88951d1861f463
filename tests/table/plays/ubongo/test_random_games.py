"""Whole games with restless hands, against an independent truth: nothing wrong goes by in silence.

The truth is kept by the players' own hands: which gems each holds, where the pawns stand. After every
look the table either knows it, or has said that something is not right: a question is open, or a notice
is shown.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest

from companion.devices.device import Press
from companion.games.game import HOST, Seat, seat_role
from companion.games.ubongo.gems import deal_gems
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import reading_of
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of, tokens_of

NAMES = ("Ana", "Bob", "Cyril", "Dana")
SECONDS = 60


@dataclass
class Truth:
    """What the players know of their own game."""

    pawns: dict[str, int]
    won: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.won = {name: [] for name in self.pawns}


@dataclass
class Taken:
    """A take that hands have made: whose, from which row, which gems with their holes."""

    name: str
    row: int
    gems: list[tuple[int, str]]


class Evening:
    """One game, played by hands that are sometimes hasty, forgetful or in the way.

    ``follows``: each take is counted as it is made; else the table keeps still while the sand runs.
    """

    def __init__(self, seed: int, *, follows: bool) -> None:
        self.rng, self.follows = Random(seed), follows
        self.bench: Bench = bench_on(None, seed)
        self.names = NAMES[: self.rng.randint(2, 4)]
        rows = self.rng.choices(range(6), k=len(self.names))
        self.truth = Truth(dict(zip(self.names, rows, strict=True)))
        first = {
            "game": "ubongo",
            "seats": self.names,
            "options": {"rounds": 4, "seconds": SECONDS, "follow_takes": follows},
            "gems": "seen",
            "pawns": self.truth.pawns,
        }
        self.bench.table.start_sitting(first)  # type: ignore[arg-type]
        self.paper = PaperTable(self.bench, board_of(deal_gems(self.rng)), self.rng)
        self.silent: list[str] = []
        self.asked = self.events = 0
        self.log: list[str] = []

    # What the table knows.

    def agrees(self) -> bool:
        view = self.bench.view()
        rows = [[gem for gem in row if gem is not None] for row in self.paper.board]
        if view["phase"] == "laying_out":
            return False
        won = {name: Counter(gems) for name, gems in self.truth.won.items()}
        known = {name: Counter(view["players"][name]["gems"]) for name in self.names}
        pawns = {name: view["players"][name]["pawn"] for name in self.names}
        return view["gems"] == rows and known == won and pawns == self.truth.pawns

    def said_something(self) -> bool:
        state = self.bench.table.state(HOST)
        return state["proposal"] is not None or state.get("notice") is not None

    def check(self, what: str) -> None:
        self.events += 1
        self.log.append(what)
        is_left_alone = not self.follows and self.bench.view()["phase"] == "running"
        if not is_left_alone and not self.agrees() and not self.said_something():
            self.silent.append(what)

    # What hands do.

    def look(self, what: str, taken: list[Taken] | None = None, chance: float = 0.02) -> None:
        """Let the table read what lies there, perhaps with something in the way first."""
        if self.rng.random() < 0.2:
            row, hole = self.rng.randrange(6), self.rng.randrange(12)
            self.paper.look(tokens_of(self.paper.board, hidden=[(row, hole)]))
            self.bench.wait()
            self.check(f"{what}, a hole hidden")
            self.answer(taken or [])
        if self.rng.random() < 0.2:
            self.paper.look(tokens_of(self.paper.board, covered=True))
            self.bench.wait()
        if self.rng.random() < 0.1:
            self.paper.look(tokens_of(self.paper.board, doubts=["maybe_missed"]))
            self.bench.wait()
            self.check(f"{what}, perhaps missed")
            self.answer(taken or [])
        self.paper.look(self.paper.doubtful(chance))
        self.bench.wait()
        self.check(what)
        self.answer(taken or [])

    def answer(self, taken: list[Taken]) -> None:
        """Answer what is asked as it is true."""
        for _ in range(80):
            state = self.bench.table.state(HOST)
            offer = state["proposal"]
            if offer is None or offer["kind"] not in ("question", "pending"):
                return
            choice = next(
                (one["id"] for one in offer["choices"] if self.is_true(one["moves"], taken)), None
            )
            self.asked += 1
            if choice is None:
                return
            self.bench.table.answer(HOST, offer["id"], choice)
            self.bench.table.sight.weigh()
            self.bench.wait()

    def is_true(self, moves: list[JsonObject], taken: list[Taken]) -> bool:
        unknown = [one for one in taken if one.name not in self.known_takers]
        if not moves:
            return not unknown
        kinds = {move["move"] for move in moves}
        if kinds == {"gem"}:
            return all(self.paper.board[one["row"]][one["hole"]] == one["gem"] for one in moves)
        if "symbol" in kinds or kinds == {"start"}:
            return self.paper.die is not None and moves[-1].get("symbol") == self.paper.die.face
        takes = [(one["seat"], one["row"]) for one in moves if one["move"] == "take"]
        return sorted(takes) == sorted((one.name, one.row) for one in unknown)

    @property
    def known_takers(self) -> set[str]:
        view = self.bench.view()
        return {
            name
            for name in self.names
            if sum(view["players"][name]["gems"].values()) == len(self.truth.won[name])
        }

    def lay_out(self) -> None:
        self.look("the board", chance=0.1)
        for _ in range(3):
            if self.bench.view()["phase"] == "laying_out":
                self.look("the board again")
        assert self.agrees(), self.log

    def roll(self) -> None:
        self.paper.roll()
        assert self.paper.die is not None
        if self.rng.random() < 0.2:
            self.paper.look(die=reading_of([self.paper.die], doubt=0, instead="hand"))
        else:
            self.paper.look()
        self.bench.wait()
        self.check("a roll")
        self.answer([])
        assert self.bench.view()["phase"] == "running", self.log

    def play_round(self) -> None:
        self.look("before the roll")
        self.roll()
        rank, late = 0, list[Taken]()
        for name in self.rng.sample(self.names, len(self.names)):
            if self.rng.random() < 0.3:
                continue
            self.call(name)
            self.bench.wait(self.rng.uniform(0.5, 2.0))
            taken = self.take(name, 3 - rank)
            rank += 1
            if taken is None:
                continue
            late.append(taken)
            if self.rng.random() < 0.6 and self.left_s() > 15.0:
                self.look(f"{name} takes", late)
                if self.follows:
                    late.clear()
            if self.left_s() < 12.0:
                break
        self.misdeed()
        self.bench.wait(self.left_s() + 0.5)
        if self.bench.view()["phase"] == "to_turn":
            self.bench.table.devices.press(Press("ok", self.bench.clock.now()))
            self.bench.wait(SECONDS + 1.0)
        self.look("after the end", late)
        self.look("after the end again", late)
        if not self.agrees():
            self.silent.append(f"{self.log} {self.bench.table.state(HOST).get('notice')}")

    def call(self, name: str) -> None:
        seat = self.names.index(name) + 1
        if self.rng.random() < 0.5:
            self.bench.table.devices.press(Press(f"call-{seat}", self.bench.clock.now()))
        else:
            words = {"move": "call"}
            move_id = f"call {self.bench.clock.now()}"
            self.bench.table.submit(seat_role(Seat(seat)), move_id, words)

    def take(self, name: str, reach: int) -> Taken | None:
        """Move the pawn and take, from a row that is not empty."""
        pawn = self.truth.pawns[name]
        rows = [
            row for row in range(6) if abs(row - pawn) <= max(0, reach) and any(self.paper.board[row])
        ]
        if not rows:
            return None
        row = self.rng.choice(rows)
        gems = self.paper.take(row)
        self.truth.pawns[name] = row
        self.truth.won[name] += [gem for _, gem in gems]
        return Taken(name, row, gems)

    def left_s(self) -> float:
        timer = self.bench.table.state(HOST)["timer"]
        return 0.0 if timer is None else timer["left_s"]

    def misdeed(self) -> None:
        """Sometimes gems leave the board that nobody won; they are put back once that was said."""
        if self.rng.random() > 0.3 or self.left_s() < 10.0:
            return
        row = self.rng.randrange(6)
        lying = [hole for hole, gem in enumerate(self.paper.board[row]) if gem is not None]
        if len(lying) < 5:
            return
        hole = self.rng.choice(lying[1:])
        gem = str(self.paper.board[row][hole])
        self.paper.board[row][hole] = None
        self.paper.look()
        self.bench.wait()
        self.check("a gem fell out")
        self.paper.board[row][hole] = gem


def play(seed: int, *, follows: bool) -> Evening:
    evening = Evening(seed, follows=follows)
    try:
        evening.lay_out()
        while evening.bench.view()["phase"] != "ended":
            evening.play_round()
            if evening.silent:
                break
    finally:
        evening.bench.table.close()
    return evening


@pytest.mark.parametrize("follows", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_no_wrong_board_goes_by_in_silence(seed: int, follows: bool) -> None:
    evening = play(seed, follows=follows)
    assert evening.silent == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_many_games_with_restless_hands() -> None:
    evenings = [play(seed, follows=seed % 2 == 0) for seed in range(1000, 1100)]
    wrong = {1000 + number: one.silent for number, one in enumerate(evenings) if one.silent}
    asked, events = sum(one.asked for one in evenings), sum(one.events for one in evenings)
    print(f"\n{len(evenings)} games, {events} looks, {asked} answers, {len(wrong)} silent")
    assert wrong == {}
