#!/bin/sh
# proxy.sh SERVER_PORT PROXY_PORT - run a real reverse proxy in front of a server, until SIGTERM.
#
# SERVER_PORT may be a list, as in 8080,8081, of servers that share a database; with nginx only.
# PROXY_KIND is nginx or caddy, and PROXY_PROGRAM the program (default: the one of that name).  The
# configuration is share/nginx.conf or share/Caddyfile, with our ports instead of its own, without TLS,
# and for the path /.  PROXY_BASE=keep keeps its path.  tests/web/client.c calls this.
set -u
export LC_ALL=C
[ $# = 2 ] || { echo 'usage: proxy.sh SERVER_PORT PROXY_PORT' >&2; exit 2; }
kind=${PROXY_KIND:-nginx}
program=${PROXY_PROGRAM:-$kind}
share=$(cd "$(dirname "$0")/../../share" && pwd) || exit 1
dir=$(mktemp -d) || exit 1
child=
trap 'rm -rf "$dir"' EXIT
trap '[ -z "$child" ] || kill "$child"; wait; exit 0' TERM INT

path='s,/tessera/,/,;s,/tessera\*,/*,'
[ "${PROXY_BASE:-}" != keep ] || path=
case $kind in
nginx)
    servers=
    for port in $(echo "$1" | tr , ' '); do
        servers="$servers server 127.0.0.1:$port;"
    done
    sed -e "s,server 127.0.0.1:8080;,$servers," -e "s,listen 443 ssl http2;,listen 127.0.0.1:$2;," \
        -e /ssl_certificate/d -e "$path" "$share/nginx.conf" >"$dir/site.conf"
    {
        [ "$(id -u)" != 0 ] || echo 'user root;'
        cat <<END
daemon off;
worker_processes 1;
worker_rlimit_nofile 8192;
pid $dir/pid;
events { worker_connections 8000; }
http {
    access_log off;
    client_body_temp_path $dir/body;
    proxy_temp_path $dir/proxy;
    fastcgi_temp_path $dir/fastcgi;
    uwsgi_temp_path $dir/uwsgi;
    scgi_temp_path $dir/scgi;
    include $dir/site.conf;
}
END
    } >"$dir/main.conf"
    "$program" -e "$dir/errors" -p "$dir" -c "$dir/main.conf" &
    ;;
caddy)
    {
        printf '{\n\tadmin off\n\tauto_https off\n}\n'
        sed -e "s,127.0.0.1:8080,127.0.0.1:$1," -e "s,^games.example,http://127.0.0.1:$2," -e "$path" \
            "$share/Caddyfile"
    } >"$dir/Caddyfile"
    HOME=$dir XDG_DATA_HOME=$dir XDG_CONFIG_HOME=$dir "$program" run --config "$dir/Caddyfile" \
        --adapter caddyfile 2>"$dir/errors" &
    ;;
*) echo "proxy.sh: unknown kind '$kind'" >&2; exit 2 ;;
esac
child=$!
wait "$child"
status=$?
cat "$dir/errors" >&2
exit $status
