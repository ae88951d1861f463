"""What is put in the place of something good: values that no reader expects, and damaged bytes."""

import json
from random import Random
from typing import Any

DEEP = 3000
"""So many lists one in the other: more than Python's own readers of JSON take."""
NAMES = ("Ana", "Bob", "cap", "street.start", "red", "seats", "options", "a.png", "dice", "image")
TEXTS = (
    *("", " ", "\0", "\ud800", "\u202e", "\n", "ﬀ", "🎲" * 50, "a" * 400, "x" * 70_000),
    *(
        "../../etc/passwd",
        "/dev/zero",
        "NaN",
        "null",
        "-0",
        "1e999",
        "%s%n",
        "'; DROP TABLE event",
        "{}",
    ),
)
NUMBERS = (0, -1, 1, 2**31, 2**63, -(2**64), 10**400, 0.1, -0.0, 1e308, -1e308, 1e-320)
STRANGE = (float("nan"), float("inf"), float("-inf"))


def value(rng: Random, depth: int = 3) -> Any:
    """Return any JSON value."""
    kind = rng.randrange(9 if depth else 6)
    if kind == 0:
        return rng.choice((None, True, False))
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.randint(-20, 20)
    if kind == 3:
        return rng.choice(STRANGE)
    if kind <= 5:
        return rng.choice(TEXTS + NAMES)
    inner = [value(rng, depth - 1) for _ in range(rng.randrange(4))]
    return inner if kind < 8 else {key(rng): each for each in inner}


def key(rng: Random) -> str:
    """Return a key of an object."""
    return str(rng.choice(TEXTS[:-1] + NAMES))


def changed(rng: Random, good: Any, times: int | None = None) -> Any:
    """Return a good value with a few of its parts changed; the good one stays as it is."""
    made = json.loads(json.dumps(good))
    for _ in range(rng.choice((1, 1, 1, 2, 5)) if times is None else times):
        made = _changed_once(rng, made)
    return made


def _changed_once(rng: Random, good: Any) -> Any:
    """Go down into the value at random and change what is there."""
    inner: list[Any] = (
        list(good)
        if isinstance(good, dict)
        else list(range(len(good)))
        if isinstance(good, list)
        else []
    )
    if inner and rng.random() < 0.8:
        place = rng.choice(inner)
        good[place] = _changed_once(rng, good[place])
        return good
    match rng.randrange(7):
        case 0 if isinstance(good, dict) and good:
            del good[rng.choice(list(good))]
        case 1 if isinstance(good, dict):
            good[key(rng)] = value(rng)
        case 2 if isinstance(good, list) and good:
            good.append(good[rng.randrange(len(good))])
        case 3 if isinstance(good, list) and good:
            good *= rng.choice((0, 2, 50))
        case 4 if isinstance(good, int | float):
            return good + rng.choice((-1, 1, 10**9))
        case 5:
            return [good]
        case _:
            return value(rng)
    return good


def text(rng: Random, good: Any) -> bytes:
    """Return JSON: mostly of a changed value, sometimes damaged as a text."""
    if rng.random() < 0.02:
        inner = json.dumps(good)
        return b"[" * DEEP + inner.encode() + b"]" * DEEP
    made = json.dumps(changed(rng, good), ensure_ascii=rng.random() < 0.7).encode(errors="surrogatepass")
    return damaged(rng, made) if rng.random() < 0.15 else made


def damaged(rng: Random, data: bytes) -> bytes:
    """Return bytes cut off, with some zeroed, changed, put in or taken twice."""
    at, hurt = rng.randrange(len(data) or 1), bytearray(data)
    long = rng.choice((1, 4, 64, 512))
    match rng.randrange(6):
        case 0:
            return data[:at]
        case 1:
            hurt[at : at + long] = bytes(len(hurt[at : at + long]))
        case 2:
            hurt[at : at + long] = rng.randbytes(len(hurt[at : at + long]))
        case 3 if data:
            for _ in range(rng.randint(1, 8)):
                hurt[rng.randrange(len(hurt))] ^= 1 << rng.randrange(8)
        case 4:
            hurt[at:at] = hurt[at : at + long]
        case _:
            hurt[at:at] = rng.randbytes(rng.randint(1, 64))
    return bytes(hurt)
