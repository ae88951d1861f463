"""Reads how things look from the file of looks beside a module."""

import tomllib
from pathlib import Path
from typing import Any


def looks_beside(module: str) -> dict[str, Any]:
    """Return what ``looks.toml`` beside the module with that path says; lists are tuples."""
    said = tomllib.loads(Path(module).with_name("looks.toml").read_text(encoding="utf-8"))
    return {name: _frozen(value) for name, value in said.items()}


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _frozen(one) for name, one in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
