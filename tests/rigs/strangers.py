"""A game of five phones and a host while 250 strangers do their worst: printed, never asserted.

    python -m tests.rigs.strangers [--tls] [--strangers N] [--minutes N] [--alike]

Every stranger has an address of its own, 127.77.0.1 and on. An eighth of them each: guess the PIN; send
large bodies; send a body slowly; ask for much again and again; stop in the handshake or in a request;
open event streams and read none; take nothing of what they asked for; connect and hang up.
``--alike``: instead of all that, one address asks for the same with 20 requests at a time.

Said at the end: how soon host and phones heard of each move, how long a host with the right PIN took to
get in from a new address, the table's memory and disk in each tenth of the time, and the machine's load.
"""

import asyncio
import json
import re
import ssl
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

PIN = "246813579"
PHONES = 5
HERE = "127.0.0.1"
OFTEN_S = 1.0
"""How often a stranger begins anew."""
A_MOVE_S = 0.5
A_NEWCOMER_S = 20.0
AT_ONCE = 20
ASKED = ("/api/v1/state", "/", "/api/v1/games", "/api/openapi.json", "/api/v1/picture")
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
            asyncio.open_connection(HERE, self.port, ssl=context, local_addr=(source, 0), limit=1 << 24),
            10,
        )

    async def ask(
        self, source: str, path: str, body: object = None, token: str = ""
    ) -> dict[str, object]:
        """Return what an address of the API answers."""
        reader, writer = await self.reach(source)
        sent = b"" if body is None else json.dumps(body).encode()
        writer.write(request(path, token, sent, close=True) + sent)
        try:
            reply = await asyncio.wait_for(reader.read(), 60)
        finally:
            writer.close()
        found: dict[str, object] = json.loads(reply.partition(b"\r\n\r\n")[2])
        if "error" in found:
            raise ValueError(f"{path}: {found}")
        return found


def head_of(path: str, length: int) -> bytes:
    """Return the head of a request whose body comes later."""
    kind = "image/jpeg" if "photograph" in path else "application/json"
    lines = [f"POST {path} HTTP/1.1", f"Host: {HERE}", f"Content-Type: {kind}"]
    return ("\r\n".join([*lines, f"Content-Length: {length}"]) + "\r\n\r\n").encode()


def request(path: str, token: str = "", body: bytes = b"", close: bool = False) -> bytes:
    """Return the head of a request."""
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"Host: {HERE}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    lines += ["Connection: close"] if close else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def guess(network: Network, source: str) -> None:
    """Guess the PIN, and a code."""
    with suppress(ValueError):
        await network.ask(source, "/api/v1/login", {"pin": "000000000"})
    await network.ask(source, "/api/v1/seats/1/join", {"code": "ABCDEF", "name": "x"})


async def send_much(network: Network, source: str) -> None:
    """Send as large a body as a host may."""
    _, writer = await network.reach(source)
    writer.write(head_of("/api/v1/teaching/photograph", 12_000_000))
    for _ in range(12):
        writer.write(b"x" * 1_000_000)
        await asyncio.wait_for(writer.drain(), 10)
    writer.close()


async def send_slowly(network: Network, source: str) -> None:
    """Send most of a body at once, and then a byte now and then."""
    _, writer = await network.reach(source)
    writer.write(head_of("/api/v1/login", 60_000) + b"x" * 50_000)
    for _ in range(60):
        await asyncio.sleep(1)
        writer.write(b"x")
        await writer.drain()
    writer.close()


async def ask_much(network: Network, source: str) -> None:
    """Ask again and again, each time as soon as there was an answer."""
    for path in 4 * ASKED:
        with suppress(ValueError):
            await network.ask(source, path)


async def drip(network: Network, source: str) -> None:
    """Begin, and send another byte now and then."""
    opened = [await network.reach(source, plain=True) for _ in range(4)]
    for _, writer in opened:
        writer.write(b"\x16\x03\x01\x02\x00" if network.context else b"GET / HTTP/1.1\r\nX: ")
    for _ in range(5):
        await asyncio.sleep(3)
        for _, writer in opened:
            writer.write(b"\x01")
    for _, writer in opened:
        writer.close()


async def listen(network: Network, source: str) -> None:
    """Open event streams, and read none of them."""
    opened = [await network.reach(source) for _ in range(8)]
    for _, writer in opened:
        writer.write(request("/api/v1/events"))
    await asyncio.sleep(30)
    for _, writer in opened:
        writer.close()


async def take_nothing(network: Network, source: str) -> None:
    """Ask for much, one after the other, and take none of it."""
    _, writer = await network.reach(source)
    writer.write(request("/api/openapi.json") * 20)
    await asyncio.sleep(10)
    writer.close()


async def shake_hands(network: Network, source: str) -> None:
    """Connect and hang up."""
    for _ in range(5):
        _, writer = await network.reach(source)
        writer.close()


WORST: list[Callable[[Network, str], Awaitable[None]]] = [
    *(guess, send_much, send_slowly, ask_much, drip, listen, take_nothing, shake_hands)
]


async def stranger(network: Network, number: int) -> None:
    """Do the same again and again, from an address of one's own."""
    source = f"127.77.{number // 200}.{1 + number % 200}"
    await asyncio.sleep(number % 100 * 0.02)
    while True:
        with suppress(OSError, ValueError, TimeoutError):
            await WORST[number % len(WORST)](network, source)
        await asyncio.sleep(OFTEN_S)


async def asker(network: Network, number: int) -> None:
    """Ask for the same as others at the same address, as soon as there was an answer."""
    while True:
        with suppress(OSError, ValueError, TimeoutError):
            await network.ask("127.77.0.1", ASKED[number % len(ASKED)])


async def _strangers(network: Network, count: int, alike: bool) -> None:
    what, times = (asker, AT_ONCE) if alike else (stranger, count)
    await asyncio.gather(*(what(network, number) for number in range(times)))


def be_strangers(port: int, tls: bool, count: int, alike: bool) -> None:
    """Be so many strangers, until the process is ended."""
    asyncio.run(_strangers(Network(port, tls), count, alike))


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


class Game:
    """A game of five phones and a host."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._token = ""
        self.listeners: list[Listener] = []
        self.said: dict[int, float] = {}
        self.refused = 0
        self.waits: list[float] = []
        """How long newcomers took to get in."""

    async def begin(self) -> None:
        """Start a game; let everybody join and listen."""
        network = self._network
        self._token = str((await network.ask("127.70.0.1", "/api/v1/login", {"pin": PIN}))["token"])
        seats = ["Ana", "Bob", "Cyril", "Dana", "Emil"]
        sitting = {"game": "plain_dice", "seats": seats, "options": {}}
        await network.ask("127.70.0.1", "/api/v1/sittings", sitting, self._token)
        self.listeners = [Listener(network, "127.70.0.1", self._token)]
        for seat in range(1, PHONES + 1):
            token = await self._join(seat, f"127.70.1.{seat}")
            self.listeners.append(Listener(network, f"127.70.1.{seat}", token))

    async def _join(self, seat: int, source: str) -> str:
        path = f"/api/v1/seats/{seat}"
        code = (await self._network.ask("127.70.0.1", f"{path}/codes", {}, self._token))["code"]
        said = {"code": code, "name": f"phone {source}"}
        return str((await self._network.ask(source, f"{path}/join", said))["token"])

    async def move(self, until: float) -> None:
        """Make a move every half second."""
        host = Mover(self._network, "127.70.0.1", self._token)
        number = 0
        while (begun := time.monotonic()) < until:
            number += 1
            move = {"id": f"m{number}", "move": "throw", "faces": ["1", "2", "3"]}
            try:
                await host.move(move)
                self.said[len(self.said) + 1] = begun
            except (OSError, EOFError, ValueError, TimeoutError):
                self.refused += 1
            await asyncio.sleep(max(0, begun + A_MOVE_S - time.monotonic()))

    async def let_in(self, until: float) -> None:
        """Log the host in from a new address now and then, who then looks at the table."""
        number = 0
        while (begun := time.monotonic()) < until:
            number += 1
            source = f"127.71.{number // 200}.{1 + number % 200}"
            while time.monotonic() < begun + 120:
                with suppress(OSError, ValueError, TimeoutError):
                    await self._network.ask(source, "/api/v1/login", {"pin": PIN})
                    break
            self.waits.append(time.monotonic() - begun)
            await asyncio.sleep(max(0, begun + A_NEWCOMER_S - time.monotonic()))


async def watch(process: int, data: Path, until: float) -> None:
    """Print the table's memory, its disk and the load, ten times."""
    pause = (until - time.monotonic()) / 10
    for _ in range(10):
        await asyncio.sleep(pause)
        status = Path(f"/proc/{process}/status").read_text()
        memory = re.search(r"VmRSS:\s+(\d+)", status)
        files = [file for file in data.rglob("*") if file.is_file()]
        kept = sum(file.stat().st_size for file in files)
        # Bodies that wait on disk have no name any more: they are found among what is open.
        handles = list(Path(f"/proc/{process}/fd").iterdir())
        hidden = 0
        for handle in handles:
            with suppress(OSError):
                hidden += handle.stat().st_size if "deleted" in str(handle.readlink()) else 0
        print(
            f"memory {int(memory[1]) // 1024 if memory else 0} MB, data {kept // 1024} kB, deleted but"
            f" open {hidden // 1024} kB, files open {len(handles)},"
            f" load {Path('/proc/loadavg').read_text()[:14]}",
            flush=True,
        )


async def measure(network: Network, process: int, data: Path, said: Namespace) -> None:
    """Let the game be played, and print how it went."""
    game = Game(network)
    await game.begin()
    tasks = [asyncio.create_task(one.listen()) for one in game.listeners]
    # In a process of their own, so that what they do to themselves is not measured.
    words = (network.port, network.context is not None, said.strangers, said.alike)
    others = get_context("spawn").Process(target=be_strangers, args=words, daemon=True)
    others.start()
    await asyncio.sleep(8)
    until = time.monotonic() + 60 * said.minutes
    await asyncio.gather(game.move(until), game.let_in(until), watch(process, data, until))
    await asyncio.sleep(3)
    others.terminate()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    tell(game.listeners, game.said, game.refused)
    waits = sorted(game.waits)
    print(
        f"newcomers let in {len(waits)}: median {waits[len(waits) // 2]:.1f} s,"
        f" longest {waits[-1]:.1f} s"
    )


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
    """Start a table, and measure it."""
    words = ArgumentParser()
    words.add_argument("--tls", action="store_true")
    words.add_argument("--alike", action="store_true")
    words.add_argument("--strangers", type=int, default=250)
    words.add_argument("--minutes", type=float, default=10.0)
    words.add_argument("--port", type=int, default=8765)
    said = words.parse_args()
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "companion", "run", "--data", data, "--host", "0.0.0.0"]
        command += ["--port", str(said.port), "--camera", "webcam:99", "--pins", "none"]
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
                asyncio.run(measure(Network(said.port, said.tls), table.pid, Path(data), said))
                print(waited(table.pid))
                print(Path(data, "log").read_text()[-2000:])
            finally:
                table.terminate()


if __name__ == "__main__":
    main()
