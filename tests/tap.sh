# tap.sh - what the shell tests share; a test starts with: . tests/tap.sh
#
# Knows:   TAP, a directory for one run ($dir), and how to compare a program's output.
# Ignores: what is tested.  A test calls need_program for its program and ends with `conclude`.
#
# A test may set which files of $dir a failure shows (`shown`) and the arguments that every call of the
# program starts with (`prefix`), and define `leave`, which runs before the directory is removed.
# shellcheck shell=sh
set -u
export LC_ALL=C
unset PAGER LESS

count=0
failures=0
shown='out err'
prefix=

dir=$(mktemp -d) || exit 1
leave() { :; }
trap 'leave; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# need_program FILE - set `program` to a name that is not looked up on the PATH.
need_program() {
    case $1 in */*) program=$1 ;; *) program=./$1 ;; esac
    [ -x "$program" ] || { echo "Bail out! There is no program $program"; exit 1; }
}

# excerpt NAME - the first and the last lines of a file in $dir, as a comment.
excerpt() {
    [ -s "$dir/$1" ] || return 0
    cut -c -300 "$dir/$1" | awk -v name="$1" '{ line[NR] = $0 } END {
        for (i = 1; i <= NR; i++) {
            if (i <= 20 || i > NR - 20)
                print "# " name ": " line[i]
        }
    }'
}

# result NAME STATUS - print one line of TAP; status 0 is a pass.
result() {
    count=$((count + 1))
    if [ "$2" = 0 ]; then
        echo "ok $count - $1"
        return
    fi
    echo "not ok $count - $1"
    failures=$((failures + 1))
    for shown_file in $shown; do
        excerpt "$shown_file"
    done
}

skip() { # NAME REASON
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

# conclude - print the plan and return the exit status of the test.
conclude() {
    echo "1..$count"
    [ $failures = 0 ]
}

# fits FILE WANTED - '' nothing; '=TEXT' exactly this; '~PATTERN' a line of it matches; '*' anything.
fits() {
    case $2 in
    '') [ ! -s "$1" ] ;;
    '*') : ;;
    '='*) printf '%s\n' "${2#=}" | cmp -s - "$1" ;;
    '~'*) grep -Eq -- "${2#\~}" "$1" ;;
    *) echo "# fits: '$2' is none of the four"; return 1 ;;
    esac
}

# same NAME FILE FILE - both hold the same bytes.
same() {
    cmp -s "$2" "$3"
    result "$1" $?
}

# runs STATUS WORD... - $tessera with these words; its output is in out and err.  Input is ours.
runs() {
    wanted=$1
    shift
    # shellcheck disable=SC2086,SC2154 # several words, or none; $tessera is the test's
    "$tessera" $prefix "$@" >"$dir/out" 2>"$dir/err"
    status=$?
    [ $status = "$wanted" ] && return
    echo "# exit status $status, not $wanted"
    return 1
}

# expect NAME STATUS OUT ERR WORD... - run it without input, and compare all three.
expect() {
    name=$1 wanted=$2 out=$3 err=$4
    shift 4
    runs "$wanted" "$@" </dev/null && fits "$dir/out" "$out" && fits "$dir/err" "$err"
    result "$name" $?
}

# rejects NAME PATTERN WORD... - exit status 2, one sentence, nothing on stdout.
rejects() {
    name=$1 err=$2
    shift 2
    expect "$name" 2 '' "~^tessera: .*$err" "$@"
}

lines() {
    printf '%s\n' "$@"
}
