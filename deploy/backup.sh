#!/usr/bin/env bash
# Writes a backup onto the stick that is called TABLE, and keeps the last seven there. The table is stopped for as
# long as that takes, some seconds; a game goes on where it was.
set -euo pipefail

NAME=table-companion
STICK=${STICK:-/dev/disk/by-label/TABLE}
AT=${AT:-/run/$NAME-backup}
COMPANION=${COMPANION:-/opt/$NAME/current/venv/bin/companion}
DATA=${DATA:-/var/lib/$NAME}
KEPT=7

# Neither during an update, which has a copy of its own, nor where nothing was ever played.
[ ! -e "/var/lib/$NAME-keeper/trial.json" ] && [ -e "$DATA" ] || exit 0

mount -o nosuid,nodev,noexec "$STICK" "$AT"
trap 'umount "$AT"' EXIT
if systemctl is-active --quiet "$NAME"; then
    trap 'systemctl start --no-block "$NAME"; umount "$AT"' EXIT
    systemctl stop "$NAME"
fi
OUT="$AT/$NAME-$(date +%Y-%m-%d).zip"
# A stick's file system may know no owners: the file is made new, and whole, or not at all.
"$COMPANION" backup --data "$DATA" "$OUT"
chown -R --reference="$DATA" "$DATA"
find "$AT" -maxdepth 1 -name "$NAME-????-??-??.zip" | sort -r | tail -n "+$((KEPT + 1))" | xargs -r rm --
sync
