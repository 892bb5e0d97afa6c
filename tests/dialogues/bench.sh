#!/bin/sh
# bench.sh TESSERA - test the bench command: its metrics, and that the general and the specialised search
# give the same signature.  Separate from cli.sh because each signature searches some ten million nodes.
#
# Prints TAP.
[ $# = 1 ] || { echo 'usage: bench.sh TESSERA' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program

expect 'bench --signature' 0 '~^signature [0-9]+$' '' bench --signature
cp "$dir/out" "$dir/one"
expect 'bench --signature --general' 0 '~^signature [0-9]+$' '' bench --signature --general
same 'the general and the specialised search give the same signature' "$dir/one" "$dir/out"
expect 'bench' 0 '~^toy:5 perft-turns [1-9][0-9]* turns/s$' '' bench toy:5
fits "$dir/out" '~^toy:5 perft-positions [1-9][0-9]* positions/s$' &&
    fits "$dir/out" '~^toy:5 playouts [1-9][0-9]* playouts/s$'
result 'bench prints all metrics' $?
cp "$dir/out" "$dir/bench"
tail -n 1 "$dir/out" >"$dir/last"
same 'bench of one game prints the signature of all games' "$dir/one" "$dir/last"

# The instances for processors that lack something this one has.
for portable in 1 fast; do
    name="TESSERA_PORTABLE=$portable gives the same signature"
    if grep -q '^instance single$' "$dir/bench"; then
        skip "$name" 'there is one instance here'
        continue
    fi
    TESSERA_PORTABLE=$portable "$tessera" bench --signature >"$dir/out" 2>"$dir/err"
    same "$name" "$dir/one" "$dir/out"
done

conclude
