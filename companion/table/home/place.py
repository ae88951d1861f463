"""Where the owner's broker is, and as whom the table comes to it."""

from dataclasses import dataclass, field
from ssl import SSLContext


@dataclass(frozen=True)
class BrokerPlace:
    """An MQTT broker. ``tls``: what its certificate is judged with; None: nothing is encrypted."""

    host: str
    port: int
    tls: SSLContext | None = field(default=None, repr=False)
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """Say where it is, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"
