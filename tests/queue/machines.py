#!/usr/bin/env python3
"""machines.py TESSERA CROWD [NAME] - many machines: a queue in a PostgreSQL server that this test starts.

CROWD is tests/queue/crowd.c.  NAME selects tests by a part of their names.  Prints TAP.  Unless classes of
machines are tested, players use no clock, so results are those of one process.
"""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is written into the source tree
from kit import Network, Postgres, figures, main, wait_for

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
PAGE = os.path.join(ROOT, 'docs', 'many-machines.md')
JSON_PAGE = os.path.join(os.path.dirname(PAGE), 'json.md')
SCHEMA_VERSION = str(len(glob.glob(os.path.join(ROOT, 'src', 'queue', 'schema_*.sql'))))
GAMES = 60
MATCH = ['match', 'toy:12', '--first', 'greedy', '--second', 'random', '--nodes', '50']
# Nothing waits for the end of such a game.
LONG = ['match', 'gipf', '--first', 'max', '--second', 'max', '--games', '4', '--nodes', '1000000']


def openssl_certificate(folder, name, host):
    """A new key and a certificate of a host signed by it; their paths."""
    key, certificate = os.path.join(folder, name + '.key'), os.path.join(folder, name + '.crt')
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=' + host,
                    '-addext', 'subjectAltName=DNS:' + host, '-keyout', key, '-out', certificate],
                   check=True, stderr=subprocess.DEVNULL)
    return key, certificate


def make_certificate(pg, folder, host):
    """For the server, and as root certificate in the home directory `folder`."""
    key, certificate = openssl_certificate(folder, 'server', host)
    for path in (key, certificate):
        with open(path) as file:
            pg.write(os.path.basename(path), file.read(), 'w')
    os.mkdir(os.path.join(folder, '.postgresql'))
    shutil.copy(certificate, os.path.join(folder, '.postgresql', 'root.crt'))


def row_of(tessera, url, job):
    return next(row for row in tessera.jobs(url) if row['job'] == job)


def state(tessera, url, job):
    return row_of(tessera, url, job)['state']


def submit(tessera, pg, *match):
    """Queue a match that nobody waits for; its job."""
    noted = tessera.run(*match, '--database', pg.url(), '--no-wait').stderr
    return int(re.match(r'job (\d+): ', noted).group(1))


def test_same_result_as_one_process(pg, tessera, folder):
    one, other = os.path.join(folder, 'one'), os.path.join(folder, 'other')
    wanted = tessera.run(*MATCH, '--games', str(GAMES), '--records', one).stdout
    waiting = tessera.start(*MATCH, '--games', str(GAMES), '--records', other, '--database', pg.url())
    wait_for('the job', lambda: tessera.jobs(pg.url()))
    workers = [tessera.start('worker', '--database', pg.url(), '--slots', '2', '--exit-when-idle') for _ in range(2)]
    out, _ = tessera.finish(waiting)
    for worker in workers:
        tessera.finish(worker)
    assert figures(out) == figures(wanted), out
    assert open(one).read() == open(other).read()
    assert pg.sql('SELECT count(*), count(DISTINCT number) FROM tessera.results') == [[str(GAMES), str(GAMES)]]


def test_the_same_command_needs_no_worker(pg, tessera, _):
    wanted = tessera.run(*MATCH, '--games', str(GAMES)).stdout
    again = tessera.run(*MATCH, '--games', str(GAMES), '--database', pg.url())
    assert figures(again.stdout) == figures(wanted)
    assert len(tessera.jobs(pg.url())) == 1


def test_a_match_can_be_extended(pg, tessera, _):
    games = str(GAMES + 20)
    waiting = tessera.start(*MATCH, '--games', games, '--database', pg.url())
    wait_for('the longer match', lambda: tessera.jobs(pg.url())[0]['tasks'] == GAMES + 20)
    worker = tessera.start('worker', '--database', pg.url(), '--exit-when-idle')
    out, _ = tessera.finish(waiting)
    tessera.finish(worker)
    assert figures(out) == figures(tessera.run(*MATCH, '--games', games).stdout)
    assert len(tessera.jobs(pg.url())) == 1


def test_round_robin(pg, tessera, _):
    baseline = ['baseline', 'toy:6', '--games', '4', '--player', 'max,nodes=50']
    wanted = tessera.run(*baseline).stdout
    before = len(tessera.jobs(pg.url()))
    waiting = tessera.start(*baseline, '--database', pg.url())
    wait_for('15 pairings', lambda: len(tessera.jobs(pg.url())) == before + 15)
    worker = tessera.start('worker', '--database', pg.url(), '--exit-when-idle')
    out, _ = tessera.finish(waiting)
    tessera.finish(worker)
    assert out == wanted, out


def test_sprt_stops_the_job(pg, tessera, _):
    match = [*MATCH, '--seed', '7', '--games', '4000', '--sprt', '0,100']
    wanted = tessera.run(*match).stdout
    worker = tessera.start('worker', '--database', pg.url(), '--slots', '1')
    out = tessera.run(*match, '--database', pg.url()).stdout
    assert figures(out) == figures(wanted), out
    job = next(row for row in tessera.jobs(pg.url()) if row['tasks'] == 4000)
    assert job['state'] == 'done' and job['done'] < 4000, job
    worker.terminate()
    tessera.finish(worker)


def test_sprt_of_a_match_that_nobody_waits_for(pg, tessera, _):
    match = [*MATCH, '--seed', '17', '--games', '3000', '--sprt', '0,100', '--database', pg.url(), '--no-wait']
    first = tessera.run(*match)
    assert '\ngames 0 0 0\n' in first.stdout and 'verdict open' in first.stdout, first.stdout
    assert '0 of 3000 games are finished' in first.stderr, first.stderr
    job = int(re.match(r'job (\d+): ', first.stderr).group(1))
    worker = tessera.start('worker', '--database', pg.url(), '--slots', '1')
    # As cron would: the same command counts what is there, and ends the job.
    wait_for('the verdict', lambda: 'verdict elo1' in tessera.run(*match).stdout)
    row = row_of(tessera, pg.url(), job)
    assert row['state'] == 'done' and row['done'] < 3000, row
    worker.terminate()
    tessera.finish(worker)
    assert figures(tessera.run(*match).stdout) == figures(tessera.run(*match[:-3]).stdout)
    other = submit(tessera, pg, *LONG, '--seed', '17')
    tessera.run('queue', 'cancel', str(other), '--database', pg.url())
    failed = tessera.run(*LONG, '--seed', '17', '--database', pg.url(), '--no-wait', status=2)
    assert 'was cancelled' in failed.stderr and state(tessera, pg.url(), other) == 'cancelled', failed.stderr
    tessera.run('queue', 'remove', str(other), '--database', pg.url())


def read(path):
    with open(path) as file:
        return file.read()


def with_worker(tessera, pg, *args):
    """Run a command while a worker does its tasks; its output."""
    worker = tessera.start('worker', '--database', pg.url(), '--slots', '2')
    done = tessera.run(*args, '--database', pg.url())
    worker.terminate()
    tessera.finish(worker)
    return done


def test_self_play(pg, tessera, folder):
    one, other, late = (os.path.join(folder, name) for name in ('one', 'other', 'late'))
    play = ['learn', 'toy:7', 'play']
    options = ['--nodes', '30', '--explore', '2', '--seed', '3', '--json']
    wanted = tessera.run(*play, one, '--games', '12', *options).stdout
    assert with_worker(tessera, pg, *play, other, '--games', '12', *options).stdout == wanted
    assert read(one) == read(other)
    # A file that one process began continues with the games of workers, which play no group twice.
    tessera.run(*play, late, '--games', '5', *options)
    tessera.run(*play, late, '--games', '12', *options, '--database', pg.url())
    assert read(one) == read(late)
    tessera.run(*play, one, '--games', '16', *options)
    with_worker(tessera, pg, *play, other, '--games', '16', *options)
    assert read(one) == read(other)
    # A worker cannot smuggle in what is not a group of games.
    pg.sql("UPDATE tessera.results r SET result = '0 0 1' FROM tessera.jobs j WHERE j.id = r.job AND j.kind = 'self-play'"
           ' AND r.number = 15')
    os.remove(other)
    failed = tessera.run(*play, other, '--games', '16', *options, '--database', pg.url(), status=1)
    assert 'the group has 0 complete games' in failed.stderr, failed.stderr
    assert read(one).startswith(read(other)) and read(other).count('\n') == 1 + 15 * 3


def test_stopped_self_play(pg, tessera, folder):
    """SIGTERM returns a group that would take minutes."""
    play = tessera.start('learn', 'gipf', 'play', os.path.join(folder, 'file'), '--games', '2', '--nodes', '100000000',
                         '--database', pg.url())
    wait_for('the job', lambda: tessera.jobs(pg.url())[0]['kind'] == 'self-play')
    worker = tessera.start('worker', '--database', pg.url(), '--slots', '1')
    wait_for('a lease', lambda: tessera.jobs(pg.url())[0]['leased'] == 1)
    worker.terminate()
    tessera.finish(worker)
    assert tessera.jobs(pg.url())[0]['leased'] == 0
    tessera.run('queue', 'cancel', str(tessera.jobs(pg.url())[0]['job']), '--database', pg.url())
    _, err = tessera.finish(play, status=1)
    assert 'was cancelled' in err, err


def test_review(pg, tessera, folder):
    records = os.path.join(folder, 'records')
    tessera.run(*MATCH, '--games', '4', '--records', records)
    with open(records, 'a') as file:
        file.write('[Game "toy"]\n*\n[Game "toy:99999"]\n*\n')
    review = ['review', '--all', records, '--nodes', '300']
    for more in ([], ['--json'], ['--annotate'], ['--language', 'de']):
        wanted = tessera.run(*review, *more)
        found = with_worker(tessera, pg, *review, *more) if more == [] else tessera.run(*review, *more, '--database', pg.url())
        assert found.stdout == wanted.stdout, found.stdout
        assert found.stderr.split('\n', 1)[1] == wanted.stderr, found.stderr
    pg.sql("UPDATE tessera.results r SET result = replace(result, 'turn ', 'turn 1') FROM tessera.jobs j"
           " WHERE j.id = r.job AND j.kind = 'review'")
    failed = tessera.run(*review, '--database', pg.url(), status=1)
    assert 'the review of move 1 is unreadable' in failed.stderr, failed.stderr
    assert '--all' in tessera.run('review', records, '--database', pg.url(), status=2).stderr
    empty = os.path.join(folder, 'empty')
    with open(empty, 'w') as file:
        file.write('[Game "toy"]\n*\n')
    before = len(tessera.jobs(pg.url()))
    assert tessera.run('review', '--all', empty, '--database', pg.url(), status=2).stderr == \
        tessera.run('review', '--all', empty, status=2).stderr
    assert len(tessera.jobs(pg.url())) == before


def test_games_in_numbers(pg, tessera, folder):
    """The statistics of the games are those of one machine."""
    tool = [os.path.join(ROOT, 'tools', 'games-in-numbers'), '--build', os.path.dirname(tessera.program), '--games', '3',
            '--random', '6', '--variant', 'toy:6 toy:7']
    numbers = []
    worker = tessera.start('worker', '--database', pg.url(), '--slots', '2')
    for name, more in (('one', []), ('other', ['--database', pg.url()])):
        docs, records = os.path.join(folder, name), os.path.join(folder, name + '-records')
        subprocess.run([*tool, '--docs', docs, '--folder', records, *more], check=True, stderr=subprocess.DEVNULL)
        numbers.append(read(os.path.join(docs, 'games-in-numbers.csv')))
    worker.terminate()
    tessera.finish(worker)
    assert numbers[0] == numbers[1] and numbers[0].count('\n') > 50, numbers


def test_classes(pg, tessera, _):
    """A job with limits in ms is bound to the first worker's class, or to machines of its speed."""
    timed = ['match', 'toy:5', '--first', 'max', '--second', 'random', '--games', '6', '--time', '1', '--margin', '60000']
    secrets = {}

    def join(name, speed, named=''):
        secrets[name] = pg.sql("SELECT r_secret FROM tessera.join_queue('%s', 1, (SELECT max(program) FROM tessera.jobs),"
                               " '60 s', '%s', %d, '{match}')" % (name, named, speed))[0][0]

    def take(name):
        return pg.sql("SELECT r_job, r_number FROM tessera.take('%s', false)" % secrets[name])

    def has_work(name):
        return pg.sql("SELECT tessera.has_work('%s', false)" % secrets[name]) == [['t']]
    by_speed = submit(tessera, pg, *timed)
    for name, speed in (('first', 1000), ('slow', 749), ('slower', 750), ('faster', 1250), ('fast', 1251)):
        join(name, speed)
    join('lab', 1000, 'lab')
    assert row_of(tessera, pg.url(), by_speed)['speed'] == 0
    assert take('first') == [[str(by_speed), '0']]
    row = row_of(tessera, pg.url(), by_speed)
    assert (row['class'], row['speed']) == ('', 1000), row
    for name in ('slow', 'fast', 'lab'):
        assert take(name) == [] and not has_work(name), name
    for number, name in enumerate(('slower', 'faster'), 1):
        assert has_work(name) and take(name) == [[str(by_speed), str(number)]], name
    tessera.run('queue', 'remove', str(by_speed), '--database', pg.url())
    # A class with a name, and what the report says about it.
    waiting = tessera.start(*timed, '--database', pg.url())
    wait_for('the job', lambda: any(row['tasks'] == 6 and row['state'] == 'open' for row in tessera.jobs(pg.url())))
    worker = tessera.start('worker', '--database', pg.url(), '--slots', '1', '--class', 'lab-2')
    out, err = tessera.finish(waiting)
    speed = next(row['speed'] for row in tessera.workers(pg.url()) if row['class'] == 'lab-2')
    assert speed > 1000, speed
    assert 'machines 1 from %d to %d nodes/s class lab-2\n' % (speed, speed) in out, out
    assert 'only those of one class play' in err, err
    found = json.loads(tessera.run(*timed, '--database', pg.url(), '--json').stdout)['machines']
    assert found == {'class': 'lab-2', 'workers': 1, 'slowest': speed, 'fastest': speed}, found
    worker.terminate()
    tessera.finish(worker)
    job = next(row['job'] for row in tessera.jobs(pg.url()) if row['class'] == 'lab-2')
    assert 'class lab-2' in tessera.run('queue', '--database', pg.url()).stdout
    tessera.run(*timed[:-6], '--games', '8', *timed[-4:], '--database', pg.url(), '--no-wait')
    assert take('lab') == [] and take('first') == []
    join('other', 5, 'lab-2')
    assert take('other') == [[str(job), '6']]
    tessera.run('queue', 'remove', str(job), '--database', pg.url())
    # Jobs without a clock are for everyone.
    free = submit(tessera, pg, *MATCH, '--seed', '31', '--games', '2')
    assert take('slow') == [[str(free), '0']] and take('lab') == [[str(free), '1']]
    assert row_of(tessera, pg.url(), free)['speed'] == 0
    tessera.run('queue', 'remove', str(free), '--database', pg.url())


def test_migration_from_version_1(pg, tessera, _):
    """A queue of version 1 with jobs, results, leases and a role keeps them all."""
    pg.sql('CREATE DATABASE old')
    url = pg.url() + ' dbname=old'
    submit(tessera, pg, *MATCH, '--games', '6')
    program = tessera.jobs(pg.url())[0]['program']
    spec = pg.sql("SELECT replace(encode(spec::bytea, 'escape'), chr(10), '|') FROM tessera.jobs WHERE kind = 'match'"
                  " AND title LIKE 'toy:12%' ORDER BY id LIMIT 1")[0][0].replace('|', '\n')
    with open(os.path.join(ROOT, 'src', 'queue', 'schema_1.sql')) as file:
        pg.sql(file.read(), database='old')
    pg.sql("CREATE ROLE old_helper LOGIN; SELECT tessera.grant_worker('old_helper');"
           "SELECT tessera.submit('match', '%s', '%s', 'toy:12 greedy random', false, 6, 3);"
           "SELECT tessera.join_queue('a', 1, 'x', '30 s')" % (spec, program), database='old')
    assert pg.sql('SELECT tessera.queue_version()', database='old') == [['1']]
    rejected = tessera.run('worker', '--database', url, '--exit-when-idle', status=1).stderr
    assert 'its owner migrates it' in rejected, rejected
    row = tessera.jobs(url)[0]
    assert pg.sql('SELECT tessera.queue_version()', database='old') == [[SCHEMA_VERSION]]
    assert (row['tasks'], row['priority'], row['state'], row['class'], row['speed']) == (6, 3, 'open', '', 0), row
    tessera.finish(tessera.start('worker', '--exit-when-idle', '--database', pg.url(user='old_helper') + ' dbname=old'))
    assert tessera.jobs(url)[0]['done'] == 6
    show = 'tessera.show(uuid, bigint, integer, integer, text)'
    assert pg.sql("SELECT has_function_privilege('old_helper', '%s', 'EXECUTE')" % show, database='old') == [['t']]
    # The same match is the same job.
    found = tessera.run(*MATCH, '--games', '6', '--database', url).stdout
    assert figures(found) == figures(tessera.run(*MATCH, '--games', '6').stdout) and len(tessera.jobs(url)) == 1
    try:
        pg.sql('SELECT * FROM tessera.results', database='old', user='old_helper')
        raise AssertionError('a worker may read results')
    except RuntimeError as error:
        assert 'permission denied' in str(error), error


def test_owners_at_the_same_time(pg, tessera, _):
    """Programs that create the queue together all find it complete."""
    pg.sql('CREATE DATABASE fresh')
    locks = lambda granted: int(pg.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted = %s"
                                       % granted)[0][0])
    holder = subprocess.Popen([os.path.join(pg.bin, 'psql'), '-q', '-d', pg.url() + ' dbname=fresh', '-c',
                               'SELECT pg_advisory_lock(7371737372), pg_sleep(100)'], stderr=subprocess.DEVNULL)
    wait_for('the lock', lambda: locks('true') == 1)
    owners = [tessera.start('queue', '--database', pg.url() + ' dbname=fresh') for _ in range(5)]
    wait_for('five that wait', lambda: locks('false') == 5)
    pg.sql("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted")
    for owner in owners:
        assert tessera.finish(owner)[0] == 'the queue has no jobs\n'
    holder.wait()


def test_crowd(pg, tessera, _):
    """A few workers of the simulation of many (make queue-crowd)."""
    pg.sql("SELECT tessera.submit('none', '', 'crowd', 'crowd', false, false, 2000, 0, NULL)")
    done = subprocess.run([sys.argv[2], pg.url(more='connect_timeout=120'), '20', '1', '20'], stdout=subprocess.PIPE, text=True, check=True).stdout
    row = next(row for row in tessera.jobs(pg.url()) if row['kind'] == 'none')
    assert int(re.search(r'(\d+) tasks', done).group(1)) == row['done'] > 0 and row['leased'] == 0, (done, row)
    tessera.run('queue', 'remove', str(row['job']), '--database', pg.url())


def test_a_killed_test_leaves_nothing(_, tessera, __):
    """Neither the server nor its directory nor a worker outlives a test that is killed."""
    script = ('import sys, time; sys.path.insert(0, sys.argv[1]); from kit import *; pg = Postgres(); '
              "tessera = Tessera(sys.argv[2]); tessera.run('queue', '--database', pg.url()); "
              "worker = tessera.start('worker', '--database', pg.url(), stderr=subprocess.DEVNULL); "
              'print(pg.folder, pg.process.pid, worker.pid, flush=True); time.sleep(100)')
    killed = subprocess.Popen([sys.executable, '-B', '-c', script, os.path.dirname(os.path.abspath(__file__)), tessera.program],
                              stdout=subprocess.PIPE, text=True)
    folder, *pids = killed.stdout.readline().split()
    assert os.path.isdir(folder)
    killed.kill()
    killed.communicate()
    wait_for('the end of everything', lambda: not any(map(os.path.exists, [folder, *('/proc/' + pid for pid in pids)])))


def test_killed_workers_and_a_restarted_database(pg, tessera, _):
    match = [*MATCH, '--seed', '8', '--games', '400']
    job = submit(tessera, pg, *match)
    waiting = tessera.start(*match, '--database', pg.url())
    finished = lambda: int(pg.sql('SELECT count(*) FROM tessera.results WHERE job = %d' % job)[0][0])
    for count in (40, 80):
        worker = tessera.start('worker', '--database', pg.url(), '--slots', '2', '--lease', '3', '--quiet')
        wait_for('%d games' % count, lambda at=count: finished() >= at)
        worker.kill()
        worker.wait()
    worker = tessera.start('worker', '--database', pg.url(), '--slots', '2', '--lease', '3', '--exit-when-idle',
                           '--name', 'last')
    wait_for('the worker', lambda: any(row['name'] == 'last' for row in tessera.workers(pg.url())))
    wait_for('120 games', lambda: finished() >= 120)
    pg.kill()
    pg.start()
    out, _ = tessera.finish(waiting)
    tessera.finish(worker)
    assert figures(out) == figures(tessera.run(*match).stdout), out
    assert finished() == 400


def test_the_database_comes_later(pg, tessera, folder):
    """Commands that can wait do so when they start; others report the reason at once."""
    match = [*MATCH, '--seed', '21', '--games', '20']
    contest = os.path.join(folder, 'later')
    tessera.run('arena', 'init', contest, '--game', 'toy:12', '--name', 'later')
    for name, player in (('a', 'greedy'), ('b', 'random')):
        tessera.run('arena', 'add', contest, '--player', player, '--name', name)
    pg.kill()
    assert 'connection to server' in tessera.run('queue', '--database', pg.url(), status=1).stderr
    started = [tessera.start(*words, '--database', pg.url())
               for words in (match, ['arena', 'run', contest], ['worker'], ['serve', '--listen', '127.0.0.1:0'])]
    for process in started:
        line = process.stderr.readline()
        assert 'the database is away, trying again: connection to server' in line, line
    pg.start()
    waiting, run, worker, server = started
    out, _ = tessera.finish(waiting)
    assert figures(out) == figures(tessera.run(*match).stdout), out
    tessera.finish(run)
    assert 'No problem found' in tessera.run('arena', 'verify', contest).stdout
    assert 'http://127.0.0.1:' in server.stdout.readline()
    for process in (worker, server):
        process.terminate()
        tessera.finish(process)


def test_a_late_worker_writes_nothing(pg, tessera, _):
    job = submit(tessera, pg, *LONG)
    late = tessera.start('worker', '--database', pg.url(), '--slots', '1', '--lease', '3', '--name', 'late')
    wait_for('a lease', lambda: row_of(tessera, pg.url(), job)['leased'] == 1)
    late.send_signal(signal.SIGSTOP)
    wait_for('the end of the lease', lambda: pg.sql(
        'SELECT count(*) FROM tessera.tasks WHERE state = 1 AND lease_until < now()') == [['1']])
    # Another worker takes the game and finishes it, in SQL.
    secret = pg.sql("SELECT r_secret FROM tessera.join_queue('other', 1, (SELECT program FROM tessera.jobs WHERE id = %d),"
                    " '60 s', '', 0, '{match}')" % job)[0][0]
    taken = pg.sql("SELECT r_job, r_number, r_attempt FROM tessera.take('%s', false)" % secret)
    assert taken == [[str(job), '0', '2']], taken
    old = pg.sql("SELECT secret FROM tessera.workers WHERE name = 'late'")[0][0]
    assert pg.sql("SELECT tessera.finish('%s', %d, 0, 1, 'late')" % (old, job)) == [['f']]
    assert pg.sql("SELECT tessera.finish('%s', %d, 0, 2, 'late')" % (old, job)) == [['f']]
    assert pg.sql("SELECT tessera.finish('%s', %d, 0, 1, 'wrong attempt')" % (secret, job)) == [['f']]
    assert pg.sql('SELECT count(*) FROM tessera.results WHERE job = %d' % job) == [['0']]
    assert pg.sql("SELECT tessera.finish('%s', %d, 0, 2, 'right')" % (secret, job)) == [['t']]
    assert pg.sql("SELECT tessera.finish('%s', %d, 0, 2, 'again')" % (secret, job)) == [['t']]
    assert pg.sql('SELECT result FROM tessera.results WHERE job = %d' % job) == [['right']]
    # The late worker learns that the game is not its own, and takes the next one.
    late.send_signal(signal.SIGCONT)
    wait_for('another game of the late worker', lambda: pg.sql(
        "SELECT t.number > 0 FROM tessera.tasks t JOIN tessera.workers w ON t.worker = w.id WHERE w.name = 'late' "
        'AND t.state = 1') == [['t']])
    # A lease goes back at SIGTERM.
    late.terminate()
    tessera.finish(late)
    assert row_of(tessera, pg.url(), job)['leased'] == 0
    failed = tessera.run(*LONG, '--database', pg.url(), status=2)
    assert 'a finished game begins with' in failed.stderr, failed.stderr
    tessera.run('queue', 'remove', str(job), '--database', pg.url())
    assert all(row['job'] != job for row in tessera.jobs(pg.url()))


def test_pause_resume_cancel_priority(pg, tessera, _):
    url = pg.url()
    last = lambda key: [row[key] for row in tessera.workers(url)][-1:]
    low, high = submit(tessera, pg, *LONG), submit(tessera, pg, *LONG, '--seed', '2')
    tessera.run('queue', 'priority', '5', str(high), '--database', url)
    assert tessera.jobs(url)[0]['job'] == high
    worker = tessera.start('worker', '--database', url, '--slots', '1', '--lease', '3')
    wait_for('the job with the higher priority', lambda: last('doing') == ['%d:1' % high])
    tessera.run('queue', 'pause', str(low), '--database', url)
    assert state(tessera, url, low) == 'paused'
    tessera.run('queue', 'cancel', str(high), '--database', url)
    assert state(tessera, url, high) == 'cancelled'
    wait_for('an idle worker', lambda: last('state') == ['idle'])
    tessera.run('queue', 'resume', str(low), '--database', url)
    wait_for('the other job', lambda: last('doing') == ['%d:1' % low])
    tessera.run('queue', 'remove', str(low), str(high), '--database', url)
    wait_for('an idle worker', lambda: last('state') == ['idle'])
    worker.terminate()
    tessera.finish(worker)
    missing = tessera.run('queue', 'cancel', '99', '--database', url, status=2)
    assert 'there is no job 99' in missing.stderr


def test_keys_of_the_json_page(pg, tessera, _):
    tessera.run(*MATCH, '--seed', '10', '--games', '2', '--database', pg.url(), '--no-wait')
    worker = tessera.start('worker', '--database', pg.url(), '--slots', '1', '--name', 'json')
    wait_for('the worker', lambda: any(row['name'] == 'json' for row in tessera.workers(pg.url())))
    with open(JSON_PAGE) as file:
        examples = re.findall('```console queue\n.*?\n(.*?)```', file.read(), re.S)
    for example, real in zip(examples, (tessera.jobs(pg.url()), tessera.workers(pg.url())), strict=True):
        wanted = next(iter(json.loads(example).values()))[0]
        assert list(wanted) == list(real[0]), real[0]
    worker.terminate()
    tessera.finish(worker)


def test_commands_only_with_permission(pg, tessera, _):
    url = pg.url()
    match = ['match', 'toy:5', '--first', 'engine:false', '--second', 'random', '--games', '2', '--nodes', '1']
    noted = tessera.run(*match, '--database', url, '--no-wait').stderr
    assert '--run-programs' in noted, noted
    job = int(re.match(r'job (\d+): ', noted).group(1))
    tessera.finish(tessera.start('worker', '--database', url, '--exit-when-idle'))
    assert state(tessera, url, job) == 'open'
    worker = tessera.start('worker', '--database', url, '--slots', '1', '--run-programs')
    wait_for('games of a program that does not start', lambda: state(tessera, url, job) in ('done', 'failed'))
    worker.terminate()
    tessera.finish(worker)
    tessera.run('queue', 'remove', str(job), '--database', url)


def test_roles(pg, tessera, _):
    """A worker's role can take work and add results, and nothing else."""
    pg.sql('CREATE ROLE helper LOGIN')
    url = pg.url(user='helper')
    rejected = tessera.run('worker', '--database', url, '--exit-when-idle', status=1)
    assert 'permission denied' in rejected.stderr, rejected.stderr
    tessera.run('queue', 'grant', 'helper', '--database', pg.url())
    match = [*MATCH, '--seed', '9', '--games', '10']
    tessera.run(*match, '--database', pg.url(), '--no-wait')
    tessera.finish(tessera.start('worker', '--database', url, '--exit-when-idle'))
    assert figures(tessera.run(*match, '--database', pg.url()).stdout) == figures(tessera.run(*match).stdout)
    for statement in ('SELECT * FROM tessera.results', 'DELETE FROM tessera.jobs', 'SELECT secret FROM tessera.workers',
                      'INSERT INTO tessera.results VALUES (1, 1, 1, 1)', "SELECT tessera.close(1, 'done')",
                      "SELECT tessera.submit('a', 'b', 'c', 'd', true, true, 1, 1, NULL)", "SELECT tessera.grant_worker('helper')",
                      'SELECT tessera.lose(1, 1, NULL)', 'CREATE TABLE tessera.mine (a integer)'):
        try:
            pg.sql(statement, user='helper')
            raise AssertionError('a worker may: ' + statement)
        except RuntimeError as error:
            assert 'permission denied' in str(error), error
    rejected = tessera.run('queue', '--database', url, status=1)
    assert 'permission denied' in rejected.stderr


class Site:
    """The machines of docs/many-machines.md: a database and two workers in network namespaces, each with the
    page's addresses; or, where that is not possible, all on this machine."""

    def __init__(self, page):
        self.page = page
        self.host, self.network = 'localhost', None
        if Network.is_possible():
            self.host = 'db.example.org'
            self.network = Network(2, self.host)
        self.pg = Postgres(address='*' if self.network else '127.0.0.1',
                           namespace=self.network.database if self.network else None)

    def text(self, text):
        """A text of the page, as it is typed on these machines."""
        if self.network:
            return text
        return text.replace('db.example.org:5432', 'localhost:%d' % self.pg.port).replace('10.9.0.0/16', '127.0.0.0/8')

    def enter(self, worker=None):
        return self.network.enter(worker) if self.network else []

    def configure(self, folder):
        make_certificate(self.pg, folder, self.host)
        self.pg.write('pg_hba.conf', 'local all all trust\n', 'w')
        for name in ('postgresql.conf', 'pg_hba.conf'):
            shown = re.search('```text %s\n(.*?)```' % re.escape(name), self.page, re.S).group(1)
            self.pg.write(name, self.text(shown), 'a')
        if not self.network:
            self.pg.sql("ALTER SYSTEM SET listen_addresses = '127.0.0.1'")
        self.pg.restart()
        self.pg.sql('DROP DATABASE queue', database='postgres')

    def commands(self):
        return re.findall(r'^\$ (.*)$', '\n'.join(re.findall('```console\n(.*?)```', self.text(self.page), re.S)), re.M)

    def stop(self):
        self.pg.stop()
        if self.network:
            self.network.remove()


def look_at_page(site, tessera, command, **more):
    """Start a server on a free port of the machine with the database; the state of its live page."""
    server = tessera.start('-c', 'exec %s --listen 127.0.0.1:0' % command, prefix=site.enter(), **more)
    line = server.stdout.readline()
    script = 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1] + "state").read().decode())'
    state = subprocess.run([*site.enter(), sys.executable, '-c', script, re.search('http://[^ ]*', line).group(0)],
                           stdout=subprocess.PIPE, text=True, timeout=100, check=True).stdout
    server.terminate()
    tessera.finish(server)
    return json.loads(state)


def follow_page(site, tessera, folder):
    """Run the commands of the page; the output of each, by its first three words."""
    pg = site.pg
    environment = {**os.environ, 'HOME': folder, 'PGHOST': pg.folder, 'PGPORT': str(pg.port), 'PGUSER': 'owner',
                   'PATH': ':'.join([os.path.dirname(tessera.program), pg.bin, os.environ['PATH']])}
    outputs, workers = {}, 0
    for command in site.commands():
        if re.match('[a-z]+=', command):
            name, value = command.split('=', 1)
            environment[name] = value.strip("'")
        elif command.startswith('tessera worker'):
            tessera.start('-c', 'exec ' + command, shell=environment, prefix=site.enter(workers), cwd=folder)
            workers += 1
        elif command.startswith('tessera serve'):
            outputs['tessera serve'] = look_at_page(site, tessera, command, shell=environment, cwd=folder)
        else:
            done_by = subprocess.run([*site.enter(), 'sh', '-c', command], env=environment, stdout=subprocess.PIPE, text=True,
                                     stderr=subprocess.PIPE, timeout=100, check=False, cwd=folder)
            assert done_by.returncode == 0, command + ': ' + done_by.stderr
            outputs[' '.join(command.split()[:3])] = done_by.stdout
    return outputs


def test_page(_, tessera, folder):
    """The commands of docs/many-machines.md, with its configuration: TLS, passwords, two workers."""
    site = Site(read(PAGE))
    try:
        site.configure(folder)
        outputs = follow_page(site, tessera, folder)
        assert figures(outputs['tessera match toy:12']) == figures(tessera.run(*MATCH, '--games', '40').stdout)
        tessera.run('learn', 'toy:7', 'play', os.path.join(folder, 'one'), '--games', '8', '--nodes', '50')
        assert read(os.path.join(folder, 'groups.txt')) == read(os.path.join(folder, 'one'))
        assert outputs['tessera review --all'] == \
            tessera.run('review', '--all', os.path.join(folder, 'games.txt'), '--nodes', '1000').stdout
        assert 'No problem found' in outputs['tessera arena verify']
        assert 'cup: round-robin' in outputs['tessera arena report']
        state = outputs['tessera serve']
        assert (state['contest'], state['finished'], len(state['ranking'])) == ('cup', state['total'], 2), state
        assert 'second' in outputs['tessera queue workers'] and 'third' in outputs['tessera queue workers']
        # Without encryption, with a wrong password, or with another certificate there is no connection.
        root = os.path.join(folder, '.postgresql', 'root.crt')
        safe = 'password=second-secret sslmode=verify-full sslrootcert=' + root
        other = openssl_certificate(folder, 'other', site.host)[1]
        for more, text in ((safe.replace('second-secret', 'wrong'), 'password'), (safe.replace('verify-full', 'disable'), 'no encryption'),
                           (safe.replace(root, other), 'certificate')):
            url = site.pg.url(user='helper', host=site.host, more=more)
            error = tessera.finish(tessera.start('worker', '--database', url, prefix=site.enter(0)), status=1)[1]
            assert text in error, error
        url = site.pg.url(user='tessera', host=site.host, more=safe.replace('second', 'first'))
        tessera.finish(tessera.start('queue', '--database', url, prefix=site.enter(1)))
    finally:
        tessera.stop()
        site.stop()


def test_wrong_use(pg, tessera, _):
    for args, text in ((['worker'], '--database is missing'),
                       (['queue'], '--database is missing'),
                       (['queue', 'stop', '--database', 'x'], "unknown verb 'stop'"),
                       (['queue', 'cancel', '--database', 'x'], 'usage: tessera queue cancel JOB...'),
                       (['queue', 'cancel', 'x', '--database', 'x'], "'x' is not the number of a job"),
                       (['queue', 'priority', '1001', '1', '--database', 'x'], 'a priority is a number'),
                       (['worker', '--cpus', '3-1', '--database', 'x'], '--cpus takes a list'),
                       ([*MATCH, '--no-wait'], 'need --database'),
                       ([*MATCH, '--database', 'x', '--concurrency', '2'], '--slots'),
                       (['worker', '--class', 'a b', '--database', 'x'], '--class takes'),
                       (['learn', 'toy', 'prove', 'x', '--database', 'x'], 'only play takes --database'),
                       (['learn', 'toy', 'play', 'x', '--games', '1000001', '--database', 'x'], 'at most 1000000 groups')):
        error = tessera.run(*args, status=2).stderr
        assert text in error, error
    error = tessera.run('queue', '--database', 'host=%s port=1 dbname=x' % pg.folder, status=1).stderr
    assert 'connection to server' in error, error
    pg.sql('CREATE DATABASE empty')
    error = tessera.run('worker', '--database', pg.url() + ' dbname=empty', status=1).stderr
    assert 'has no queue' in error, error
    pg.sql('UPDATE tessera.version SET version = 99')
    error = tessera.run('worker', '--database', pg.url(), status=1).stderr
    assert 'update the program' in error, error


if __name__ == '__main__':
    sys.exit(main('machines.py', globals(), 'CROWD'))
