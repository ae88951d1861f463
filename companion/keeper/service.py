"""The keeper's door: a socket on this machine, for root and for the table; a line in, a line out."""

import shutil
import socket
import struct
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.errors import BadAct, BadRelease, CompanionError, Reason
from companion.keeper.acts import (
    MOST_ASKED_BYTES,
    Act,
    Join,
    Log,
    LookAround,
    OwnNetwork,
    PowerOff,
    Refusal,
    Reply,
    Restart,
    TimeZone,
    Update,
    parse_act,
)
from companion.keeper.log import told
from companion.keeper.machine import Systemd
from companion.keeper.network.networking import Networking
from companion.keeper.place import KeeperFolders
from companion.keeper.shapes import Leaving, MachineShape
from companion.keeper.trial import Trials
from companion.keeper.updating import Updating

HEARD_WITHIN_S = 5.0
LOOK_FOR_SIGNALS_S = 0.5
STICKS = ("media/*", "media/*/*", "run/media/*/*", "mnt", "mnt/*")
"""Where systems show disks that were put in, below the root."""
ENDING = ".release"
ROOT = 0


class Keeper:
    """Does the acts, and no others."""

    def __init__(
        self,
        place: KeeperFolders,
        trials: Trials,
        updating: Updating,
        host: Systemd,
        network: Networking,
        lists: Callable[[], bool],
        root: Path = Path("/"),
    ) -> None:
        """``lists``: whether the owner has named a list of releases; ``root``: where sticks are."""
        self._place, self._trials, self._updating = place, trials, updating
        self._host, self._network, self._lists, self._root = host, network, lists, root
        self._leaving: Leaving | None = None

    def do(self, act: Act) -> MachineShape:
        """Do it; return how things stand then. Raises ``BadAct``, ``BadRelease``, OSError."""
        match act:
            case Update() | TimeZone() | Join() | OwnNetwork() | LookAround() if self._leaving:
                raise BadAct("the machine goes off", reason=Reason("error.bad_act_leaving"))
            case Update(file=None) if not self._lists():
                raise BadAct(
                    "the owner has named no list of releases",
                    hint='Name one in the settings: updates = "https://..."; or name a file.',
                    reason=Reason("error.no_list"),
                )
            case Update(file=file):
                self._updating.begin(Path(file) if file else None)
            case Restart() | PowerOff() | Join() | OwnNetwork() | LookAround() if self._updating.doing:
                raise BadAct("an update is under way", reason=Reason("error.update_on"))
            case Restart():
                self._host.restart()
                self._leaving = "restarting"
            case PowerOff():
                self._host.power_off()
                self._leaving = "powering_off"
            case TimeZone(zone=zone):
                self._host.set_zone(zone)
            case Join(network=name, password=password):
                self._network.join(name, password)
            case OwnNetwork():
                self._network.open_own()
            case LookAround():
                self._network.look()
            case _:
                pass
        return self.shape()

    def log(self) -> list[str]:
        """Return the newest lines of the log, without what is secret. Raises ``BadAct``."""
        network = self._network.shape()
        if network is None:
            return told(self._host.log())
        names = [one["name"] for one in network["air"]]
        names += [name for name in (network["joined"], network["own"]["name"]) if name]
        return told(self._host.log(), names)

    def shape(self) -> MachineShape:
        """Return how things stand."""
        ended, current = self._trials.ended, self._place.current
        return {
            "version": current.name if current else "",
            "doing": self._leaving or self._updating.doing,
            "ended": {"version": ended.release, "why": ended.why} if ended else None,
            "files": [str(path) for path in self._files()],
            "lists": self._lists(),
            "zone": self._host.zone,
            "zones": self._host.zones(),
            "network": self._network.shape(),
        }

    def _files(self) -> list[Path]:
        found: list[Path] = []
        for pattern in STICKS:
            with suppress(OSError):  # a stick that was pulled out
                found += sorted(self._root.glob(f"{pattern}/*{ENDING}"))
        return found


def answered(keeper: Keeper, line: bytes) -> Reply:
    """Return what is answered to a line."""
    try:
        act = parse_act(line)
        if isinstance(act, Log):
            return Reply(log=keeper.log())
        return Reply(machine=keeper.do(act))
    except CompanionError as error:
        reason = error.reason or Reason("")
        refusal = Refusal(error.code, str(error), error.hint, reason.code, dict(reason.params))
        return Reply(refused=refusal)
    except OSError as error:
        told = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return Reply(refused=Refusal(BadRelease.code, told, "Is the stick still in?"))


class KeeperDoor:
    """Listens until it is told not to. Whoever asks must be root, or the table's own user."""

    def __init__(self, path: Path, users: Collection[int], group: str | None) -> None:
        """``users``: who may ask, by the system's numbers; ``group``: whose members may try."""
        self._users = users
        path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        self._socket.bind(str(path))
        if group is not None:
            shutil.chown(path, group=group)
        path.chmod(0o660)
        self._socket.listen()
        self._socket.settimeout(LOOK_FOR_SIGNALS_S)

    def serve(self, keeper: Keeper, is_over: Callable[[], bool]) -> None:
        """Answer one after the other, until it is over."""
        while not is_over():
            try:
                asking, _ = self._socket.accept()
            except TimeoutError:
                continue
            with asking, suppress(OSError):  # who asks and does not wait is not waited for
                asking.settimeout(HEARD_WITHIN_S)
                if _user_of(asking) in self._users:
                    reply = answered(keeper, _line(asking))
                    asking.sendall(msgspec.json.encode(reply) + b"\n")

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()


def _user_of(asking: socket.socket) -> int:
    """Return which user of the system asks, as the kernel has it."""
    told = asking.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    user: int = struct.unpack("3i", told)[1]
    return user


def _line(asking: socket.socket) -> bytes:
    """Return the line that is asked with. Raises OSError."""
    line = b""
    while not line.endswith(b"\n") and len(line) <= MOST_ASKED_BYTES:
        more = asking.recv(MOST_ASKED_BYTES)
        if not more:
            break
        line += more
    return line
