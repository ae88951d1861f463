"""Plain dice, which no simulated hands play: they are thrown, lie there, and are taken away."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

from companion.cli.demo import FRAMES_PER_S, live_readers
from companion.cli.settings import JOURNAL
from companion.games.game import HOST
from companion.simulation.evening import EveningReport, wait_until_accepted
from companion.table.sight.eyes import Eyes
from companion.table.storage.journal import Journal
from companion.table.table import Table
from vision.cameras.camera import Camera
from vision.cameras.open import open_camera
from vision.clock import SteppedClock
from vision.workshop.simulation.stage import house_dice
from vision.workshop.simulation.table import SimulatedTable

THROWS, DICE = 12, 5
SET = "pips"
BEGAN = datetime(2026, 1, 1, 19, 0, tzinfo=UTC)


class PlainEvening:
    """So many throws of so many dice, on one stepped clock."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._clock = SteppedClock()
        self._simulated = SimulatedTable(self._clock, style=house_dice(SET), seed=seed)
        self._camera: Camera = open_camera("simulated", clock=self._clock, table=self._simulated)
        backends = {"camera": "simulated", "pins": "none"}
        self.table = Table(Journal(folder / JOURNAL), self._clock, self._wall, backends)
        self.table.start_sitting({"game": "plain_dice", "seats": ["Ana", "Bob"]})
        self._eyes = Eyes(live_readers(self._simulated, self.table.sets.in_use))
        self.readings = 0

    def play(self) -> EveningReport:
        """Throw; return what was seen and what lay there, throw by throw."""
        report = EveningReport()
        self._camera.start()
        for number in range(THROWS):
            self._settle()
            self._simulated.throw(count=DICE)
            self._settle()
            truth = sorted(die.face for die in self._simulated.truth())
            report.truth[f"{number}: {' '.join(truth)}"] = 1
            state = self.table.state(HOST)
            if state["proposal"] is not None:
                report.asked.append(str(state["proposal"]["text"]))
            self._simulated.clear()
        for number, line in enumerate(self.table.state(HOST)["history"]):
            report.scores[f"{number}: {' '.join(sorted(line['move']['faces']))}"] = 1
        return report

    def close(self) -> None:
        """Close camera and journal."""
        self._camera.stop()
        self.table.close()

    def _settle(self) -> None:
        read = False
        while not read or self._clock.now() <= self._simulated.busy_until:
            self._clock.wait(Event(), 1 / FRAMES_PER_S)
            sight = self._eyes.take(self._camera.capture())
            self.readings += sight.finished
            self.table.sight.saw(sight)
            self.table.tick()
            read = sight.phase in ("read", "empty")
        wait_until_accepted(self.table, self._clock)

    def _wall(self) -> datetime:
        return BEGAN + timedelta(seconds=self._clock.now())
