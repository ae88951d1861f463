"""How soon host and phones hear of a move while 200 strangers do their worst: printed, never asserted.

    unshare --net python -m tests.rigs.strangers [--tls] [--strangers N] [--moves N]

Needs Linux and root: the strangers' addresses are made in a network of its own, which ``unshare`` gives.
A fifth of the strangers each: stop in the handshake or in a request, and send another byte now and then;
open event streams and read none; ask for much and take nothing; connect, shake hands and hang up, again
and again; ask for the state again and again.
"""

import asyncio
import json
import re
import ssl
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

PIN = "246813579"
PHONES = 4
OFTEN_S = 1.0
"""How often a stranger begins anew."""
Opened = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Network:
    """The table as it is reached from many addresses."""

    def __init__(self, port: int, tls: bool) -> None:
        self.port = port
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if tls else None
        if self.context is not None:  # whom it speaks to is not what is measured
            self.context.check_hostname = False
            self.context.verify_mode = ssl.CERT_NONE

    async def reach(self, source: str, plain: bool = False) -> Opened:
        """Return a connection from an address. Raises OSError."""
        context = None if plain else self.context
        return await asyncio.wait_for(
            asyncio.open_connection(
                "10.77.0.1", self.port, ssl=context, local_addr=(source, 0), limit=1 << 24
            ),
            10,
        )

    async def ask(
        self, source: str, path: str, body: object = None, token: str = ""
    ) -> dict[str, object]:
        """Return what an address of the API answers."""
        reader, writer = await self.reach(source)
        sent = b"" if body is None else json.dumps(body).encode()
        writer.write(request(path, token, sent, close=True) + sent)
        reply = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        found: dict[str, object] = json.loads(reply.partition(b"\r\n\r\n")[2])
        if "error" in found:
            raise ValueError(f"{path}: {found}")
        return found


def request(path: str, token: str = "", body: bytes = b"", close: bool = False) -> bytes:
    """Return the head of a request."""
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", "Host: 10.77.0.1"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    lines += ["Connection: close"] if close else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def drip(network: Network, source: str) -> None:
    """Begin, and send another byte now and then."""
    opened = [await network.reach(source, plain=True) for _ in range(4)]
    for _, writer in opened:
        writer.write(b"\x16\x03\x01\x02\x00" if network.context else b"GET / HTTP/1.1\r\nX: ")
    for _ in range(5):
        await asyncio.sleep(3)
        for _, writer in opened:
            writer.write(b"\x01")


async def listen(network: Network, source: str) -> None:
    """Open event streams, and read none of them."""
    for _ in range(8):
        _, writer = await network.reach(source)
        writer.write(request("/api/v1/events"))
    await asyncio.sleep(30)


async def take_nothing(network: Network, source: str) -> None:
    """Ask for much, one after the other, and take none of it."""
    _, writer = await network.reach(source)
    writer.write(request("/api/v1/picture") * 20)
    await asyncio.sleep(10)


async def shake_hands(network: Network, source: str) -> None:
    """Connect and hang up."""
    _, writer = await network.reach(source)
    writer.close()


async def ask_state(network: Network, source: str) -> None:
    """Ask for the state."""
    await network.ask(source, "/api/v1/state")


WORST: list[Callable[[Network, str], Awaitable[None]]] = [
    *(drip, listen, take_nothing, shake_hands, ask_state)
]


async def stranger(network: Network, number: int) -> None:
    """Do the same again and again, from an address of one's own."""
    source = f"10.77.{1 + number // 200}.{1 + number % 200}"
    await asyncio.sleep(number % 100 * 0.02)
    while True:
        with suppress(OSError, ValueError, TimeoutError):
            await WORST[number % len(WORST)](network, source)
        await asyncio.sleep(OFTEN_S)


async def _strangers(network: Network, count: int) -> None:
    await asyncio.gather(*(stranger(network, number) for number in range(count)))


def be_strangers(port: int, tls: bool, count: int) -> None:
    """Be so many strangers, until the process is ended."""
    asyncio.run(_strangers(Network(port, tls), count))


class Mover:
    """A page that makes moves; it keeps its connection, as browsers do."""

    def __init__(self, network: Network, source: str, token: str) -> None:
        self._network, self._source, self._token = network, source, token
        self._opened: Opened | None = None

    async def move(self, words: object) -> None:
        """Make a move. Raises OSError, ValueError where it is not answered or refused."""
        reader, writer = self._opened or await self._network.reach(self._source)
        self._opened = None
        body = json.dumps(words).encode()
        writer.write(request("/api/v1/moves", self._token, body) + body)
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        length = re.search(rb"Content-Length: (\d+)", head)
        await reader.readexactly(int(length[1]) if length else 0)
        if not head.startswith(b"HTTP/1.1 200"):
            raise ValueError(head[:12])
        self._opened = reader, writer


class Listener:
    """A page that hears of every move, and when."""

    def __init__(self, network: Network, source: str, token: str) -> None:
        self._network, self._source, self._token = network, source, token
        self.heard: dict[int, float] = {}
        self.reconnects = -1

    async def listen(self) -> None:
        """Listen, and come again when the stream ends."""
        while True:
            self.reconnects += 1
            with suppress(OSError, TimeoutError):
                reader, writer = await self._network.reach(self._source)
                writer.write(request("/api/v1/events", self._token))
                while line := await reader.readline():
                    now = time.monotonic()
                    for move in re.findall(rb'"number": ?(\d+)', line):
                        self.heard.setdefault(int(move), now)
            await asyncio.sleep(0.5)


async def measure(network: Network, strangers: int, moves: int) -> None:
    """Print how soon moves were heard of."""
    token = str((await network.ask("10.77.0.2", "/api/v1/login", {"pin": PIN}))["token"])
    sitting = {"game": "plain_dice", "seats": ["Ana", "Bob"], "options": {}}
    await network.ask("10.77.0.2", "/api/v1/sittings", sitting, token)
    listeners = [Listener(network, "10.77.0.2", token)]
    for phone in range(PHONES):
        source, seat = f"10.77.0.{3 + phone}", 1 + phone % 2
        code = (await network.ask("10.77.0.2", f"/api/v1/seats/{seat}/codes", {}, token))["code"]
        joining = {"code": code, "name": f"phone {phone}"}
        joined = await network.ask(source, f"/api/v1/seats/{seat}/join", joining)
        listeners.append(Listener(network, source, str(joined["token"])))
    tasks = [asyncio.create_task(one.listen()) for one in listeners]
    # In a process of their own, so that what they do to themselves is not measured.
    others = get_context("spawn").Process(
        target=be_strangers, args=(network.port, network.context is not None, strangers), daemon=True
    )
    others.start()
    await asyncio.sleep(8)
    said: dict[int, float] = {}
    refused = 0
    host = Mover(network, "10.77.0.2", token)
    for number in range(moves):
        begun = time.monotonic()
        move = {"id": f"m{number}", "move": "throw", "faces": ["1", "2", "3"]}
        try:
            await host.move(move)
            said[len(said) + 1] = begun
        except (OSError, EOFError, ValueError, TimeoutError):
            refused += 1
        await asyncio.sleep(max(0, begun + 0.5 - time.monotonic()))
    await asyncio.sleep(3)
    others.terminate()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    tell(listeners, said, refused)


def tell(listeners: list[Listener], said: dict[int, float], refused: int) -> None:
    """Print the times, from before a move was sent until each page had heard of it."""
    late = sorted(
        1000 * (one.heard.get(number, float("inf")) - at)
        for one in listeners
        for number, at in said.items()
    )
    within = sum(ms <= 250 for ms in late) / len(late)
    print(
        f"moves {len(said)}, not answered {refused}, events {len(late)}; within 250 ms {within:.1%};"
        f" median {late[len(late) // 2]:.0f} ms, 95 % {late[int(len(late) * 0.95)]:.0f} ms,"
        f" longest {late[-1]:.0f} ms; streams begun anew {sum(one.reconnects for one in listeners)}",
        flush=True,
    )


def waited(process: int) -> str:
    """Say how long its busiest threads computed, and waited for a processor (Linux, ``proc(5)``)."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    times = sorted(
        (tuple(int(ns) / 1e9 for ns in (task / "schedstat").read_text().split()[:2]) for task in tasks),
        reverse=True,
    )
    busiest = ", ".join(f"{computed:.1f} and {waits:.1f} s" for computed, waits in times[:3])
    all_of_it = ", ".join(f"{sum(column):.1f}" for column in zip(*times, strict=True))
    return f"threads computed, and waited for a processor: {busiest}; all together {all_of_it} s"


def main() -> None:
    """Start a table in this network, and measure it."""
    words = ArgumentParser()
    words.add_argument("--tls", action="store_true")
    words.add_argument("--strangers", type=int, default=200)
    words.add_argument("--moves", type=int, default=60)
    said = words.parse_args()
    for what in (["link", "set", "lo", "up"], ["route", "add", "local", "10.77.0.0/16", "dev", "lo"]):
        subprocess.run(["ip", *what], check=False)
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "companion", "run", "--data", data, "--host", "0.0.0.0"]
        command += ["--port", "8000", "--camera", "webcam:99", "--pins", "none"]
        command += ["--tls"] if said.tls else []
        environment = {"COMPANION_PIN": PIN, "PYTHONUNBUFFERED": "1", "PATH": ""}
        with (
            Path(data, "log").open("w") as log,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment) as table,
        ):
            try:
                assert table.stdout is not None
                while b"Stop with" not in (line := table.stdout.readline()):
                    assert line, Path(data, "log").read_text()
                asyncio.run(measure(Network(8000, said.tls), said.strangers, said.moves))
                peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{table.pid}/status").read_text())
                print(waited(table.pid))
                print(f"the table's memory: at most {int(peak[1]) // 1024 if peak else 0} MB")
            finally:
                table.terminate()


if __name__ == "__main__":
    main()
