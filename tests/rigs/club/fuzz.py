"""Messages by lot, from a table with rights and from a stranger: what can they change?

    make club-fuzz TIMES=10000

Each is sent to a hub by a broker that knows tables by their certificates, as ``docs/many-tables.md``
sets it up. The stranger has a certificate of nobody the broker trusts, and tries without one, too. In
the end the rows of the other tables must be what they were, and the hub must store what these tell now.
"""

import json
import ssl
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from random import Random
from typing import Any

from companion.hub.database import connected
from companion.hub.messages import BadMessage, heard
from companion.table.hub.topics import ROOT
from tests.hub.certificates import Authority, encrypted_broker, speaking
from tests.hub.club import (
    YACHT,
    engines_at_work,
    hub_at_work,
    open_table,
    stored_of,
    telling,
    throw,
    told_by,
    until,
)

TABLES = ("tables", "sittings", "moves", "players", "seats")
GOOD: dict[str, list[dict[str, Any]]] = {
    "moves": [
        {
            "v": 1,
            "sent": "2026-01-02T20:15:09+00:00",
            "book": 1,
            "first": 1,
            "lines": [
                {
                    "sitting": 1,
                    "number": 0,
                    "at": "2026-01-02T20:15:00+00:00",
                    "game": "yacht",
                    "seats": 2,
                },
                {
                    "sitting": 1,
                    "number": 1,
                    "at": "",
                    "seat": 1,
                    "words": {"move": "throw"},
                    "turn": 2,
                    "scores": [1, 2],
                    "end": {"winners": [1], "ranks": [1, 2]},
                    "said": {"seat": 1, "code": "move.throw", "params": {"faces": "1 1", "n": 2}},
                    "resaid": [[1, {"code": "move.other", "params": {"kind": "{1}"}}], [2, None]],
                },
            ],
            "check": "0123abcd",
        }
    ],
    "health": [
        {
            "v": 1,
            "is": "here",
            "game": "yacht",
            "seats": 2,
            "turn": 1,
            "scores": [1, 2],
            "ended": False,
            "asks": True,
            "faults": [["camera", "fault.silent"]],
        }
    ],
    "players": [{"v": 1, "players": {"2c726b5d-fa06-5275-b3b3-d93173ef77fa": "Ana"}}],
}
ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2**31, 2**53 + 1, 2**80, 1.5, 1e400, "", "\0", "a\0b", "\ud800", "x" * 300),
    *("'; drop table moves; --", "../other", "#", "+", "table-1", [], {}, [[]], {"": ""}, [None] * 50),
    *(
        "2026-01-02T20:15:00+00:00",
        "9999-12-31T23:59:59+14:00",
        "0001-01-01T00:00:00-14:00",
        "\u202eAna",
    ),
)


def spoilt(rng: Random, value: Any, much: float) -> Any:
    """Return a message with something in it exchanged, left out, or added."""
    if rng.random() < much:
        return rng.choice(ODD)
    if isinstance(value, dict):
        kept = {key: spoilt(rng, each, much) for key, each in value.items() if rng.random() > much / 3}
        return kept | ({str(rng.choice(ODD)): rng.choice(ODD)} if rng.random() < much else {})
    if isinstance(value, list):
        return [spoilt(rng, each, much) for each in value for _ in range(1 + (rng.random() < much))]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < much:
        return rng.choice((value + 1, value - 1, value * 1000, rng.randrange(2**31)))
    return value


def payload(rng: Random, kind: str, book: int = 1) -> bytes:
    """Return a message's bytes; ``book``: a later one is taken where no other line is missing."""
    if rng.random() < 0.05:
        return rng.randbytes(rng.randrange(400))
    if rng.random() < 0.01:
        return b"[" * 100_000
    good = {**rng.choice(GOOD[kind]), **({"book": book} if kind == "moves" else {})}
    said = spoilt(rng, good, rng.choice((0.0, 0.005, 0.02, 0.1)))
    data = bytearray(json.dumps(said, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass"))
    if data and rng.random() < 0.1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[: rng.randrange(len(data) + 1)] if rng.random() < 0.05 else data)


def rows_of_others(address: str, name: str) -> list[Any]:
    """Return every row that is not this table's."""
    with closing(connected(address)) as database:
        found: list[Any] = []
        for table in TABLES:
            column = "name" if table == "tables" else "table_name"
            columns = "name, book, told, checked, health, is_here" if table == "tables" else "*"
            found += database.execute(
                f"select {columns} from {table} where {column} <> %s order by 1, 2, 3",
                (name,),
            ).fetchall()
        return found


def main() -> int:
    times, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = Random(seed)
    with engines_at_work() as engines:
        authority = Authority(engines.folder / "keys")
        stranger = Authority(engines.folder / "stranger")
        place = encrypted_broker(engines, authority)
        address = engines.database.address
        data = engines.folder / "honest"
        with closing(open_table(data)) as table, hub_at_work(place("hub"), address) as storing:
            table.start_sitting(YACHT)
            throw(table, 0)
            with telling(table, data, "honest", place("honest")):
                until(lambda: stored_of(address, "honest") == told_by(table))
                before = rows_of_others(address, "fuzzer")
                taken = sent_by_the_fuzzer(place("fuzzer"), rng, times)
                tried = strangers_try(place, stranger, rng)
                until(storing.is_idle)
                after = rows_of_others(address, "fuzzer")
                throw(table, 1)
                until(lambda: stored_of(address, "honest") == told_by(table))
        own = len(stored_of(address, "fuzzer"))
    print(
        f"{times} messages of a table with rights ({taken} of good form), {own} moves of its own stored"
    )
    print(f"{tried} tries of strangers; other rows changed: {before != after}")
    return 0 if before == after else 1


def sent_by_the_fuzzer(place: Any, rng: Random, times: int) -> int:
    """Send as a table with rights, to all topics; return how many are its own, and of good form."""
    taken = 0
    with speaking(place) as say:
        for number in range(times):
            kind = rng.choice([*GOOD])
            table = rng.choice(("fuzzer", "fuzzer", "fuzzer", "honest", "nobody"))
            topic = rng.choice((f"{ROOT}/tables/{table}/{kind}",) * 9 + (f"{ROOT}/told/{table}",))
            said = payload(rng, kind, number + 1)
            say(topic, said)
            taken += table == "fuzzer" and is_good(topic, said)
            if number % 100 == 0:
                time.sleep(0.02)
    return taken


def is_good(topic: str, said: bytes) -> bool:
    try:
        heard(topic, said, datetime.now(UTC))
    except BadMessage:
        return False
    return True


def strangers_try(place: Callable[..., Any], stranger: Authority, rng: Random) -> int:
    """Try without a certificate, and with one that nobody trusts."""
    tried = 0
    for context in (place("honest", without=True), place("honest", by=stranger)):
        try:
            with speaking(context, within_s=1.0) as say:
                for _ in range(100):
                    say(f"{ROOT}/tables/honest/moves", payload(rng, "moves"))
                    tried += 1
        except (OSError, ssl.SSLError, AssertionError):
            tried += 1
    return tried


if __name__ == "__main__":
    sys.exit(main())
