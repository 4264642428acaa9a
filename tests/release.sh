#!/usr/bin/env bash
# release.sh - a release is a tag, a section of CHANGELOG.md and a version that the program tells: they agree. Between releases the
# changelog names the version that is next; a commit with a tag vVERSION has the section of that version.
#   release.sh SOURCE_DIR CASTLED
set -euo pipefail
source=$1 castled=$2
fail() { echo "release.sh: $*" >&2; exit 1; }

version=$(sed -n 's/^project(castled VERSION \([0-9]*\.[0-9]*\.[0-9]*\) .*/\1/p' "$source/CMakeLists.txt")
[ -n "$version" ] || fail "CMakeLists.txt has no version"
[ "$("$castled" --version)" = "castled $version" ] || fail "castled --version tells another version than CMakeLists.txt: $version"

# The newest release that has a section, such as "## [0.1.0] - 2026-12-24"; before the first one there is none.
released=$(sed -n '/^## \[[0-9][^]]*\] - [0-9]\{4\}-[0-9][0-9]-[0-9][0-9]$/ {s/^## \[\([^]]*\)\].*/\1/p; q}' "$source/CHANGELOG.md")
if [ "$released" != "$version" ]; then
    grep -qF "$version" <<<"$(sed -n '/^## \[Unreleased\]$/,/^## \[[0-9]/p' "$source/CHANGELOG.md")" ||
        fail "CHANGELOG.md has no section of $version, nor does [Unreleased] say that $version is next"
    [ -z "$released" ] || [ "$(printf '%s\n' "$released" "$version" | sort -V | tail -1)" = "$version" ] ||
        fail "CHANGELOG.md's newest release, $released, is newer than $version"
fi

# Not in an archive without history.
tags=$(git -C "$source" tag --points-at HEAD 2>/dev/null || true)
for tag in $tags; do
    case $tag in v[0-9]*) [ "$tag:$released" = "v$version:$version" ] ||
        fail "the tag $tag needs version and section ${tag#v}, and has $version and ${released:-none}" ;;
    esac
done
echo "castled $version, ${released:-nothing} released last"
