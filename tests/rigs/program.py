"""``companion run`` as a program of its own, for rigs: started, asked over HTTP, killed."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PIN = "246813579"
TAKES_S = 60.0
ENVIRONMENT = {"COMPANION_PIN": PIN, "PYTHONUNBUFFERED": "1", "OPENBLAS_NUM_THREADS": "1"}

Exchange = Callable[[str, str, bytes | None, dict[str, str]], tuple[int, bytes]]
"""Sends a method, a path, a body and headers; returns status and body of the answer. Raises ``Gone``."""


class Refused(Exception):
    """The table answered, and not with 200: ``status``, and the error's code."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


class Gone(Exception):
    """No answer came: the program has ended meanwhile."""


@dataclass
class Program:
    """A table that runs.

    ``up_s``: seconds from its start until its page and its state were there; ``cpu_s``: how long it had
    computed until then, which is all it takes on a machine that has nothing else to do.
    """

    process: int
    said: Path
    exchange: Exchange
    hang_up: Callable[[], None]
    address: str = ""
    up_s: float = 0.0
    cpu_s: float = 0.0

    def page(self, path: str) -> None:
        """Fetch a page. Raises ``Gone``, ``Refused``."""
        self._exchange("GET", path, None, {})

    def ask(self, path: str, body: object = None, token: str | None = None) -> Any:
        """Return what the API answers. Raises ``Gone``, ``Refused``."""
        text = None if body is None else json.dumps(body).encode()
        return json.loads(self.send(path, text, "application/json", token))

    def send(self, path: str, body: bytes | None, media: str, token: str | None) -> bytes:
        """Return the answer to a body of that type; None: to GET. Raises ``Gone``, ``Refused``."""
        headers = {"Content-Type": media} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        return self._exchange("GET" if body is None else "POST", path, body, headers)

    def _exchange(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        status, answer = self.exchange(method, path, body, headers)
        if status != http.HTTPStatus.OK:
            raise Refused(status, _code(answer))
        return answer

    def log_in(self) -> str:
        """Return the host's token. Raises ``Gone``."""
        return str(self.ask("/api/v1/login", {"pin": PIN})["token"])

    def kill(self) -> str:
        """Kill it (-9) where it still runs; return what it said."""
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        while runs(self.process):
            time.sleep(0.005)
        self.hang_up()
        return self.said.read_text(encoding="utf-8", errors="replace")


def start(data: Path, *more: str) -> Program:
    """Start the command as a person does, and wait until everyone's page is answered."""
    began = time.monotonic()
    data.parent.mkdir(parents=True, exist_ok=True)
    said = data.parent / "said"
    command = [sys.executable, "-m", "companion", "run", "--data", str(data), "--port", "0", *more]
    with said.open("w") as file:
        process = subprocess.Popen(
            command, stdout=file, stderr=file, env={**os.environ, **ENVIRONMENT}, cwd=ROOT
        )
    process.returncode = 0  # nobody but ``Program.kill`` ends it
    made = program_at(said, process.pid)
    made.page("/")
    made.ask("/api/v1/state")
    made.up_s, made.cpu_s = time.monotonic() - began, computed_s(process.pid)
    return made


def program_at(said: Path, process: int) -> Program:
    """Return a program that has been started, once it has said its address."""
    address = _address(said, process, time.monotonic() + TAKES_S)
    connection = http.client.HTTPConnection(address, timeout=TAKES_S)
    return Program(process, said, _over(connection), connection.close, address)


def _over(connection: http.client.HTTPConnection) -> Exchange:
    def exchange(
        method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        try:
            connection.request(method, path, body, headers)
            reply = connection.getresponse()
            return reply.status, reply.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Gone(repr(error)) from error

    return exchange


def computed_s(process: int) -> float:
    """Return how long a program has computed, in seconds (Linux, ``proc(5)``)."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def runs(process: int) -> bool:
    """Tell whether a program still runs; one of ours that has ended is let go."""
    with suppress(ChildProcessError):
        os.waitpid(process, os.WNOHANG)
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _address(said: Path, process: int, until: float) -> str:
    while runs(process) and time.monotonic() < until:
        text = said.read_text() if said.exists() else ""
        if found := re.search(r"table: +http://(\S+?)/\s", text):
            return found[1]
        time.sleep(0.01)
    raise Gone(f"the table ended before it had begun: {said.read_text()[-2000:]}")


def _code(answer: bytes) -> str:
    try:
        return str(json.loads(answer)["error"]["code"])
    except (ValueError, LookupError, TypeError):
        return answer[:80].decode(errors="replace")
