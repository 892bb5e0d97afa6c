#!/usr/bin/env python3
"""measure.py TESSERA - what the queue costs: docs/many-machines.md has the figures of `make queue-bench`.

Prints the time per game of the queue alone (games that take no time), the same with 10,000 games queued,
and the games per minute of one and of two workers with one slot each, in games of some 100 ms; and the
database's CPU time for a task, and for the state of a task under way.
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


# A worker inside the database, which does tasks and shows each a number of times.
WORKER = """CREATE PROCEDURE work(p_secret uuid, p_tasks integer, p_states integer) LANGUAGE plpgsql AS $$
DECLARE
    v_task record;
BEGIN
    FOR i IN 1 .. p_tasks LOOP
        SELECT * INTO v_task FROM tessera.take(p_secret, false);
        FOR k IN 1 .. p_states LOOP
            PERFORM tessera.show(p_secret, v_task.r_job, v_task.r_number, v_task.r_attempt, repeat('a1-b2' || k, 1000));
        END LOOP;
        PERFORM tessera.finish(p_secret, v_task.r_job, v_task.r_number, v_task.r_attempt, 'x');
        COMMIT;
    END LOOP;
END $$"""
STAT = "COPY stat FROM '/proc/self/stat'"  # of the process of this connection


def database_ms(pg, tasks, states):
    """The CPU time of the database per task that is taken, shown and finished."""
    pg.sql("INSERT INTO tessera.jobs (kind, spec, program, title, runs_programs, tasks) VALUES ('x', '%d', 'x', 'x', false, %d)"
           % (states, tasks))
    pg.sql('INSERT INTO tessera.tasks (job, number) SELECT max(id), n FROM tessera.jobs, generate_series(0, %d) n GROUP BY n'
           % (tasks - 1))
    secret = pg.sql("SELECT r_secret FROM tessera.join_queue('x', 1, 'x', '60 s', '', 0, '{x}')")[0][0]
    words = ['CREATE TEMPORARY TABLE stat (line text)', STAT, "CALL work('%s', %d, %d)" % (secret, tasks, states), STAT,
             "SELECT sum(split_part(line, ' ', n)::integer) FROM stat, generate_series(14, 15) n GROUP BY line ORDER BY 1"]
    before, after = (int(ticks) for ticks in pg.session(*words).split())
    return 1000 * (after - before) / os.sysconf('SC_CLK_TCK') / tasks


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
        pg.sql(WORKER)
        task, shown = (database_ms(pg, 4000, states) for states in (0, 4))
        print('the database: %.2f ms of CPU time per task, %.2f ms per state that is shown' % (task, (shown - task) / 4))
    finally:
        tessera.stop()
        pg.stop()


if __name__ == '__main__':
    main()
