"""Asks whether what we are built on has publicly known faults: ``python -m tests.checks.known_faults``.

pip-audit asks PyPI about each Python package, ``npm audit`` its registry about the tools for the pages'
scripts. Where nobody answers that is said: it is no fault, and no pass either.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parents[2]
WITHIN_S = 300
PIP = (
    sys.executable,
    "-m",
    "pip_audit",
    "--format",
    "json",
    "--progress-spinner",
    "off",
    "--skip-editable",
)
NPM = ("npm", "audit", "--json", "--package-lock-only")


@dataclass(frozen=True)
class Told:
    """What was told of the packages of one kind: how many were looked up, and what could not be."""

    kind: str
    checked: int
    faults: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def told_by_pip(output: str, errors: str) -> Told:
    """Return what ``pip-audit --format json`` told: there a package that nobody knows is a good one."""
    try:
        packages = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Told("Python", 0, (), (_reason(errors) or "pip-audit says nothing",))
    known = [package for package in packages if "vulns" in package]
    faults = tuple(
        f"{package['name']} {package['version']}: {fault['id']}, mended in {fault['fix_versions']}"
        for package in known
        for fault in package["vulns"]
    )
    return Told(
        "Python", len(known), faults, tuple(each["name"] for each in packages if "vulns" not in each)
    )


def told_by_npm(output: str, errors: str) -> Told:
    """Return what ``npm audit --json`` told."""
    try:
        told = json.loads(output)
        total = told["metadata"]["dependencies"]["total"]
        faults = tuple(f"{name}: {each['severity']}" for name, each in told["vulnerabilities"].items())
    except (ValueError, KeyError, TypeError, AttributeError):
        return Told("npm", 0, (), (_reason(errors) or "its registry does not tell",))
    return Told("npm", total, faults)


def report(all_told: Sequence[Told]) -> tuple[int, str]:
    """Return the exit status, 1 where there are faults, and the words."""
    lines = []
    for told in all_told:
        lines.append(f"{told.kind}: {told.checked} packages looked up, {len(told.faults)} known faults")
        lines += [f"  {fault}" for fault in told.faults]
        if told.unchecked:
            some = ", ".join(told.unchecked[:5]) + (", …" if len(told.unchecked) > 5 else "")
            lines.append(f"  NOT CHECKED for known faults: {len(told.unchecked)} ({some})")
    return int(any(told.faults for told in all_told)), "\n".join(lines)


def _asked(command: Sequence[str]) -> tuple[str, str]:
    """Return what a program says on both its outputs; in the second, why there is nothing."""
    try:
        done = subprocess.run(
            command, cwd=HERE, capture_output=True, text=True, timeout=WITHIN_S, check=False
        )
    except FileNotFoundError:
        return "", f"{command[0]} is not installed"
    except subprocess.TimeoutExpired:
        return "", f"nobody answered within {WITHIN_S} s"
    return done.stdout, done.stderr


def _reason(text: str) -> str:
    """Return the line that says why: the first with an error in it, else the last."""
    lines = text.strip().splitlines()
    return next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "")[:200]


if __name__ == "__main__":
    status, words = report((told_by_pip(*_asked(PIP)), told_by_npm(*_asked(NPM))))
    print(words)
    sys.exit(status)
