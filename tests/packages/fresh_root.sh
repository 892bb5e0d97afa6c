#!/bin/sh
# fresh_root.sh DIR - try the Debian packages of DIR in a new, minimal Debian 12.
#
# Prints TAP.  Needs root and a network.  Installs the packages with apt, plays on the page of a server,
# compiles a program against the library, installs the packages again under a higher version, and purges
# them: only what users made may be left.  `make deb-test` runs it; it is not part of ./test.
[ $# = 1 ] || { echo 'usage: fresh_root.sh DIR' >&2; exit 2; }
packages=$(cd "$1" && pwd)
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
shown='log'
[ "$(id -u)" = 0 ] || { echo 'Bail out! This test needs root'; exit 1; }
root=$dir/root
# shellcheck disable=SC2317 # tap.sh calls it
leave() {
    umount -l "$root/proc" "$root/dev" 2>/dev/null
    :
}

sources=$(ls /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
# shellcheck disable=SC2086 # empty, or one file
mmdebstrap -q --variant=apt --include=ca-certificates bookworm "$root" $sources >"$dir/log" 2>&1 ||
    { cat "$dir/log"; echo 'Bail out! There is no new root'; exit 1; }
cp -L /etc/resolv.conf "$root/etc/"
for file in /etc/apt/apt.conf.d/*; do
    ! grep -q Acquire "$file" || cp "$file" "$root/etc/apt/apt.conf.d/"
done
mount --bind /dev "$root/dev" && mount -t proc proc "$root/proc"
mkdir "$root/packages" && cp "$packages"/*.deb "$root/packages"

inside() { # COMMAND... - run it in the root, with its output in $dir/log
    chroot "$root" env -i HOME=/root TERM=dumb LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@" >"$dir/log" 2>&1
}

files() { # the files of the root that packages and users make
    (cd "$root" && find etc home root usr opt srv var -xdev -not -path 'var/cache/*' -not -path 'var/lib/apt/*' \
        -not -path 'var/lib/dpkg/*' -not -path 'var/log/*' -not -name '__pycache__' | sort)
}

inside apt-get update -q && inside apt-get install -y -q --no-install-recommends gcc libc6-dev pkg-config curl
result 'the root has a compiler' $?
# What the packages depend on stays in the list of automatically installed ones, so it is noted first.
# shellcheck disable=SC2016 # the inner shell expands
inside sh -c 'apt-get install -y -q --no-install-recommends /packages/*.deb && dpkg -L tessera >/installed'
result 'apt installs the packages' $?
inside sh -c 'apt-get purge -y -q tessera tessera-doc libtessera-dev python3-tessera libtessera0'
result 'and removes them' $?
files >"$dir/before"
inside sh -c 'apt-get install -y -q --no-install-recommends /packages/*.deb'
result 'and installs them again' $?

inside tessera -V
result 'tessera runs' $?
inside sh -c 'tessera apply toy a+b'
result 'tessera knows the rules' $?
inside man -w tessera 2>/dev/null || inside test -e /usr/share/man/man1/tessera.1.gz
result 'the manual page is there' $?
inside sh -c 'test -e /usr/share/bash-completion/completions/tessera && test -e /usr/share/applications/tessera.desktop &&
    test -e /usr/share/icons/hicolor/scalable/apps/tessera.svg && test -e /lib/systemd/system/tessera.service'
result 'so are completions, menu entry, icon and unit' $?

# A server, its page, and a game through it.
cat >"$root/root/serve.sh" <<'END'
set -e
tessera serve --listen 127.0.0.1:0 --data /root/games >/root/said 2>&1 &
server=$!
trap 'kill $server; wait $server || :' EXIT
until grep -q 'http://' /root/said; do kill -0 $server; sleep 0.1; done
url=$(grep -o 'http://[0-9.:]*' /root/said | head -n 1)
curl -fsS "$url/" >/root/page
grep -q '<script' /root/page
curl -fsS "$url/$(grep -o 'src="[^"]*\.m\?js"' /root/page | head -n 1 | sed 's/src="//; s/"//; s|^/||')" >/root/script
test "$(wc -c </root/script)" -gt 1000
curl -fsS -X POST -H 'Content-Type: application/json' -H "Origin: $url" \
    -d '{"setup":"gipf","seats":[{"kind":"human"},{"kind":"engine","level":1}]}' "$url/api/tables" >/root/table
table=$(sed 's/.*"table":"*\([^",]*\).*/\1/' /root/table)
token=$(sed 's/.*"tokens":\["\([^"]*\)".*/\1/' /root/table)
curl -fsS -X POST -H 'Content-Type: application/json' -H "Origin: $url" \
    -d "{\"token\":\"$token\",\"turn\":0,\"words\":\"a1-b2\"}" "$url/api/tables/$table/turn" >/root/turn
until curl -fsS "$url/api/tables/$table/record" >/root/record && grep -q '^2[.] ' /root/record; do sleep 0.1; done
END
inside sh /root/serve.sh
result 'tessera serve has a page with its script, and the computer answers a move' $?

cat >"$root/root/first.c" <<'END'
#include <stdio.h>
#include <tessera.h>
int main(void)
{
    tes_game *game;
    char      position[4096];
    if (tes_open("toy", NULL, &game, NULL) != TES_OK)
        return 1;
    tes_position(game, position, sizeof position);
    puts(position);
    tes_close(game);
    return 0;
}
END
# shellcheck disable=SC2016
inside sh -c 'cd /root && gcc -o first first.c $(pkg-config --cflags --libs tessera) && ./first && ldd first | grep libtessera.so.0'
result 'a program compiles against the shared library and runs' $?

inside python3 -c 'import tessera; print(len(tessera.Game("gipf").start().legal_actions()))'
result 'Python plays by the same library' $?

# A higher version of each package, with the same contents.
# shellcheck disable=SC2016
inside sh -c 'mkdir /newer && for file in /packages/*.deb; do
    rm -rf /tree && dpkg-deb -R "$file" /tree &&
    sed -i "s/^Version: .*/&+1/; s/(= \([0-9.]*\))/(= \1+1)/" /tree/DEBIAN/control &&
    dpkg-deb -b /tree "/newer/$(basename "$file")" || exit 1
done; rm -rf /tree'
echo 'TESSERA_OPTIONS=--metrics-port=9100' >"$root/etc/default/tessera"
inside sh -c 'apt-get install -y -q --no-install-recommends /newer/*.deb && dpkg -s tessera | grep "^Version: .*+1"'
result 'apt upgrades the packages' $?
grep -q metrics-port "$root/etc/default/tessera"
result 'and keeps the settings of the administrator' $?
inside tessera -V
result 'the upgraded program runs' $?

inside apt-get purge -y -q tessera tessera-doc libtessera-dev python3-tessera libtessera0
result 'apt purges the packages' $?
files | comm -13 "$dir/before" - | grep -v '^root/' >"$dir/log"
[ ! -s "$dir/log" ]
result 'nothing is left but the games of the user' $?
[ -s "$root/root/games/games.db" ] || ls -R "$root/root/games" >"$dir/log"
[ -n "$(ls -A "$root/root/games")" ]
result 'which are still there' $?
conclude
