#!/usr/bin/env python3
"""crowd.py TESSERA CROWD [WORKERS [SECONDS]] - many workers against one database, without any games.

CROWD is tests/queue/crowd.c.  WORKERS (500) threads with a connection each take and finish tasks for SECONDS
(20): first tasks that take no time, which shows the limit, then tasks of 5 seconds, each with a new server.
Prints the figures of docs/many-machines.md: `make queue-crowd`.  Every task must have one result.
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is written into the source tree
from kit import Postgres, Tessera

TASKS = 200000
# Connecting is not measured, and takes long if hundreds do it at once.
PATIENCE = 'connect_timeout=120'


def measure(tessera, crowd, workers, seconds, task_ms):
    """Run one crowd.  True if every task that it finished has one result."""
    pg = Postgres(options=['max_connections=%d' % (workers + 20), 'fsync=on'])
    try:
        tessera.run('queue', '--database', pg.url())
        # A job that only this crowd takes.
        pg.sql("SELECT tessera.submit('none', '', 'crowd', 'crowd', false, false, %d, 0, NULL)" % TASKS)
        failed = subprocess.run([crowd, pg.url(more=PATIENCE), str(workers), str(seconds), str(task_ms)], check=False).returncode
        done, results, leased = pg.sql('SELECT count(*) FILTER (WHERE state = 2), count(r.number), count(*) FILTER '
                                       '(WHERE state = 1) FROM tessera.tasks LEFT JOIN tessera.results r USING (job, number)')[0]
    finally:
        usage = pg.stop()
    cpu = usage.ru_utime + usage.ru_stime
    print('in the database: %s done, %s results, %s leased; CPU time of the server: %.1f s, %.1f ms per task'
          % (done, results, leased, cpu, 1000 * cpu / max(1, int(done))), flush=True)
    return failed == 0 and done == results and leased == '0'


def main():
    tessera, crowd = Tessera(os.path.abspath(sys.argv[1])), os.path.abspath(sys.argv[2])
    workers = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    seconds = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    return 0 if all([measure(tessera, crowd, workers, seconds, task_ms) for task_ms in (0, 5000)]) else 1


if __name__ == '__main__':
    sys.exit(main())
