"""Writes the API's description into a file: ``make lint`` makes the types of the pages' scripts from it.

Run as ``python -m tests.web.describe_api FILE``.
"""

import json
import sys
import tempfile
from pathlib import Path

from companion.table.access.access import Access
from tests.web.fake_table import FakeTable, as_table
from web.app import create_app


def describe_api(folder: Path) -> str:
    """Return ``/api/openapi.json``. ``folder`` is where the table may keep its files."""
    app = create_app(
        as_table(FakeTable()), Access(folder / "access.db", "000000000", lambda: 0.0, lambda: 0.0)
    )
    document = app.test_client().get("/api/openapi.json").get_json()
    return json.dumps(document, indent=1)


def main() -> None:
    """Write the description into the file that is named."""
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        target.write_text(describe_api(Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
