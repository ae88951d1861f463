"""The API's answer when all went well."""

from companion.table.service import Table
from web.addresses import Answer, Asked
from web.answers import Done

DONE = Answer("done", Done)


def done(table: Table, asked: Asked[object]) -> Done:
    """Return which version of the state the caller is shown now."""
    return Done(table.state(asked.caller.role)["version"])
