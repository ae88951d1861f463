#!/usr/bin/env bash
# A system that nothing is written to, and what must outlast a power cut on a partition of its own.
#   read-only.sh on     from the next start on; install.sh --read-only calls it; the table waits for that start
#   read-only.sh off    the system can be changed from the next start on; the partition stays in use
#   read-only.sh room   makes that partition behind the system's own, where there is room
#   read-only.sh start  at each start, by table-companion-kept.service
#   read-only.sh back   all of it onto the system's own partition again; uninstall.sh calls it
# The system is Debian's overlayroot, as raspi-config sets it up: what is written goes into memory. The partition is
# known by its label, wherever it is: on the card, or on a stick or disk that stays plugged in.
set -euo pipefail

NAME=table-companion
LABEL=table-data
PARTITION=/dev/disk/by-label/$LABEL
DISK=/var/lib/$NAME-disk
UNITS=/etc/systemd/system
SETTINGS=/etc/$NAME.toml
ZONE=/var/lib/$NAME-keeper/zone
BOOT=${BOOT:-/boot/firmware}
STARTED_WITH=${STARTED_WITH:-/proc/cmdline}
JOURNAL=/etc/systemd/journald.conf.d/$NAME.conf
OVERLAY=overlayroot=tmpfs:recurse=0
# Releases; games, sets, logins, PIN; updates under way; networks and the table's own key; what NetworkManager and
# systemd remember (clock, radio, timers, random numbers); the log.
KEPT=("/opt/$NAME" "/var/lib/$NAME" "/var/lib/$NAME-keeper" /etc/NetworkManager/system-connections
    /var/lib/NetworkManager /var/lib/systemd /var/log/journal)
# What would fill the memory, to be forgotten at the next start.
NOT_NOW=(apt-daily.timer apt-daily-upgrade.timer man-db.timer dphys-swapfile.service rpi-resize-swap-file.service)
# A quarter of the card, but not below 2 GiB, nor above 16; what else is there is the system's. In sectors of 512 bytes.
LEAST=$((2 << 21)) MOST=$((16 << 21)) ALIGNED=8192

OTHERWISE="Plug in a stick or a disk whose file system is called $LABEL: sudo mkfs.ext4 -L $LABEL /dev/sdX1 makes
one, and all that was there is lost."

say() { printf '==> %s\n' "$*"; }
give_up() { printf '%s\n' "$*" >&2; exit 1; }
is_read_only() { grep -qE '(^| )overlayroot=' "$STARTED_WITH"; }
unit_of() { systemd-escape --path --suffix="$1" "$2"; }

# Broken off anywhere, it is done again, and what is done already is left as it is.
make_room() {
    local root disk number start end size data there
    [ ! -e "$PARTITION" ] || return 0
    root=${ROOT_PARTITION:-$(findmnt --noheadings --output SOURCE /)}
    number=$(cat "/sys/class/block/$(basename "$root")/partition") || give_up "The system is on no partition."
    disk=/dev/$(lsblk --noheadings --output PKNAME "$root" | head -n 1)
    size=$(cat "/sys/class/block/$(basename "$disk")/size")
    start=$(cat "/sys/class/block/$(basename "$root")/start")
    there=$(next_of "$disk" "$number")
    if [ -z "$there" ]; then
        data=$((size / 4 < LEAST ? LEAST : size / 4 > MOST ? MOST : size / 4))
        end=$(((size - data) / ALIGNED * ALIGNED))
        if [ "$end" -lt "$((start + $(cat "/sys/class/block/$(basename "$root")/size")))" ]; then
            give_up "There is no room behind the system's own partition. $OTHERWISE"
        fi
        say "A partition for what must outlast a power cut"
        # What an earlier use of the card has left there is no file system any more.
        echo "start=$end, type=83" |
            sfdisk --quiet --append --no-reread --no-tell-kernel --force --wipe-partitions always "$disk" >/dev/null
        partx --update "$disk"
        there=$(next_of "$disk" "$number")
    elif [ -n "$(wipefs --noheadings "$there")" ]; then
        give_up "Behind the system's own partition there is another, $there. $OTHERWISE"
    fi
    # The system takes what is left before it.
    end=$(start_of "$disk" "$there")
    echo ", $((end - start))" | sfdisk --quiet -N "$number" --no-reread --no-tell-kernel --force "$disk" >/dev/null
    partx --update "$disk"
    resize2fs "$root" >/dev/null 2>&1
    mkfs.ext4 -q -L "$LABEL" "$there"
    udevadm settle 2>/dev/null || true
}

# The partition behind another, as the disk's table has it.
next_of() { sfdisk --dump "$1" | sed -nE 's/^([^ ]+) : start=.*/\1/p' | sed -n "$(($2 + 1))p"; }
start_of() { sfdisk --dump "$1" | sed -nE "s|^$2 : start= *([0-9]+),.*|\\1|p"; }

turn_on() {
    local path
    if is_read_only; then give_up "The system is read-only already. To change it: sudo $0 off"; fi
    if ! command -v overlayroot-chroot >/dev/null || ! command -v sfdisk >/dev/null; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends overlayroot fdisk >/dev/null
        echo overlayroot >>"/opt/$NAME/packages"
    fi
    make_room
    [ -e "$PARTITION" ] || give_up "There is no file system that is called $LABEL."
    path=$(sed -nE 's/^ *data *= *"([^"]+)".*/\1/p' "$SETTINGS")
    case $path in
        "/var/lib/$NAME" | /media/* | /mnt/*) ;;
        *) give_up "The data are in $path, which would be forgotten: move them to /var/lib/$NAME first." ;;
    esac
    say "What must outlast a power cut goes onto $PARTITION"
    mkdir -p "$DISK"
    mountpoint -q "$DISK" || mount -o noatime "$PARTITION" "$DISK"
    if [ -d /run/systemd/system ]; then systemctl stop --quiet "$NAME" "$NAME-keeper" || true; fi
    for path in "${KEPT[@]}"; do take "$path"; done
    take "$SETTINGS"
    ln -sfn "$DISK$SETTINGS" "$SETTINGS"
    sync
    write_the_units
    sync
    if [ -e "$BOOT/cmdline.txt" ] && ! grep -qE '(^| )overlayroot=' "$BOOT/cmdline.txt"; then
        mount -o remount,rw "$BOOT" 2>/dev/null || true
        rewrite "$BOOT/cmdline.txt" "1s/\$/ $OVERLAY/"
    fi
    say "Read-only from the next start on: sudo reboot"
}

# Copied anew as long as it is not led there: the table may have gone on in between.
take() {
    if mountpoint -q "$1" || [ -L "$1" ]; then return 0; fi
    if [ ! -e "$1" ]; then mkdir -p "$1"; fi
    rm -rf "${DISK:?}$1"
    mkdir -p "$DISK$(dirname "$1")"
    cp -a "$1" "$DISK$1"
}

# Whatever is switched off in between, the file is the one or the other.
rewrite() {
    sed -E "$2" "$1" >"$1.new"
    sync -f "$1.new"
    mv "$1.new" "$1"
    sync -f "$1"
}

write_the_units() {
    local path unit
    unit_file "$DISK" "$PARTITION" ext4 noatime "Wants=systemd-fsck@$(unit_of service "$PARTITION")
After=systemd-fsck@$(unit_of service "$PARTITION")"
    for path in "${KEPT[@]}"; do unit_file "$path" "$DISK$path" none bind ""; done
    cat >"$UNITS/$NAME-kept.service" <<END
# Brings back what is no file of a folder, and lets systemd read the services of the release that is kept.
[Unit]
Description=Table Companion: what outlasts a start of a read-only system
RequiresMountsFor=${KEPT[*]}
Before=$NAME.service $NAME-keeper.service $NAME-screen.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/bash /opt/$NAME/kept/source/deploy/read-only.sh start

[Install]
WantedBy=multi-user.target
END
    link "$NAME-kept.service" multi-user
    for unit in "${NOT_NOW[@]}"; do
        mkdir -p "$UNITS/$unit.d"
        printf '[Unit]\nConditionKernelCommandLine=!overlayroot\n' >"$UNITS/$unit.d/$NAME.conf"
    done
    mkdir -p "$(dirname "$JOURNAL")"
    printf '[Journal]\nStorage=persistent\nSystemMaxUse=64M\nSyncIntervalSec=20s\n' >"$JOURNAL"
}

# unit_file WHERE WHAT TYPE OPTIONS DEPENDENCIES
unit_file() {
    local unit
    unit=$(unit_of mount "$1")
    cat >"$UNITS/$unit" <<END
# Made by read-only.sh
[Unit]
Description=Table Companion: $1 outlasts a power cut
$5

[Mount]
What=$2
Where=$1
Type=$3
Options=$4

[Install]
WantedBy=local-fs.target
END
    link "$unit" local-fs
}

link() {
    mkdir -p "$UNITS/$2.target.wants"
    ln -sfn "../$1" "$UNITS/$2.target.wants/$1"
}

turn_off() {
    mount -o remount,rw "$BOOT" 2>/dev/null || true
    if [ -e "$BOOT/cmdline.txt" ]; then rewrite "$BOOT/cmdline.txt" '1s/ ?overlayroot=[^ ]*//'; fi
    say "The system can be changed from the next start on: sudo reboot. Then, when all is done: sudo $0 on"
}

# The services of the release that is kept are known only now: they lie on the partition.
start() {
    local zone
    if is_read_only && mountpoint -q "$BOOT"; then mount -o remount,ro "$BOOT"; fi
    if is_read_only && zone=$(cat "$ZONE" 2>/dev/null) && [ -e "/usr/share/zoneinfo/$zone" ]; then
        ln -sfn "../usr/share/zoneinfo/$zone" /etc/localtime
        echo "$zone" >/etc/timezone
    fi
    systemctl daemon-reload
    systemctl start --no-block default.target timers.target
}

# Back from the partition, which keeps its copy.
bring_back() {
    local path unit
    unit=$UNITS/$(unit_of mount "$DISK")
    [ -e "$unit" ] || return 0
    if is_read_only; then give_up "The system is read-only: first sudo $0 off, then sudo reboot"; fi
    mountpoint -q "$DISK" || mount -o noatime "$PARTITION" "$DISK"
    for path in "${KEPT[@]}"; do return_to_the_system "$path"; done
    if [ -L "$SETTINGS" ]; then
        cp -a "$DISK$SETTINGS" "$SETTINGS.new"
        mv -T "$SETTINGS.new" "$SETTINGS"
    fi
    umount --lazy "$DISK"
    rm -f "$UNITS"/{,multi-user.target.wants/}"$NAME-kept.service" "$JOURNAL"
    for unit in "${NOT_NOW[@]}"; do
        rm -f "$UNITS/$unit.d/$NAME.conf"
        rmdir --ignore-fail-on-non-empty "$UNITS/$unit.d" 2>/dev/null || true
    done
    forget_mount "$DISK"
    rmdir --ignore-fail-on-non-empty "$DISK" "$UNITS/local-fs.target.wants" "$(dirname "$JOURNAL")" || true
    if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
}

return_to_the_system() {
    [ -e "$UNITS/$(unit_of mount "$1")" ] || return 0
    if mountpoint -q "$1"; then umount --lazy "$1"; fi
    find "$1" -mindepth 1 -delete
    cp -a "$DISK$1/." "$1"
    forget_mount "$1"
}

forget_mount() {
    local unit
    unit=$(unit_of mount "$1")
    rm -f "$UNITS/$unit" "$UNITS/local-fs.target.wants/$unit"
}

case ${1:-} in
    on | off | room | start | back) [ "$(id -u)" = 0 ] || give_up "It must be run as root: sudo $0 $1" ;;
    *) echo "read-only.sh on | off | room | start | back" >&2; exit 2 ;;
esac
case $1 in
    on) turn_on ;;
    off) turn_off ;;
    room) make_room ;;
    start) start ;;
    back) bring_back ;;
esac
