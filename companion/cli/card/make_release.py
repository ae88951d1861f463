"""``companion make-release [OUT]``: this checkout as one signed file, for ``companion update``."""

import json
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import click
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from companion.cli.card import release
from companion.errors import BadRelease
from companion.keeper.fetching import LIST
from companion.keeper.place import Release
from companion.keeper.release_file import KEYS, known_keys, public_half, write_signed
from companion.keeper.service import ENDING
from vision.given_files import PRIVATE, whole_file

SUITES = ("bookworm", "trixie")
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("out", type=FILE, required=False)
@click.option("--key", type=FILE, help="The secret key that signs it.")
@click.option(
    "--wheels", type=FOLDER, help="A folder of the locked packages: tables need not fetch them."
)
@click.option("--new-key", type=FILE, help="Make a key instead, and write its secret half to this FILE.")
def command(out: Path | None, key: Path | None, wheels: Path | None, new_key: Path | None) -> None:
    """Make a release of this checkout, for tables to be updated with, and sign it with a key of yours.

    Beside it newest.json is written: the list that a table asks, where its owner has named the address
    of the folder (updates = "https://.../newest.json"). For whoever makes releases; once a key is made
    with --new-key, its public half ships with every release.
    """
    if new_key is not None:
        _make_key(new_key)
        return
    if key is None:
        raise click.UsageError("Name the key that signs: --key FILE, made with --new-key FILE.")
    secret = _secret(key)
    files = release.shipped()
    packages = (
        dict.fromkeys(one for suite in SUITES for one in release.locked_wheels(wheels, suite))
        if wheels
        else ()
    )
    project = tomllib.loads((release.CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    made = Release(project["project"]["version"], datetime.now(UTC).strftime("%Y%m%dT%H%M%S"))
    out = out or Path(f"table-companion-{made.version}{ENDING}")
    with tempfile.TemporaryFile() as tar, whole_file(out) as file:
        release.write_release(tar, files, list(packages), {})
        write_signed(file, tar, made, secret)
    with whole_file(out.with_name(LIST)) as file:
        file.write(json.dumps({"file": out.name, "release": made.name}).encode() + b"\n")
    click.echo(f"{out}: {made.name}, {out.stat().st_size / 1e6:.1f} MB; {LIST} beside it names it.")


def _secret(file: Path) -> Ed25519PrivateKey:
    """Return the key in a file. Raises ``BadRelease`` where tables do not know it."""
    data = file.read_bytes()
    key: object
    try:
        key = serialization.load_pem_private_key(data, None)
    except TypeError:  # it is kept under a password
        password = click.prompt("The key's password", hide_input=True)
        key = _load(file, data, password.encode())
    except ValueError as error:
        raise BadRelease(f"{file}: no key: {error}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadRelease(
            f"{file}: no Ed25519 key", hint="Make one: companion make-release --new-key FILE"
        )
    known = [one.public_bytes_raw() for one in known_keys()]
    if key.public_key().public_bytes_raw() not in known:
        raise BadRelease(
            f"no table takes what {file} signs: its public half is not in {KEYS}",
            hint=f"Add the line {public_half(key)}; tables take it from the release after the next.",
        )
    return key


def _load(file: Path, data: bytes, password: bytes) -> object:
    try:
        return serialization.load_pem_private_key(data, password)
    except ValueError as error:
        raise BadRelease(f"{file}: that is not its password") from error


def _make_key(file: Path) -> None:
    """Make a key: the secret half into a file, the public one among those that ship."""
    if file.exists():
        raise BadRelease(f"{file} is there already, and stays", hint="Name another file.")
    question = "A password for the key (Enter: none)"
    password = click.prompt(
        question, default="", show_default=False, hide_input=True, confirmation_prompt=True
    )
    kept = (
        serialization.BestAvailableEncryption(password.encode())
        if password
        else serialization.NoEncryption()
    )
    key = Ed25519PrivateKey.generate()
    with whole_file(file, PRIVATE) as out:
        out.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, kept))
    with KEYS.open("a", encoding="utf-8") as keys:
        keys.write(f"{public_half(key)}\n")
    click.echo(f"{file}: keep it, and a copy, where nobody else reads it. Its public half is in {KEYS}.")
