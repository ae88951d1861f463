"""The table's own network, as phones join it: its name, its key, and a QR code with both."""

import time
from collections.abc import Callable

from companion.errors import NoKeeper
from companion.keeper.asking import Asking
from web.access.invitation import qr_code
from web.answers import OwnNetwork

SAME_FOR_S = 5.0
"""Seconds for which the keeper is not asked again: each shared screen asks every four."""


class TheTables:
    """Tells of the table's own network while it is open. Any thread may ask."""

    def __init__(self, keeper: Asking, now: Callable[[], float] = time.monotonic) -> None:
        self._keeper, self._now = keeper, now
        self._told: OwnNetwork | None = None
        self._until = 0.0

    def __call__(self) -> OwnNetwork | None:
        """Return it; None while it is not open, or where nobody looks after the networks."""
        if self._now() >= self._until:
            self._told = self._ask()
            self._until = self._now() + SAME_FOR_S
        return self._told

    def _ask(self) -> OwnNetwork | None:
        try:
            network = self._keeper.look()["network"]
        except NoKeeper:
            return None
        if network is None or not network["is_open"]:
            return None
        own = network["own"]
        # Neither name nor key has a sign that would need a backslash.
        code = qr_code(f"WIFI:T:WPA;S:{own['name']};P:{own['key']};;")
        return OwnNetwork(own["name"], own["key"], code)
