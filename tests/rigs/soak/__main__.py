"""Two hours of a table's time, a quarter of an hour of ours: ``python -m tests.rigs.soak [MINUTES]``.

2,000 moves of four games by tap while the simulated camera looks on; phones come and go; the camera is
unplugged, the reader raises, the clock is set, and (where a small disk can be mounted) the disk is full.
Prints memory, threads and open files every minute; exit status 1 where they grow, a fault stays, a move
is lost or a time ends late.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from uuid import uuid4

from companion.table.shapes.values import JsonObject
from tests.rigs.kills.evening import Evening
from tests.rigs.program import ROOT, Program, Refused, program_at
from tests.rigs.soak.account import Sample, Span, growth_of, late_s, rows_of
from tests.rigs.soak.fast_table import FASTER

MOVES_A_MINUTE = 2000 / 120
"""Of the table's time."""
GAMES = ("plain_dice", "ubongo", "gruftmeister", "drunter")
LASTS = (60, 30, 40, 20)
"""So many moves each is played, then the next one."""
FAULT_EVERY_S, FAULT_LASTS_S = 25.0, 4.0
"""Seconds of ours."""
MOST_GROWTH = 0.15
LATE_S = 0.05
"""A time that ended later than so, in seconds of ours, was missed."""
TIME_ENDS, TIME_LASTS_S = 0.4, 4.0
"""How often a glass may run until its sand is through, and how many seconds of ours that may take."""
DISK_MB = 80
"""More than what counts as nearly full."""
MOST_PHONES = 8
LOOK_EVERY_MINUTES = 0.25
TELL_EVERY, COUNT_EVERY = 8, 40
"""So many looks, and one is printed, or the table counts its objects: a growth without them is the
allocator's."""


@dataclass
class Soak:
    """The evening: what is done to the table, and what was seen of it."""

    data: Path
    process: subprocess.Popen[str]
    program: Program
    rng: Random
    has_small_disk: bool
    samples: list[Sample] = field(default_factory=list)
    phones: list[socket.socket] = field(default_factory=list)
    moves: int = 0
    refused: int = 0
    accepted: list[str] = field(default_factory=list)
    begun: float = field(default_factory=time.monotonic)
    token: str = ""
    left: list[str] = field(default_factory=list)
    health: str = ""
    told: set[str] = field(default_factory=set)
    done: dict[str, int] = field(default_factory=dict)
    clock_s: float = 0.0
    full: list[Span] = field(default_factory=list)
    """From when until when the disk was full: nothing can be accepted then, a time's end neither."""

    @property
    def minute(self) -> float:
        """How many minutes of the table's time have passed."""
        return (time.monotonic() - self.begun) * FASTER / 60

    def run(self, minutes: float) -> None:
        """Play, and let things go wrong, for so many minutes of the table's time."""
        self.token = self.program.log_in()
        evenings = [self._evening(game) for game in GAMES]
        next_fault = time.monotonic() + FAULT_EVERY_S
        number = 0
        while self.minute < minutes:
            evening = evenings[number % len(evenings)]
            self._begin(evening)
            for _ in range(LASTS[number % len(evenings)]):
                self._move(evening)
                self._phones_come_and_go()
                if time.monotonic() > next_fault:
                    self._go_wrong()
                    next_fault = time.monotonic() + FAULT_EVERY_S
                if not self.samples or self.minute > self.samples[-1].minute + LOOK_EVERY_MINUTES:
                    self._look()
                if self.minute > minutes:
                    break
                self._keep_pace()
            number += 1
        self._end()

    # Playing.

    def _evening(self, game: str) -> Evening:
        """Return what plays a game here, without lessons."""
        own = Random(self.rng.random())
        return Evening(game, own, self.data, None, self.program, {0: self.token})

    def _begin(self, evening: Evening) -> None:
        for _ in range(20):
            with suppress(Refused):
                if evening.game == "plain_dice":
                    first = {"game": "plain_dice", "seats": ["Ana"]}
                    self.program.ask("/api/v1/sittings", first, evening.tokens[0])
                else:
                    evening._begin()
                return
            time.sleep(0.5)

    def _move(self, evening: Evening) -> None:
        try:
            if evening.game == "plain_dice":
                self._throw(evening.tokens[0])
            else:
                before = list(evening.known)
                evening._one_thing()
                self.accepted += [each for each in evening.known if each not in before]
                if evening.game == "ubongo" and self.rng.random() < TIME_ENDS:
                    self._let_time_end(evening)
            self.moves += 1
        except Refused as error:
            self.refused += 1
            if error.status >= 500 and error.code != "journal":
                self.told.add(f"{error}")

    def _let_time_end(self, evening: Evening) -> None:
        """Let a glass that runs run until its sand is through for somebody."""
        first = self._timer(evening)
        until = time.monotonic() + TIME_LASTS_S
        if first is None:
            return
        self.program.ask("/api/v1/timer", {"running": True}, self.token)
        while time.monotonic() < until:
            timer = self._timer(evening)
            if timer is None or timer["of_s"] != first["of_s"] or timer["left_s"] > first["left_s"]:
                break
            time.sleep(0.1)
        evening._learn()

    def _timer(self, evening: Evening) -> JsonObject | None:
        timer: JsonObject | None = evening._state()["timer"]
        return timer

    def _throw(self, host: str) -> None:
        faces = [str(self.rng.randint(1, 6)) for _ in range(self.rng.randint(1, 9))]
        number = uuid4().hex
        self.program.ask("/api/v1/moves", {"id": number, "move": "throw", "faces": faces}, host)
        self.accepted.append(number)
        if self.rng.random() < 0.05:
            with suppress(Refused):
                self.program.ask("/api/v1/simulator/throw", {"count": 5}, host)

    def _keep_pace(self) -> None:
        ahead = self.moves - self.minute * MOVES_A_MINUTE
        time.sleep(max(0.0, min(1.0, ahead / MOVES_A_MINUTE * 60 / FASTER)))

    def _phones_come_and_go(self) -> None:
        if self.rng.random() < 0.2 and len(self.phones) < MOST_PHONES:
            host, port = self.program.address.split(":")
            phone = socket.create_connection((host, int(port)), timeout=10.0)
            phone.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            phone.setblocking(False)
            self.phones.append(phone)
        elif self.phones and self.rng.random() < 0.2:
            self.phones.pop(self.rng.randrange(len(self.phones))).close()
        for phone in self.phones:
            with suppress(OSError):
                phone.recv(1 << 20)

    # What goes wrong.

    def _go_wrong(self) -> None:
        kinds = ["camera", "reader", "clock", *(["disk"] if self.has_small_disk else [])]
        kind = kinds[sum(self.done.values()) % len(kinds)]
        self.done[kind] = self.done.get(kind, 0) + 1
        if kind == "clock":
            seconds = self.rng.choice((-7200, 3600))
            self.clock_s += seconds
            self._say(f"clock {seconds}")
        elif kind == "disk":
            self._fill_disk()
        else:
            self._say(f"{kind} on")
            time.sleep(FAULT_LASTS_S)
        self._note_faults()
        if kind in ("camera", "reader"):
            self._say(f"{kind} off")

    def _fill_disk(self) -> None:
        filler, begun = self.data / "filler", self._time_of_day()
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        number = uuid4().hex
        with suppress(Refused):
            words = {"id": number, "move": "throw", "faces": ["1"]}
            self.program.ask("/api/v1/moves", words, self.token)
            self.accepted.append(number)
            self.told.add("a move on a full disk")
        time.sleep(FAULT_LASTS_S)
        self._note_faults()
        filler.unlink()
        self.full.append((begun, self._time_of_day()))

    def _time_of_day(self) -> datetime:
        """Return what the table takes the time of day for."""
        return datetime.now().astimezone() + timedelta(seconds=self.clock_s)

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def _note_faults(self) -> None:
        state = self.program.ask("/api/v1/state")
        self.told |= {fault["text"]["code"] for fault in state["faults"]}
        for said in (state["camera"]["message"], state.get("notice")):
            if said is not None and said["code"].startswith(("camera.", "error.", "trouble.")):
                self.told.add(said["code"])

    # What is seen.

    def _look(self) -> None:
        told = Path(f"/proc/{self.process.pid}/status").read_text()
        rows = dict(line.split(":", 1) for line in told.splitlines())
        files = len(os.listdir(f"/proc/{self.process.pid}/fd"))  # noqa: PTH208
        memory_mb = int(rows["VmRSS"].split()[0]) / 1024
        self.samples.append(Sample(self.minute, memory_mb, int(rows["Threads"]), files))
        last = self.samples[-1]
        if len(self.samples) % COUNT_EVERY == 0:
            self._say(f"count {last.minute:.0f}")
        if len(self.samples) % TELL_EVERY:
            return
        print(
            f"{last.minute:6.1f} min {self.moves} moves, {self.refused} refused;"
            f" {last.memory_mb:.0f} MB, {last.threads} threads, {last.files} files,"
            f" {len(self.phones)} phones; {sorted(self.told)}",
            flush=True,
        )

    def _end(self) -> None:
        for phone in self.phones:
            phone.close()
        self.phones.clear()
        time.sleep(3 * FAULT_LASTS_S)
        self._look()
        state = self.program.ask("/api/v1/state")
        of_itself = ("clock", "deal_chosen")
        left = [one for one in state["faults"] if not any(part in one["part"] for part in of_itself)]
        self.left = [fault["text"]["code"] for fault in left]
        self.health = state["camera"]["health"]

    def wrong(self) -> list[str]:
        """Return what was not as it must be; print the account."""
        growth, rows = growth_of(self.samples), rows_of(self.data)
        ends = late_s(rows, self.full)
        late = sorted(one for one in ends if one is not None)
        lost = set(self.accepted) - {move.rpartition("/")[2] for *_, move in rows}
        print(
            f"{self.moves} moves, {self.refused} refused; faults {self.done}, told {sorted(self.told)}"
        )
        print(growth.told)
        print(
            f"{len(late)} times ended, late by {_ms(median(late or [0]))} ms of ours (median), at most",
            f"{[_ms(one) for one in late[-5:]]}; {len(ends) - len(late)} more while the disk was full;",
            f"camera {self.health}, faults left {self.left}",
        )
        missed = sum(one > LATE_S for one in late)
        return [
            *([f"memory grew by {growth.share:.1%}"] if growth.share > MOST_GROWTH else []),
            *([f"{missed} times ended late"] if missed else []),
            *([f"faults left: {self.left}"] if self.left else []),
            *([f"the camera is {self.health}"] if self.health != "running" else []),
            *([f"{len(lost)} moves lost"] if lost else []),
        ]


def _ms(seconds: float) -> int:
    return round(1000 * seconds)


@contextmanager
def _small_disk(folder: Path) -> Iterator[bool]:
    """Make the folder a disk of a few megabytes, where this may be done."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "none", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(words, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)


def main(minutes: float, seed: int = 1) -> int:
    """Run the evening; return how many things were wrong."""
    with tempfile.TemporaryDirectory() as folder, _small_disk(Path(folder) / "data") as has_small_disk:
        data, said = Path(folder) / "data", ROOT / "build" / "soak.log"
        said.parent.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "tests.rigs.soak.fast_table", str(data)]
        with (
            said.open("w") as file,
            subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=file, stderr=file, text=True, cwd=ROOT
            ) as process,
        ):
            program = program_at(said, process.pid)
            soak = Soak(data, process, program, Random(seed), has_small_disk)
            soak.run(minutes)
            assert process.stdin is not None
            process.stdin.close()
            process.wait(30)
        wrong = soak.wrong()
        raised = [line for line in said.read_text().splitlines() if line.startswith("Traceback")]
        print(json.dumps({"wrong": wrong, "tracebacks in the log": len(raised)}))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(1 if main(float((sys.argv[1:] or ["120"])[0])) else 0)
