"""The database: reached at an address that libpq understands, and brought to this version's form."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import psycopg
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from psycopg.rows import TupleRow
from sqlalchemy import create_engine, pool

from companion.errors import CompanionError

STEPS: Final = Path(__file__).parent / "migrations"
ALONE: Final = 7_236_112
"""The lock that a hub takes while it changes the database's form: of several that start, one does it."""
CONNECT_WITHIN_S: Final = 5

Database = psycopg.Connection[TupleRow]
Rows = psycopg.Cursor[TupleRow]


class NoDatabase(CompanionError, OSError, code="hub_database", http_status=503):
    """The database cannot be reached, or is of a later version."""


def connected(address: str) -> Database:
    """Return a connection. Raises ``NoDatabase``."""
    try:
        return psycopg.connect(address, connect_timeout=CONNECT_WITHIN_S, application_name="hub")
    except psycopg.Error as error:
        raise NoDatabase(
            f"the database cannot be reached: {error}",
            hint="Is PostgreSQL on, and is its address right? A password stands in PGPASSWORD.",
        ) from error


def bring_up_to_date(address: str) -> None:
    """Give the database the form that this version needs; nothing is lost. Raises ``NoDatabase``."""
    engine = create_engine(
        "postgresql+psycopg://", creator=lambda: connected(address), poolclass=pool.NullPool
    )
    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)

    def steps(revision: Any, _: Any) -> Any:
        return script._upgrade_revs("head", revision)

    try:
        with engine.connect() as connection, EnvironmentContext(config, script, fn=steps) as context:
            connection.exec_driver_sql(f"select pg_advisory_lock({ALONE})")
            context.configure(connection=connection)
            with context.begin_transaction():
                context.run_migrations()
            connection.commit()
    except CommandError as error:
        raise NoDatabase(
            f"the database has a form that this hub does not know: {error}",
            hint="A newer hub has changed it: install that version here, too.",
        ) from error
    finally:
        engine.dispose()


def many(rows: Rows, statement: str, each: Sequence[Sequence[Any]]) -> None:
    """Do a statement for many rows at once: each of its parameters is a column."""
    if each:
        rows.execute(statement, [list(column) for column in zip(*each, strict=True)])
