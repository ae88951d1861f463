"""A broker and a database for a try: Debian's Mosquitto and PostgreSQL, in a folder of their own.

Nobody else reaches them: the broker listens on this machine alone, the database in the folder. A hub
that stays has its own (``docs/many-tables.md``).
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError
from companion.table.home.place import BrokerPlace

STARTS_WITHIN_S: Final = 30.0
ENDS_WITHIN_S: Final = 10.0
LOOK_EVERY_S: Final = 0.02
OTHER_USERS: Final = ("postgres", "nobody")
"""As whom the database runs if root starts it: PostgreSQL refuses to run as root."""


class NoEngine(CompanionError, OSError, code="no_engine"):
    """Mosquitto or PostgreSQL is not installed, or does not start."""


def postgres_program(name: str) -> Path | None:
    """Return where Debian has a program of PostgreSQL; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=_version)
    if found:
        return found[-1]
    other = shutil.which(name)
    return None if other is None else Path(other)


def _version(program: Path) -> float:
    try:
        return float(program.parts[-3])
    except ValueError:
        return 0.0


def free_port() -> int:
    """Return a port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


@dataclass
class Engine:
    """A program that is started, killed and ended, as often as wanted."""

    program: subprocess.Popen[bytes] | None = None

    def launch(self, words: Sequence[str | Path], log: Path, **how: Any) -> None:
        """Start it; what it says goes into a file."""
        with log.open("ab") as said:
            self.program = subprocess.Popen(
                [str(word) for word in words],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                process_group=0,  # Ctrl+C is for who has started it
                **how,
            )

    def wait(self, is_there: Any, log: Path) -> None:
        """Wait until it answers. Raises ``NoEngine``."""
        until = time.monotonic() + STARTS_WITHIN_S
        while not is_there():
            ended = self.program is None or self.program.poll() is not None
            if ended or time.monotonic() > until:
                self.kill()
                raise NoEngine(f"it does not start: {log.read_text()[-400:]}")
            time.sleep(LOOK_EVERY_S)

    def end(self, how: signal.Signals) -> None:
        """Ask it to end, and wait until it has."""
        if self.program is not None:
            self.program.send_signal(how)
            try:
                self.program.wait(ENDS_WITHIN_S)
            except subprocess.TimeoutExpired:
                self.kill()
        self.program = None

    def kill(self) -> None:
        """End it at once."""
        if self.program is not None:
            self.program.kill()
            self.program.wait()
        self.program = None


@dataclass
class Mosquitto(Engine):
    """The broker. ``lines``: of its configuration, who may do what."""

    folder: Path = Path()
    lines: Sequence[str] = ("allow_anonymous true", "max_queued_messages 20000")
    port: int = field(default_factory=free_port)

    @property
    def place(self) -> BrokerPlace:
        """Where it is, unless it is encrypted."""
        return BrokerPlace("127.0.0.1", self.port)

    def start(self) -> None:
        """Start it, and wait until it answers. Raises ``NoEngine``."""
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            raise NoEngine("Mosquitto is missing", hint="On Debian:  sudo apt install mosquitto")
        settings, log = self.folder / "mosquitto.conf", self.folder / "mosquitto.log"
        said = [
            f"listener {self.port} 127.0.0.1",
            "user root" if os.geteuid() == 0 else "",
            "persistence true",
            f"persistence_location {self.folder}/",
            "autosave_interval 1",
            *self.lines,
        ]
        settings.write_text("\n".join(said) + "\n")
        self.launch([program, "-c", settings], log)
        self.wait(self._answers, log)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1.0).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """End it."""
        self.end(signal.SIGTERM)


@dataclass
class Postgres(Engine):
    """The database server, reached by a socket in its folder."""

    folder: Path = Path()

    @property
    def address(self) -> str:
        """Where the database is, as libpq understands it."""
        return f"postgresql:///postgres?host={self.folder}&user=hub"

    def start(self) -> None:
        """Start it, made again if there is none yet, and wait until it answers. Raises ``NoEngine``."""
        programs = [postgres_program(name) for name in ("initdb", "postgres", "pg_isready")]
        initdb, postgres, pg_isready = programs
        if initdb is None or postgres is None or pg_isready is None:
            raise NoEngine("PostgreSQL is missing", hint="On Debian:  sudo apt install postgresql")
        data, log, how = self.folder / "database", self.folder / "postgres.log", self._as_whom()
        log.touch()
        if not data.exists():
            words = [initdb, "-D", data, "-U", "hub", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]
            self.launch([*map(str, words), "--no-sync"], log, **how)
            assert self.program is not None
            if self.program.wait() != 0:
                raise NoEngine(f"no database can be made: {log.read_text()[-400:]}")
        only_here = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self.folder}"]
        self.launch([postgres, "-D", data, *only_here], log, **how)
        asks = [str(pg_isready), "-h", str(self.folder), "-q"]
        self.wait(lambda: subprocess.run(asks, check=False).returncode == 0, log)

    def _as_whom(self) -> dict[str, Any]:
        """Return as whom it runs: root gives it, and its folder, to somebody else."""
        if os.geteuid() != 0:
            return {}
        names = {one.pw_name: one for one in pwd.getpwall()}
        user = next(names[name] for name in OTHER_USERS if name in names)
        os.chown(self.folder, user.pw_uid, user.pw_gid)
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": [], "cwd": self.folder}

    def stop(self) -> None:
        """End it, its clients' connections closed."""
        self.end(signal.SIGINT)


@dataclass
class Engines:
    """Both, in one folder."""

    folder: Path
    broker: Mosquitto = field(init=False)
    database: Postgres = field(init=False)

    def __post_init__(self) -> None:
        self.broker, self.database = Mosquitto(folder=self.folder), Postgres(folder=self.folder)

    def __enter__(self) -> "Engines":
        """Start both. Raises ``NoEngine``."""
        try:
            self.database.start()
            self.broker.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End both."""
        self.close()

    def close(self) -> None:
        """End what runs."""
        self.broker.stop()
        self.database.stop()
