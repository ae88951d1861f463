"""Where the table is reached from other machines of the home network."""

import socket
import sys
from collections import OrderedDict
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address
from threading import Lock

ANY = ("0.0.0.0", "::")
ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737). Nothing is sent there: only the way to it is looked up."""
INSTALLED_AS = "companion.local"
"""The name in the network that ``deploy/install.sh`` gives a machine whose owner has given it none."""
OWN_MACHINE = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
"""Where whoever calls localhost comes from. Who takes another address of this machine has a reason."""
MOST_KNOWN = 1000
USUAL_PORTS = {"http": 80, "https": 443}
_ADDRESS_OF, _REQUEST_BYTES = 0x8915, 40
"""Linux's request for an interface's address, and how long it is, see netdevice(7)."""


class KnownAddresses:
    """Addresses that have shown a good token since the start. Any thread may ask.

    The table's own machine is one of them, unless it is ``behind_proxy``: then all come from there.
    """

    def __init__(self, *, behind_proxy: bool = False) -> None:
        self._lock = Lock()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._behind_proxy = behind_proxy

    def add(self, address: str) -> None:
        """Note an address that has shown a good token."""
        if address in OWN_MACHINE:
            return
        with self._lock:  # else another could take it away again before it was moved
            self._known[address] = None
            self._known.move_to_end(address)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)

    def is_own(self, address: str) -> bool:
        """Tell whether whoever comes from there is at the table's own machine."""
        return not self._behind_proxy and address in OWN_MACHINE

    def __contains__(self, address: object) -> bool:
        return address in self._known or (isinstance(address, str) and self.is_own(address))


def public_addresses(host: str, port: int, scheme: str = "http") -> list[str]:
    """Return where a server that listens at ``host`` is reached: ``http://192.168.1.7:8000``, say.

    The best is the first; empty where only this machine can reach it. Ask anew each time: many a machine
    is given its address some time after its start.
    """
    found = dict.fromkeys(own_addresses() if host in ANY else [host])
    return [origin(scheme, address, port) for address in found if not is_loopback(address)]


def origin(scheme: str, address: str, port: int) -> str:
    """Return how an address begins in a browser: it leaves out the port that is usual for the scheme."""
    begin = f"{scheme}://{_bracketed(address)}"
    return begin if USUAL_PORTS.get(scheme) == port else f"{begin}:{port}"


def own_names(host: str) -> list[str]:
    """Return the names and addresses by which a server that listens at ``host`` may be called."""
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
    return _of_interfaces()  # no way out, as where the machine itself is the network's only access point


def _of_interfaces() -> list[str]:
    """Return the IPv4 addresses of this machine's interfaces: no name is asked for, of nobody."""
    if sys.platform != "linux":  # others know their own name by themselves
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


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
