"""``python -m tests.rigs.pace_of_demo GAME [TIMES] [SEED]``: how long from rest to what comes of it.

A demo with usual hands, whose clock goes on by what its eyes and its referee compute, and stands still
while the simulated picture is drawn: the times are those of a table that has its processor to itself,
however busy this machine is. Pages are not charged. For each kind of move that the camera brought: from
the last piece's rest, or the end of the sand, until it was accepted.
"""

import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from statistics import median
from threading import Event
from typing import Final

from companion.cli.demo import DemoEvening
from companion.games.game import HOST
from companion.simulation.habits import HABITS, USUAL

FRAME_S: Final = 0.1
SELDOM_S, BEFORE_REST_S = 0.5, 3.0
"""So seldom a frame is taken while hands have so long to go: what they do last is what is waited for."""
WITHIN_S: Final = 30.0
DONE: Final = ("read", "empty")


class Enough(Exception):
    """There is as much as was wanted."""


class PacedEvening(DemoEvening):
    """A demo that writes down when what was accepted, in seconds after it lay still."""

    wanted: int = 0
    kinds: Sequence[str] = ()
    seen: dict[str, list[float]]
    noted: int = 0

    def _settle(self) -> None:
        """Let the table look until everything asked for is done, read and accepted."""
        began, read = self._clock.now(), False
        notice = self._notice()
        while not read and self._clock.now() < max(began, self._simulated.busy_until) + WITHIN_S:
            frame = self._camera.capture()
            is_early = self._clock.now() < self._simulated.busy_until - BEFORE_REST_S
            done = self._charged(partial(self._look, frame), SELDOM_S if is_early else FRAME_S)
            if notice != (notice := self._notice()) and notice and "puzzle" in notice:
                self._keep("puzzle", self._clock.now() - self._simulated.busy_until)
            read = done and self._clock.now() > self._simulated.busy_until
        self._tell()

    def _look(self, frame: object) -> bool:
        sight = self._eyes.take(frame)  # type: ignore[arg-type]
        self.readings += sight.finished
        self.table.sight.saw(sight)
        offer = self.table.state(HOST)["proposal"]
        return sight.phase in DONE and (offer is None or offer["kind"] != "move")

    def _charged(self, work: Callable[[], bool], least_s: float) -> bool:
        """Do this, and let as much time pass as it computed, and at least so much."""
        began = time.thread_time()
        done = work()
        until = self._clock.now() + time.thread_time() - began
        next_frame = max(until, self._clock.now() + least_s)
        self._pass_until(until)
        while (due := self.table.due) is not None and due <= next_frame:
            self._pass_until(due)
        self._pass_until(next_frame)
        return done

    def _pass_until(self, at: float) -> None:
        self._clock.wait(Event(), max(0.0, at - self._clock.now()))
        self._pass_time()
        playing = self.table._playing
        assert playing.sitting is not None
        events, times = playing.sitting.events, playing._ledger.times
        first, self.noted = self.noted, len(events)
        ends = [at or 0.0 for at, one in zip(times, events, strict=False) if one.by == "clock"]
        now = self._clock.now()
        # Hands that only wait for the sand are busy, too.
        still = max((at for at in (self._simulated.busy_until, *ends[-1:]) if at <= now), default=now)
        for event in events[first:]:
            if event.by == "camera" and now - still < WITHIN_S:
                self._keep(str(event.words["move"]), now - still)

    def _keep(self, kind: str, after_s: float) -> None:
        self.seen[kind].append(after_s)
        if self.kinds and all(len(self.seen[kind]) >= self.wanted for kind in self.kinds):
            raise Enough

    def _notice(self) -> str | None:
        said = self.table.state(HOST).get("notice")
        return None if said is None else said["code"]


def main(game: str, times: int = 40, seed: int = 1) -> int:
    """Play games until each kind of move was seen so often; print the times."""
    kinds = {"ubongo": ("start", "take", "puzzle"), "drunter": ("lay",), "gruftmeister": ("throw",)}
    seen: dict[str, list[float]] = defaultdict(list)
    asked = games = 0
    with suppress(Enough, KeyboardInterrupt):
        while True:
            with tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()):
                evening = PacedEvening(Path(folder), game, seed + games, HABITS[USUAL.name])
                evening.wanted, evening.seen = times, seen
                evening.kinds = kinds.get(game, ("throw",))
                games += 1
                try:
                    evening.play()
                finally:
                    asked += len(evening._evening._report.asked)
                    evening.close()
    print(f"{game}, {games} games begun, {asked} asked")
    for kind, after in sorted((kind, after) for kind, after in seen.items() if after):
        after.sort()
        print(f"  {kind}:", *(f"{one:.2f}" for one in after))
        share = after[int(0.95 * (len(after) - 1))]
        print(
            f"  {kind}: n {len(after)}, median {median(after):.2f}, 95 % {share:.2f},"
            f" most {after[-1]:.2f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
