#!/usr/bin/env bash
# Turns a Raspberry Pi into a table: sudo deploy/install.sh. Run again, it brings program and service up to date.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE=$(dirname "$HERE")
NAME=table-companion
PROGRAM=/opt/$NAME
DATA=/var/lib/$NAME
KEEPS=/var/lib/$NAME-keeper
SETTINGS=/etc/$NAME.toml
UNITS=/etc/systemd/system
ETC=/etc
SHIPPED=(companion vision web firmware_config deploy pyproject.toml README.md)
WATCHDOG=/etc/systemd/system.conf.d/$NAME.conf
AVAHI=/etc/avahi/avahi-daemon.conf
SCREEN_RULES=/etc/udev/rules.d/90-$NAME-screen.rules
BOOT=${BOOT:-/boot/firmware}

CALLED="" CAMERA=picamera2 PINS=lgpio PORT="" TLS=false SHUTDOWN_BUTTON=False KIOSK=false READ_ONLY=false

usage() {
    cat <<'END'
sudo deploy/install.sh [--name NAME] [--camera CAMERA] [--pins PINS] [--port PORT] [--tls] [--shutdown-button] [--kiosk]
                       [--read-only]
  --name             in the network, unless the owner has given another: NAME.local; companion, if left out
  --camera           as `companion run` takes it; picamera2, if left out
  --pins             lgpio (if left out), rpigpio, simulated, or none: there is no voting box
  --port             of the pages; 80 (with --tls 443) if left out, or 8000 where another program has that
  --tls              pages are encrypted, secret votes too; each phone warns the first time
  --shutdown-button  one is wired from GPIO 3 to ground
  --kiosk            a screen at this machine shows the table from the start; for a system without a desktop
  --read-only        nothing is written to the system; what must outlast a power cut gets a partition of its own
What /etc/table-companion.toml says already is kept: camera, pins and port count for a new one only. --tls is
turned on there, too; port 80 then becomes 443.
END
}

say() { printf '==> %s\n' "$*"; }
give_up() { printf '%s\n' "$*" >&2; exit 1; }

# Writes what comes in: whatever is switched off in between, the file is as it was, or all of it is new. Nothing comes
# in where something failed.
put() {
    cat >"$1.new"
    [ -s "$1.new" ] || give_up "$1 stays as it is: there is nothing to write."
    sync "$1.new"
    mv "$1.new" "$1"
    sync "$(dirname "$1")"
}

while [ $# -gt 0 ]; do
    case $1 in
        --name) CALLED=${2:?which name?}; shift ;;
        --camera) CAMERA=${2:?which camera?}; shift ;;
        --pins) PINS=${2:?which pins?}; shift ;;
        --port) PORT=${2:?which port?}; shift ;;
        --tls) TLS=true ;;
        --shutdown-button) SHUTDOWN_BUTTON=True ;;
        --kiosk) KIOSK=true ;;
        --read-only) READ_ONLY=true ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done

check_the_machine() {
    [[ $CALLED =~ ^[a-z0-9-]*$ ]] || give_up "A name has letters a to z, digits and hyphens: companion, say."
    [ "$(id -u)" = 0 ] || give_up "It must be run as root: sudo deploy/install.sh"
    [ "$(getconf LONG_BIT)" = 64 ] || give_up "A 64-bit system is needed: Raspberry Pi OS (64-bit)."
    if [ "$KIOSK" = true ] && [ -e "$UNITS/display-manager.service" ]; then
        give_up "--kiosk is for a system without a desktop, Raspberry Pi OS Lite: here a desktop has the screen."
    fi
    if grep -qE '(^| )overlayroot=' /proc/cmdline; then
        give_up "The system is read-only: first sudo $PROGRAM/current/source/deploy/read-only.sh off, then sudo reboot"
    fi
    if [ -L "$SETTINGS" ] && [ ! -e "$SETTINGS" ]; then
        give_up "The settings are in $(readlink "$SETTINGS"), which is not there: plug in the stick or disk again."
    fi
    { command -v apt-get && command -v systemctl; } >/dev/null || give_up "This is for Raspberry Pi OS, or Debian with systemd."
    LOCK=$HERE/locks/$(sed -nE 's/^VERSION_CODENAME="?([a-z]+).*/\1/p' /etc/os-release).txt
    [ -f "$LOCK" ] || give_up "This is for Trixie and Bookworm: for this system there is no lock in $HERE/locks."
}

# Raspberry Pi OS has named it differently in its time.
browser() { if apt-cache show chromium >/dev/null 2>&1; then echo chromium; else echo chromium-browser; fi; }

# Noted before they come, so that uninstall.sh can remove exactly these, wherever this is cut off.
note_new_packages() {
    local new
    new=$(apt-get -s install --no-install-recommends "$@" |
        sed -nE 's/^Inst ([^ :]+)[^ ]* \(.*\[([^] ]+)\]\).*/\1:\2/p')
    [ -n "$new" ] || return 0
    sort -u - "$PROGRAM/packages" <<<"$new" | put "$PROGRAM/packages"
}

# Of what came with the table, what a power cut has left half there, or without some of its files; apt takes both for
# installed. What this system's dpkg leaves out, documents for the most part, is not missing.
without_their_files() {
    local status package
    {
        cat "$ETC"/dpkg/dpkg.cfg{,.d/*} 2>/dev/null || true
        while read -r package; do
            dpkg-query -W -f '${db:Status-Status} ${binary:Package}\n' "$package" 2>/dev/null || true
        done <"$PROGRAM/packages" | while read -r status package; do
            echo "$status $package"
            [ "$status" != installed ] || dpkg --verify "$package" || exit
        done
    } | awk '
        sub(/^path-exclude[= ]+/, "") { gsub(/[.+]/, "[&]"); gsub(/[?]/, "."); gsub(/[*]/, ".*"); left_out["^" $0 "$"]; next }
        $1 == "installed" { package = $2 }
        $1 ~ /^half-/ { torn[$2] }
        $1 == "missing" {
            for (path in left_out) if (substr($0, index($0, "/")) ~ path) next
            torn[package]
        }
        END { for (package in torn) print package }'
}

install_packages() {
    say "Packages of the system"
    local wanted=(python3-venv avahi-daemon) package torn
    export DEBIAN_FRONTEND=noninteractive
    # A power cut in the middle of it before: apt goes on only behind these; some may need one that is half there.
    dpkg --configure -a >/dev/null || true
    apt-get update -qq
    for package in python3-lgpio python3-picamera2; do
        if apt-cache show "$package" >/dev/null 2>&1; then wanted+=("$package"); fi
    done
    # The table's own network: who is in it, and what gives out its addresses.
    if dpkg -s network-manager >/dev/null 2>&1; then wanted+=(iw dnsmasq-base); fi
    if [ "$KIOSK" = true ]; then wanted+=(cage "$(browser)"); fi
    if [ "$READ_ONLY" = true ]; then wanted+=(overlayroot fdisk); fi
    mkdir -p "$PROGRAM"
    touch "$PROGRAM/packages"
    torn=$(without_their_files)
    if [ -n "$torn" ]; then
        # shellcheck disable=SC2086 # a list of names
        apt-get install -y -qq --no-install-recommends --reinstall -o Dpkg::Options::=--force-confmiss $torn >/dev/null
    fi
    note_new_packages "${wanted[@]}"
    apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
    if [ "$CAMERA" = picamera2 ] && ! dpkg -s python3-picamera2 >/dev/null 2>&1; then
        say "There is no python3-picamera2 for this system: the camera will be told as lost."
    fi
}

# A power cut leaves useradd's locks; the number that stands in them may be another program's by now.
break_old_locks() {
    local lock
    for lock in "$ETC"/{passwd,group,shadow,gshadow,subuid,subgid}.lock; do
        [ -e "$lock" ] || continue
        case $(cat "/proc/$(tr -dc 0-9 <"$lock")/comm" 2>/dev/null) in
            user* | group* | passwd | chage | chpasswd) ;;
            *) rm -f "$lock" ;;
        esac
    done
}

make_the_user() {
    break_old_locks
    if ! getent passwd "$NAME" >/dev/null; then
        say "A user of its own: $NAME"
        useradd --system --user-group --no-create-home --home-dir "$DATA" --shell /usr/sbin/nologin "$NAME"
    fi
    for group in gpio video dialout; do
        if getent group "$group" >/dev/null; then usermod --append --groups "$group" "$NAME"; fi
    done
    install -d -m 700 -o "$NAME" -g "$NAME" "$DATA"
    chown -R "$NAME:$NAME" "$DATA"
}

# What a release is called, so that the newer of two is known by it: its version, and when it was made.
name_of_release() {
    local version made
    version=$(sed -nE 's/^version = "([0-9.]+)"/\1/p' "$SOURCE/pyproject.toml" | head -n 1)
    made=$(cd "$SOURCE" && find "${SHIPPED[@]}" -type f \
        -not -path '*/__pycache__/*' -printf '%T@\n' | sort -n | tail -n 1 | xargs -I '{}' date -u -d '@{}' +%Y%m%dT%H%M%S)
    echo "$version-$made"
}

install_the_program() {
    local release earlier
    release=$PROGRAM/releases/$(name_of_release)
    say "The program, in $release"
    if [ ! -e "$release/whole" ]; then
        earlier=$(readlink -f "$PROGRAM/kept" || true)
        rm -rf "$release"
        mkdir -p "$release/source"
        for part in "${SHIPPED[@]}"; do cp -R "$SOURCE/$part" "$release/source"; done
        find "$release/source" -name __pycache__ -prune -exec rm -rf {} +
        bash "$release/source/deploy/build-release.sh" "$release" "$(if [ -d "$earlier/venv" ]; then echo "$earlier"; fi)"
        sync
        touch "$release/whole"
    fi
    # Whoever installs by hand decides: this one runs, without a trial.
    if [ -d /run/systemd/system ]; then systemctl stop "$NAME-keeper" 2>/dev/null || true; fi
    rm -rf "${KEEPS:?}"/{trial.json,data-before}
    lead "$PROGRAM/current" "releases/$(basename "$release")"
    lead "$PROGRAM/kept" "releases/$(basename "$release")"
    # Before there were releases it lay here.
    rm -rf "$PROGRAM/venv"
    install -m 644 "$SOURCE/README.md" "$PROGRAM/README.md"
    install -m 755 "$HERE/uninstall.sh" "$PROGRAM/uninstall.sh"
    ln -sf "$PROGRAM/current/venv/bin/companion" /usr/local/bin/companion
}

# A link leads to the one or to the other, whatever is switched off in between.
lead() {
    ln -sfn "$2" "$1.new"
    mv -T "$1.new" "$1"
}

can_load() {
    "$PROGRAM/current/venv/bin/python" -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$1') is None)"
}

is_free() { ! ss -Hltn "sport = :$1" 2>/dev/null | grep -q .; }

encrypt_from_now_on() {
    [ "$TLS" = true ] || return 0
    say "Encrypted from now on, in $SETTINGS"
    if grep -qE '^ *tls *=' "$SETTINGS"; then
        sed -i -E --follow-symlinks 's/^ *tls *=.*/tls = true/' "$SETTINGS"
    else
        printf '\ntls = true\n' >>"$SETTINGS"
    fi
    sed -i -E --follow-symlinks 's/^ *port *= *80 *(#.*)?$/port = 443/' "$SETTINGS"
}

write_the_settings() {
    if [ -e "$SETTINGS" ]; then encrypt_from_now_on; else write_new_settings; fi
    # A camera's address may have a password in it.
    chown "root:$NAME" "$SETTINGS"
    chmod 640 "$SETTINGS"
}

write_new_settings() {
    say "Settings, in $SETTINGS"
    if [ "$PINS" = lgpio ] && ! can_load lgpio; then
        say "There is no lgpio for this system: without it there is no voting box (pins = \"none\")."
        PINS=none
    fi
    if [ -z "$PORT" ]; then
        PORT=80
        if [ "$TLS" = true ]; then PORT=443; fi
        is_free "$PORT" || PORT=8000
    fi
    install -m 600 /dev/null "$SETTINGS.new"
    put "$SETTINGS" <<END
# The table's start-up settings; after a change: sudo systemctl restart $NAME
data = "$DATA"
camera = "$CAMERA"
pins = "$PINS"
host = "0.0.0.0"
port = $PORT
# Encrypted or not. With port 443 the address is https://companion.local/; port 80 then leads there.
tls = $TLS
END
}

# Without a box the pins are left to other uses.
is_wired() { ! grep -qE '^ *pins *= *"none"' "$SETTINGS"; }

# A config.txt means that this is a Pi.
configure_the_start() {
    [ -e "$BOOT/config.txt" ] || return 0
    say "What the Pi does at its start, in $BOOT"
    local pin_map="shipped_pin_map()"
    if ! is_wired; then pin_map=None; fi
    "$PROGRAM/current/venv/bin/python" -c "
from companion.devices.boot_config import boot_config
from companion.devices.pin_map import shipped_pin_map
print(boot_config($pin_map, shutdown_button=$SHUTDOWN_BUTTON), end='')
" | put "$BOOT/$NAME.txt"
    if ! grep -qx "include $NAME.txt" "$BOOT/config.txt"; then
        {
            awk 1 "$BOOT/config.txt" # with an end to its last line
            printf '# %s: begin\n[all]\ninclude %s.txt\n# %s: end\n' "$NAME" "$NAME" "$NAME"
        } | put "$BOOT/config.txt"
        REBOOT=1
    fi
    # A Pi does not count each service's memory unless it is told to; only then does the service's limit take effect.
    if [ -e "$BOOT/cmdline.txt" ] && ! grep -qE '(^| )cgroup_enable=([a-z]+,)*memory' "$BOOT/cmdline.txt"; then
        echo cgroup_enable=memory | put "$PROGRAM/counts-memory"
        sed '1s/$/ cgroup_enable=memory/' "$BOOT/cmdline.txt" | put "$BOOT/cmdline.txt"
        REBOOT=1
    fi
    # The serial console would type on the pins of two keys.
    if is_wired && grep -qE '(^| )console=(serial0|ttyAMA0|ttyS0),[0-9]+' "$BOOT/cmdline.txt" 2>/dev/null; then
        grep -oE 'console=(serial0|ttyAMA0|ttyS0),[0-9]+' "$BOOT/cmdline.txt" | head -n 1 |
            put "$PROGRAM/serial-console"
        sed -E 's/(^| )console=(serial0|ttyAMA0|ttyS0),[0-9]+/\1/g; s/  +/ /g; s/^ //' "$BOOT/cmdline.txt" |
            put "$BOOT/cmdline.txt"
        REBOOT=1
    fi
    mkdir -p "$(dirname "$WATCHDOG")"
    printf '[Manager]\nRuntimeWatchdogSec=15\n' >"$WATCHDOG"
}

# A name given by the owner is kept; one that was given here may change.
name_in_the_network() {
    [ -e "$AVAHI" ] || return 0
    local change
    if ! grep -qE '^ *host-name=' "$AVAHI"; then
        [ -n "$CALLED" ] || CALLED=$(cat "$PROGRAM/named" 2>/dev/null || echo companion)
        change="s/^\[server\]$/[server]\nhost-name=$CALLED/"
    elif [ -e "$PROGRAM/named" ] && [ -n "$CALLED" ]; then
        change="s/^ *host-name=.*/host-name=$CALLED/"
    else
        return 0
    fi
    echo "$CALLED" | put "$PROGRAM/named"
    sed -i "$change" "$AVAHI"
}

# Another user, who sees nothing of the table but its page.
set_up_the_screen() {
    [ "$KIOSK" = true ] || return 0
    say "The screen of this machine shows the table"
    if ! getent passwd "$NAME-screen" >/dev/null; then
        useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$NAME-screen"
    fi
    for group in video render input; do
        if getent group "$group" >/dev/null; then usermod --append --groups "$group" "$NAME-screen"; fi
    done
    cat >"/etc/pam.d/$NAME-screen" <<'END'
auth     required pam_unix.so
account  required pam_unix.so
session  required pam_unix.so
session  required pam_systemd.so
END
    # A Pi's HDMI sockets say that they are mice, too: then cage shows a pointer, for ever.
    printf 'SUBSYSTEM=="input", ATTRS{name}=="vc4-hdmi*", ENV{LIBINPUT_IGNORE_DEVICE}="1"\n' >"$SCREEN_RULES"
    ln -sfn "$PROGRAM/current/source/deploy/$NAME-screen.service" "$UNITS/$NAME-screen.service"
    ln -sfn "../$NAME-screen.service" "$UNITS/multi-user.target.wants/$NAME-screen.service"
    REBOOT=1
}

start_the_service() {
    local unit
    # Each release brings its own: they are led to it, and change with it.
    ln -sfn "$PROGRAM/current/source/deploy/$NAME.service" "$UNITS/$NAME.service"
    ln -sfn "$PROGRAM/kept/source/deploy/$NAME-keeper.service" "$UNITS/$NAME-keeper.service"
    mkdir -p "$UNITS/multi-user.target.wants"
    for unit in "$NAME" "$NAME-keeper"; do
        ln -sfn "../$unit.service" "$UNITS/multi-user.target.wants/$unit.service"
    done
    set_up_the_screen
    for unit in service timer; do
        ln -sfn "$PROGRAM/current/source/deploy/$NAME-backup.$unit" "$UNITS/$NAME-backup.$unit"
    done
    mkdir -p "$UNITS/timers.target.wants"
    ln -sfn "../$NAME-backup.timer" "$UNITS/timers.target.wants/$NAME-backup.timer"
    systemctl enable --quiet avahi-daemon
    if [ -d /run/systemd/system ]; then
        say "The service"
        systemctl daemon-reload
        systemctl restart avahi-daemon || say "avahi-daemon does not start: use the Pi's address."
        systemctl restart "$NAME-keeper" || say "No updates: journalctl -u $NAME-keeper -n 50 says why."
        systemctl start "$NAME-backup.timer"
        systemctl restart "$NAME" || give_up "It does not start. Why, says: journalctl -u $NAME -n 50"
    fi
}

# From the next start on; the table waits for that.
close_the_system() {
    [ "$READ_ONLY" = true ] || return 0
    bash "$HERE/read-only.sh" on
    REBOOT=1
}

tell_the_owner() {
    local name port at scheme=http usual=80
    name=$(sed -nE 's/^ *host-name=(.*)/\1/p' "$AVAHI" 2>/dev/null || true)
    port=$(sed -nE 's/^ *port *= *([0-9]+).*/\1/p' "$SETTINGS")
    if grep -qE '^ *tls *= *true' "$SETTINGS"; then scheme=https usual=443; fi
    at=":$port"
    [ "$port" != "$usual" ] || at=""
    say "Done. The table is at $scheme://${name:-$(hostname)}.local${at:-}/"
    if grep -q '^scrypt:' "$DATA/host-pin" 2>/dev/null; then
        echo "    The PIN of the host: the one that was chosen for the card"
    else
        printf '    The PIN of the host: sudo cat %s/host-pin\n' "$DATA"
    fi
    if [ "$scheme" = https ]; then
        printf '    Phones warn the first time; the fingerprint: journalctl -u %s | grep -A1 SHA-256\n' "$NAME"
    fi
    printf '    Is all of it well?   sudo systemctl stop %s\n' "$NAME"
    printf '                         sudo -u %s companion doctor --config %s\n' "$NAME" "$SETTINGS"
    if [ -n "${REBOOT:-}" ]; then printf '    Now start the Pi anew: sudo reboot\n'; fi
}

check_the_machine
install_packages
make_the_user
install_the_program
write_the_settings
configure_the_start
name_in_the_network
start_the_service
close_the_system
tell_the_owner
