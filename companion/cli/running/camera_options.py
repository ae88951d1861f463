"""The camera's options on the command line, the same for every command that opens one."""

from collections.abc import Callable

import click

from companion.cli.settings import NUMBERS, SIZE_IS, size_of


def _size(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    size = None if value is None else size_of(value)
    if value is not None and size is None:
        raise click.BadParameter(f"{value!r}: it must be {SIZE_IS}.", context, parameter)
    return size


def _one_of(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    del context, parameter
    return None if value is None else int(value)


def _numbers(name: str) -> click.Choice[str]:
    return click.Choice([str(number) for number in NUMBERS[name]])


def camera_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options to a command."""
    options = (
        click.option(
            "--camera", help="simulated, recording:PATH, webcam:N, url:ADDRESS, picamera2 or phone."
        ),
        click.option(
            "--rotate",
            type=_numbers("rotate"),
            callback=_one_of,
            help="Turn the camera's picture clockwise, once it is mirrored.",
        ),
        click.option(
            "--mirror/--no-mirror", default=None, help="The camera mirrors its picture: mirror it back."
        ),
        click.option(
            "--size",
            metavar="WxH",
            callback=_size,
            help="Width and height of its picture; usual: the camera's, 2304x1296 for a board.",
        ),
        click.option(
            "--mains", type=_numbers("mains"), callback=_one_of, help="Hz of the mains; usual: 50."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command
