"""How guessing a PIN or a code is slowed down, and how long both must be for that to suffice.

The lengths here follow from this: if every address of a home network (250) guesses all the time, once a
minute, they try some 131 million times a year. One PIN out of ``n`` is then found after ``n / 2``
guesses on average; a code, which is replaced within the hour, after ``n``. Both take more than a year.
No address has to wait because of another.
"""

import hashlib
import string
import threading
from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil

from companion.errors import TooManyTries

FREE = 5
"""Wrong tries in a row that are allowed without waiting, since people mistype."""
A_TRY_S = 60.0
"""Seconds of waiting for each further try: nobody with the right PIN waits longer."""
GUESSERS = 250
"""Most addresses that guess: those of a home network (a /24). With IPv6 a whole /64 counts as one."""
A_YEAR_S = 365.25 * 24 * 60 * 60
TRIES_A_YEAR = GUESSERS * A_YEAR_S / A_TRY_S

PIN_DIGITS = 9
"""10**9 / 2 guesses take 3.8 years."""
CODE_LENGTH = 6
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no characters that look alike
"""32**6 guesses take 8.2 years, if a seat's code were open all the time."""

KINDS = (string.digits, string.ascii_lowercase, string.ascii_uppercase)
OTHERS = 32
"""Fewest further characters that a guesser has to consider."""

TimeNow = Callable[[], float]
"""Returns the time of day, in seconds since the epoch, or the seconds of a clock that is never set."""


def is_long_enough(pin: str) -> bool:
    """Tell whether guessing this PIN takes a year on average, if its kinds of characters are known."""
    letters = sum(len(kind) for kind in KINDS if set(kind) & set(pin))
    letters += OTHERS if set(pin) - set("".join(KINDS)) else 0
    return bool(letters ** min(len(pin), 64) / 2 >= TRIES_A_YEAR)


def guesser(address: str) -> str:
    """Return who counts as one guesser: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address) or ip.is_loopback:
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> 64 << 64)}/64"


class Tries:
    """Counts tries, each address by itself. Safe to use from any thread."""

    def __init__(self, time_now: TimeNow) -> None:
        self._time_now = time_now
        self._lock = threading.Lock()
        self._tried: dict[str, deque[float]] = {}
        """Until when each guesser's tries count: the last ``FREE`` of them, in order."""

    def count(self, client: str) -> None:
        """Count one try, before its result is known. Raises ``TooManyTries``."""
        now, who = self._time_now(), guesser(client)
        with self._lock:
            self._forget_old(now)
            tried = self._tried.setdefault(who, deque())
            if len(tried) >= FREE:
                raise TooManyTries(retry_after_s=ceil(tried[0] - now))
            tried.append((tried[-1] if tried else now) + A_TRY_S)

    def forgive(self, client: str) -> None:
        """The last try was right: forget the wrong ones before it, which were typing errors."""
        with self._lock:
            self._tried.pop(guesser(client), None)

    def _forget_old(self, now: float) -> None:
        for tried in self._tried.values():
            while tried and tried[0] <= now:
                tried.popleft()
        self._tried = {who: tried for who, tried in self._tried.items() if tried}


def hash_of(secret: str) -> str:
    """Return the hash under which a code or token is kept."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
