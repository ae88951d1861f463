"""The address of a network camera, and the part of it that may be shown."""

from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from vision.errors import BadCamera

SCHEMES = ("http", "https", "rtsp", "rtsps")
EXAMPLES = "Write url:http://192.168.1.20:8080/video, or url:rtsp:// and so on."


@dataclass(frozen=True)
class VideoAddress:
    """Where a network camera gives its video.

    Passwords stand before the host (``user:password@``), but many cameras want them in the path or after
    a question mark; so only ``shown`` (scheme, host and port) is ever shown, logged or reported.
    """

    shown: str
    whole: str = field(repr=False)
    """The whole address, for callers that extract user and password themselves."""
    bare: str = field(repr=False)
    """Without user and password."""
    user: str = field(repr=False)
    password: str = field(repr=False)
    scheme: str
    host: str
    port: int | None


def parse_address(text: str) -> VideoAddress:
    """Return an address in its parts. Raises ``BadCamera``, whose text shows no part of it."""
    try:
        parts = urlsplit(text)
        # An @ behind the host is the end of a password that has a / or ? in it, or looks like one.
        is_clear = "@" in parts.netloc or "@" not in text
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _refuse("that is no address", EXAMPLES) from None
    if parts.scheme not in SCHEMES:
        raise _refuse(f"an address begins with {', '.join(f'{s}://' for s in SCHEMES)}", EXAMPLES)
    if not is_clear or any(character.isspace() for character in text):
        raise _refuse(
            "that address can be understood in two ways",
            "Write %40 for an @ in a user or password, %3A for :, %2F for /, %3F for ?, %23 for #.",
        )
    if not host:
        raise _refuse("that address names no host", EXAMPLES)
    return VideoAddress(
        shown=f"{parts.scheme}://{_host_and_port(host, port)}",
        whole=text,
        bare=_without_user(parts, host, port),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        scheme=parts.scheme,
        host=host,
        port=port,
    )


def _without_user(parts: SplitResult, host: str, port: int | None) -> str:
    return urlunsplit((parts.scheme, _host_and_port(host, port), parts.path, parts.query, ""))


def _host_and_port(host: str, port: int | None) -> str:
    name = f"[{host}]" if ":" in host else host
    return name if port is None else f"{name}:{port}"


def _refuse(why: str, hint: str) -> BadCamera:
    return BadCamera(f"url: {why}", hint=hint)
