"""What the benchmarks print: times, memory, punctuality."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]


def bench(file: str) -> Iterator[str]:
    """Yield what the benchmarks of a file in ``tests/benchmarks`` print, as they print it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = ["-m", "pytest", "-q", "-m", "bench", "--timeout=1800", f"--junitxml={report}"]
        words += ["-o", "junit_logging=system-out", f"tests/benchmarks/{file}"]
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{file}: {done.stdout}{done.stderr}")
        cases = ElementTree.parse(report).iter("testcase")
        yield "```text"
        for case in cases:
            yield from _printed(case)
        yield "```"


def _printed(case: ElementTree.Element) -> Iterator[str]:
    skipped = case.find("skipped")
    if skipped is not None:
        yield f"not measured: {skipped.get('message')}"
    for line in (case.findtext("system-out") or "").splitlines():
        if line.strip() and not line.startswith("---"):
            yield line.rstrip()
