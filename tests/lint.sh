#!/usr/bin/env bash
# lint.sh - what programs that read code find in ours: clang-tidy, cppcheck, shellcheck, and the page's linter. Installs what
# is missing (Debian 12, as root or with sudo). The last line is "N found nothing, N found something".
#   tests/lint.sh               everything; clang-tidy alone takes minutes
#   tests/lint.sh --changed     of the C code only what differs from the branch that is followed, else from main
#   tests/lint.sh FILE.c...     only these
set -euo pipefail
source "$(dirname "$0")/../deploy/install.sh"

if [ "${1:-}" != --installed ]; then
    # shellcheck disable=SC2046
    install_packages "${build_packages[@]}" "${test_packages[@]}" "${lint_packages[@]}" $(node_packages)
    as_owner "$root/tests/lint.sh" --installed "$@"
fi
shift
cd "$root"
clean=0 found=0

# look NAME COMMAND...
look() {
    local name=$1 started=$SECONDS
    if "${@:2}" >"build/lint/$name.txt" 2>&1; then
        clean=$((clean + 1))
        echo "$name: nothing, in $((SECONDS - started)) s"
    else
        found=$((found + 1))
        cat "build/lint/$name.txt"
        echo "$name: see above; $((SECONDS - started)) s"
    fi
}

# What is compiled for a browser has no line in compile_commands.json.
all_sources() { find common server tests -name node_modules -prune -o -path common/wasm -prune -o -name '*.c' -print; }

changed_sources() {
    local base
    base=$(git rev-parse --verify -q '@{upstream}' 2>/dev/null || git rev-parse --verify -q main)
    git diff --name-only --diff-filter=d "$(git merge-base "$base" HEAD)" -- '*.c' | grep -Fxf <(all_sources) || true
}

case ${1:-} in
--changed) mapfile -t sources < <(changed_sources) ;;
'') mapfile -t sources < <(all_sources) ;;
*) sources=("$@") ;;
esac

tidy() {
    printf '%s\0' "${sources[@]}" | xargs -0 -n 4 -P "$(nproc)" clang-tidy -p build/lint --quiet
}

check_with_cppcheck() {
    local includes
    mapfile -t includes < <(find common server tests -name node_modules -prune -o -name '*.h' -printf '-I%h\n' | sort -u)
    cppcheck -j "$(nproc)" --std=c11 --quiet --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
        --library=tests/cppcheck.cfg \
        --suppress=uninitvar --suppress=uninitStructMember --suppress=arrayIndexThenCheck \
        --suppress=ctuuninitvar --suppress=ctunullpointer --suppress=ctuPointerArith \
        "${includes[@]}" "${sources[@]}" # clang-tidy finds all six better, since it follows calls
}

check_shell() {
    git ls-files '*.sh' .githooks .ci/run | xargs shellcheck --external-sources --source-path=SCRIPTDIR --exclude=SC2016 # texts with a $
}

check_page() {
    (cd web-client && npm ci --ignore-scripts --no-audit --no-fund --silent && npm run --silent check &&
        npm run --silent --if-present lint)
}

# Nothing is built but the one header that others include: that the rest could be is all that clang-tidy needs.
cmake -S . -B build/lint -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER=clang -DCASTLED_FUZZ=ON \
    -DCASTLED_SANITIZE=address -DCASTLED_PAGE=OFF -DCASTLED_WASM=OFF >/dev/null
cmake -DDIR="$PWD/server/store/sql" -DOUT="$PWD/build/lint/server/store/sql" -P server/store/sql/embed.cmake
look format tests/format.sh
look circles node tests/circles.mjs
look shellcheck check_shell
if [ ${#sources[@]} -gt 0 ]; then
    look cppcheck check_with_cppcheck
    look clang-tidy tidy
fi
[ $# -gt 0 ] || look page check_page
echo "$clean found nothing, $found found something"
[ "$found" = 0 ]
