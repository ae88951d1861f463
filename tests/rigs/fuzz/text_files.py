"""Files of text: manifests, records, settings, the pin map, what the data folder keeps."""

import json
from collections.abc import Generator
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from companion.cli.replay import replay
from companion.cli.settings import Settings
from companion.devices.pin_map import read_pin_map
from companion.table.access.host_pin import kept_pin
from companion.table.owner.glass import OwnGlass
from companion.table.teaching.shelf import SetShelf
from tests.rigs.fuzz import garble
from tests.rigs.fuzz.watched import Input
from vision.manifests.manifest import BOARD, DICE, TOKENS, read_manifest

RECORDS = Path(__file__).parents[2] / "games" / "records"
PHOTOS: tuple[dict[str, Any], ...] = (
    {
        "image": "a.jpg",
        "dice": [
            {"face": "cap", "x": 812.0, "y": 433.5, "w": 60, "h": 60, "angle": 12.5, "cut_off": False}
        ],
        "cities": [{"size": 3, "closed": True}],
        "conditions": ["felt", "tilt 18"],
    },
    {"image": "a.jpg", "faces": ["5", "5", "2"]},
    {
        "image": "b.jpg",
        "grid": [15, 10],
        "corners": [[0, 0], [100, 0], [100, 100], [0, 100]],
        "cells": {"3,4": "street.start", "4,4": {"label": "street.end", "turns": 1, "on": "gang"}},
        "hidden": ["4,5"],
    },
    {"image": "c.jpg", "tokens": [{"label": "red", "x": 1.0, "y": 2.0, "cell": "3,4"}], "grid": [12, 6]},
    {"image": "c.jpg", "counts": {"red": 5}},
)
SETTINGS: dict[str, Any] = {
    "data": "games",
    "camera": "simulated",
    "pins": "none",
    "game": "yacht",
    "set": ["a", "b"],
    "host": "127.0.0.1",
    "port": 8000,
    "tls": False,
    "certificate": "tls.pem",
    "key": "key.pem",
}
STRANGE_TOML = (
    "port = 0x" + "F" * 5000,
    "port = " + "9" * 5000,
    "a = " + "[" * 3000,
    "[[port]]",
    "port.x = 1",
)


def manifests(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield manifests of a few lines, of all kinds, each read as any kind."""
    path = folder / "m.jsonl"
    readers = [partial(read_manifest, kind=kind) for kind in (DICE, BOARD, TOKENS)]
    while True:
        lines = [garble.text(rng, rng.choice(PHOTOS)) for _ in range(rng.choice((1, 1, 2, 5)))]
        path.write_bytes(b"\n".join(lines))
        read: Any = rng.choice(readers)
        yield lambda read=read: read(path)  # type: ignore[misc]


def records(rng: Random, _: Path) -> Generator[Input, None, None]:
    """Yield records of all games with lines changed, left out, doubled, moved, and of other games."""
    good = {path.name: path.read_text().splitlines() for path in sorted(RECORDS.glob("*.jsonl"))}
    while True:
        lines = list(good[rng.choice(list(good))])
        at = rng.choice((0, rng.randrange(len(lines)), rng.randrange(len(lines))))
        match rng.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                lines[at] = rng.choice(good[rng.choice(list(good))])
            case _:
                line = garble.text(rng, json.loads(lines[at]))
                lines[at] = line.decode(errors="replace")
        yield lambda lines=lines: _replayed(lines)  # type: ignore[misc]


def _replayed(lines: list[str]) -> None:
    for said in replay(lines):
        json.dumps(said)


def settings(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield settings files."""
    path = folder / "s.toml"
    while True:
        path.write_bytes(as_toml(rng, SETTINGS))
        yield lambda: Settings().with_file(path)


def as_toml(rng: Random, good: dict[str, Any]) -> bytes:
    """Return a settings file in which something is wrong."""
    if rng.random() < 0.05:
        return rng.choice(STRANGE_TOML).encode()
    said: Any = garble.changed(rng, good)
    rows = said.items() if isinstance(said, dict) else good.items()
    text = "".join(f"{json.dumps(key)} = {_in_toml(value)}\n" for key, value in rows)
    made = text.encode(errors="surrogatepass")
    return garble.damaged(rng, made) if rng.random() < 0.2 else made


def _in_toml(value: object) -> str:
    """Return a value in TOML, which is as in JSON but for objects, and what JSON has not."""
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{json.dumps(key)} = {_in_toml(one)}" for key, one in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_in_toml, value)) + "]"
    return (
        json.dumps(value).replace("Infinity", "inf").replace("NaN", "nan").replace("null", "1979-05-27")
    )


def pin_maps(rng: Random, _: Path) -> Generator[Input, None, None]:
    """Yield pin maps."""
    good = files("firmware_config").joinpath("pins.toml").read_text(encoding="utf-8")
    strange = [
        *map(str, (*garble.NUMBERS, "nan", "inf", "[]", '"x"', "{}", "true", "[[1]]", "0x" + "F" * 5000))
    ]
    while True:
        lines = good.splitlines()
        for _line in range(rng.randint(1, 3)):
            at = rng.randrange(len(lines))
            name, is_, _value = lines[at].partition("=")
            lines[at] = rng.choice((f"{name} = {rng.choice(strange)}" if is_ else "", "", f"[{name}]"))
        made = "\n".join(lines)
        if rng.random() < 0.2:
            made = garble.damaged(rng, made.encode()).decode(errors="replace")
        yield lambda made=made: read_pin_map(made)  # type: ignore[misc]


def kept_files(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield what the data folder keeps: glass.json, host-pin, sets/in-use.json."""
    (folder / "sets" / "mine").mkdir(parents=True, exist_ok=True)
    glass, pin, used = folder / "glass.json", folder / "host-pin", folder / "sets" / "in-use.json"
    while True:
        match rng.randrange(3):
            case 0:
                glass.write_bytes(garble.text(rng, {"shows": "both", "measured_s": 45}))
                yield lambda: OwnGlass(glass)
            case 1:
                pin.write_bytes(garble.damaged(rng, b"123456\n"))
                yield lambda: kept_pin(pin)
            case _:
                used.write_bytes(garble.text(rng, {"dice": "mine", "board": "none"}))
                yield lambda: SetShelf(folder / "sets").in_use()
