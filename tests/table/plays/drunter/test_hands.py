"""Simulated hands play short games of Drunter, seen by an eye that is told the truth."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Event

import pytest

from companion.devices.device import Press
from companion.devices.picking import REST_S
from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Square
from companion.games.drunter.state import State
from companion.games.game import HOST
from companion.simulation.evening import Evening, EveningReport, wait_until_accepted
from companion.simulation.games.drunter import HANDS
from companion.simulation.games.drunter.pieces import labels_of, turns_of
from companion.simulation.habits import CLUMSY, TIDY, Habits, Luck, Mishap
from companion.simulation.hands import set_table
from companion.simulation.simulator import Simulator
from companion.table.sight.eyes import Eyes
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.games.drunter.case import dealt
from tests.table.plays.drunter.seen_truth import TruthReader
from tests.trusting import Trusting
from vision.cameras.simulated import SimulatedCamera
from vision.clock import SteppedClock
from vision.readings.places import GridCell
from vision.workshop.simulation.table import SimulatedTable

FEW = {"street": [2, 3], "river": [1, 2], "wall": [1, 3]}
"""The tiles of each seat: enough for outhouses to be voted on."""


class ShortEvening:
    """A game of few tiles at a small simulated table, on a stepped clock."""

    def __init__(
        self, folder: Path, habits: Habits, seed: int, variant: str = "basic", *, own: bool = False
    ) -> None:
        """``own``: the table is told neither tiles nor cards, and votes by their sums alone."""
        self.clock = SteppedClock()
        self.simulated = SimulatedTable(
            self.clock, seed=seed, size_wh=(320, 240), slip=habits.slip, mat=False
        )
        self._camera = SimulatedCamera(self.simulated, self.clock)
        self._eyes = Eyes({"board": TruthReader(self.simulated, self.clock)}, judge=Trusting())
        self.table = Table(Journal(folder / "journal.lines"), self.clock, lambda: EVENING, PARTS)
        setup = dealt(2, seed, variant=variant)
        self.table.start_sitting(
            {
                "game": "drunter",
                "seats": list(setup.seats),
                "options": {"variant": variant, "own_votes": own},
                "tiles": None if own else dict.fromkeys(setup.seats, FEW),
                "cards": None if own else setup.dealt["cards"],
            }
        )
        history = self.table.history
        set_table(self.simulated, HANDS, history.state, "drunter")
        self.player = HANDS.player(self.simulated, Luck(habits, Random(f"{seed} hands")))
        self.player.lay(history.state)
        self.evening = Evening(self.table, self.player, self.settle, history, Random(seed), self.press)
        self._camera.start()

    def settle(self) -> None:
        read = False
        while not read or self.clock.now() <= self.simulated.busy_until:
            self.clock.wait(Event(), 0.2)
            sight = self._eyes.take(self._camera.capture())
            self.table.sight.saw(sight)
            self.table.tick()
            self.table.sight.weigh()
            read = sight.phase in ("read", "empty")
        wait_until_accepted(self.table, self.clock)

    def press(self, keys: Sequence[str]) -> None:
        self.clock.wait(Event(), REST_S)
        for key in keys:
            self.clock.wait(Event(), 0.3)
            self.table.devices.press(Press(key, self.clock.now()))

    def close(self) -> None:
        self._camera.stop()
        self.table.close()


EVENING = datetime(2026, 1, 1, 19, 0, tzinfo=UTC)
PARTS = {"camera": "simulated", "pins": "simulated"}


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[list[ShortEvening]]:
    begun: list[ShortEvening] = []
    yield begun
    for evening in begun:
        evening.close()


def played(evenings: list[ShortEvening], tmp_path: Path, habits: Habits, seed: int) -> EveningReport:
    evenings.append(ShortEvening(tmp_path, habits, seed))
    return evenings[-1].evening.run()


def test_what_clumsy_hands_do_comes_to_the_true_scores(
    evenings: list[ShortEvening], tmp_path: Path
) -> None:
    report = played(evenings, tmp_path, CLUMSY, 3)
    assert report.scores == report.truth
    assert report.sure_wrong == []


def test_hands_by_the_book_are_never_asked_and_the_board_lies_as_the_rules_have_it(
    evenings: list[ShortEvening], tmp_path: Path
) -> None:
    report = played(evenings, tmp_path, TIDY, 5)
    assert report.asked == []
    state: State = evenings[0].evening.state
    board = evenings[0].simulated.board
    assert board is not None
    truth = board.truth(evenings[0].simulated.busy_until)
    assert set(truth.on) == {GridCell(*gang.square) for gang in state.town.gangs}
    assert set(truth.cells) == {GridCell(*square) for square in state.town.covered}
    for tile in state.town.tiles:
        label, turns = truth.cells[GridCell(*tile.squares[0])]
        assert label.split(".")[0] == tile.kind
        assert len(tile.squares) == 1 or turns == turns_of(tile.squares[0], tile.squares[-1])


def test_an_evening_with_the_players_own_tiles_and_cards_is_played_to_its_end(
    evenings: list[ShortEvening], tmp_path: Path
) -> None:
    """No lay is asked about, though the table does not know who has which tiles."""
    evenings.append(ShortEvening(tmp_path, TIDY, 4, own=True))
    report = evenings[0].evening.run()
    assert (report.asked, report.sure_wrong) == ([], [])
    assert report.scores == report.truth != {}
    moves = Counter(str(entry.words["move"]) for entry in evenings[0].table.history.entries)
    assert {"lay", "counted", "pass", "show"} <= moves.keys()
    assert "vote" not in moves


def test_the_expert_variant_is_played_with_choices_by_tap(
    evenings: list[ShortEvening], tmp_path: Path
) -> None:
    evenings.append(ShortEvening(tmp_path, TIDY, 4, variant="expert"))
    report = evenings[0].evening.run()
    assert report.scores == report.truth
    moves = [line["move"]["move"] for line in evenings[0].table.state(HOST)["history"]]
    assert "choose" in moves
    assert "vote" not in moves


def test_mishaps_that_happen_all_the_time_change_no_score(
    evenings: list[ShortEvening], tmp_path: Path
) -> None:
    chances = dict.fromkeys(EVERY_MISHAP, 0.5) | {Mishap.LATE_AWAY: 1.0}
    report = played(evenings, tmp_path, Habits("always", chances, slip=CLUMSY.slip), 6)
    assert report.scores == report.truth
    assert report.sure_wrong == []


EVERY_MISHAP = (
    Mishap.WRONG_TURN,
    Mishap.WRONG_PLACE,
    Mishap.PUSHED,
    Mishap.AT_ONCE,
    Mishap.LATE_PAWN,
    Mishap.TWO_AT_ONCE,
)


def test_a_board_that_was_left_is_laid_out_again(evenings: list[ShortEvening], tmp_path: Path) -> None:
    evenings.append(ShortEvening(tmp_path, TIDY, 7))
    evening = evenings[0]
    evening.player.turn(evening.evening)
    simulated = SimulatedTable(evening.clock, size_wh=(320, 240))
    simulator = Simulator(simulated)
    simulator.follow(evening.table)
    simulator.use_set("board", "drunter")
    assert simulated.board is not None
    assert evening.simulated.board is not None
    before = evening.simulated.board.truth(evening.simulated.busy_until)
    again = simulated.board.truth()
    assert set(again.cells) == set(before.cells)
    assert again.on == before.on


def test_the_simulator_lays_moves_and_takes_away_what_the_game_has(
    evenings: list[ShortEvening], tmp_path: Path
) -> None:
    evenings.append(ShortEvening(tmp_path, TIDY, 7))
    simulated = evenings[0].simulated
    simulator = Simulator(simulated)
    simulator.follow(evenings[0].table)
    shape = simulator.table()["board"]
    assert {"labels": ["river.start", "river.end"], "count": 1} in shape["to_lay"]
    board = simulated.board
    assert board is not None
    simulator.lay(["wall.start", "wall.end"], board.fraction_of(4.5, 5), 1, snap=True)
    lying = board.truth(simulated.busy_until)
    assert set(lying.cells) == {GridCell(4, 5), GridCell(5, 5)}
    simulator.shift(lying.slabs[0].id, board.fraction_of(4, 2.5), 2, snap=True)
    simulator.stand(shape["pawns"][0]["id"], board.fraction_of(4, 3))
    moved = board.truth(simulated.busy_until)
    assert moved.cells == {GridCell(4, 2): ("wall.start", 2), GridCell(4, 3): ("wall.end", 2)}
    assert moved.on[GridCell(4, 3)] == "gang"
    simulator.take_away([lying.slabs[0].id], [])
    assert board.truth(simulated.busy_until).cells == {}


def test_a_tile_runs_from_its_start_field() -> None:
    lay = Lay(1, "street", 3, Square(14, 0), "south")  # type: ignore[arg-type]
    assert labels_of(lay.tile) == ("street.start", "street.bridge", "street.end")
    assert turns_of(Square(14, 1), Square(14, 3)) == 2
