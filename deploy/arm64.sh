#!/usr/bin/env bash
# Builds castled for arm64, such as a Raspberry Pi with a 64-bit Debian 12, on a faster machine with Debian 12 (as root or with sudo).
#   deploy/arm64.sh      makes build/arm64/castled, and a Debian package of it: build/arm64/castled_VERSION_arm64.deb
# Debian's libraries for arm64 are unpacked in build/arm64-root; this machine's own packages stay for one processor.
set -euo pipefail
source "$(dirname "$0")/install.sh"

libraries=$root/build/arm64-root

# Everything that castled is built with, for arm64. It is unpacked, not installed: nothing of it has to run for that.
unpack_libraries() {
    local sudo=() wanted link new=$libraries.new
    [ "$(id -u)" = 0 ] || sudo=(sudo)
    wanted=$(printf '%s\n' "${build_packages[@]}" | grep -- '-dev$' | paste -sd ,)
    [ "$(cat "$libraries/packages" 2>/dev/null)" != "$wanted" ] || return 0
    echo "unpacking the libraries for arm64"
    mkdir -p "$root/build"
    "${sudo[@]}" rm -rf "$new" "$libraries"
    "${sudo[@]}" debootstrap --arch=arm64 --variant=minbase --download-only --include="$wanted" bookworm "$new" >"$root/build/arm64-root.log" 2>&1 || {
        tail "$root/build/arm64-root.log" >&2
        exit 1
    }
    "${sudo[@]}" chown -R --reference="$root" "$new"
    mkdir -p "$new/usr/lib"
    ln -sfn usr/lib "$new/lib"
    for package in "$new"/var/cache/apt/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$new" --keep-directory-symlink --no-same-owner ./usr/include ./usr/lib ./lib ./usr/share/pkgconfig 2>/dev/null || true
    done
    rm -f "$new"/var/cache/apt/archives/*.deb
    # Links to libraries begin at the root, which here is a directory.
    find "$new/usr/lib" -lname '/*' | while read -r link; do
        ln -sfn --relative "$new$(readlink "$link")" "$link"
    done
    echo "$wanted" >"$new/packages"
    mv "$new" "$libraries"
    [ "$(id -u)" != 0 ] || chown -R --reference="$root" "$root/build/arm64-root"
}

if [ "${1:-}" != --installed ]; then
    # shellcheck disable=SC2046
    install_packages "${build_packages[@]}" "${arm64_packages[@]}" debootstrap $(node_packages)
    unpack_libraries
    as_owner "$root/deploy/arm64.sh" --installed "$@"
fi

cd "$root"
cmake --preset arm64 >build/arm64.log
cmake --build build/arm64 --target castled castled-uci castled-pgn castled-endings manual
(cd build/arm64 && cpack -G DEB >cpack.log) || { cat build/arm64/cpack.log; exit 1; }
ls -sh build/arm64/castled_*_arm64.deb
