"""What ``companion run`` prints at the start: addresses, who is told, how it is encrypted."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import click

from companion.cli.settings import Settings
from companion.table.home.place import BrokerPlace
from companion.table.sight.camera_choice import PHONE
from companion.table.storage.journal import Mended
from vision.cameras.open import shown
from web.access.certificate import Certificate, OwnCertificate

Encryption = Certificate | OwnCertificate | None


@dataclass(frozen=True)
class RunningTable:
    """A running table: its address, the host's PIN, its encryption, the services it reports to, whether
    it works.

    ``pin``: None if only its hash is known here. ``works``: whether failed parts are restarted.
    """

    address: str
    pin: str | None
    certificate: Encryption
    home: BrokerPlace | None
    hub: BrokerPlace | None
    works: Callable[[], bool]


def announce(settings: Settings, running: RunningTable, now: datetime) -> None:
    """Print where the table is, and how it is reached."""
    address, pin = running.address, running.pin
    carried, told = (f"#pin={pin}", f"PIN {pin}") if pin else ("", "its PIN was chosen for the card")
    backends = f"camera: {shown(settings.camera)} | buttons and lights: {settings.pins_used}"
    click.echo(f"{backends} | data: {settings.data}")
    if running.home is not None:
        click.echo(f"home:   {running.home} is told how the game stands")
    if running.hub is not None:
        click.echo(f"hub:    {running.hub} is told each finished move")
    click.echo(f"table:  {address}/")
    if settings.camera == "simulated":
        click.echo(
            "Nothing here is real: dice, hands and camera are simulated, until --camera says otherwise."
        )
        click.echo(f"throw:  {address}/simulator{carried}")
    click.echo(f"host:   {address}/host{carried}   ({told})")
    if settings.camera == PHONE:
        click.echo("camera: open the host's page and scan the code there with the phone.")
    _say_how_encrypted(running.certificate, now)
    click.echo("Stop with Ctrl+C; starting again goes on where it was.")


def _say_how_encrypted(certificate: Encryption, now: datetime) -> None:
    if certificate is None:
        click.echo("Not encrypted: who is in this network could listen in. --tls encrypts.")
        return
    click.echo(f"Encrypted until {certificate.until:%Y-%m-%d}; the certificate's SHA-256 fingerprint is")
    click.echo(f"        {certificate.fingerprint}")
    if certificate.until < now:
        click.echo("It is no longer good: browsers will warn.")
    if certificate.made_here:
        click.echo("Nobody vouches for it: a phone warns the first time, and shows that fingerprint.")


def say_what_was_mended(mended: Mended | None) -> None:
    """Print how many moves a damaged journal still has."""
    if mended is not None:
        click.echo(
            f"The journal was damaged and has been put right: {mended.moves} moves of the last game are"
            f" there. The damaged files are in {mended.folder}, in the data folder.",
            err=True,
        )
