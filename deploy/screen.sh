#!/bin/sh
# Shows the table's page on this machine's screen, with nothing around it: screen.sh FOLDER. FOLDER/address says where
# the table answers on this machine; the browser keeps what it must there, and forgets it with the session.
set -eu

FOLDER=${1:?which folder?}
read -r ADDRESS <"$FOLDER/address"
BROWSER=$(command -v chromium || command -v chromium-browser)

# It opens this machine's own address only, whose certificate it need not judge.
exec cage -s -- "$BROWSER" --kiosk --ozone-platform=wayland --user-data-dir="$FOLDER/browser" --password-store=basic \
    --no-first-run --noerrdialogs --disable-infobars --disable-session-crashed-bubble --disable-component-update \
    --disable-background-networking --disable-sync --disable-translate --ignore-certificate-errors \
    --check-for-update-interval=31536000 --autoplay-policy=no-user-gesture-required "$ADDRESS/"
