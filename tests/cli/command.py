"""Runs a command as a user would."""

from click.testing import CliRunner

from companion.cli import commands


def run(*words: str) -> tuple[int, str, str]:
    """Return exit status, standard output and standard error. Raises what would end in a traceback."""
    result = CliRunner().invoke(commands, list(words), catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr
