"""The address of the owner's broker, and the user as whom the table logs in."""

from dataclasses import dataclass, field
from ssl import SSLContext


@dataclass(frozen=True)
class BrokerPlace:
    """An MQTT broker. ``tls``: how its certificate is verified; None if nothing is encrypted."""

    host: str
    port: int
    tls: SSLContext | None = field(default=None, repr=False)
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """Return the address, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"
