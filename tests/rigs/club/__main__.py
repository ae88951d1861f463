"""A hub for a try, and three tables that play: ``make hub``. Ctrl+C ends everything."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TABLES = 3
PORT = os.environ.get("PORT", "8100")


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="club-"))
    words = [sys.executable, "-u", "-m", "companion", "hub", "--data", str(folder), "--port", PORT]
    programs = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True)]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        broker = ""
        assert programs[0].stdout is not None
        for line in programs[0].stdout:
            print(line, end="", flush=True)
            if line.startswith("broker:"):
                broker = line.split()[1].rpartition(":")[2]
            if line.startswith("hub:"):
                break
        if not broker:
            return programs[0].wait()
        for number in range(1, TABLES + 1):
            more = ("--name", f"table-{number}", "--seed", f"{time.time_ns() % 1000 + number}")
            data = ("--data", str(folder / f"table-{number}"), "--broker", broker)
            pace = ("--pause", "0.8")
            words = [sys.executable, "-m", "tests.rigs.club.table", *data, *more, *pace]
            programs.append(subprocess.Popen(words, text=True))
        print(f"{TABLES} tables play. Ctrl+C ends everything; it was kept in {folder}")
        return programs[0].wait()
    except KeyboardInterrupt:
        return 0
    finally:
        for one in reversed(programs):
            one.terminate()
            one.wait()


if __name__ == "__main__":
    sys.exit(main())
