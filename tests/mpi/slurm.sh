#!/bin/sh
# slurm.sh TESSERA - try the batch scripts of share/slurm with a Slurm of our own.
#
# munged, slurmctld and two slurmd run as root on the loopback address, with their files in a temporary
# directory.  Both nodes are this machine, so shared memory between ranks is turned off: they talk
# over TCP, as ranks on several machines do.
#
# Prints TAP.
# shellcheck disable=SC2317 # `leave` is called by tap.sh
[ $# = 1 ] || { echo 'usage: slurm.sh TESSERA' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
program=$(cd "$(dirname "$program")" && pwd)/${program##*/}
scripts=$(cd "$(dirname "$0")/../../share/slurm" && pwd)
shown='log err'
PATH=$PATH:/usr/sbin

for name in munged slurmctld slurmd srun; do
    command -v $name >/dev/null || { skip 'Slurm' "$name is missing (tools/install-deps slurm)"; conclude; exit; }
done
[ "$(id -u)" = 0 ] || { skip 'Slurm' 'this test starts slurmd, which must be root'; conclude; exit; }

leave() {
    [ -z "${SLURM_CONF:-}" ] || scancel --state=RUNNING,PENDING --user root 2>/dev/null
    for file in "$dir/n1.pid" "$dir/n2.pid" "$dir/controller.pid" "$dir/munge.pid"; do
        [ ! -s "$file" ] || kill "$(cat "$file")" 2>/dev/null
    done
    until_true 30 no_daemons
}

no_daemons() {
    for file in "$dir"/*.pid; do
        [ ! -s "$file" ] || ! kill -0 "$(cat "$file")" 2>/dev/null || return 1
    done
}

until_true() { # SECONDS COMMAND...
    end=$(($(date +%s) + $1))
    shift
    while ! "$@"; do
        [ "$(date +%s)" -lt "$end" ] || return 1
        sleep 0.2
    done
}

# --- a cluster of two nodes ---

mkdir "$dir/state" "$dir/tmp-n1" "$dir/tmp-n2"
chmod 755 "$dir"
head -c 1024 /dev/urandom >"$dir/munge.key"
chmod 400 "$dir/munge.key"
munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" --pid-file="$dir/munge.pid" \
    --log-file="$dir/munge.log" --seed-file="$dir/munge.seed" 2>"$dir/err"
result 'munged starts' $?

# shellcheck disable=SC2046 # three numbers
set -- $(python3 -c '
import socket
sockets = [socket.socket() for _ in range(3)]
for one in sockets:
    one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in sockets))')
host=$(hostname -s)
cat >"$dir/slurm.conf" <<END
ClusterName=tessera
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool-%n
TmpFS=$dir/tmp-%n
SlurmctldPidFile=$dir/controller.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/controller
SlurmdLogFile=$dir/node-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$2 CPUs=2 RealMemory=6000 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$3 CPUs=2 RealMemory=6000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$dir/slurm.conf"

both_idle() { [ "$(sinfo -h -N -t idle -o %n 2>/dev/null | wc -l)" = 2 ]; }

slurmctld -c 2>"$dir/err" && slurmd -N n1 2>>"$dir/err" && slurmd -N n2 2>>"$dir/err" && until_true 60 both_idle
result 'slurmctld and two nodes start' $?

# --- tablebases ---

export TESSERA="$program"
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_mpi_yield_when_idle=1

submit() { # SCRIPT-AND-ARGUMENTS...: print the number of the job
    rm -f "$dir/log"
    sbatch --parsable --output "$dir/log" "$@" 2>"$dir/err"
}

has_ended() { # JOB
    [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]
}

state_of() { # JOB
    scontrol show job "$1" | sed -n 's/^ *JobState=\([A-Z]*\).*/\1/p'
}

build() { # GAME FOLDER: with four ranks on two nodes
    job=$(submit --nodes 2 --ntasks 4 "$scripts/tablebase.sbatch" "$1" "$dir/$2" --quiet) &&
        until_true 300 has_ended "$job" && [ "$(state_of "$job")" = COMPLETED ]
}

same() { # FOLDER FILE GAME
    "$program" tablebase build "$3" --folder "$dir/alone" --quiet >/dev/null 2>"$dir/err" &&
        cmp "$dir/$1/$2.table" "$dir/alone/$2.table" >>"$dir/err"
}

build diavolo:3 tables && grep -q '^rank 3 ' "$dir/log" && same tables diavolo-3 diavolo:3
result 'tablebase.sbatch: four ranks on two nodes build the same bytes' $?

# Requeued in the middle, a job resumes.
has_layers() { [ -s "$dir/resumed/gipf-3-3-owner.table" ] || has_ended "$1"; }
# Slurm waits two minutes before it starts a requeued job again.
is_running_again() {
    scontrol show job "$1" >"$dir/job" && grep -q 'Restarts=1' "$dir/job" && ! grep -q 'JobState=PENDING' "$dir/job"
}
job=$(submit --nodes 2 --ntasks 4 "$scripts/tablebase.sbatch" gipf:3,3,4,4 "$dir/resumed")
until_true 300 has_layers "$job"
if scontrol requeue "$job" 2>>"$dir/err" && until_true 300 is_running_again "$job"; then
    until_true 300 has_ended "$job" && [ "$(state_of "$job")" = COMPLETED ] &&
        same resumed gipf-3-3-owner gipf:3,3,4,4
    result 'tablebase.sbatch: a requeued job resumes, the same bytes' $?
    sed -n 's/^layers /# after the requeue: &/p' "$dir/log"
else
    skip 'tablebase.sbatch: a requeued job' 'it finished first'
fi

job=$(submit --mem-per-cpu 210M "$scripts/tablebase.sbatch" gipf:3,3,4,4 "$dir/small") && until_true 300 has_ended "$job" &&
    [ "$(state_of "$job")" = FAILED ] && grep -q 'for each of 2 ranks.*more memory than allowed' "$dir/log"
result 'tablebase.sbatch: a build that does not fit fails with the reason' $?

# --- workers ---

# A program in place of tessera shows how the workers are started.
cat >"$dir/show" <<'END'
#!/bin/sh
echo "$SLURMD_NODENAME: $*"
END
chmod +x "$dir/show"
job=$(TESSERA="$dir/show" submit --nodes 2 "$scripts/workers.sbatch" postgresql://db.example/tessera) &&
    until_true 300 has_ended "$job" && [ "$(state_of "$job")" = COMPLETED ] && sort "$dir/log" >"$dir/workers" &&
    printf '%s: worker --database postgresql://db.example/tessera --slots 2\n' n1 n2 | cmp - "$dir/workers" 2>>"$dir/err"
result 'workers.sbatch: one worker on each node, with its processors as slots' $?
conclude
