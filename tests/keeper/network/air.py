"""A machine with a radio, and the networks around it: what nmcli and iw would say, and do."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from companion.keeper.network.files import KEPT, OWN, TRIED, file_name, read

CABLE = "11111111-2222-3333-4444-555555555555"
DEVICES = "DEVICE,TYPE,STATE,CON-UUID"
NO_KEY = "Error: Connection activation failed: Secrets were required, but not provided.\n"
NOT_FOUND = "Error: Connection activation failed: The Wi-Fi network could not be found\n"
NO_ADDRESS = "Error: Connection activation failed: IP configuration could not be reserved (no address)\n"


@dataclass
class Point:
    """A network in the air, and its key."""

    name: str
    key: str | None = None
    strength: int = 70
    security: str = "WPA2"
    gives_addresses: bool = True


@dataclass
class Air:
    """Stands in for the programs that ``Radio`` runs; files of keys are read where they are put."""

    root: Path
    points: list[Point] = field(default_factory=list)
    has_radio: bool = True
    cable: bool = False
    guests: int = 0
    up: str = ""
    """The number of the network that the radio is in, or gives."""
    said: list[tuple[str, ...]] = field(default_factory=list)

    def run(self, *words: str, within_s: float = 0.0) -> "subprocess.CompletedProcess[str]":
        del within_s
        self.said.append(words)
        status, out, told = self._answer(words)
        return subprocess.CompletedProcess(words, status, out, told)

    def known(self) -> dict[str, Path]:
        """Return the networks that NetworkManager knows: those to be tried count first."""
        files = [*(self.root / KEPT).glob("*"), *(self.root / TRIED).glob("*")]
        return {file.name.removeprefix("table-companion-").partition(".")[0]: file for file in files}

    def restart(self) -> None:
        """Start the machine anew: what was only tried is forgotten, and what is known is joined."""
        for file in (self.root / TRIED).glob("*"):
            file.unlink()
        self.up = ""
        self.by_itself()

    def by_itself(self) -> None:
        """Join a network that is known and in the air, as NetworkManager does."""
        if not self.up:
            good = (number for number in self.known() if number != OWN and self._failed(number) is None)
            self.up = next(good, "")

    def _answer(self, words: tuple[str, ...]) -> tuple[int, str, str]:
        match words:
            case ("iw", "dev", _, "station", "dump"):
                return (
                    0,
                    "Station 00:00:00:00:00:01 (on wlan0)\n\tinactive time: 1 ms\n" * self.guests,
                    "",
                )
            case ("nmcli", "--terse", "--fields", names, "device", "status"):
                assert names == DEVICES
                cable = f"connected:{CABLE}" if self.cable else "unavailable:"
                radio = f"connected:{self.up}" if self.up else "disconnected:"
                rows = [f"eth0:ethernet:{cable}", "lo:loopback:connected (externally):x"]
                return 0, "\n".join([*rows, *([f"wlan0:wifi:{radio}"] * self.has_radio)]), ""
            case ("nmcli", "--terse", "--fields", names, "device", "wifi", "list", "--rescan", _):
                return 0, "\n".join(self._row(point, names) for point in self.points), ""
            case ("nmcli", "--terse", "--fields", "UUID,TYPE", "connection", "show"):
                return 0, "".join(f"{number}:802-11-wireless\n" for number in self.known()), ""
            case ("nmcli", "--wait", _, "connection", "up", "uuid", number):
                return self._bring_up(number)
            case ("nmcli", "connection", "down", "uuid", number):
                self.up = "" if self.up == number else self.up
            case ("nmcli", "connection", "load", file):
                assert Path(file).stat().st_mode & 0o777 == 0o600, "NetworkManager takes no other"
            case ("nmcli", "connection", "reload") | ("nmcli", "radio", "wifi", "on"):
                pass
            case _:
                raise AssertionError(f"nobody knows {words}")
        return 0, "", ""

    def _row(self, point: Point, names: str) -> str:
        joined = self._named(self.up) == point.name
        told = {
            "IN-USE": "*" if joined else " ",
            "SSID-HEX": point.name.encode().hex().upper(),
            "SIGNAL": str(point.strength),
            "SECURITY": point.security if point.key else "",
        }
        return ":".join(told[name] for name in names.split(","))

    def _bring_up(self, number: str) -> tuple[int, str, str]:
        assert number in self.known()
        self.up = ""  # a radio is in one network at a time
        failed = self._failed(number)
        if failed is not None:
            return 4, "", failed
        self.up = number
        return 0, "done", ""

    def _failed(self, number: str) -> str | None:
        if number == OWN:
            return None
        wifi = read(self.known()[number].read_text())
        assert wifi is not None
        point = next((point for point in self.points if point.name == wifi.name), None)
        if point is None:
            return NOT_FOUND
        if point.key != wifi.key:
            return NO_KEY
        return None if point.gives_addresses else NO_ADDRESS

    def _named(self, number: str) -> str | None:
        if number not in self.known():
            return None
        wifi = read(self.known()[number].read_text())
        return wifi.name if wifi else None

    @property
    def own(self) -> Path:
        return self.root / KEPT / file_name(OWN)
