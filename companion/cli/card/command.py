"""``companion make-card DIR|FILE``: turns a fresh Pi into this table, by itself, at its first start."""

import locale
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import click

from companion.cli.card import first_start, release
from companion.cli.card.manifest import ENDING, manifest
from companion.cli.card.partition import System, Writer, system_of, write_all
from companion.cli.card.wishes import (
    BadWish,
    Wishes,
    check_camera,
    check_place,
    check_table_name,
    own_time_zone,
    public_key,
)
from companion.cli.errors import in_words
from companion.keeper.network.wifi import BadWifi, Wifi, check_name, joined
from companion.table.access.guessing import PIN_DIGITS, is_long_enough
from companion.table.access.hashed_pin import hash_pin
from vision.given_files import whole_file

T = TypeVar("T")
INSTANCE_BYTES = 8
USUAL_PLACE = "en-GB"


@click.command()
@click.argument("target", type=click.Path(path_type=Path), metavar="DIR|FILE")
@click.option("--wifi", help="The wireless network's name; '' for a cable. Its password is asked for.")
@click.option("--name", help="The table's name in the network: NAME.local.")
@click.option("--place", help="Language and country, such as cs-CZ.")
@click.option("--camera", default="picamera2", show_default=True, help="picamera2, webcam:N or phone.")
@click.option(
    "--box/--no-box", default=True, help="There is a voting box at the Pi's pins, or there is none."
)
@click.option("--kiosk", is_flag=True, help="A screen at the Pi shows the table from its start (Lite).")
@click.option(
    "--read-only", is_flag=True, help="Nothing is written to the system: unplug it at any time (Trixie)."
)
@click.option(
    "--ssh-key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A public key to log in with.",
)
@click.option(
    "--wheels",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of the locked packages: the Pi need not fetch them.",
)
@click.option(
    "--image",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The downloaded image that the list FILE is to name.",
)
def command(
    target: Path,
    wifi: str | None,
    name: str | None,
    place: str | None,
    camera: str,
    box: bool,
    kiosk: bool,
    read_only: bool,
    ssh_key: Path | None,
    wheels: Path | None,
    image: Path | None,
) -> None:
    """Make a card from which a fresh Raspberry Pi becomes this table by itself.

    DIR is the boot partition of a card with Raspberry Pi OS (64-bit), Trixie or Bookworm, or an empty
    folder, whose files are copied there later. It asks for the network, the table's name, the host's
    PIN, and language and country. PIN and password themselves are written nowhere.

    FILE (its name ends with .rpi-imager-manifest) is a list for Raspberry Pi Imager 2: it names the
    downloaded --image.
    """
    if target.name.endswith(ENDING):
        _write_manifest(target, image)
        return
    if image is not None:
        raise click.UsageError(f"--image goes with a FILE whose name ends with {ENDING}.")
    system = system_of(target)
    if read_only and system == "first run":
        raise BadWish(
            "on Bookworm the system takes the whole card, so that there is no room for the table's data",
            hint="Take Raspberry Pi OS Trixie; or leave --read-only out, and turn it on with a stick.",
        )
    files = release.shipped()
    locked = release.locked_wheels(wheels, _suite(system)) if wheels else []
    camera = check_camera(camera)
    key = public_key(ssh_key) if ssh_key else None
    network = _wifi(wifi)
    called = _answer("2. The table's name in the network", name, check_table_name, "companion")
    pin = _pin()
    language, country = _answer(
        "4. Language and country, such as cs-CZ", place, check_place, _own_place()
    )
    wishes = Wishes(
        called,
        language,
        country,
        hash_pin(pin),
        network,
        camera,
        box,
        key,
        time_zone=own_time_zone(),
        has_screen=kiosk,
        is_read_only=read_only,
    )
    write_all(
        target,
        _files(target, system, wishes, partial(release.write_release, files=files, wheels=locked)),
    )
    _tell(target, system, wishes)


def _suite(system: System) -> str:
    return "bookworm" if system == "first run" else "trixie"


def _files(
    folder: Path, system: System, wishes: Wishes, write_release: Callable[..., None]
) -> dict[str, Writer]:
    """Return the function that writes each file. The file that makes the Pi read the others comes first:
    it is put there last."""
    instance = None if system == "first run" else f"table-companion-{secrets.token_hex(INSTANCE_BYTES)}"
    files: dict[str, Writer] = {}
    if system != "to copy":
        before = (folder / "cmdline.txt").read_text(encoding="utf-8")
        files["cmdline.txt"] = _text(first_start.command_line(before, wishes, instance))
    if instance is None:
        files["firstrun.sh"] = _text(first_start.first_run(wishes))
    else:
        files["meta-data"] = _text(first_start.meta_data(instance))
        files["user-data"] = _text(first_start.user_data(wishes))
        files["network-config"] = _text(first_start.network_config(wishes))
    said = {"words": "".join(f"{word}\n" for word in wishes.words), "host-pin": f"{wishes.host_pin}\n"}
    files[first_start.RELEASE] = partial(
        write_release, said={name: text.encode() for name, text in said.items()}
    )
    return files


def _text(text: str) -> Writer:
    return lambda file: file.write(text.encode())


def _write_manifest(file: Path, image: Path | None) -> None:
    if image is None:
        raise click.UsageError("Name the downloaded image: --image FILE.img.xz")
    text = manifest(image)
    with whole_file(file) as out:
        out.write(text.encode())
    click.echo(f"{file}: open it with Raspberry Pi Imager 2; it then offers settings for {image.name}.")


def _answer(question: str, given: str | None, checked: Callable[[str], T], usual: str) -> T:
    """Return a valid answer: the one given on the command line, or one asked for until it is valid."""
    if given is not None:
        return checked(given)
    while True:
        try:
            return checked(click.prompt(question, default=usual, show_default=bool(usual)))
        except (BadWish, BadWifi) as error:
            click.echo(in_words(error), err=True)


def _wifi(given: str | None) -> Wifi | None:
    question = "1. The wireless network's name (Enter: a cable)"
    name = _answer(question, given, lambda text: check_name(text) if text else "", "")
    while name:
        try:
            return joined(name, _hidden(f"   The password of {name} (Enter: it has none)", default=""))
        except BadWifi as error:
            click.echo(in_words(error), err=True)
    return None


def _pin() -> str:
    while not is_long_enough(pin := _hidden("3. The host's PIN, which starts games and mends readings")):
        click.echo(f"That one could be guessed. Take {PIN_DIGITS} digits, or 6 letters.", err=True)
    return pin


def _hidden(question: str, default: str | None = None) -> str:
    """Ask for a secret, twice, without showing it."""
    answer: str = click.prompt(
        question,
        default=default,
        show_default=False,
        hide_input=True,
        confirmation_prompt="   Once more",
    )
    return answer


def _own_place() -> str:
    """Return this computer's language and country, if the table speaks that language."""
    here = (locale.getlocale()[0] or "").replace("_", "-")
    try:
        check_place(here)
    except BadWish:
        return USUAL_PLACE
    return here


def _tell(target: Path, system: System, wishes: Wishes) -> None:
    if system == "to copy":
        click.echo(
            f"{target}: copy its files onto the boot partition of a card with Raspberry Pi OS Trixie."
        )
        click.echo("Then delete them here: the network's key is in network-config.")
    else:
        click.echo(f"{target}: the card is ready. Eject it, put it into the Pi, and plug the Pi in.")
    reached = "the network" if wishes.wifi is None else f"the network {wishes.wifi.name}"
    click.echo(
        f"In some ten minutes the table is at http://{wishes.name}.local/, for every phone in {reached}."
    )
    click.echo(
        "It starts twice or three times on its way; leave it plugged in. The host logs in with the PIN."
    )
    click.echo("Not there after half an hour? docs/card.md says what to look at.")
