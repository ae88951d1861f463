"""The table's log as its owner may read it, and send it to others: without what is secret.

The table itself writes no secret into its log (``companion/cli/logs.py``). But its first lines, which
are no log, tell the PIN; and an error of the system may tell an address or a name. So only lines of the
log are told, and in these all that looks like a code, a key or an address is left out, and the names of
networks are.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator

LINES = 300
OF_THE_LOG = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ [\w.]+: ")
TRACE = re.compile(
    r"  |\w+(Error|Exception|Lost|Interrupt)\b|Traceback \(|During handling|The above exception"
)
"""What stands below such a line: where an error was raised, and its kind."""
HIDDEN = "…"
SECRETS = (
    (re.compile(r"\w+://[^\s'\"]+"), HIDDEN),  # an address, perhaps with a password in it
    (re.compile(r"\b\d{1,3}(\.\d{1,3}){3}\b"), HIDDEN),
    (re.compile(r"\b([0-9a-fA-F]{1,4}:){2,}[0-9a-fA-F:]*\b|\b([0-9A-F]{2}:){5}[0-9A-F]{2}\b"), HIDDEN),
    (re.compile(r"(/home|/Users|/media|/run/media|/mnt)/[^\s'\":,]+"), rf"\1/{HIDDEN}"),
    (re.compile(r"\b\d{6,}\b"), HIDDEN),  # a PIN
    (re.compile(r"\b(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9-]{5,}\b"), HIDDEN),  # a code to join with
    (re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}\b"), HIDDEN),  # a token, a key
)
"""What is left out, wherever it stands."""


def without_secrets(text: str, names: Collection[str] = ()) -> str:
    """Return a line without them; ``names``: further words to leave out."""
    begin, rest = _stamp(text)
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, HIDDEN)
    for secret, put in SECRETS:
        rest = secret.sub(put, rest)
    return begin + rest


def told(entries: Iterable[str], names: Collection[str] = ()) -> list[str]:
    """Return what is told of journalctl's entries, each a line of JSON."""
    return [without_secrets(line, names) for line in _lines(entries)][-LINES:]


def _stamp(text: str) -> tuple[str, str]:
    """Split a line behind its time and its part: nothing is secret there, and much looks like it."""
    found = OF_THE_LOG.match(text)
    return ("", text) if found is None else (found[0], text[found.end() :])


def _lines(entries: Iterable[str]) -> Iterator[str]:
    is_log = False
    for entry in entries:
        try:
            said = json.loads(entry)
            message, who = said["MESSAGE"], said.get("SYSLOG_IDENTIFIER")
        except (ValueError, LookupError, TypeError):
            continue
        if not isinstance(message, str):  # bytes that are no text
            continue
        if who == "systemd":
            yield f"systemd: {message}"
            continue
        is_log = bool(OF_THE_LOG.match(message) or (is_log and TRACE.match(message)))
        if is_log:
            yield message
