"""One file per command; the only place where the parts are put together."""

import os
from importlib import import_module

import click

from companion.cli.ending import leave
from companion.cli.errors import in_words
from companion.errors import CompanionError
from vision.errors import VisionError

# OpenCV's own messages are switched off: what is wrong with a picture or a camera is said in our words.
os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")

COMMANDS = {
    "run": "run",
    "demo": "demo",
    "read": "read",
    "teach": "teach",
    "evaluate": "evaluate",
    "print": "print",
    "backup": "backup",
    "restore": "restore",
    "forget-home": "forget_home",
    "hub": "hub",
    "make-card": "card.command",
    "update": "update",
    "make-release": "card.make_release",
    "keeper": "keeper",
    "doctor": "doctor",
    "replay": "replay",
    "perft": "perft",
    "new-game": "new_game",
}
"""The words of the command line, and the module beside this one that answers to each."""


class Companion(click.Group):
    """Loads a command's module only when it is asked for; turns our errors into exit status 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return every command, in the order of the manual."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, loading its module now."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"companion.cli.{COMMANDS[cmd_name]}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; our own errors are printed on stderr with the next step to take."""
        try:
            return super().invoke(ctx)
        except (CompanionError, VisionError) as error:
            raise click.ClickException(in_words(error)) from error
        except OSError as error:  # a full disk, for example, wherever something is printed or written
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror or error}") from error


@click.group(cls=Companion, context_settings={"help_option_names": ["-h", "--help"]})
def commands() -> None:
    """A camera over a real game table reads the dice, keeps the score and shows it on a page."""


def main() -> None:
    """Do what the command line says, and end the program with its exit status."""
    try:
        commands()
    except SystemExit as ended:
        leave(ended)
