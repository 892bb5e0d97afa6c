#!/bin/sh
# share.sh TESSERA FOLDER - the files for operators in FOLDER: their options exist, and systemd accepts
# the unit.
#
# Prints TAP.
[ $# = 2 ] || { echo 'usage: share.sh TESSERA FOLDER' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program
folder=$2

"$tessera" serve --help >"$dir/out"
for file in nginx.conf Caddyfile tessera.service; do
    grep -v systemctl "$folder/$file" | grep -o -e ' --[a-z-]*' | sort -u >"$dir/options"
    grep -q . "$dir/options"
    result "$file names options" $?
    while read -r option; do
        grep -q -e "^  $option " "$dir/out"
        result "$file: $option is an option of serve" $?
    done <"$dir/options"
done
if command -v systemd-analyze >/dev/null; then
    case $tessera in /*) full=$tessera ;; *) full=$PWD/$tessera ;; esac
    sed -e "s,/usr/local/bin/tessera,$full," -e '/^Documentation=/d' "$folder/tessera.service" >"$dir/tessera.service"
    systemd-analyze verify "$dir/tessera.service" >"$dir/err" 2>&1 && [ ! -s "$dir/err" ]
    result 'systemd accepts the unit' $?
    systemd-analyze security --offline=true --threshold=20 "$dir/tessera.service" >"$dir/err" 2>&1
    result 'the exposure of the unit is at most 2.0' $?
else
    skip 'systemd accepts the unit' 'there is no systemd-analyze'
fi
conclude
