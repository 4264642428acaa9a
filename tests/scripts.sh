#!/usr/bin/env bash
# scripts.sh - no script gives a pipe to a reader that may end before the writer: grep -q, grep -m, head, and sed with q. With
# pipefail such a line fails now and then, when the writer still writes (SIGPIPE). Instead: grep -q TEXT <<<"$(COMMAND)".
#   scripts.sh SOURCE_DIR
set -euo pipefail
cd "$1"
reader='(grep [^|]*-([a-zA-Z]*q|m ?[0-9])|grep [^|]*>/dev/null|head( |$|\))|sed [^|]*[0-9;{ ]q[;}'"'"'])'
if find deploy tests web-client .githooks .ci -name node_modules -prune -o -type f \( -name '*.sh' -o -path '.githooks/*' -o -path '.ci/*' \) -print0 |
    xargs -0 grep -nE "^ *[^# ].*[^|]\\| *$reader"; then
    echo "scripts.sh: these read a pipe, and may end before its writer" >&2
    exit 1
fi
