#!/bin/sh
# bindings.sh - measure random games from C, Python and Node; print the table of docs/python.md.
#
# Builds the library, the wheel and the npm package first.  Takes about a minute and a half of CPU time.
set -eu
case ${1:-} in
-h | --help) sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 0 ;;
'') ;;
*) echo "bindings.sh: '$1' is not an option; there are none" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools/build build -- libtessera.a
tools/build-python "$work/wheel" build/libtessera.a >/dev/null
tools/build-npm "$work/npm" --without-pack
"${PYTHON:-/usr/bin/python3}" -m zipfile -e "$work"/wheel/*.whl "$work/site"
"${CC:-gcc}" -O2 -Iinclude -o "$work/bindings" bench/bindings.c build/libtessera.a -lm -pthread
"$work/bindings" >"$work/c"
PYTHONPATH="$work/site" "${PYTHON:-/usr/bin/python3}" bench/bindings.py >"$work/python"
node bench/bindings.mjs "$work/npm/package" >"$work/node"

echo '| game | C | Python | Node | playouts: C | playouts: Python | playouts: Node |'
echo '| --- | ---: | ---: | ---: | ---: | ---: | ---: |'
paste -d' ' "$work/c" "$work/python" "$work/node" | awk '
    function grouped(n,    text) {
        for (text = ""; n >= 1000; n = int(n / 1000))
            text = sprintf(",%03d", n % 1000) text
        return n text
    }
    { printf "| %s | %s | %s | %s | %s | %s | %s |\n", $1, grouped($2), grouped($5), grouped($8),
        grouped($3), grouped($6), grouped($9) }'
