"""The files that Raspberry Pi OS reads at its first start: cloud-init's files since Trixie, a script
before.

YAML is written as JSON, which is valid YAML: each text is quoted, so that Norway (NO) is not read as
*no*.
"""

import json
import shlex

from companion.cli.card.wishes import Wishes
from companion.keeper.network.files import KEPT, file_name, joining, number_of
from companion.keeper.network.wifi import Wifi

RELEASE = "table-companion.tar.gz"
BOOT = "/boot/firmware"
ACCOUNT = "pi"
UNPACKED = "/var/lib/table-companion-card"
PREPARE = (
    f"test -e {BOOT}/{RELEASE} || exit 0; rm -rf {UNPACKED} && mkdir -m 700 {UNPACKED} &&"
    f" tar -xzf {BOOT}/{RELEASE} -C {UNPACKED} --no-same-owner &&"
    f" bash {UNPACKED}/deploy/first-start.sh prepare"
)
"""Runs at every start until it has succeeded once: after a power cut it runs again."""
START = "systemctl daemon-reload && systemctl start --no-block table-companion-card"
"""systemd already knows its services when cloud-init runs; a first-run script ends with a reboot."""
RUN_ONCE = (
    f"systemd.run={BOOT}/firstrun.sh systemd.run_success_action=reboot"
    " systemd.unit=kernel-command-line.target"
)
OURS = (
    *("ds=nocloud", "cfg80211.ieee80211_regdom=", "systemd.run", "systemd.unit=kernel-command-line"),
    "overlayroot=",
)
"""Beginnings of the kernel command line's words that a card replaces. A system that was read-only can
be changed again; the installer closes it in the end, if the card says so."""
TAKES_THE_WHOLE_CARD = "resize"
"""Lets the system's own partition grow to the card's end at the first start (since Trixie)."""


def user_data(wishes: Wishes) -> str:
    """Return cloud-init's ``user-data``. No secret is in it."""
    account: dict[str, object] = {
        "name": ACCOUNT,
        "shell": "/bin/bash",
        "lock_passwd": True,
        "sudo": None,
    }
    said: dict[str, object] = {
        "hostname": wishes.name,
        "manage_etc_hosts": True,
        "manage_resolv_conf": False,
        "locale": wishes.locale,
        "ssh_pwauth": False,
        "user": account,
        "bootcmd": [["sh", "-c", f"{PREPARE} && {START}"]],
    }
    if wishes.time_zone:
        said["timezone"] = wishes.time_zone
    if wishes.is_read_only:  # behind the system's partition there is room to be left
        said |= {"growpart": {"mode": "off"}, "resize_rootfs": False}
    if wishes.ssh_key:
        account |= {"sudo": "ALL=(ALL) NOPASSWD:ALL", "ssh_authorized_keys": [wishes.ssh_key]}
        said["runcmd"] = [["systemctl", "enable", "--now", "ssh"]]
    if (
        wishes.has_box
    ):  # the serial console would type on the pins of two keys, long before the installer ran
        said["rpi"] = {"interfaces": {"serial": False}}
    return f"#cloud-config\n{_yaml(said)}"


def network_config(wishes: Wishes) -> str:
    """Return cloud-init's ``network-config``: the cable, and the wireless network with its key."""
    network: dict[str, object] = {
        "version": 2,
        "ethernets": {"eth0": {"dhcp4": True, "dhcp6": True, "optional": True}},
    }
    if wishes.wifi is not None:
        key = wishes.wifi.key
        point = {"password": key} if key else {"auth": {"key-management": "none"}}
        network["wifis"] = {
            "wlan0": {
                "dhcp4": True,
                "optional": True,
                "regulatory-domain": wishes.country,
                "access-points": {wishes.wifi.name: point},
            }
        }
    return _yaml({"network": network})


def meta_data(instance: str) -> str:
    """Return cloud-init's ``meta-data``. A different ``instance`` makes cloud-init do everything again.

    cloud-init's documents spell the key with a hyphen, Raspberry Pi OS's own file with an underscore.
    """
    return _yaml({"dsmode": "local", "instance-id": instance, "instance_id": instance})


def first_run(wishes: Wishes) -> str:
    """Return ``firstrun.sh``: the same for a system without cloud-init. The network's key is in it."""
    lines = [
        "#!/bin/sh",
        "# Made by companion make-card: run once, at the Pi's first start.",
        f"raspi-config nonint do_hostname {wishes.name}",
        f"raspi-config nonint do_change_locale {wishes.locale}",
        f"/usr/lib/userconf-pi/userconf {ACCOUNT} '*'",
    ]
    if wishes.time_zone:
        lines.append(f"raspi-config nonint do_change_timezone {wishes.time_zone}")
    lines.append(f"raspi-config nonint do_wifi_country {wishes.country}")
    if wishes.wifi is not None:
        lines += _connection(wishes.wifi)
    if wishes.has_box:
        lines.append("raspi-config nonint do_serial_cons 1")
    if wishes.ssh_key:
        home = f"/home/{ACCOUNT}/.ssh"
        lines += [
            f"install -o {ACCOUNT} -g {ACCOUNT} -m 700 -d {home}",
            f"echo {shlex.quote(wishes.ssh_key)} >{home}/authorized_keys",
            f"chown {ACCOUNT}:{ACCOUNT} {home}/authorized_keys",
            f"echo '{ACCOUNT} ALL=(ALL) NOPASSWD:ALL' >/etc/sudoers.d/010_{ACCOUNT}-nopasswd",
            "echo 'PasswordAuthentication no' >/etc/ssh/sshd_config.d/table-companion.conf",
            "systemctl enable ssh",
        ]
    undo = "; ".join(f"s# {word.partition('=')[0]}=[^ ]*##" for word in RUN_ONCE.split())
    return "\n".join(
        [*lines, f"( {PREPARE} ) || exit 1", f"sed -i '{undo}' {BOOT}/cmdline.txt", "sync", "exit 0", ""]
    )


def _connection(wifi: Wifi) -> list[str]:
    """Return the commands that write NetworkManager's file for a network."""
    return ["umask 077", f"cat >{connection(wifi)} <<'END'", joining(wifi).rstrip(), "END", "umask 022"]


def connection(wifi: Wifi) -> str:
    """Return where NetworkManager's file for a network is."""
    return f"/{(KEPT / file_name(number_of(wifi))).as_posix()}"


def command_line(before: str, wishes: Wishes, instance: str | None) -> str:
    """Return the kernel's command line with the card's words in place of the old ones. ``instance``
    None: there is no cloud-init.

    With the instance given there, cloud-init can tell at each start, even without its files, that the
    card has not changed.
    """
    words = [word for word in before.split() if not word.startswith(OURS)]
    if wishes.is_read_only:  # read-only.sh lets it grow, up to the partition for the table's data
        words = [word for word in words if word != TAKES_THE_WHOLE_CARD]
    # Also without a network to join: the table may open its own.
    words.append(f"cfg80211.ieee80211_regdom={wishes.country}")
    words.append(RUN_ONCE if instance is None else f"ds=nocloud;i={instance}")
    return " ".join(words) + "\n"


def _yaml(said: object) -> str:
    return json.dumps(said, indent=2, ensure_ascii=False) + "\n"
