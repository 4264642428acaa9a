# install.sh - what run.sh and test.sh share; sourced, not run.
# Installs Debian 12 packages that are missing and finds out who may own what is built.
# shellcheck shell=bash disable=SC2034

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

build_packages=(gcc libc6-dev cmake ninja-build pkg-config ca-certificates clang lld
    libuv1-dev libssl-dev libcjson-dev libsqlite3-dev libpq-dev libnats-dev libsodium-dev libpng-dev libgif-dev libedit-dev libqrencode-dev libcurl4-openssl-dev scid-data)
arm64_packages=(qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
test_packages=(check libwebsockets-dev libwebsockets-evlib-uv clang-format libclang-rt-14-dev git procps chromium-headless-shell chromium fonts-dejavu-core stockfish openssl tmux
    nginx-light caddy haproxy iproute2 postgresql nats-server xboard xvfb xdotool)
lint_packages=(clang-tidy cppcheck shellcheck)

# Prints the packages of the arguments that are not installed.
missing_packages() {
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' | awk '$1 == "ii" {print $2}')
    printf '%s\n' "$@" | grep -vxF -f <(printf '%s\n' "$installed") || true
}

# Node.js may come from elsewhere than Debian; 18 is the oldest that builds the page.
node_packages() {
    local major
    major=$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p')
    if [ "${major:-0}" -lt 18 ] || ! command -v npm >/dev/null; then echo nodejs npm; fi
}

install_packages() {
    local missing sudo=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || {
            echo "these packages are missing, and without root or sudo they can't be installed: ${missing[*]}" >&2
            exit 1
        }
        sudo=(sudo)
    fi
    echo "installing ${missing[*]}"
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q >/dev/null
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        "${missing[@]}" >/dev/null
}

# As root in somebody's checkout, all but the packages is done as that person: nothing of root's stays behind.
as_owner() {
    local owner
    owner=$(stat -c %U "$root")
    if [ "$(id -u)" = 0 ] && [ "$owner" != root ] && [ "$owner" != UNKNOWN ]; then
        exec runuser -u "$owner" -- env HOME="$(getent passwd "$owner" | cut -d: -f6)" "$@"
    fi
    exec "$@"
}
