"""The machine's networks as NetworkManager has them, asked by its program ``nmcli``, and ``iw``.

Keys are never an argument, which other users could read: they are in files that NetworkManager loads. Of
what the programs say nothing is told or logged, since names of networks are in it.
"""

import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.errors import BadAct
from companion.keeper.disk import remove_file
from companion.keeper.network.files import (
    KEPT,
    OWN,
    TRIED,
    file_name,
    joining,
    made_up,
    number_of,
    own,
    read,
)
from companion.keeper.network.shapes import AirShape, NetworkWhy
from companion.keeper.network.wifi import Wifi
from companion.table.storage.files import write_whole

WITHIN_S = 30.0
JOINED_WITHIN_S = 60
"""Seconds in which a network must be joined: a slow one gives an address in some twenty."""
ENGLISH = {"LC_ALL": "C", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
LINKS = ("ethernet", "wifi")
ENTERPRISE = "802.1X"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@dataclass(frozen=True)
class NetworksSeen:
    """The state of the networks.

    ``has_radio``: whether there is one for wireless networks; ``is_open``: whether the table's own is
    open; ``guests``: how many phones are in that; ``knows``: whether there is another one to join.
    """

    has_radio: bool = False
    linked: bool = False
    joined: str | None = None
    is_open: bool = False
    guests: int = 0
    knows: bool = False


def run(*words: str, within_s: float = WITHIN_S) -> "subprocess.CompletedProcess[str]":
    """Run a program of the system. Raises OSError, ``subprocess.SubprocessError``."""
    return subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=within_s,
        env=ENGLISH,
        check=False,
    )


class Radio:
    """Asks and tells NetworkManager. Used by one thread."""

    def __init__(self, run: Run = run, root: Path = Path("/")) -> None:
        self._run, self._root = run, root
        self._names: dict[str, str | None] = {}
        """What joined networks are called, by their numbers."""

    def seen(self) -> NetworksSeen:
        """Return how things are now."""
        radio, linked, joined, is_open = "", False, None, False
        for device, kind, state, number in self._fields(
            "device", "DEVICE,TYPE,STATE,CON-UUID", "status"
        ):
            if kind == "wifi" and not radio and state != "unmanaged":
                radio = device
            if kind not in LINKS or not state.startswith("connected"):
                continue
            is_open = is_open or number == OWN
            linked = linked or number != OWN
            if kind == "wifi" and number != OWN:
                joined = self._name_of(number)
        if not is_open:
            return NetworksSeen(bool(radio), linked, joined)
        return NetworksSeen(
            bool(radio), linked, joined, is_open, self._guests(radio), self._knows_others()
        )

    def own(self) -> Wifi:
        """Return the table's own network: made up when it is first asked for, and kept."""
        file = self._root / KEPT / file_name(OWN)
        with suppress(OSError):
            there = read(file.read_text(encoding="utf-8"))
            if there is not None and there.key:
                return there
        made = made_up()
        self._write(file, own(made))
        return made

    def air(self) -> list[AirShape]:
        """Return what is in the air, the strongest first. Other networks may be left out for a while."""
        found: dict[str, AirShape] = {}
        told = self._fields("device", "SSID-HEX,SIGNAL,SECURITY", "wifi", "list", "--rescan", "yes")
        for name, strength, security in told:
            with suppress(ValueError):  # no name, or none that can be written
                network: AirShape = {
                    "name": bytes.fromhex(name).decode(),
                    "strength": int(strength),
                    "is_open": security in ("", "--") or security == "OWE",
                    "can": ENTERPRISE not in security and security != "WEP",
                }
                there = found.setdefault(network["name"], network)
                if network["name"] and there["strength"] < network["strength"]:
                    found[network["name"]] = network
        found.pop("", None)
        found.pop(self.own().name, None)
        return sorted(found.values(), key=lambda network: -network["strength"])

    def open(self) -> None:
        """Open the table's own network. Raises ``BadAct``."""
        self.own()
        self._nmcli("radio", "wifi", "on")  # a fresh Pi's is off
        self._nmcli("connection", "load", str(self._root / KEPT / file_name(OWN)))
        done = self._nmcli("--wait", str(JOINED_WITHIN_S), "connection", "up", "uuid", OWN)
        if done.returncode:
            raise BadAct(
                f"the table's own network cannot be opened (nmcli: {done.returncode})",
                hint="journalctl -u NetworkManager may tell why.",
            )

    def close(self) -> None:
        """Close it: NetworkManager joins a network that it knows, if there is one."""
        self._nmcli("connection", "down", "uuid", OWN)

    def join(self, wifi: Wifi, passphrase: str | None) -> NetworkWhy:
        """Join a network, and keep it if that works; else all is as before, but for the radio.

        ``passphrase``: as it was typed; one that takes nothing below WPA3 needs it.
        """
        named = self._security(wifi.name)
        number = number_of(wifi)
        tried = self._root / TRIED / file_name(number)
        sae = named is not None and "WPA3" in named and "WPA2" not in named
        if sae:
            wifi = Wifi(wifi.name, passphrase)
        text = joining(wifi, sae=sae, hidden=named is None)
        why: NetworkWhy = "failed"
        try:
            self._write(tried, text)
            self._nmcli("connection", "load", str(tried))
            why = self._up(number)
            if why == "joined":
                self._write(self._root / KEPT / file_name(number), text)
        finally:
            if why != "joined":
                remove_file(tried)
                self._nmcli("connection", "reload")
        return why

    def _up(self, number: str) -> NetworkWhy:
        self._nmcli("radio", "wifi", "on")
        done = self._nmcli("--wait", str(JOINED_WITHIN_S), "connection", "up", "uuid", number)
        if done.returncode == 0:
            return "joined"
        told = done.stderr
        if "ecrets" in told or "802.1X" in told:
            return "key"
        if "could not be found" in told or "not available" in told:
            return "away"
        return "address" if "IP config" in told else "failed"

    def _security(self, name: str) -> str | None:
        """Return how a network is secured, as last seen; None: it is not in the air."""
        wanted = name.encode().hex()
        told = self._fields("device", "SSID-HEX,SECURITY", "wifi", "list", "--rescan", "auto")
        found = [security for hexed, security in told if hexed.lower() == wanted]
        return None if not found else max(found, key=lambda security: "WPA2" in security)

    def _name_of(self, number: str) -> str | None:
        """Return what the network is called that is joined now."""
        if number not in self._names:
            told = self._fields("device", "IN-USE,SSID-HEX", "wifi", "list", "--rescan", "no")
            names = [bytes.fromhex(name).decode(errors="replace") for used, name in told if used == "*"]
            self._names = {number: names[0] if names else None}
        return self._names[number]

    def _knows_others(self) -> bool:
        told = self._fields("connection", "UUID,TYPE", "show")
        return any(number != OWN and "wireless" in kind for number, kind in told)

    def _guests(self, device: str) -> int:
        with suppress(OSError, subprocess.SubprocessError):
            return self._run("iw", "dev", device, "station", "dump").stdout.count("Station ")
        return 0

    def _fields(self, what: str, names: str, *words: str) -> list[list[str]]:
        done = self._nmcli("--terse", "--fields", names, what, *words)
        rows = [line.split(":") for line in done.stdout.splitlines()]  # no field has a colon in it
        return [row for row in rows if len(row) == names.count(",") + 1]

    def _nmcli(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run it; where it is not there, or hangs, nothing is known. Only numbers are in its words."""
        try:
            return self._run("nmcli", *words, within_s=JOINED_WITHIN_S + WITHIN_S)
        except (OSError, subprocess.SubprocessError):
            return subprocess.CompletedProcess(words, 127, "", "")

    @staticmethod
    def _write(file: Path, text: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
