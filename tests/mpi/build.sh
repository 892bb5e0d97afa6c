#!/bin/sh
# build.sh TESSERA [--all] - test tablebases that several processes build (mpirun).
#
# They must have the same bytes as those of one process, also if a rank was killed and the build
# resumed.  --all builds larger ones with 1, 2 and 4 ranks and prints time and memory of each rank, as
# comments; it takes minutes.
#
# Prints TAP.
# shellcheck disable=SC2317 # `leave` is called by tap.sh
case $# in 1 | 2) ;; *) echo 'usage: build.sh TESSERA [--all]' >&2; exit 2 ;; esac
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
mode=${2:-quick}
shown='out err'

if [ ! -x "$program-mpi" ] || ! command -v mpirun >/dev/null; then
    skip 'tablebases over MPI' 'tessera-mpi or mpirun is missing (tools/install-deps mpi, -Dmpi=enabled)'
    conclude
    exit
fi
# Open MPI asks for this; the ranks write only to the directory of the test.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# More ranks than processors wait instead of polling.
export OMPI_MCA_mpi_yield_when_idle=1
# What a server of this machine may have set does not concern this test.
unset TESSERA_TABLEBASES

running=
leave() {
    [ -z "$running" ] || kill -9 "$running" 2>/dev/null
}

ranks() { # N GAME FOLDER [OPTION...]
    number=$1 game=$2 folder=$3
    shift 3
    mpirun --oversubscribe --bind-to none -n "$number" \
        "$program" tablebase build "$game" --folder "$dir/$folder" --quiet "$@" </dev/null \
        >"$dir/out" 2>"$dir/err"
}

same() { # FOLDER: it has the files of the build by one process
    for made in "$dir/$1"/*.table; do
        cmp "$made" "$dir/alone/${made##*/}" >>"$dir/err" 2>&1 || return 1
    done
}

alone() { # GAME
    "$program" tablebase build "$1" --folder "$dir/alone" --threads 1 --quiet >"$dir/out" 2>"$dir/err"
}

# Kill one rank once the first layers are in the file.  A build that finishes first is begun again.
kill_and_resume() { # GAME FILE RANKS
    killed=no
    for attempt in 1 2 3 4 5; do
        rm -rf "$dir/killed"
        ranks "$3" "$1" killed &
        running=$!
        victim=
        while kill -0 "$running" 2>/dev/null; do
            if [ -s "$dir/killed/$2.table" ]; then
                mpi=$(pgrep -P "$running" -x mpirun)
                victim=$(pgrep -P "${mpi:-$running}" -x tessera-mpi | tail -n 1)
                [ -z "$victim" ] || kill -9 "$victim" 2>/dev/null
                break
            fi
            sleep 0.02
        done
        wait "$running" || { killed=yes && break; }
    done
    running=
    if [ $killed = no ]; then
        skip "$1: a killed rank" "the build finished first, $attempt times"
        return
    fi
    [ -s "$dir/killed/$2.table" ] && ! same killed
    result "$1: the build ends if a rank is killed (attempt $attempt)" $?
    ranks "$3" "$1" killed && same killed
    result "$1: resumed after the kill, the same bytes" $?
}

if [ "$mode" = quick ]; then
    alone gipf:2,3,6,6 && alone diavolo:3
    result 'one process' $?
    ranks 2 gipf:2,3,6,6 two && same two && grep -q '^rank 1 memory-mib' "$dir/out"
    result 'gipf:2,3,6,6 with 2 ranks: the same bytes' $?
    ranks 4 diavolo:3 four && same four
    result 'diavolo:3 with 4 ranks: the same bytes' $?
    ranks 2 gipf:3,3,4,4 small --memory 10
    [ $? = 1 ] && grep -q 'not built: .* for each of 2 ranks, .*more memory than allowed' "$dir/err" &&
        [ ! -e "$dir/small" ]
    result 'a layer that does not fit the memory of each rank is not begun' $?
    conclude
    exit
fi

figures() { # TEXT: print what the last build took
    sed -n "s~^seconds.*~# $1: &~p; s~^memory-mib.*~# $1: &~p; s~^scratch.*~# $1: &~p; s~^rank .*~# $1: &~p" \
        "$dir/out"
}

on_ranks() { # GAME: with one process, and with 1, 2 and 4 ranks
    alone "$1"
    result "$1: one process" $?
    figures "$1 alone"
    for many in 1 2 4; do
        ranks $many "$1" "$many" && same "$many"
        result "$1: the same bytes with mpirun -n $many" $?
        figures "$1, mpirun -n $many"
    done
}

on_ranks gipf:3,3,5,5
# Positions that do not fit into the memory of one rank fit into that of two.
ranks 1 gipf:3,3,5,5 large --memory 60
[ $? = 1 ] && grep -q 'more memory than allowed' "$dir/err"
result 'gipf:3,3,5,5 is too large for one rank with 60 MiB' $?
ranks 2 gipf:3,3,5,5 large --memory 60 && same large
result 'gipf:3,3,5,5 with 60 MiB for each of 2 ranks: the same bytes' $?
figures '60 MiB'
on_ranks diavolo:4
kill_and_resume gipf:3,3,5,5 gipf-3-3-owner 2
kill_and_resume diavolo:4 diavolo-4 4
on_ranks 'gipf:2,2,20,20;choice=mover'
on_ranks 'ponte:official;size=4'
on_ranks duell
on_ranks alliances:3
conclude
