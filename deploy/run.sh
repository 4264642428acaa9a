#!/usr/bin/env bash
# Installs what is missing (Debian 12, as root or with sudo), builds, and starts the server.
#   deploy/run.sh [OPTION...]     the options of castled: build/release/castled --help
set -euo pipefail
source "$(dirname "$0")/install.sh"

if [ "${1:-}" != --installed ]; then
    # shellcheck disable=SC2046
    install_packages "${build_packages[@]}" $(node_packages)
    as_owner "$root/deploy/run.sh" --installed "$@"
fi
shift

cd "$root"
[ -f build/release/build.ninja ] || cmake --preset release -DCASTLED_TESTS=OFF
cmake --build build/release --target castled castled-uci tablebase
export CASTLED_DATA=${CASTLED_DATA:-$root/data}
exec build/release/castled "$@"
