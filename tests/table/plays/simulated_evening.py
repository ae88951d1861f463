"""A short evening at a small simulated table, seen by eyes that are told the truth."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from companion.devices.device import Press
from companion.simulation.evening import Evening, wait_until_accepted
from companion.simulation.habits import TIDY, Habits, Luck
from companion.simulation.hands import Hands, set_table
from companion.table.plays.catalogue import play_of
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import Eyes
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.table.plays.seen_outlines import TrueOutlines
from tests.table.plays.seen_tokens import TrueDice, TrueTokens
from tests.trusting import Trusting
from vision.cameras.simulated import SimulatedCamera
from vision.clock import SteppedClock
from vision.workshop.simulation.stage import house_dice
from vision.workshop.simulation.table import SimulatedTable

EVENING = datetime(2026, 1, 1, 19, 0, tzinfo=UTC)
PARTS = {"camera": "simulated", "pins": "simulated"}


class TrueEvening:
    """A game played by hands with these habits; everything is read as it lies."""

    def __init__(
        self, folder: Path, words: JsonObject, hands: Hands, seed: int, habits: Habits = TIDY
    ) -> None:
        self.clock = SteppedClock()
        sets: Mapping[str, str] = play_of(str(words["game"])).sets
        self.simulated = SimulatedTable(
            self.clock,
            style=house_dice(sets.get("dice", "")),
            seed=seed,
            size_wh=(320, 240),
            slip=habits.slip,
        )
        self._camera = SimulatedCamera(self.simulated, self.clock)
        readers: dict[str, Any] = {
            "tokens": TrueTokens,
            "dice": TrueDice,
            "outlines": TrueOutlines,
        }
        self._eyes = Eyes(
            {kind: readers[kind](self.simulated, self.clock) for kind in sets}, judge=Trusting()
        )
        self.table = Table(Journal(folder / "journal.lines"), self.clock, lambda: EVENING, PARTS)
        self.table.start_sitting(words)
        history = self.table.history
        set_table(self.simulated, hands, history.state, None)
        self.player = hands.player(self.simulated, Luck(habits, Random(f"{seed} hands")))
        self.player.lay(history.state)
        self.evening = Evening(self.table, self.player, self.settle, history, Random(seed), self.press)
        self._camera.start()

    def settle(self) -> None:
        """Let the table look until everything is read and accepted."""
        read = False
        while not read or self.clock.now() <= self.simulated.busy_until:
            self.clock.wait(Event(), 0.2)
            sight = self._eyes.take(self._camera.capture())
            self.table.sight.saw(sight)
            self.table.tick()
            self.table.sight.weigh()
            read = sight.phase in ("read", "empty")
        wait_until_accepted(self.table, self.clock)

    def press(self, keys: Any) -> None:
        """Press keys of the box."""
        for key in keys:
            self.clock.wait(Event(), 0.3)
            self.table.devices.press(Press(key, self.clock.now()))
        self.table.tick()

    def close(self) -> None:
        """Stop camera and table."""
        self._camera.stop()
        self.table.close()
