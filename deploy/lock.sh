#!/usr/bin/env bash
# Makes new locks for install.sh: make lock. The newest versions that fit, with the hash of every file, so that nothing else is ever installed. Needs uv.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
UV=${UV:-uv}

# lock SUITE PYTHON NUMPY MORE...: one lock, of wheels only, for both processors.
lock() {
    local suite=$1 python=$2 numpy=$3 processor made
    shift 3
    made=$(mktemp -d)
    echo "numpy==$numpy" >"$made/numpy"
    for processor in x86_64 aarch64; do
        "$UV" pip compile "$HERE/../pyproject.toml" --extra pi --extra rpi-lgpio --group "$HERE/../pyproject.toml:build" \
            --constraint "$made/numpy" --python-version "$python" --python-platform "$processor-manylinux_2_36" \
            --only-binary :all: "$@" --generate-hashes --no-annotate --no-header --quiet \
            --output-file "$made/$processor"
    done
    cmp "$made/x86_64" "$made/aarch64"
    mv "$made/x86_64" "$HERE/locks/$suite.txt"
    rm -r "$made"
}

# The system's own Python and numpy: its picamera2 is built for that numpy. Trixie's lgpio is the system's.
lock bookworm 3.11 1.24.2
lock trixie 3.13 2.2.4 --no-binary lgpio --no-emit-package lgpio
