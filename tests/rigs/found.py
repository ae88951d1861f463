"""What was found in an early state of the project, tried on a tree of it: held, or how it fails.

    unshare --net python -m tests.rigs.found TREE

Each is tried as its user, or a stranger, would: by commands, HTTP and files. Needs Linux and root, as
tests.rigs.strangers does. Not tried: a time of day that jumps, held by
tests/table/access/test_access.py.
"""

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

PIN = "246813579"
START = "from companion.cli import main; main()"
SITTING = {"game": "plain_dice", "seats": ["Ana", "Bob"]}
Found = str | None
"""How it fails; None: held."""


class Table:
    """A table that runs."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.token = ""

    def ask(
        self, path: str, body: object = None, token: str = "", source: str = "10.77.0.1", host: str = ""
    ) -> tuple[int, Any, http.client.HTTPMessage]:
        """Return status, JSON and headers of what is answered. Raises OSError."""
        connection = http.client.HTTPConnection(
            "10.77.0.1", self.port, timeout=15, source_address=(source, 0)
        )
        headers = {"Host": host} if host else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {} if body is None else {"Content-Type": "application/json"}
        data = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, data, headers)
        reply = connection.getresponse()
        text = b"" if "event-stream" in reply.headers.get("Content-Type", "") else reply.read()
        connection.close()
        return reply.status, json.loads(text) if text.startswith(b"{") else None, reply.headers

    def log_in(self) -> str:
        """Return the host's token."""
        self.token = self.ask("/api/v1/login", {"pin": PIN})[1]["token"]
        return self.token

    def play(self, moves: int, first: int = 0, faces: int = 3) -> int:
        """Throw so often; return the last status."""
        status = 0
        for number in range(first, first + moves):
            move = {"id": f"m{number}", "move": "throw", "faces": ["6"] * faces}
            status = self.ask("/api/v1/moves", move, self.token)[0]
        return status

    def memory_mb(self) -> int:
        """Return what it holds, in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) // 1024


class Tree:
    """A state of the project, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        command = [sys.executable, "-c", START, *map(str, words)]
        return subprocess.run(
            command, cwd=self._folder, capture_output=True, text=True, timeout=120, check=False
        )

    @contextmanager
    def table(self, data: Path, *more: object, pin: str | None = PIN) -> Iterator[Table]:
        """Run a table until it has said where it is. Raises RuntimeError if it ends before."""
        command = [sys.executable, "-c", START, "run", "--data", data, "--host", "0.0.0.0"]
        command += ["--port", "0", *(more or ("--game", "plain_dice", "--camera", "webcam:99"))]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"} | ({"COMPANION_PIN": pin} if pin else {})
        with subprocess.Popen(
            [str(word) for word in command],
            cwd=self._folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            said = ""
            try:
                while not (found := re.search(r"table: +http://\S+:(\d+)/", said)):
                    line = process.stdout.readline()
                    if not line:
                        raise RuntimeError(said.strip().splitlines()[-1][:150])
                    said += line
                threading.Thread(target=process.stdout.read, daemon=True).start()
                yield Table(process, int(found[1]))
            finally:
                process.kill()


def picture(path: Path, side: int) -> Path:
    """Write a picture of noise."""
    noise = np.random.default_rng(side).integers(0, 255, (side, side, 3), np.uint8)
    cv2.imwrite(str(path), noise)
    return path


def a_bad_picture_in_a_recording(tree: Tree, folder: Path) -> Found:
    (folder / "film").mkdir()
    for name, side in (("a.png", 400), ("b.png", 1), ("c.png", 420)):
        picture(folder / "film" / name, side)
    with tree.table(folder / "data", "--camera", f"recording:{folder}/film") as table:
        time.sleep(15)
        first = table.ask("/api/v1/picture")[2].get("X-Frame")
        time.sleep(10)
        later = table.ask("/api/v1/picture")[2].get("X-Frame")
        state = table.ask("/api/v1/state")[1]["camera"]["health"]
    return f"picture {later} for 10 s, camera {state}" if first == later and state == "running" else None


def one_stranger(tree: Tree, folder: Path) -> Found:
    with tree.table(folder) as table, ExitStack() as held:
        for begun in (b"GET /api/v1/events HTTP/1.1\r\nHost: 10.77.0.1\r\n\r\n", b"GET / HTTP/1.1\r\n"):
            for _ in range(40 if b"events" in begun else 560):
                with suppress(OSError):
                    place = ("10.77.0.1", table.port)
                    half = socket.create_connection(place, 2, source_address=("10.77.0.9", 0))
                    held.enter_context(half).sendall(begun)
            time.sleep(2)
            try:
                status = table.ask("/api/v1/events", source="10.77.0.5")[0]
            except OSError as error:
                return f"another page: {error!r}"
            if status != 200:
                return f"another page: status {status}"
    return None


def memory_of_a_long_game(tree: Tree, folder: Path) -> Found:
    with tree.table(folder) as table:
        table.log_in()
        table.ask("/api/v1/sittings", SITTING, table.token)
        many = table.play(1, 5000, faces=20_000)
        table.ask("/api/v1/sittings", SITTING, table.token)
        table.play(100)
        before = table.memory_mb()
        table.play(200, 100)
        grown = table.memory_mb() - before
    if many == 200:
        return f"a throw of 20,000 faces is taken; 200 moves more: {grown} MB more"
    return f"{grown} MB more after 200 moves" if grown > 30 else None


def another_name(tree: Tree, folder: Path) -> Found:
    with tree.table(folder) as table:
        status = table.ask("/api/v1/state", host="ev_il.example")[0]
    return f"status {status} for ev_il.example" if status == 200 else None


def an_empty_pin(tree: Tree, folder: Path) -> Found:
    (folder / "host-pin").touch()
    try:
        with tree.table(folder, pin=None):
            return None
    except RuntimeError as error:
        return f"no start: {error}"


def an_emptied_journal(tree: Tree, folder: Path) -> Found:
    with tree.table(folder) as table:
        table.log_in()
        table.ask("/api/v1/sittings", SITTING, table.token)
        table.play(20)
    for file in (*folder.glob("journal.sqlite3*"), *folder.glob("journal.lines")):
        file.write_bytes(b"")
    try:
        with tree.table(folder) as table:
            moves = len(table.ask("/api/v1/state")[1]["history"])
    except RuntimeError as error:
        return f"no start: {error}"
    return f"{moves} of 20 moves, without a word" if moves < 20 else None


def an_empty_face(tree: Tree, folder: Path) -> Found:
    white = np.full((240, 240, 3), 90, np.uint8)
    cv2.rectangle(white, (80, 80), (160, 160), (250, 250, 250), -1)
    cv2.circle(white, (120, 120), 9, (0, 0, 0), -1)
    cv2.imwrite(str(folder / "a.png"), white)
    line = {"image": "a.png", "dice": [{"face": "", "x": 120, "y": 120}]}
    (folder / "m.jsonl").write_text(json.dumps(line))
    done = tree.run("teach", "dice", "--set", folder / "set", folder / "m.jsonl")
    if "Traceback" in done.stderr or done.returncode == 0 or (folder / "set").exists():
        return f"status {done.returncode}, a set is left: {(folder / 'set').exists()}"
    return None


def a_changed_pin(tree: Tree, folder: Path) -> Found:
    with tree.table(folder) as table:
        token = table.log_in()
    with tree.table(folder, pin="135791357") as table:
        role = table.ask("/api/v1/state", token=token)[1].get("role")
    return f"the old token is still the {role}'s" if role == "host" else None


def tiny_pictures(tree: Tree, folder: Path) -> Found:
    done = tree.run("read", "dice", picture(folder / "a.png", 1), picture(folder / "b.png", 200))
    lines = len(done.stdout.splitlines())
    bad = "Traceback" in done.stderr or lines != 2
    return f"{done.stderr.strip().splitlines()[-1][:80]}; {lines} of 2 lines" if bad else None


def wild_manifests(tree: Tree, folder: Path) -> Found:
    for number in ("1" * 5000, "1e999", "[" * 3000 + "]" * 3000):
        line = f'{{"image": "a.png", "dice": [{{"face": "cap", "x": {number}, "y": 1}}]}}'
        (folder / "m.jsonl").write_text(line)
        done = tree.run("evaluate", "dice", "--set", "pips", folder / "m.jsonl")
        if "Traceback" in done.stderr:
            return f"traceback: {done.stderr.strip().splitlines()[-1][:80]}"
    return None


def data_below_a_file(tree: Tree, folder: Path) -> Found:
    (folder / "file").touch()
    done = tree.run("run", "--port", "0", "--data", folder / "file" / "data")
    return f"traceback: {done.stderr.splitlines()[-1][:80]}" if "Traceback" in done.stderr else None


def private_files_and_names(tree: Tree, folder: Path) -> Found:
    with tree.table(folder) as table:
        names = {"game": "plain_dice", "seats": ["A\nna", "B\u202eob"]}
        status = table.ask("/api/v1/sittings", names, table.log_in())[0]
        (journal,) = (*folder.glob("journal.sqlite3"), *folder.glob("journal.lines"))
        mode = journal.stat().st_mode & 0o777
    bad = mode & 0o077 or status == 200
    return f"journal {mode:o}, a name with a new line: {status}" if bad else None


def ids_of_two(tree: Tree, folder: Path) -> Found:
    with tree.table(folder) as table:
        table.log_in()
        table.ask("/api/v1/sittings", SITTING, table.token)
        tokens = []
        for seat in (1, 2):
            code = table.ask(f"/api/v1/seats/{seat}/codes", {}, table.token)[1]["code"]
            joining = {"code": code, "name": "phone"}
            tokens.append(table.ask(f"/api/v1/seats/{seat}/join", joining)[1]["token"])
        move = {"id": "same", "move": "throw", "faces": ["6"]}
        status = [table.ask("/api/v1/moves", move, token)[0] for token in tokens]
        moves = len(table.ask("/api/v1/state")[1]["history"])
    return f"answered {status}, {moves} moves" if status == [200, 200] and moves < 2 else None


def a_recording_that_goes(tree: Tree, folder: Path) -> Found:
    (folder / "film").mkdir()
    picture(folder / "film" / "a.png", 400)
    with tree.table(folder / "data", "--camera", f"recording:{folder}/film") as table:
        time.sleep(8)
        shutil.rmtree(folder / "film")
        time.sleep(20)
        health = table.ask("/api/v1/state")[1]["camera"]["health"]
    return f"camera {health} 20 s later" if health == "running" else None


TRIED: list[Callable[[Tree, Path], Found]] = [
    *(a_bad_picture_in_a_recording, one_stranger, memory_of_a_long_game, another_name, an_empty_pin),
    *(an_emptied_journal, an_empty_face, a_changed_pin, tiny_pictures, wild_manifests),
    *(data_below_a_file, private_files_and_names, ids_of_two, a_recording_that_goes),
]


def main() -> None:
    """Try all of them on a tree, and print what came of each."""
    for what in (["link", "set", "lo", "up"], ["route", "add", "local", "10.77.0.0/16", "dev", "lo"]):
        subprocess.run(["ip", *what], check=False)
    tree = Tree(Path(sys.argv[1]))
    wanted = [int(number) for number in sys.argv[2:]]
    for number, tried in enumerate(TRIED, 1):
        if wanted and number not in wanted:
            continue
        with TemporaryDirectory() as folder:
            try:
                found = tried(tree, Path(folder))
            except (OSError, RuntimeError, KeyError, TypeError, subprocess.TimeoutExpired) as error:
                found = f"could not be tried: {error!r}"
        print(f"{number:2} {tried.__name__}: {'held' if found is None else found}", flush=True)


if __name__ == "__main__":
    main()
