"""Every release of ONNX Runtime that is allowed: does the table stay at home with it?

    python -m tests.rigs.runtimes [VERSION...]

Fetches each into build/runtimes and runs what watches the commands with it. Needs strace.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib

from packaging.requirements import Requirement

from tests.rigs.commands import ran
from tests.rigs.program import ROOT

FOLDER = ROOT / "build" / "runtimes"
WATCHES = "tests/cli/test_stays_home.py"
PACKAGE = "onnxruntime"
PIP = (sys.executable, "-m", "pip")


def allowed() -> list[str]:
    """Return every release there is that our own requirements allow, the newest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = next(r for r in map(Requirement, project["dependencies"]) if r.name == PACKAGE)
    said = ran(*PIP, "index", "versions", PACKAGE, "--json")
    told = next(line for line in said.splitlines() if line.startswith("{"))  # pip may warn before it
    return list(wanted.specifier.filter(json.loads(told)["versions"]))


def stays_home(version: str) -> bool:
    """Tell whether nothing leaves with this release."""
    folder = FOLDER / version
    if not folder.exists():
        ran(*PIP, "install", "--no-deps", "--target", str(folder), f"{PACKAGE}=={version}")
    command = [sys.executable, "-m", "pytest", "--quiet", WATCHES]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def main(versions: list[str]) -> int:
    """Try each; return the exit status."""
    if shutil.which("strace") is None:
        print("0 passed, 0 failed, 1 skipped: strace is not installed")
        return 0
    held = {version: stays_home(version) for version in versions or allowed()}
    for version, holds in held.items():
        print(f"{PACKAGE} {version}: {'nothing leaves' if holds else 'FAILED'}")
    print(f"{sum(held.values())} passed, {len(held) - sum(held.values())} failed")
    return int(not all(held.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
