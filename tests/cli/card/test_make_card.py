"""``companion make-card``: what a fresh Pi reads; secrets are nowhere else; all of it or nothing."""

import json
import lzma
import re
import tarfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import commands
from companion.cli.card import release
from companion.cli.card.first_start import BOOT, RELEASE
from companion.table.access.hashed_pin import is_pin

NETWORK, PASSWORD, PIN = "Café NO", "correct horse battery", "271828182"
ANSWERS = (NETWORK, PASSWORD, PASSWORD, "tavern", PIN, PIN, "cs-CZ")
TOLD = ("--name", "tavern", "--camera", "picamera2", "--pins")
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=12-02 rootwait\n"


@pytest.fixture
def trixie(tmp_path: Path) -> Path:
    """Make what Imager 2 leaves on a Trixie card's boot partition."""
    boot = bookworm_in(tmp_path / "bootfs")
    (boot / "cmdline.txt").write_text(f"{CMDLINE.strip()} ds=nocloud;i=rpi-imager-1\n")
    (boot / "user-data").write_text("#cloud-config\n")
    (boot / "meta-data").write_text("instance_id: rpios-image\n")
    return boot


@pytest.fixture
def bookworm(tmp_path: Path) -> Path:
    return bookworm_in(tmp_path / "bootfs")


def bookworm_in(boot: Path) -> Path:
    boot.mkdir()
    (boot / "config.txt").write_text("[all]\n")
    (boot / "cmdline.txt").write_text(CMDLINE)
    return boot


def make(*words: str | Path, answers: tuple[str, ...] = ANSWERS) -> Result:
    said = "".join(f"{answer}\n" for answer in answers)
    return CliRunner().invoke(
        commands, ["make-card", *map(str, words)], input=said, catch_exceptions=False
    )


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def packed(boot: Path) -> dict[str, bytes]:
    """Return what the release on a card holds."""
    with tarfile.open(boot / RELEASE) as tar:
        found = {about.name: tar.extractfile(about) for about in tar.getmembers() if about.isfile()}
        return {name: file.read() for name, file in found.items() if file is not None}


def read(boot: Path, name: str) -> Any:
    """Return what a YAML file says: each is JSON, too, which every YAML reader takes."""
    return json.loads((boot / name).read_text().removeprefix("#cloud-config\n"))


def test_a_trixie_card_tells_cloud_init_the_network_the_name_and_what_to_install(trixie: Path) -> None:
    made = make(trixie)
    assert made.exit_code == 0, made.output
    assert (trixie / "user-data").read_text().startswith("#cloud-config\n")
    user = read(trixie, "user-data")
    assert user["hostname"] == "tavern"
    assert user["locale"] == "cs_CZ.UTF-8"
    assert user["rpi"] == {"interfaces": {"serial": False}}, "the box has the serial port's pins"
    assert user["bootcmd"]
    wlan = read(trixie, "network-config")["network"]["wifis"]["wlan0"]
    assert wlan["regulatory-domain"] == "CZ"
    assert re.fullmatch("[0-9a-f]{64}", wlan["access-points"][NETWORK]["password"])
    words = (trixie / "cmdline.txt").read_text().split()
    instance = read(trixie, "meta-data")["instance-id"]
    assert words.count(f"ds=nocloud;i={instance}") == 1
    assert "ds=nocloud;i=rpi-imager-1" not in words, "the Pi would take this for a start of before"
    assert {"root=PARTUUID=12-02", "cfg80211.ieee80211_regdom=CZ"} <= set(words)
    held = packed(trixie)
    assert held["words"].decode().split() == [*TOLD, "lgpio"]
    assert {"deploy/install.sh", "deploy/locks/trixie.txt", "pyproject.toml", "web/server.py"} <= set(
        held
    )
    assert not [name for name in held if "__pycache__" in name or "workshop/training" in name]
    assert "http://tavern.local/" in made.output


def test_a_read_only_table_takes_its_part_of_the_card_only(trixie: Path) -> None:
    """The system would take all of it at its first start, and the data then have no partition."""
    line = trixie / "cmdline.txt"
    line.write_text(f"{CMDLINE.strip()} resize\n")
    assert make(trixie).exit_code == 0
    assert "resize" in line.read_text().split()
    assert make(trixie, "--read-only").exit_code == 0
    assert "resize" not in line.read_text().split()
    assert "--read-only" in packed(trixie)["words"].decode().split()
    user = read(trixie, "user-data")
    assert (user["growpart"], user["resize_rootfs"]) == ({"mode": "off"}, False)


def test_a_card_that_is_made_again_opens_a_read_only_system(trixie: Path) -> None:
    (trixie / "cmdline.txt").write_text(f"{CMDLINE.strip()} overlayroot=tmpfs:recurse=0\n")
    assert make(trixie).exit_code == 0
    assert "overlayroot" not in (trixie / "cmdline.txt").read_text()


def test_on_bookworm_there_is_no_room_for_a_read_only_table(bookworm: Path) -> None:
    made = make(bookworm, "--read-only", answers=())
    assert made.exit_code == 1
    assert "Trixie" in made.output
    assert set(files(bookworm)) == {"config.txt", "cmdline.txt"}


def test_no_secret_is_shown_or_written_in_clear_or_where_it_need_not_be(trixie: Path) -> None:
    made = make(trixie)
    key = read(trixie, "network-config")["network"]["wifis"]["wlan0"]["access-points"][NETWORK][
        "password"
    ]
    pin_hash = packed(trixie)["host-pin"].decode().strip()
    assert is_pin(PIN, pin_hash)
    assert not is_pin("271828183", pin_hash)
    everything = {**files(trixie), **packed(trixie)}

    def holding(secret: str) -> list[str]:
        return [name for name, data in everything.items() if secret.encode() in data]

    assert holding(PASSWORD) == holding(PIN) == []
    assert holding(str(key)) == ["network-config"]
    assert holding(pin_hash) == ["host-pin"]
    assert not [secret for secret in (PASSWORD, PIN, str(key), pin_hash) if secret in made.output]
    options = re.findall(r"--[a-z-]+", make("--help", answers=()).output)
    assert not [option for option in options if "pin" in option or "password" in option]


def test_a_bookworm_card_has_a_script_that_is_run_once(bookworm: Path) -> None:
    assert make(bookworm).exit_code == 0
    assert set(files(bookworm)) == {"config.txt", "cmdline.txt", "firstrun.sh", RELEASE}
    assert f"systemd.run={BOOT}/firstrun.sh" in (bookworm / "cmdline.txt").read_text().split()
    script = (bookworm / "firstrun.sh").read_text()
    name = "".join(f"{byte};" for byte in NETWORK.encode())
    assert f"\nssid={name}\n" in script, "as bytes, whatever signs the name has"
    assert "do_hostname tavern\n" in script
    assert PASSWORD not in script


@pytest.mark.parametrize("system", ["trixie", "bookworm"])
def test_a_card_that_is_made_again_says_everything_once(
    system: str, request: pytest.FixtureRequest
) -> None:
    boot: Path = request.getfixturevalue(system)
    make(boot)
    once = (boot / "cmdline.txt").read_text()
    first = files(boot)
    make(boot)
    again = (boot / "cmdline.txt").read_text()
    assert re.sub("i=table-companion-[0-9a-f]+", "i=", again) == re.sub(
        "i=table-companion-[0-9a-f]+", "i=", once
    )
    if system == "trixie":
        assert read(boot, "meta-data")["instance-id"] not in first["meta-data"].decode(), (
            "else nothing is done"
        )


def test_an_empty_folder_takes_the_files_to_copy(tmp_path: Path) -> None:
    options = ("--no-box", "--camera", "webcam:0", "--kiosk")
    made = make(tmp_path, *options, answers=("", "", PIN, PIN, "de-AT"))
    assert made.exit_code == 0, made.output
    assert set(files(tmp_path)) == {"user-data", "meta-data", "network-config", RELEASE}
    assert "wifis" not in read(tmp_path, "network-config")["network"]
    assert "rpi" not in read(tmp_path, "user-data")
    said = packed(tmp_path)["words"].decode().split()
    assert said[2:] == ["--camera", "webcam:0", "--pins", "none", "--kiosk"]
    assert read(tmp_path, "user-data")["locale"] == "de_AT.UTF-8"


def test_what_is_no_boot_partition_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"picture")
    made = make(tmp_path, answers=())
    assert made.exit_code == 1
    assert "is no boot partition: there is no config.txt and cmdline.txt" in made.output
    assert "bootfs" in made.output
    assert files(tmp_path) == {"holiday.jpg": b"picture"}
    assert make(tmp_path / "nowhere", answers=()).exit_code == 1


@pytest.mark.parametrize("full_at", range(1, 6))
def test_a_full_card_stays_as_it_was(
    full_at: int, trixie: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, syncs = files(trixie), iter(range(1, 100))

    def fsync(handle: int) -> None:
        if next(syncs) == full_at:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.cli.card.partition.os.fsync", fsync)
    made = make(trixie)
    assert made.exit_code == 1
    assert "No space left" in made.output
    assert files(trixie) == before


def test_answers_that_cannot_be_are_asked_for_again(tmp_path: Path) -> None:
    short, other = "short", "other password"
    network = ("x" * 33, "Home", short, short, PASSWORD, other, PASSWORD, PASSWORD)
    others = ("my table", "Tavern", "1234", "1234", PIN, PIN, "xx-XX", "fr-BE")
    made = make(tmp_path, answers=(*network, *others))
    assert made.exit_code == 0, made.output
    assert "That one could be guessed" in made.output
    assert read(tmp_path, "user-data")["hostname"] == "tavern"


def test_whoever_gives_no_answer_gets_no_card(trixie: Path) -> None:
    before = files(trixie)
    assert make(trixie, answers=ANSWERS[:4]).exit_code == 1
    assert files(trixie) == before


def test_a_camera_with_a_password_does_not_go_onto_a_card(trixie: Path) -> None:
    made = make(trixie, "--camera", "url:http://me:secret@cam/", answers=())
    assert made.exit_code == 1
    assert "secret" not in made.output


def test_wheels_that_are_not_all_of_the_lock_are_refused(trixie: Path, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "flask-3.0.0-py3-none-any.whl").write_bytes(b"something else")
    made = make(trixie, "--wheels", wheels, answers=())
    assert made.exit_code == 1
    assert "has not all wheels for Trixie" in made.output
    assert "flask" in made.output


def test_wheels_of_the_lock_go_onto_the_card_and_nothing_else_does(tmp_path: Path) -> None:
    locks, wheels = tmp_path / "deploy" / "locks", tmp_path / "wheels"
    locks.mkdir(parents=True)
    wheels.mkdir()
    for name in ("one-1.0-py3-none-any.whl", "two-2.0-py3-none-any.whl", "other.whl"):
        (wheels / name).write_bytes(name.encode())
    locked = sorted(wheels.glob("*-*.whl"))
    pinned = (
        f"{wheel.name[:3]}==1 \\\n    --hash=sha256:{'0' * 64} \\\n"
        f"    --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}\n"
        for wheel in locked
    )
    (locks / "trixie.txt").write_text("".join(pinned))
    assert release.locked_wheels(wheels, "trixie", tmp_path) == locked
    locked[1].write_bytes(b"damaged")
    with pytest.raises(release.NoRelease, match="none of two"):
        release.locked_wheels(wheels, "trixie", tmp_path)


def test_where_only_the_program_is_installed_it_says_where_cards_are_made(tmp_path: Path) -> None:
    with pytest.raises(release.NoRelease, match="no installer") as told:
        release.shipped(tmp_path)
    assert "deploy" in told.value.hint


def test_the_owners_key_opens_ssh_and_no_password_does(trixie: Path, tmp_path: Path) -> None:
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE0 me@home"
    (tmp_path / "id.pub").write_text(f"{key}\n")
    assert make(trixie, "--ssh-key", tmp_path / "id.pub").exit_code == 0
    user = read(trixie, "user-data")
    assert user["user"]["ssh_authorized_keys"] == [key]
    assert user["ssh_pwauth"] is False
    begins = "-----BEGIN OPENSSH PRIVATE KEY-----"  # pragma: allowlist secret
    (tmp_path / "id").write_text(begins)
    assert "is no public key" in make(trixie, "--ssh-key", tmp_path / "id", answers=()).output


def test_a_list_for_imager_names_the_image_and_how_it_is_set_up(tmp_path: Path) -> None:
    whole = b"an image" * 1000
    image = tmp_path / "2026-11-01-raspios-trixie-arm64-lite.img.xz"
    image.write_bytes(lzma.compress(whole))
    out = tmp_path / "table.rpi-imager-manifest"
    assert make(out, "--image", image, answers=()).exit_code == 0
    (entry,) = json.loads(out.read_text())["os_list"]
    assert entry["init_format"] == "cloudinit-rpi"
    assert (entry["extract_size"], entry["extract_sha256"]) == (len(whole), sha256(whole).hexdigest())
    assert entry["image_download_size"] == image.stat().st_size
    assert (entry["release_date"], entry["url"]) == ("2026-11-01", image.as_uri())
    image.write_bytes(image.read_bytes()[:-40])
    assert "is broken" in make(out, "--image", image, answers=()).output
    assert make(out, answers=()).exit_code == 2


def test_without_a_network_to_join_the_radio_follows_the_countrys_rules_all_the_same(
    trixie: Path,
) -> None:
    """The table opens its own network there."""
    made = make(trixie, answers=("", "", PIN, PIN, "de-AT"))
    assert made.exit_code == 0, made.output
    assert "cfg80211.ieee80211_regdom=AT" in (trixie / "cmdline.txt").read_text().split()
