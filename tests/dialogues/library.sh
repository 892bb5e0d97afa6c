#!/bin/sh
# library.sh BUILD DOCUMENT CC - the public library, installed as a stranger would have it.
#
# Prints TAP.  Installs the build into a folder, takes the program of docs/library.md, and compiles it against
# what lies there and nothing else.
[ $# -ge 3 ] || { echo 'usage: library.sh BUILD DOCUMENT CC...' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
build=$1 document=$2
shift 2 # the compiler and its words are left

block() { # KIND - the one block of this kind in the document
    awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } /^```/ { inside = 0 } inside' "$document"
}

DESTDIR=$dir/root meson install -C "$build" --no-rebuild --quiet >"$dir/out" 2>"$dir/err"
result 'make install works into a folder' $?
header=$(cd "$dir/root" && find . -name tessera.h)
archive=$(cd "$dir/root" && find . -name libtessera.a)
description=$(cd "$dir/root" && find . -name tessera.pc)
printf '%s\n' "$header" "$archive" "$description" >"$dir/out"
[ -n "$header" ] && [ -n "$archive" ] && [ -n "$description" ]
result 'header, library and description are there' $?
for file in bin/tessera share/man/man1/tessera.1 share/tessera/sdk/tessera_bot.h; do
    find "$dir/root" -path "*/$file" >"$dir/out"
    [ -s "$dir/out" ]
    result "and $file" $?
done

nm -g --defined-only "$dir/root/$archive" >"$dir/names" 2>"$dir/err"
sed -n 's/.* [A-Z] //p' "$dir/names" | grep -v '^tes_' >"$dir/out"
[ -s "$dir/names" ] && [ ! -s "$dir/out" ]
result 'nobody sees a name that is not of the header' $?
grep -v '^typedef' "$dir/root/$header" | grep -o 'tes_[a-z_]*(' | tr -d '(' | sort -u >"$dir/wanted"
sed -n 's/.* T //p' "$dir/names" | sort -u >"$dir/out"
cmp -s "$dir/wanted" "$dir/out"
result 'and every function of the header is there' $?

export PKG_CONFIG_PATH="$dir/root/${description%/*}" PKG_CONFIG_SYSROOT_DIR="$dir/root"
export LD_LIBRARY_PATH="$dir/root/${archive%/*}"
pkg-config --cflags --libs tessera >"$dir/flags" 2>"$dir/err"
result 'pkg-config knows it' $?
block c >"$dir/first.c"
# A name that is ours inside, and the stranger's here.
echo 'int line_play(void); int line_play(void) { return 1; }' >>"$dir/first.c"
# shellcheck disable=SC2046 # words
"$@" -std=c11 -Wall -Wextra -Wpedantic -Werror -o "$dir/first" "$dir/first.c" $(cat "$dir/flags") >"$dir/out" 2>"$dir/err"
result 'the program of the document compiles without a word' $?
block text >"$dir/wanted"
"$dir/first" >"$dir/out" 2>"$dir/err" && [ -s "$dir/wanted" ] && cmp -s "$dir/wanted" "$dir/out"
result 'and prints what the document says' $?
if echo 'int main() { return 0; }' | "$@" -x c++ -fsyntax-only - 2>"$dir/err"; then
    printf '#include <tessera.h>\nint main() { return tes_version() == nullptr; }\n' >"$dir/first.cc"
    # shellcheck disable=SC2046
    "$@" -x c++ -Wall -Wextra -Werror -fsyntax-only $(cat "$dir/flags") "$dir/first.cc" >"$dir/out" 2>"$dir/err"
    result 'the header is fit for C++' $?
else
    skip 'the header is fit for C++' 'there is no C++ here'
fi
conclude
