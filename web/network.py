"""Where the table is reached from other machines of the home network."""

import socket
from contextlib import suppress
from ipaddress import ip_address

ANY = ("0.0.0.0", "::")
ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737). Nothing is sent there: only the way to it is looked up."""


def public_addresses(host: str, port: int) -> list[str]:
    """Return where a server that listens at ``host`` is reached: ``http://192.168.1.7:8000``, say.

    The best is the first; empty where only this machine can reach it. Ask anew each time: many a machine
    is given its address some time after its start.
    """
    found = dict.fromkeys(_own_addresses() if host in ANY else [host])
    return [f"http://{_bracketed(address)}:{port}" for address in found if not is_loopback(address)]


def is_loopback(name: str) -> bool:
    """Say whether a name or an address means the very machine that says it."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(name).is_loopback
    return False


def _own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, first the one by which it reaches others."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        return [str(probe.getsockname()[0])]
    # No way out, as where the machine itself is the network's only access point.
    found: list[str] = []
    for name in (socket.gethostname(), f"{socket.gethostname()}.local"):
        with suppress(OSError):
            found += (str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET))
    return found


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
