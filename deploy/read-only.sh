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
# The number of the system whose table is there, written when all of it is.
WHOLE=$DISK/whole
DATA=/var/lib/$NAME
UNITS=/etc/systemd/system
SETTINGS=/etc/$NAME.toml
ZONE=/var/lib/$NAME-keeper/zone
BOOT=${BOOT:-/boot/firmware}
STARTED_WITH=${STARTED_WITH:-/proc/cmdline}
JOURNAL=/etc/systemd/journald.conf.d/$NAME.conf
OVERLAY=overlayroot=tmpfs:recurse=0
# Releases; games, sets, logins, PIN; updates under way; networks and the table's own key; what NetworkManager and
# systemd remember (clock, radio, timers, random numbers); the log.
KEPT=("/opt/$NAME" "$DATA" "/var/lib/$NAME-keeper" /etc/NetworkManager/system-connections
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
# From the next start on, if not already.
is_led_there() { [ -L "$UNITS/local-fs.target.wants/$(unit_of mount "$1")" ] || [ -L "$1" ]; }

# Broken off anywhere, it is done again, and what is done already is left as it is.
make_room() {
    local root disk number start end size data there
    if [ -e "$PARTITION" ]; then
        check_whose_it_is
        return
    fi
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
    resize2fs "$root" >/dev/null
    mkfs.ext4 -q -L "$LABEL" "$there"
    udevadm settle 2>/dev/null || true
}

# The partition behind another, as the disk's table has it.
next_of() { sfdisk --dump "$1" | sed -nE 's/^([^ ]+) : start=.*/\1/p' | sed -n "$(($2 + 1))p"; }
start_of() { sfdisk --dump "$1" | sed -nE "s|^$2 : start= *([0-9]+),.*|\\1|p"; }

mount_the_disk() {
    mkdir -p "$DISK"
    mountpoint -q "$DISK" || mount -o noatime "$PARTITION" "$DISK"
}

# A card made anew, with the stick of before.
is_of_another_system() { ! is_led_there "$DATA" && [ -s "$WHOLE" ] && ! cmp -s /etc/machine-id "$WHOLE"; }

# A journal's first line tells its format only.
has_games() { [ -e "$DATA/sets" ] || [ -n "$(sed -n 2p "$DATA/journal.lines" 2>/dev/null)" ]; }

check_whose_it_is() {
    mount_the_disk
    if is_of_another_system && has_games; then
        umount "$DISK"
        rmdir --ignore-fail-on-non-empty "$DISK"
        give_up "There are games here, and those of another table on $PARTITION: one of them has to be put elsewhere.
To go on with those there: sudo systemctl stop $NAME, then sudo mv $DATA /root/
To go on with those here: sudo mkfs.ext4 -L $LABEL \"\$(realpath $PARTITION)\", and all that was there is lost."
    fi
}

check_where_the_data_are() {
    local path
    [ -e "$SETTINGS" ] || give_up "$SETTINGS is not there: plug in the stick or disk of this table, then sudo reboot"
    path=$(sed -nE 's/^ *data *= *"([^"]+)".*/\1/p' "$SETTINGS")
    case $path in
        "$DATA") return ;;
        /media/* | /mnt/*) if [ -e "$path" ] && [ "$(stat -c %d "$path")" != "$(stat -c %d /)" ]; then return; fi ;;
    esac
    give_up "The data are in $path, where no stick or disk is mounted: they would be forgotten.
Move them to $DATA first."
}

turn_on() {
    if is_read_only; then give_up "The system is read-only already. To change it: sudo $0 off"; fi
    check_where_the_data_are
    if ! command -v overlayroot-chroot >/dev/null || ! command -v sfdisk >/dev/null; then
        apt-get update -qq
        apt-get -s install --no-install-recommends overlayroot fdisk |
            sed -nE 's/^Inst ([^ :]+)[^ ]* \(.*\[([^] ]+)\]\).*/\1:\2/p' >>"/opt/$NAME/packages"
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends overlayroot fdisk >/dev/null
    fi
    make_room
    [ -e "$PARTITION" ] || give_up "There is no file system that is called $LABEL."
    say "What must outlast a power cut goes onto $PARTITION"
    mount_the_disk
    if [ -d /run/systemd/system ]; then
        systemctl stop --quiet "$NAME" "$NAME-keeper" || true
        trap 'systemctl start --no-block "$NAME" "$NAME-keeper"' EXIT
    fi
    take_all
    # From here on the copies count, even if the table is started before the system is.
    trap - EXIT
    write_the_units
    sync
    if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
    ln -sfn "$DISK$SETTINGS" "$SETTINGS.new"
    mv -T "$SETTINGS.new" "$SETTINGS"
    # A card's first start is done with that, and is not to begin again once the system is opened.
    rm -f "$UNITS/multi-user.target.wants/$NAME-card.service"
    sync
    if [ -e "$BOOT/cmdline.txt" ] && ! grep -qE '(^| )overlayroot=' "$BOOT/cmdline.txt"; then
        mount -o remount,rw "$BOOT" 2>/dev/null || true
        sed "1s/\$/ $OVERLAY/" "$BOOT/cmdline.txt" | put "$BOOT/cmdline.txt"
    fi
    say "Read-only from the next start on: sudo reboot"
}

# Games, sets and logins of a table that is no more become this one's, which has none yet; then all is copied.
take_all() {
    local path former=$DATA-former
    if is_of_another_system; then
        say "The games that are there go on, with the PIN of this table"
        rm -rf "$former" "$former.new"
        cp -a "$DISK$DATA" "$former.new"
        if [ -e "$DATA/host-pin" ]; then cp -a "$DATA/host-pin" "$former.new"; fi
        chown -R "$NAME:$NAME" "$former.new"
        sync
        mv "$former.new" "$former"
        sync
    fi
    if ! is_led_there "$DATA"; then
        rm -f "$WHOLE"
        sync
        if [ -e "$former" ] && ! has_games; then
            rm -rf "$DATA"
            mv "$former" "$DATA"
        fi
    fi
    # What the system has now counts, not what the host chose at a read-only start before.
    rm -f "$ZONE"
    for path in "${KEPT[@]}" "$SETTINGS"; do is_led_there "$path" || take "$path"; done
    sync
    cp /etc/machine-id "$WHOLE"
    sync
}

# Anew, if broken off before: the table may have gone on in between.
take() {
    if [ ! -e "$1" ]; then mkdir -p "$1"; fi
    rm -rf "${DISK:?}$1"
    mkdir -p "$DISK$(dirname "$1")"
    cp -a "$1" "$DISK$1"
}

# Writes what comes in: whatever is switched off in between, the file is the one or the other. Nothing comes in where
# something failed.
put() {
    cat >"$1.new"
    [ -s "$1.new" ] || give_up "$1 stays as it is: there is nothing to write."
    sync -f "$1.new"
    mv "$1.new" "$1"
    sync -f "$1"
}

write_the_units() {
    local path unit
    unit_file "$DISK" "$PARTITION" ext4 noatime "Wants=systemd-fsck@$(unit_of service "$PARTITION")
After=systemd-fsck@$(unit_of service "$PARTITION")"
    for path in "${KEPT[@]}"; do unit_file "$path" "$DISK$path" none bind ""; done
    put "$UNITS/$NAME-kept.service" <<END
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
    put "$UNITS/$unit" <<END
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
    [ -L "$UNITS/$2.target.wants/$1" ] || ln -s "../$1" "$UNITS/$2.target.wants/$1"
}

turn_off() {
    mount -o remount,rw "$BOOT" 2>/dev/null || true
    if [ -e "$BOOT/cmdline.txt" ]; then
        sed -E '1s/ ?overlayroot=[^ ]*//' "$BOOT/cmdline.txt" | put "$BOOT/cmdline.txt"
    fi
    say "The system can be changed from the next start on: sudo reboot. Then, when all is done: sudo $0 on"
}

# The services of the release that is kept are known only now: they lie on the partition.
start() {
    local zone
    if is_read_only && mountpoint -q "$BOOT"; then mount -o remount,ro "$BOOT"; fi
    if zone=$(cat "$ZONE" 2>/dev/null) && [ -e "/usr/share/zoneinfo/$zone" ]; then
        ln -sfn "../usr/share/zoneinfo/$zone" /etc/localtime
        echo "$zone" >/etc/timezone
        # An opened system keeps it by itself.
        is_read_only || rm "$ZONE"
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
    mount_the_disk
    for path in "${KEPT[@]}"; do return_to_the_system "$path"; done
    if [ -L "$SETTINGS" ]; then
        cp -a --remove-destination "$DISK$SETTINGS" "$SETTINGS.new"
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

# Not before what it led to is on the system's own partition.
forget_mount() {
    local unit
    sync
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
