"""``companion demo``: the simulated table plays a game by itself, seen and scored through the camera."""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import click

from companion.cli.kinds.pieces import live_reader_of
from companion.cli.settings import JOURNAL
from companion.devices.picking import REST_S
from companion.devices.pin_box import PinBox
from companion.devices.pin_map import shipped_pin_map
from companion.devices.simulated_pins import SimulatedPanel, SimulatedPins
from companion.games.game import HOST
from companion.simulation.evening import Evening, EveningReport, wait_until_accepted
from companion.simulation.habits import HABITS, USUAL, Habits, Luck
from companion.simulation.hands import Hands, hands_of, has_hands, set_table
from companion.table.plays.catalogue import first_game, names, play_of
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import Eyes, FrameJudge
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Journal
from companion.table.table import Table
from vision.cameras.camera import Camera
from vision.cameras.open import open_camera
from vision.clock import SteppedClock
from vision.given_files import whole_file
from vision.judging.live import LiveJudge
from vision.reader import Reader
from vision.workshop.simulation.stage import house_dice
from vision.workshop.simulation.table import SimulatedTable

FRAMES_PER_S = 5.0
KEY_S = 0.4
"""Seconds from one press at the voting box to the next."""
MOVING_SHRINK = 4
"""Nobody looks at these pictures: moving things are drawn only as large as the check for stillness
needs."""
SURFACES = ("wood_pale", "wood_dark", "felt", "cloth", "white", "stone")
PLAYERS = ("Ana", "Bob", "Cyril", "Dana")
EVENING = datetime(2026, 1, 1, 19, 0, tzinfo=UTC)
"""When every demo begins, so that the same seed writes the same journal."""


@click.command()
@click.option("--game", help="The game to play; else the one a new table begins with.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="The same seed plays the same evening.",
)
@click.option(
    "--hands",
    type=click.Choice(list(HABITS)),
    default=USUAL.name,
    show_default=True,
    help="How the players' hands are. A game without other hands is played by tidy ones.",
)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="Keep the journal here, and go on."
)
def command(game: str | None, seed: int, hands: str, data: Path | None) -> None:
    """Let the simulated table play a whole game by itself, seen and scored through the camera."""
    game = game or first_game()
    if not has_hands(game):
        can = ", ".join(filter(has_hands, names()))
        raise click.UsageError(f"no simulated hands can play {game!r}. They can play: {can}.")
    if not play_of(game).sets:
        raise click.UsageError(f"the camera reads nothing of {game!r}: its play names no sets.")
    with _folder(data) as folder:
        evening = DemoEvening(folder, game, seed, HABITS[hands])
        try:
            report = evening.play()
        finally:
            evening.close()
        record = folder / "demo.jsonl"
        with whole_file(record) as file:
            file.write(evening.record.encode())
    for question in report.asked:
        click.echo(json.dumps({"question": question}, ensure_ascii=False))
    for wrong in report.sure_wrong:
        click.echo(json.dumps({"sure_wrong": wrong}, ensure_ascii=False))
    line = {
        "seed": seed,
        "scores": report.scores,
        "truth": report.truth,
        "readings": evening.readings,
        "questions": len(report.asked),
        "sure_wrong": len(report.sure_wrong),
        "record": str(record) if data is not None else evening.record.splitlines(),
    }
    click.echo(json.dumps(line, ensure_ascii=False))
    sys.exit(0 if report.scores == report.truth else 1)


ReadersOf = Callable[[SimulatedTable, Mapping[str, str]], Mapping[str, Reader[Any]]]
"""Makes the readers of a simulated table, by kind of piece, from the name of each kind's set."""


def live_readers(_: SimulatedTable, sets: Mapping[str, str]) -> Mapping[str, Reader[Any]]:
    """Return what makes the readers of any table's pictures."""
    return {kind: live_reader_of(kind, name) for kind, name in sets.items()}


class DemoEvening:
    """The parts of a demo: simulated table, camera, eyes, table and hands, on one stepped clock.

    ``table`` makes the simulated table, ``readers`` make its readers, and ``judge`` makes the check
    whether its pictures can be read.
    """

    def __init__(
        self,
        folder: Path,
        game: str,
        seed: int,
        habits: Habits,
        table: type[SimulatedTable] = SimulatedTable,
        readers: ReadersOf = live_readers,
        judge: Callable[[], FrameJudge] = LiveJudge,
    ) -> None:
        rng = Random(seed)
        hands: Hands = hands_of(game).HANDS
        sets = play_of(game).sets
        self._clock = SteppedClock()
        self._simulated = table(
            self._clock,
            style=house_dice(sets.get("dice", "")),
            seed=seed,
            surface=rng.choice(SURFACES),
            mat=rng.random() < 0.75,
            slip=habits.slip,
            gap_mm=habits.gap_mm,
            moving_shrink=MOVING_SHRINK,
        )
        self._camera: Camera = open_camera("simulated", clock=self._clock, table=self._simulated)
        self._eyes = Eyes(readers(self._simulated, sets), judge=judge())
        backends = {"camera": "simulated", "pins": "simulated"}
        self.table = Table(Journal(folder / JOURNAL), self._clock, self._wall, backends)
        seats = list(PLAYERS[: rng.choice(hands.seats)])
        self._begin({"game": game, "seats": seats, **hands.first_line}, Random(f"{seed} deal"))
        self.readings = 0
        self._told = 0
        set_table(self._simulated, hands, self.table.history.state, sets.get("board"))
        luck = Luck(habits, Random(f"{seed} hands"))
        player = hands.player(self._simulated, luck)
        player.lay(self.table.history.state)
        self._pins = SimulatedPins(self._clock.now)
        self._box = PinBox(shipped_pin_map(), self._pins, self._clock.now)
        self._box.open(lambda: None)
        history = self.table.history
        self._evening = Evening(self.table, player, self._settle, history, rng, self._press)

    def _begin(self, words: JsonObject, rng: Random) -> None:
        """Begin the game, with what ``rng`` deals, unless this folder already holds a game under way."""
        playing = self.table.state(HOST)["game"]
        if playing is None:
            self.table.start_sitting(Sitting.dealt(words, rng).first_line())
        elif playing != words["game"]:
            raise click.UsageError(f"{playing} is being played in this folder, not {words['game']}")

    def play(self) -> EveningReport:
        """Play to the end."""
        self._camera.start()
        return self._evening.run()

    @property
    def record(self) -> str:
        """The game as it was really played."""
        return self._evening.record()

    def close(self) -> None:
        """Close camera and journal."""
        self._box.close()
        self._pins.close()
        self._camera.stop()
        self.table.close()

    def _settle(self) -> None:
        """Let the table look until everything asked for is done, read and accepted."""
        read = False
        while not read or self._clock.now() <= self._simulated.busy_until:
            self._clock.wait(Event(), 1 / FRAMES_PER_S)
            sight = self._eyes.take(self._camera.capture())
            self.readings += sight.finished
            self.table.sight.saw(sight)
            self._pass_time()
            read = sight.phase in ("read", "empty")
        wait_until_accepted(self.table, self._clock)
        self._tell()

    def _press(self, keys: Sequence[str]) -> None:
        """Press keys of the voting box once it asks, and the person before has left it."""
        panel = SimulatedPanel(shipped_pin_map(), self._pins)
        while self.table.played() is None:  # the cards of a vote are still turning up
            self._clock.wait(Event(), 1 / FRAMES_PER_S)
            self._pass_time()
        self._clock.wait(Event(), REST_S)
        for key in keys:
            self._clock.wait(Event(), KEY_S)
            panel.press(key)
            for press in self._box.heard().presses:
                self.table.devices.press(press)
        self._pass_time()

    def _pass_time(self) -> None:
        self.table.tick()
        self.table.sight.weigh()

    def _tell(self) -> None:
        """Print every accepted move: it is on the disk by now."""
        state = self.table.state(HOST)
        if state["view"] is None:  # late on a busy machine: then printed with the next
            return
        for line in state["history"][max(0, self._told - state["earlier"]) :]:
            click.echo(json.dumps(line["move"], ensure_ascii=False))
        self._told = state["earlier"] + len(state["history"])

    def _wall(self) -> datetime:
        return EVENING + timedelta(seconds=self._clock.now())


@contextmanager
def _folder(data: Path | None) -> Iterator[Path]:
    """Yield the folder for the journal; if none is given, a temporary one that is deleted after the
    demo."""
    if data is not None:
        data.mkdir(parents=True, exist_ok=True)
        yield data
        return
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        yield Path(folder)
