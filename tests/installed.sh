#!/usr/bin/env bash
# installed.sh - what cmake --install puts in place of the server: the unit of systemd, manual pages, completion, settings.
#   installed.sh BUILD_DIR
# What systemd-analyze, man, zsh and fish say is looked at where they are.
set -euo pipefail
export LC_ALL=C.UTF-8
build=$1
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
fail() { echo "installed.sh: $*" >&2; exit 1; }

cmake --install "$build" --component server --prefix "$prefix" >/dev/null
program=$prefix/bin/castled
unit=$prefix/lib/systemd/system/castled.service
grep -qx "ExecStart=$program --config $prefix/etc/castled/castled.conf" "$unit" || fail "the unit starts something else"
grep -q '^port  *8080  *default$' <<<"$("$program" config --config "$prefix/etc/castled/castled.conf")" || fail "the settings that come with it"

# A second time it leaves settings alone.
echo "port = 8181" >>"$prefix/etc/castled/castled.conf"
cmake --install "$build" --component server --prefix "$prefix" >/dev/null
grep -q "^port  *8181  *$prefix" <<<"$("$program" config --config "$prefix/etc/castled/castled.conf")" || fail "settings were overwritten"

# The line of the settings that is a remark names options that there are.
sed -n 's/^#\([a-z-]*\) = .*/\1/p' "$prefix/etc/castled/castled.conf" | while read -r option; do
    grep -q "^  --$option " <<<"$("$program" help all)" || fail "castled.conf: $option"
done

if command -v systemd-analyze >/dev/null; then
    # The manual is not where man would look, and units of other programs are theirs.
    said=$(systemd-analyze verify "$unit" "$prefix/lib/systemd/system/castled.socket" 2>&1 | grep castled | grep -v "man castled(1)" || true)
    [ -z "$said" ] || fail "$said"
    exposure=$(systemd-analyze security --offline=true "$unit" 2>/dev/null | sed -n 's/.*Overall exposure level[^:]*: \([0-9]*\)\..*/\1/p')
    [ "${exposure:-9}" -le 1 ] || fail "systemd-analyze security: $exposure, expected 1 at most"
fi
if command -v man >/dev/null; then
    for page in "$prefix"/share/man/man1/*.1; do
        said=$(MANROFFSEQ='' man --warnings -E UTF-8 -l -Tutf8 "$page" 2>&1 >/dev/null)
        [ -z "$said" ] || fail "$page: $said"
    done
fi

# Each flag of the help is in the manual and in each completion, and bash completes it.
manual=$prefix/share/man/man1/castled.1
bash=$prefix/share/bash-completion/completions/castled
zsh=$prefix/share/zsh/vendor-completions/_castled
fish=$prefix/share/fish/vendor_completions.d/castled.fish
"$program" help all | sed -n 's/^  --\([a-z-]*\) .*/\1/p' | while read -r option; do
    grep -qF ".BI \\-\\-${option//-/\\-} " "$manual" || fail "castled.1: $option"
    grep -qF "'*--${option}[" "$zsh" || fail "_castled: $option"
    grep -qF "complete -c castled -l $option " "$fish" || fail "castled.fish: $option"
    (
        # shellcheck disable=SC1090
        source "$bash"
        COMP_WORDS=(castled "--$option") COMP_CWORD=1
        _castled
        [[ " ${COMPREPLY[*]} " == *" --$option "* ]]
    ) || fail "bash: $option"
done
(
    # shellcheck disable=SC1090
    source "$bash"
    COMP_WORDS=(castled --durability "") COMP_CWORD=2
    _castled
    [ "${COMPREPLY[*]}" = "power process" ]
) || fail "bash: the words of an option"
! command -v zsh >/dev/null || zsh -n "$zsh" || fail "zsh"
! command -v fish >/dev/null || fish --no-execute "$fish" || fail "fish"
echo "installed and checked"
