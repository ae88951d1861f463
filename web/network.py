"""At which addresses other machines of the home network reach the table."""

import socket
import sys
from collections import OrderedDict
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address
from threading import Lock

ANY = ("0.0.0.0", "::")
ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737). Nothing is sent to this address: only the route to it is
looked up."""
INSTALLED_AS = "companion.local"
"""The network name that ``deploy/install.sh`` gives to a machine whose owner has not named it."""
OWN_MACHINE = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
"""The addresses of callers who use localhost. Callers from another address of this machine have a reason
to use it."""
MOST_KNOWN = 1000
USUAL_PORTS = {"http": 80, "https": 443}
_ADDRESS_OF, _REQUEST_BYTES = 0x8915, 40
"""Linux's request for an interface's address, and the length of its structure, see netdevice(7)."""


class KnownAddresses:
    """Addresses that have shown a good token since the start. Any thread may ask.

    The table's own machine counts as known, unless it is ``behind_proxy``: then all requests come from
    there.
    """

    def __init__(self, *, behind_proxy: bool = False) -> None:
        self._lock = Lock()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._behind_proxy = behind_proxy

    def add(self, address: str) -> None:
        """Note an address that has shown a good token."""
        if address in OWN_MACHINE:
            return
        with self._lock:  # otherwise another program could remove it again before it was moved
            self._known[address] = None
            self._known.move_to_end(address)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)

    def is_own(self, address: str) -> bool:
        """Tell whether this address is that of the table's own machine."""
        return not self._behind_proxy and address in OWN_MACHINE

    def __contains__(self, address: object) -> bool:
        return address in self._known or (isinstance(address, str) and self.is_own(address))


def public_addresses(host: str, port: int, scheme: str = "http") -> list[str]:
    """Return the addresses of a server that listens at ``host``: ``http://192.168.1.7:8000``, for
    example.

    The best is the first; empty if only this machine can reach it. Ask each time: many machines get
    their address some time after they start.
    """
    found = dict.fromkeys(own_addresses() if host in ANY else [host])
    return [origin(scheme, address, port) for address in found if not is_loopback(address)]


def origin(scheme: str, address: str, port: int) -> str:
    """Return an address as a browser writes an origin: without the port that is usual for the scheme."""
    begin = f"{scheme}://{_bracket(address)}"
    return begin if USUAL_PORTS.get(scheme) == port else f"{begin}:{port}"


def own_names(host: str) -> list[str]:
    """Return the names and addresses that may be used for a server that listens at ``host``."""
    name = socket.gethostname().partition(".")[0]
    own = own_addresses() if host in ANY else [host]
    return ["localhost", "127.0.0.1", "::1", name, f"{name}.local", INSTALLED_AS, *own]


@lru_cache(maxsize=2000)
def is_loopback(name: str) -> bool:
    """Say whether a name or an address means the very machine that says it."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(name).is_loopback
    return False


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, first the one by which it reaches others."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        return [str(probe.getsockname()[0])]
    return (
        _of_interfaces()
    )  # there is no way out, for example because the machine itself is the network's only access point


def _of_interfaces() -> list[str]:
    """Return the IPv4 addresses of this machine's interfaces, without asking any name server."""
    if sys.platform != "linux":  # other systems know their own name by themselves
        with suppress(OSError):
            return socket.gethostbyname_ex(socket.gethostname())[2]
        return []
    import fcntl

    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                told = fcntl.ioctl(asking, _ADDRESS_OF, name.encode().ljust(_REQUEST_BYTES, b"\0"))
                found.append(socket.inet_ntoa(told[20:24]))
    return found


def _bracket(address: str) -> str:
    return f"[{address}]" if ":" in address else address
