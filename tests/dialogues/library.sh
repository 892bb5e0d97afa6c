#!/bin/sh
# library.sh BUILD DOCUMENT CC - test the installed public library as a third-party program uses it.
#
# Prints TAP.  Installs the build into a directory, extracts the program from docs/library.md and compiles it
# against the installed files only.
[ $# -ge 3 ] || { echo 'usage: library.sh BUILD DOCUMENT CC...' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
build=$1 document=$2
shift 2 # the compiler and its arguments are left

block() { # KIND N - print block number N of this kind in the document
    awk -v fence="\`\`\`$1" -v wanted="$2" '$0 == fence { inside = ++count == wanted; next } /^```/ { inside = 0 } inside' "$document"
}

# The log of what a user installed from this build, for `make uninstall`, comes back at the end.
log=$build/meson-logs/install-log.txt
[ ! -e "$log" ] || cp "$log" "$dir/log"
# shellcheck disable=SC2317 # tap.sh calls it
leave() {
    [ ! -e "$dir/log" ] || cp "$dir/log" "$log"
}
DESTDIR=$dir/root meson install -C "$build" --no-rebuild --quiet >"$dir/out" 2>"$dir/err"
result 'install into a directory' $?
header=$(cd "$dir/root" && find . -name tessera.h)
archive=$(cd "$dir/root" && find . -name libtessera.a)
description=$(cd "$dir/root" && find . -name tessera.pc)
printf '%s\n' "$header" "$archive" "$description" >"$dir/out"
[ -n "$header" ] && [ -n "$archive" ] && [ -n "$description" ]
result 'header, library and pkg-config file are installed' $?
for file in bin/tessera share/man/man1/tessera.1 share/tessera/sdk/tessera_bot.h; do
    find "$dir/root" -path "*/$file" >"$dir/out"
    [ -s "$dir/out" ]
    result "$file is installed" $?
done

nm -g --defined-only "$dir/root/$archive" >"$dir/names" 2>"$dir/err"
sed -n 's/.* [A-Z] //p' "$dir/names" | grep -v '^tes_' >"$dir/out"
[ -s "$dir/names" ] && [ ! -s "$dir/out" ]
result 'the library exports only names with the prefix tes_' $?
grep -v '^typedef' "$dir/root/$header" | grep -o 'tes_[a-z_]*(' | tr -d '(' | sort -u >"$dir/wanted"
sed -n 's/.* T //p' "$dir/names" | sort -u >"$dir/out"
cmp -s "$dir/wanted" "$dir/out"
result 'the library exports exactly the functions of the header' $?
# Programs are linked against these names: adding one is a new minor version, removing one a new major one.
cmp "$(dirname "$0")/../../src/lib/exports.txt" "$dir/out" >"$dir/err"
result 'the names are those of src/lib/exports.txt' $?

export PKG_CONFIG_PATH="$dir/root/${description%/*}" PKG_CONFIG_SYSROOT_DIR="$dir/root"
export LD_LIBRARY_PATH="$dir/root/${archive%/*}"
pkg-config --cflags --libs tessera >"$dir/flags" 2>"$dir/err"
result 'pkg-config finds the library' $?
for number in 1 2; do
    block c $number >"$dir/first.c"
    # The program defines a function whose name the library uses internally; they must not clash.
    echo 'int line_play(void); int line_play(void) { return 1; }' >>"$dir/first.c"
    # shellcheck disable=SC2046 # several arguments
    "$@" -std=c11 -Wall -Wextra -Wpedantic -Werror -o "$dir/first" "$dir/first.c" $(cat "$dir/flags") >"$dir/out" 2>"$dir/err"
    result "program $number of the document compiles without warnings" $?
    block text $number >"$dir/wanted"
    "$dir/first" >"$dir/out" 2>"$dir/err" && [ -s "$dir/wanted" ] && cmp "$dir/wanted" "$dir/out" >"$dir/err"
    result "program $number prints the output that the document shows" $?
done
if echo 'int main() { return 0; }' | "$@" -x c++ -fsyntax-only - 2>"$dir/err"; then
    printf '#include <tessera.h>\nint main() { return tes_version() == nullptr; }\n' >"$dir/first.cc"
    # shellcheck disable=SC2046
    "$@" -x c++ -Wall -Wextra -Werror -fsyntax-only $(cat "$dir/flags") "$dir/first.cc" >"$dir/out" 2>"$dir/err"
    result 'the header compiles as C++' $?
else
    skip 'the header compiles as C++' 'the compiler has no C++'
fi

# A file of another program stays, with its directories.
other=$(find "$dir/root" -name man1)/other.1
: >"$other"
"$(dirname "$0")/../../tools/uninstall" "$build" >"$dir/out" 2>"$dir/err"
result 'uninstall' $?
find "$dir/root" -type f -o -type l -o -type d -empty >"$dir/out"
[ "$(cat "$dir/out")" = "$other" ]
result 'it leaves only what others put there' $?
conclude
