#!/usr/bin/env bash
# Turns a Pi with a card written by `companion make-card` into a table. The system's first start unpacks the release
# and runs `prepare`; the service made there runs `install` when there is a network, again until it works.
set -euo pipefail

NAME=table-companion
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
UNPACKED=$(dirname "$HERE")
DATA=/var/lib/$NAME
UNIT=/etc/systemd/system/$NAME-card.service
BOOT=${BOOT:-/boot/firmware}
SECRETS=("$BOOT/network-config" "$BOOT/firstrun.sh" "$BOOT/$NAME.tar.gz")

# Not before cloud-init has read the card, and not beside multi-user.target, which must not wait for it.
prepare() {
    cat >"$UNIT" <<END
[Unit]
Description=Table Companion: from the card to a table
Wants=network-online.target
After=network-online.target time-sync.target cloud-config.service
# A read-only system is a table already.
ConditionKernelCommandLine=!overlayroot
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=/bin/bash $UNPACKED/deploy/first-start.sh install
Restart=on-failure
RestartSec=30
StandardOutput=journal+console

[Install]
WantedBy=multi-user.target
END
    systemctl enable --quiet "$NAME-card"
    sync
}

# Secrets leave the boot partition, which any computer can read: they are overwritten, then removed.
erase() {
    local file
    for file in "${SECRETS[@]}"; do
        if [ -e "$file" ]; then shred --iterations=0 --zero --remove "$file"; fi
    done
    sync
}

# The PIN chosen for the card replaces an earlier one.
take_the_pin() {
    if [ -e "$UNPACKED/host-pin" ]; then
        install -d -m 700 "$DATA"
        mv "$UNPACKED/host-pin" "$DATA/host-pin"
    fi
}

install_the_table() {
    local words
    erase
    take_the_pin
    mapfile -t words <"$UNPACKED/words"
    # The system takes only its part of the card, and that before packages need the room. Where it was started before,
    # it has all of it: a table that can be written to is better than none.
    if [[ " ${words[*]} " == *" --read-only "* ]] && ! bash "$UNPACKED/deploy/read-only.sh" room; then
        echo "So the table is made without --read-only; docs/card.md says how to close it later." >&2
        mapfile -t words < <(grep -vx -e --read-only "$UNPACKED/words")
    fi
    bash "$UNPACKED/deploy/install.sh" "${words[@]}"
    systemctl disable --quiet "$NAME-card"
    rm -rf "$UNIT" "$UNPACKED"
    sync
    # Pins and watchdog are set up by the firmware.
    if [ -d /run/systemd/system ]; then systemctl reboot --no-block; fi
}

case ${1:-} in
    prepare) prepare ;;
    install) install_the_table ;;
    *) echo "first-start.sh prepare | install" >&2; exit 2 ;;
esac
exit
