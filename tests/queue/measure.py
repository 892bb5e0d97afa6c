#!/usr/bin/env python3
"""measure.py TESSERA - what the queue costs: docs/many-machines.md has the figures of `make queue-bench`.

Prints the time per game of the queue alone (games that take no time), the same with 10,000 games queued,
and the games per minute of one and of two workers with one slot each, in games of some 100 ms.
"""
import os
import sys
import time

sys.dont_write_bytecode = True  # nothing is written into the source tree
from kit import Postgres, Tessera, wait_for

EMPTY = ['match', 'toy:4', '--first', 'random', '--second', 'random', '--openings', '0', '--nodes', '1']
REAL = ['match', 'gipf:3,3,8,8', '--first', 'max,nodes=1500,hash=1', '--second', 'max,nodes=1500,hash=1', '--nodes', '1500']


def seconds_of(action):
    begin = time.monotonic()
    action()
    return time.monotonic() - begin


def play(tessera, pg, match, games, workers):
    """The seconds in which the workers play the games, from the first result to the last."""
    tessera.run(*match, '--games', str(games), '--database', pg.url(), '--no-wait')
    job = tessera.jobs(pg.url())[0]['job']
    running = [tessera.start('worker', '--slots', '1', '--quiet', '--exit-when-idle', '--database', pg.url())
               for _ in range(workers)]
    wait_for('all workers', lambda: len(tessera.workers(pg.url())) == workers)
    for worker in running:
        worker.wait()
    # From the time at which the last worker had joined, so that its start does not count.
    rows = pg.sql('SELECT extract(epoch FROM max(t.done) - max(w.joined)), count(*) FILTER (WHERE t.done > w.joined) FROM '
                  'tessera.tasks t, (SELECT max(joined) AS joined FROM tessera.workers) w WHERE t.job = %d' % job)
    return float(rows[0][0]) / float(rows[0][1])


def main():
    tessera = Tessera(os.path.abspath(sys.argv[1]))
    pg = Postgres(options=['fsync=on'])
    try:
        alone = seconds_of(lambda: tessera.run(*EMPTY, '--games', '2000')) / 2000
        print('one process: %.2f ms per empty game' % (1000 * alone), flush=True)
        for seed, games in (('1', 1000), ('2', 10000)):
            each = play(tessera, pg, [*EMPTY, '--seed', seed], games, 1)
            print('queue of %d games: %.2f ms per empty game' % (games, 1000 * each), flush=True)
        for seed, workers in (('1', 1), ('2', 2)):
            each = play(tessera, pg, [*REAL, '--seed', seed], 200, workers)
            print('%d workers: %.0f games per minute' % (workers, 60 / each), flush=True)
    finally:
        tessera.stop()
        pg.stop()


if __name__ == '__main__':
    main()
