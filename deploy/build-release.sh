#!/usr/bin/env bash
# Makes a release's folder one that runs: build-release.sh FOLDER [EARLIER]. FOLDER/source holds what was
# shipped; FOLDER/venv is made of just what the lock of this system names. What EARLIER, a release beside it,
# has of that already is not fetched again, and takes no room twice.
set -euo pipefail
umask 022

FOLDER=$(cd "${1:?which folder?}" && pwd)
EARLIER=${2:-}
SOURCE=$FOLDER/source
LOCK=$SOURCE/deploy/locks/$(sed -nE 's/^VERSION_CODENAME="?([a-z]+).*/\1/p' /etc/os-release).txt
[ -f "$LOCK" ] || { echo "For this system there is no lock in $SOURCE/deploy/locks." >&2; exit 1; }

rm -rf "$FOLDER/venv"
python3 -m venv --system-site-packages "$FOLDER/venv"
# pip never writes into a file that is there: it takes it away first. So the files may be the same ones.
for packages in "$EARLIER"/venv/lib/python3.*/site-packages; do
    mine=$FOLDER/venv/lib/$(basename "$(dirname "$packages")")/site-packages
    if [ -d "$mine" ] && [ -n "$EARLIER" ]; then
        rm -rf "$mine"
        cp -a --link "$packages" "$mine"
    fi
done

from=() pip=("$FOLDER/venv/bin/python" -m pip --quiet --disable-pip-version-check)
pip+=(install --no-cache-dir --root-user-action=ignore --no-deps)
# A release may have brought them; what the lock does not name is taken from nowhere.
if [ -d "$SOURCE/deploy/wheels" ]; then from=(--no-index --find-links "$SOURCE/deploy/wheels"); fi
# Just these files and no others; numpy is the system's, which its picamera2 is built for.
"${pip[@]}" "${from[@]}" --require-hashes --only-binary :all: --requirement "$LOCK"
# pip leaves files where it builds, so it builds in a copy.
copy=$FOLDER/building
rm -rf "$copy"
mkdir "$copy"
cp -R "$SOURCE"/{companion,vision,web,firmware_config,pyproject.toml,README.md} "$copy"
"${pip[@]}" --no-index --no-build-isolation --force-reinstall "$copy"
rm -rf "$copy" "$SOURCE/deploy/wheels"
