"""A broker, as an option and the settings beside it name it: checked at the start, reached later."""

import ssl
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from companion.cli.settings import BadSettings, Settings
from companion.table.home.place import BrokerPlace

USUAL_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


def find_broker(settings: Settings, name: str) -> BrokerPlace | None:
    """Return where the broker of that option is (``mqtt``, ``hub``), if it is named.

    Raises ``BadSettings``.
    """
    address = getattr(settings, name)
    if address is None:
        return None
    user, password = getattr(settings, f"{name}_user"), getattr(settings, f"{name}_password")
    if password is not None and user is None:
        raise BadSettings(f"{name}_password without {name}_user", hint="Say both in the settings file.")
    scheme, host, port = broker_address(address, name)
    certificate = getattr(settings, f"{name}_certificate", None)
    key = getattr(settings, f"{name}_key", None)
    tls = trust(scheme, name, getattr(settings, f"{name}_ca"), certificate, key)
    return BrokerPlace(host, port, tls, user, password)


def broker_address(address: str, name: str) -> tuple[str, str, int]:
    """Return scheme, host and port of an address. Raises ``BadSettings``."""
    try:
        said = urlsplit(address)
        port = said.port or USUAL_PORTS[said.scheme]
        is_place = said.hostname is not None and said.hostname.isascii()
        is_all = said.username is None and said.path in ("", "/") and not said.query + said.fragment
    except (ValueError, KeyError):
        is_place = is_all = False
    if not is_place or not is_all or said.hostname is None:
        raise BadSettings(  # a password may stand in it, so it is not repeated
            f"--{name} names no broker",
            hint="Say mqtt://HOST, mqtts://HOST or mqtts://HOST:PORT; user and password stand in the"
            f" settings file, as {name}_user and {name}_password.",
        )
    return said.scheme, said.hostname, port


def trust(
    scheme: str, name: str, ca: Path | None, certificate: Path | None, key: Path | None
) -> ssl.SSLContext | None:
    """Return how the broker's certificate is verified, and the own one that it is shown.

    Raises ``BadSettings``.
    """
    if scheme != "mqtts":
        for of, path in (("ca", ca), ("certificate", certificate)):
            if path is not None:
                raise BadSettings(
                    f"{name}_{of} alone encrypts nothing", hint="Say mqtts:// in the address."
                )
        return None
    try:
        context = ssl.create_default_context(cafile=ca)
    except OSError as error:
        raise BadSettings(
            f"{name}_ca: {ca} holds no certificate: {error.strerror or error}",
            hint="Name the PEM file of who vouches for the broker's certificate.",
        ) from error
    if certificate is not None:
        try:
            context.load_cert_chain(certificate, key)
        except OSError as error:
            raise BadSettings(
                f"{name}_certificate: {certificate} cannot be shown: {error.strerror or error}",
                hint=f"Name the PEM files of certificate and key: {name}_certificate, {name}_key.",
            ) from error
    return context
