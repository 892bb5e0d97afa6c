#!/bin/sh
# old_names.sh ROOT - old names of build targets, steps and package groups, kept for one release.
#
# Prints TAP.  ROOT is the source directory.
[ $# = 1 ] || { echo 'usage: old_names.sh ROOT' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
root=$1

if command -v make >/dev/null; then
    make -C "$root" -n page >"$dir/out" 2>"$dir/err" && grep -q 'install-deps webapp' "$dir/out"
    result 'make page makes webapp' $?
else
    skip 'make page makes webapp' 'make is not installed'
fi
"$root/tools/install-deps" --list webapp >"$dir/wanted" 2>"$dir/err"
"$root/tools/install-deps" --list page >"$dir/out" 2>>"$dir/err"
[ -s "$dir/out" ] && cmp -s "$dir/wanted" "$dir/out"
result 'install-deps page lists the group webapp' $?
# The second step is unknown, so nothing runs; the message must not name the first.
"$root/test" page xyzzy >"$dir/out" 2>"$dir/err"
[ $? = 2 ] && fits "$dir/err" "~'xyzzy'" && ! fits "$dir/err" "~'page'"
result './test accepts the step page' $?
conclude
