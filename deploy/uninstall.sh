#!/usr/bin/env bash
# Removes everything that install.sh has brought, except the owner's data (/var/lib/table-companion).
set -euo pipefail

NAME=table-companion
PROGRAM=/opt/$NAME
DATA=/var/lib/$NAME
AVAHI=/etc/avahi/avahi-daemon.conf
BOOT=${BOOT:-/boot/firmware}

[ "$(id -u)" = 0 ] || { echo "It must be run as root: sudo $0" >&2; exit 1; }

say() { printf '==> %s\n' "$*"; }

if grep -qE '(^| )overlayroot=' /proc/cmdline; then
    say "The system is read-only: first sudo $PROGRAM/current/source/deploy/read-only.sh off, then sudo reboot"
    exit 1
fi

stop_the_service() {
    local unit
    systemctl stop --quiet "$NAME-backup.timer" 2>/dev/null || true
    rm -f /etc/systemd/system/{,timers.target.wants/}"$NAME"-backup.{service,timer}
    rmdir --ignore-fail-on-non-empty /etc/systemd/system/timers.target.wants 2>/dev/null || true
    for unit in "$NAME-screen" "$NAME" "$NAME-keeper"; do
        systemctl stop --quiet "$unit" 2>/dev/null || true
        rm -f "/etc/systemd/system/$unit.service" "/etc/systemd/system/multi-user.target.wants/$unit.service"
    done
    rm -f "/etc/systemd/system.conf.d/$NAME.conf"
    rmdir --ignore-fail-on-non-empty /etc/systemd/system.conf.d 2>/dev/null || true
    if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
}

restore_the_start() {
    [ -e "$BOOT/config.txt" ] || return 0
    rm -f "$BOOT/$NAME.txt"
    sed -i "/^# $NAME: begin$/,/^# $NAME: end$/d" "$BOOT/config.txt"
    if [ -e "$PROGRAM/counts-memory" ] && [ -e "$BOOT/cmdline.txt" ]; then
        sed -i '1s/ cgroup_enable=memory$//; 1s/ cgroup_enable=memory / /' "$BOOT/cmdline.txt"
    fi
    # A note is made before the change: that may have been cut off.
    if [ -e "$PROGRAM/serial-console" ] && [ -e "$BOOT/cmdline.txt" ] &&
        ! grep -qwFf "$PROGRAM/serial-console" "$BOOT/cmdline.txt"; then
        sed -i "1s/^/$(cat "$PROGRAM/serial-console") /" "$BOOT/cmdline.txt"
    fi
}

restore_the_name() {
    local name
    if [ -e "$PROGRAM/named" ] && [ -e "$AVAHI" ]; then
        # An older note had no name: it was companion then.
        name=$(cat "$PROGRAM/named")
        sed -i "/^host-name=${name:-companion}$/d" "$AVAHI"
        if [ -d /run/systemd/system ]; then systemctl try-restart avahi-daemon || true; fi
    fi
}

# A network that was joined by the table's page is joined no longer, and its own is gone.
forget_networks() {
    rm -f {/etc,/run}/NetworkManager/system-connections/"$NAME"-*.nmconnection
    if [ -d /run/systemd/system ] && command -v nmcli >/dev/null; then nmcli connection reload || true; fi
}

# Only if no package from elsewhere would be removed with them; and none without which no system starts.
remove_packages() {
    local packages going
    [ -s "$PROGRAM/packages" ] || return 0
    packages=$(sort -u "$PROGRAM/packages" | while read -r package; do
        # Of one that is gone it knows nothing, and says so by its status, too.
        dpkg-query -W -f '${db:Status-Status} ${Essential} ${Important} ${Protected} ${binary:Package}\n' \
            "$package" 2>/dev/null || true
    done | sed -nE '/ yes /!s/^installed .* //p')
    [ -n "$packages" ] || return 0
    # shellcheck disable=SC2086 # a list of names
    going=$(apt-get -s purge $packages | sed -nE 's/^Purg ([^ ]+).*/\1/p')
    if [ "$(echo "$going" | wc -l)" -gt "$(echo "$packages" | wc -l)" ]; then
        say "Other programs use packages that came with it, so these stay: ${packages//$'\n'/ }"
        return 0
    fi
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq $packages >/dev/null
}

stop_the_service
bash "$PROGRAM/kept/source/deploy/read-only.sh" back
restore_the_start
restore_the_name
forget_networks
remove_packages
rm -f /usr/local/bin/companion "/etc/$NAME.toml" "/etc/pam.d/$NAME-screen" "/etc/udev/rules.d/90-$NAME-screen.rules"
rm -rf "$PROGRAM" "/var/lib/$NAME-keeper"
for user in "$NAME-screen" "$NAME"; do
    if getent passwd "$user" >/dev/null; then userdel "$user"; fi
    if getent group "$user" >/dev/null; then groupdel "$user"; fi
done
if [ -d "$DATA" ]; then
    chown -R root:root "$DATA"
    say "Gone. Your games, sets and logins are still in $DATA."
fi
