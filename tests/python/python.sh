#!/bin/sh
# python.sh LIBRARY - build the Python package over a static library and test it as users have it.
#
# Prints TAP.  The wheel is unpacked into a directory, which is all that Python sees of Tessera.
[ $# = 1 ] || { echo 'usage: python.sh LIBRARY' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
tests=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$tests/../.." && pwd)
python=${PYTHON:-/usr/bin/python3}

"$python" -c 'import numpy' 2>/dev/null || { echo '1..0 # SKIP numpy is not installed (tools/install-deps python)'; exit 0; }
CFLAGS=-Werror "$root/tools/build-python" "$dir/wheel" "$1" >"$dir/out" 2>"$dir/err"
status=$?
[ $status != 3 ] || { echo '1..0 # SKIP the headers of Python are not installed (tools/install-deps python)'; exit 0; }
result 'the wheel builds without a network and without warnings' $status
"$python" -m zipfile -e "$dir"/wheel/tessera-*.whl "$dir/site" >"$dir/out" 2>"$dir/err"
result 'the wheel unpacks' $?
cd "$dir" || exit 1
export PYTHONPATH="$dir/site" PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

nm -D --defined-only "$dir"/site/tessera/_core*.so 2>"$dir/err" | sed 's/.* //' >"$dir/out"
[ "$(cat "$dir/out")" = PyInit__core ]
result 'the module exports nothing but its own entry' $?
for test in package stubs open_spiel pettingzoo; do
    "$python" -W error "$tests/test_$test.py" >"$dir/out" 2>"$dir/err"
    result "test_$test.py" $?
done
"$python" "$tests/document.py" "$root/docs/python.md" "$root/python/examples" >"$dir/out" 2>"$dir/err"
result 'every program of docs/python.md prints what the document shows' $?
"$python" "$root/python/examples/random_agents.py" 2 >"$dir/out" 2>"$dir/err" && [ "$(wc -l <"$dir/out")" = 5 ]
result 'random_agents.py plays all five games' $?
"$python" "$root/python/examples/draw_board.py" ponte:size=6 "$dir/board.svg" >"$dir/out" 2>"$dir/err" &&
    grep -q '</svg>' "$dir/board.svg"
result 'draw_board.py draws a board' $?
conclude
