# cross.sh - what it takes to build for the processor $TARGETARCH (amd64 or arm64, Debian's names; this machine's when it is empty):
# cross_packages to install, and cross_options for CMake. The Dockerfile sources it, since there other packages are nobody's loss;
# deploy/arm64.sh does it on a machine whose packages stay as they are.
# shellcheck shell=sh disable=SC2034

target=${TARGETARCH:-$(dpkg --print-architecture)}
case $target in
amd64) cross_name=x86_64-linux-gnu cross_qemu=qemu-x86_64 ;;
arm64) cross_name=aarch64-linux-gnu cross_qemu=qemu-aarch64 ;;
*) echo "castled is built for amd64 and arm64, not for $target" >&2 && exit 1 ;;
esac
cross_packages="gcc libc6-dev" cross_options=
if [ "$target" != "$(dpkg --print-architecture)" ]; then
    dpkg --add-architecture "$target"
    cross_packages="gcc-$(echo "$cross_name" | tr _ -) libc6-dev:$target qemu-user"
    # What the build makes and runs itself is run by qemu.
    cross_options="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=${cross_name%%-*} -DCMAKE_C_COMPILER=$cross_name-gcc
        -DCMAKE_CROSSCOMPILING_EMULATOR=$cross_qemu"
    export PKG_CONFIG_LIBDIR="/usr/lib/$cross_name/pkgconfig:/usr/share/pkgconfig"
fi
