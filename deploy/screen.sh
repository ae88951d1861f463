#!/bin/sh
# Shows the table's page on this machine's screen, with nothing around it: screen.sh FOLDER. FOLDER/address says where
# the table answers on this machine; the browser keeps what it must there, and forgets it with the session.
set -eu

FOLDER=${1:?which folder?}
read -r ADDRESS <"$FOLDER/address"
BROWSER=$(command -v chromium || command -v chromium-browser)

# A browser that is told "refused" shows so, and asks again after minutes: it waits until the table answers.
ANSWERS="import ssl, sys, urllib.request
urllib.request.urlopen(sys.argv[1], timeout=5, context=ssl._create_unverified_context())"
until python3 -I -c "$ANSWERS" "$ADDRESS/" 2>/dev/null; do sleep 1; done

# It opens this machine's own address only, whose certificate it need not judge.
exec cage -s -- "$BROWSER" --kiosk --ozone-platform=wayland --user-data-dir="$FOLDER/browser" --password-store=basic \
    --no-first-run --noerrdialogs --disable-infobars --hide-crash-restore-bubble --disable-component-update \
    --disable-background-networking --disable-sync --disable-features=Translate --disable-search-engine-choice-screen \
    --disable-pinch --overscroll-history-navigation=0 --ignore-certificate-errors --check-for-update-interval=31536000 --autoplay-policy=no-user-gesture-required "$ADDRESS/"
