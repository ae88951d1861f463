"""A keeper that takes down what it is asked for, and does none of it."""

from pathlib import Path

from companion.errors import CompanionError
from companion.keeper.acts import Act, Look, PowerOff, Restart
from companion.keeper.asking import Asking
from companion.keeper.shapes import MachineShape


class FakeKeeper(Asking):
    """Answers how things stand, as a test has set it."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"))
        self.machine: MachineShape = {
            "version": "0.1.0-20260101T000000",
            "doing": None,
            "ended": None,
            "files": ["/media/stick/table-companion-0.2.0.release"],
            "lists": True,
            "zone": "Europe/Prague",
            "zones": ["Europe/Berlin", "Europe/Prague"],
            "network": {
                "own": {"name": "table-4711", "key": "abcd2345efgh"},
                "is_open": False,
                "linked": True,
                "joined": "Home",
                "air": [
                    {"name": "Home", "strength": 80, "is_open": False, "can": True},
                    {"name": "Café", "strength": 40, "is_open": True, "can": True},
                    {"name": "Office", "strength": 20, "is_open": False, "can": False},
                ],
                "doing": None,
                "ended": None,
            },
        }
        self.asked: list[Act] = []
        self.refuses: CompanionError | None = None

    def log(self) -> list[str]:
        """Tell a line."""
        if self.refuses is not None:
            raise self.refuses
        return ["2026-01-01 20:00:00,000 WARNING companion.table: the disk is full"]

    def do(self, act: Act) -> MachineShape:
        """Take it down, unless it is a look."""
        if self.refuses is not None:
            raise self.refuses
        if not isinstance(act, Look):
            self.asked.append(act)
        if isinstance(act, Restart | PowerOff):
            self.machine["doing"] = "restarting" if isinstance(act, Restart) else "powering_off"
        return self.machine
