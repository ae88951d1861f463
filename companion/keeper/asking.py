"""Asks the keeper: what the table's page and ``companion update`` do, and all that they can."""

import socket
from pathlib import Path

import msgspec

from companion.errors import BadAct, BadRelease, NoKeeper, Reason
from companion.keeper.acts import Act, Log, Look, Reply
from companion.keeper.network.wifi import BadWifi
from companion.keeper.shapes import MachineShape

SOCKET = Path("/run/table-companion-keeper/socket")
ANSWERS_WITHIN_S = 15.0
MOST_ANSWER_BYTES = 1024 * 1024


class Asking:
    """The way to the keeper's door."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def look(self) -> MachineShape:
        """Return how things stand. Raises ``NoKeeper``."""
        return self.do(Look())

    def log(self) -> list[str]:
        """Return the newest lines of the log. Raises ``NoKeeper``, ``BadAct``."""
        return self._answer(Log()).log or []

    def do(self, act: Act) -> MachineShape:
        """Let the keeper do an act; return how things stand then.

        Raises ``NoKeeper``; ``BadAct``, ``BadRelease``, ``BadWifi`` where it refuses.
        """
        reply = self._answer(act)
        if reply.machine is None:
            raise NoKeeper("the keeper says nothing", hint="journalctl -u table-companion-keeper")
        return reply.machine

    def _answer(self, act: Act) -> Reply:
        reply = self._ask(msgspec.json.encode(act) + b"\n")
        if reply.refused is not None:
            refused = reply.refused
            kind = next((kind for kind in (BadRelease, BadWifi) if kind.code == refused.code), BadAct)
            reason = Reason(refused.reason, refused.params) if refused.reason else None
            raise kind(refused.message, hint=refused.hint, reason=reason)
        return reply

    def _ask(self, line: bytes) -> Reply:
        told = b""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC) as way:
                way.settimeout(ANSWERS_WITHIN_S)
                way.connect(str(self._path))
                way.sendall(line)
                while (more := way.recv(65536)) and len(told) < MOST_ANSWER_BYTES:
                    told += more
            return msgspec.json.decode(told, type=Reply)
        except PermissionError as error:
            raise NoKeeper("only root may ask the keeper", hint="Try again with sudo.") from error
        except (OSError, msgspec.MsgspecError) as error:
            raise NoKeeper(
                f"no keeper answers at {self._path}: {error}",
                hint="One installed with deploy/install.sh has it: the service table-companion-keeper.",
            ) from error
