#!/usr/bin/env python3
"""contest.py TESSERA - contests on many machines: games that workers play, and copies of contests.

Prints TAP.  The bots use no clock, or answer at once, so a contest has the results of one machine.
"""
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is written into the source tree
from kit import main, wait_for

COLUMNS = 'round, a, b, number, first, second, half_points, verdict, reason, code, why, turns, board, record'
TABLES = ('facts', 'bots', 'pairings', 'games', 'chain')
# A program that moves as soon as it is asked, one that does not compile, and one that gives up.
PROGRAMS = {'anna.py': None, 'bert.c': None, 'carl.c': 'int bot_turn(void { return 0; }\n',
            'dora.py': 'import sys\nprint("no", file=sys.stderr)\nsys.exit(3)\n'}


def rows(folder, table):
    with sqlite3.connect('file:%s/.arena/games.db?mode=ro' % folder, uri=True) as base:
        return base.execute('SELECT * FROM %s ORDER BY 1' % table).fetchall()


def games(folder):
    """The games that count, without times.  Their order does not depend on who played them."""
    with sqlite3.connect('file:%s/.arena/games.db?mode=ro' % folder, uri=True) as base:
        found = base.execute('SELECT %s FROM games WHERE void_at = 0 ORDER BY round, a, b, number' % COLUMNS).fetchall()
    return [tuple(re.sub(r' @[0-9.]+', '', str(value)) for value in row) for row in found]


def make(tessera, folder, settings='', programs=(), players=('random', 'greedy', 'random,seed=3')):
    """A contest of the toy game between programs and built-in players."""
    tessera.run('arena', 'init', folder, '--game', 'toy:12', '--name', os.path.basename(folder))
    path = os.path.join(folder, 'contest.toml')
    with open(path) as file:
        text = file.read()
    for line in settings.splitlines():
        key = line.split('=')[0].strip()
        text, count = re.subn(r'(?m)^#?%s = .*$' % key, lambda _, line=line: line, text)
        assert count == 1, key
    with open(path, 'w') as file:
        file.write(text)
    for name in programs:
        source = os.path.join(folder, name)
        if PROGRAMS[name] is None:
            tessera.run('arena', 'new', source)
        else:
            with open(source, 'w') as file:
                file.write(PROGRAMS[name])
        tessera.run('arena', 'add', folder, source, '--kind', 'json' if name.endswith('.py') else 'c')
    for number, player in enumerate(players):
        tessera.run('arena', 'add', folder, '--player', player, '--name', 'player%d' % number)
    return folder


def twin(tessera, folder):
    """The same contest in another directory, played there by one process; the directory."""
    other = folder + '-alone'
    shutil.copytree(folder, other, ignore=shutil.ignore_patterns('.arena'))
    tessera.run('arena', 'run', other)
    return other


def cache(pg):
    """The directory in which workers keep bots."""
    return os.path.join(pg.folder, 'cache')


def worker(tessera, pg, *args):
    os.environ['XDG_CACHE_HOME'] = cache(pg)
    return tessera.start('worker', '--database', pg.url(), '--class', 'test', '--lease', '3', *args)


def finished(pg, folder):
    return int(pg.sql("SELECT count(*) FROM tessera.results r JOIN tessera.jobs j ON j.id = r.job WHERE j.title = '%s'"
                      % os.path.basename(folder))[0][0])


def stop(tessera, process):
    process.terminate()
    return tessera.finish(process)


def test_same_result_as_one_process(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'mixed'), 'openings = 2', PROGRAMS)
    alone = twin(tessera, contest)
    workers = [worker(tessera, pg, '--slots', '2', '--name', str(i)) for i in range(2)]
    done = tessera.run('arena', 'run', contest, '--database', pg.url())
    for process in workers:
        stop(tessera, process)
    assert games(contest) == games(alone) and len(games(contest)) == 42
    assert 'carl forfeits all its games: the bot does not compile' in done.stderr, done.stderr
    assert re.search('machines 2 from [0-9]+ to [0-9]+ nodes/s class test', done.stderr), done.stderr
    assert 'No problem found' in tessera.run('arena', 'verify', contest).stdout
    job = next(row for row in tessera.jobs(pg.url()) if row['title'] == 'mixed')
    assert (job['kind'], job['state'], job['tasks'], job['done']) == ('contest', 'done', 42, 42), job
    # Each submission is stored once.
    assert pg.sql('SELECT count(*) FROM tessera.blobs')[0][0] == '4'
    # A void game is played again.
    tessera.run('arena', 'void', contest, '1', '--reason', 'a test')
    process = worker(tessera, pg)
    tessera.run('arena', 'run', contest, '--database', pg.url())
    stop(tessera, process)
    assert games(contest) == games(alone) and tessera.jobs(pg.url())[0]['tasks'] == 43


def test_formats(pg, tessera, folder):
    """Each round depends on the results of the last one."""
    process = worker(tessera, pg, '--slots', '2')
    for form in ('swiss', 'knockout', 'ladder', 'gauntlet'):
        contest = make(tessera, os.path.join(folder, form), 'format = "%s"' % form, players=['random'] * 3 + ['greedy'] * 2)
        more = ['--games', '16'] if form == 'ladder' else []  # it has no end
        other = contest + '-alone'
        shutil.copytree(contest, other)
        tessera.run('arena', 'run', other, *more, '--workers', '1')
        tessera.run('arena', 'run', contest, *more, '--database', pg.url())
        assert games(contest) == games(other), form
        assert rows(contest, 'pairings') == rows(other, 'pairings'), form
    stop(tessera, process)


def test_a_ladder_changes_while_it_runs(pg, tessera, folder):
    """A contest.toml that cannot be read changes nothing, and a bot plays on in a new version."""
    contest = make(tessera, os.path.join(folder, 'changing'), 'format = "ladder"', ['anna.py'], ['random'])
    path = os.path.join(contest, 'contest.toml')
    with open(path) as file:
        text = file.read()
    process = worker(tessera, pg, '--slots', '2')
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job = job_of(pg, 'changing')

    def copied():
        return int(pg.sql("SELECT count(*) FROM tessera.contest_chain WHERE contest = 'changing'")[0][0])
    with open(path, 'w') as file:
        file.write('nonsense')
    before = copied()
    wait_for('entries that are copied', lambda: copied() > before + 10)
    shutil.copy(os.path.join(contest, 'anna.py'), os.path.join(contest, 'later.py'))
    with open(os.path.join(contest, 'later.py'), 'a') as file:
        file.write('# version 2\n')
    with open(path, 'w') as file:
        file.write(text.replace('anna.py', 'later.py'))
    wait_for('the new version', lambda: pg.sql('SELECT count(*) FROM tessera.job_blobs WHERE job = %s' % job) == [['2']])
    tessera.run('arena', 'stop', contest)
    _, err = tessera.finish(waiting)
    stop(tessera, process)
    assert 'anna joins the ladder in a new version' in err, err
    tessera.run('queue', 'cancel', str(job), '--database', pg.url())


def test_sprt_ends_the_job(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'sprt'), 'games = 2000', players=['greedy', 'random'])
    process = worker(tessera, pg, '--slots', '1')
    done = tessera.run('arena', 'run', contest, '--sprt', 'player0,player1,0,100', '--database', pg.url())
    stop(tessera, process)
    assert 'the SPRT has decided' in done.stderr, done.stderr
    job = next(row for row in tessera.jobs(pg.url()) if row['title'] == 'sprt')
    assert job['state'] == 'done' and job['done'] < 2000, job


def test_killed_workers_coordinator_and_database(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'killed'), 'games = 80\nopenings = 1')
    alone = twin(tessera, contest)
    run = ['arena', 'run', contest, '--database', pg.url()]
    waiting = tessera.start(*run)
    for count in (20, 40):
        process = worker(tessera, pg, '--slots', '2')
        wait_for('%d games' % count, lambda at=count: finished(pg, contest) >= at)
        process.kill()
        process.wait()
    waiting.kill()
    waiting.wait()
    process = worker(tessera, pg, '--slots', '2', '--name', 'last')
    wait_for('the worker', lambda: any(row['name'] == 'last' for row in tessera.workers(pg.url())))
    wait_for('games without a coordinator', lambda: finished(pg, contest) >= 70)
    waiting = tessera.start(*run)
    wait_for('games that count', lambda: len(games(contest)) > 70)
    pg.kill()
    pg.start()
    tessera.finish(waiting)
    stop(tessera, process)
    assert games(contest) == games(alone) and len(games(contest)) == 240
    assert pg.sql("SELECT count(*), max(tasks) FROM tessera.results r JOIN tessera.jobs j ON j.id = r.job"
                  " WHERE title = 'killed'") == [['240', '240']]
    assert 'No problem found' in tessera.run('arena', 'verify', contest).stdout


def join(pg, job, kinds='{contest}', user='owner'):
    """Join as a worker that this test plays; its secret."""
    program = pg.sql('SELECT program FROM tessera.jobs WHERE id = %s' % job)[0][0]
    return pg.sql("SELECT r_secret FROM tessera.join_queue('liar', 1, '%s', '60 s', 'test', 0, '%s')" % (program, kinds),
                  user=user)[0][0]


def job_of(pg, title):
    wait_for('the job', lambda: pg.sql("SELECT id FROM tessera.jobs WHERE title = '%s' AND tasks > 0" % title))
    return pg.sql("SELECT id FROM tessera.jobs WHERE title = '%s'" % title)[0][0]


def take(pg, secret, user='owner'):
    return pg.sql("SELECT r_number, r_attempt FROM tessera.take('%s', false)" % secret, user=user)[0]


def test_wrong_results_are_rejected(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'liars'), 'games = 4\nopenings = 1', players=['greedy', 'random'])
    alone = twin(tessera, contest)
    with sqlite3.connect(os.path.join(alone, '.arena', 'games.db')) as base:
        right = [row[0] for row in base.execute('SELECT record FROM games ORDER BY number')]
    frame = ('ended %s -\ntime 1 1\nfirst 0 0 0 -1 -1\nsecond 0 0 0 -1 -1\ntimes \nwhy 0\n\nout 0\n\nerr 0\n\nrecord\n')
    rules, crash = frame % 'rules', frame % 'crash'
    moved = re.sub(r'(?m)^1\. .*$', '1. a+a', right[0])
    other = right[2].replace('[Number "3"]', '[Number "1"]')
    cut = re.sub(r'(?ms)^3\. .*(?=^result)', '', right[0])
    lies = ['', 'nonsense', rules, rules + right[1], rules + moved, rules + other, rules + cut, crash + right[0].replace('[Number "1"]', '[Number "1"]\n[Verdict "x"]'),
            rules + right[0].replace('player1', 'player2')]
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job = job_of(pg, 'liars')
    secret = join(pg, job)
    for lie in lies:  # a task that fails ten times ends its job
        number, attempt = take(pg, secret)
        assert number == '0', number
        pg.sql("SELECT tessera.finish('%s', %s, 0, %s, $lie$%s$lie$)" % (secret, job, attempt, lie))
        wait_for('the rejection', lambda: pg.sql('SELECT count(*) FROM tessera.results WHERE job = %s' % job) == [['0']])
    pg.sql('UPDATE tessera.tasks SET losses = 0 WHERE job = %s' % job)  # on a busy machine the worker may lose a lease
    process = worker(tessera, pg, '--slots', '1')
    _, err = tessera.finish(waiting)
    stop(tessera, process)
    assert err.count('it is played again') == len(lies), err
    for part in ('it cannot be read', 'another game', 'unreadable', 'another opening', 'forfeited', 'not over|result'):
        assert re.search(part, err), part + ': ' + err
    assert games(contest) == games(alone)


def test_a_changed_submission_is_refused(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'changed'), programs=['anna.py'], players=['random'])
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job = job_of(pg, 'changed')
    pg.sql('ALTER TABLE tessera.blobs DROP CONSTRAINT blobs_check')
    pg.sql("CREATE TABLE kept AS SELECT * FROM tessera.blobs; UPDATE tessera.blobs SET data = data || '\\x0a'")
    shutil.rmtree(cache(pg), ignore_errors=True)
    process = worker(tessera, pg)
    wait_for('a refusal', lambda: pg.sql('SELECT max(losses) > 0 FROM tessera.tasks WHERE job = %s' % job) == [['t']])
    pg.sql('UPDATE tessera.blobs b SET data = k.data FROM kept k WHERE k.hash = b.hash; DROP TABLE kept')
    pg.sql("ALTER TABLE tessera.blobs ADD CONSTRAINT blobs_check CHECK (hash = encode(sha256(data), 'hex'))")
    tessera.finish(waiting)
    _, err = stop(tessera, process)
    assert 'has changed: its SHA-256 is' in err, err
    assert 'No problem found' in tessera.run('arena', 'verify', contest).stdout


def test_no_bot_loses_because_of_a_worker(pg, tessera, folder):
    """A worker that cannot build a bot returns the game."""
    contest = make(tessera, os.path.join(folder, 'unbuilt'), programs=['bert.c'], players=['random'])
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job = job_of(pg, 'unbuilt')
    digest = pg.sql('SELECT hash FROM tessera.job_blobs WHERE job = %s' % job)[0][0]
    kept = os.path.join(cache(pg), 'tessera', 'bots', digest)
    shutil.rmtree(kept, ignore_errors=True)
    os.makedirs(os.path.join(kept, 'submission'))
    with open(os.path.join(kept, 'submission', 'bert.c'), 'w') as file:
        file.write('#error as if a header were missing here\n')
    process = worker(tessera, pg, '--slots', '1')
    wait_for('a failure', lambda: pg.sql('SELECT max(losses) > 0 FROM tessera.tasks WHERE job = %s' % job) == [['t']])
    shutil.rmtree(kept)
    tessera.finish(waiting)
    _, err = stop(tessera, process)
    assert 'bert cannot be built on this machine' in err, err
    assert [row[7] for row in games(contest)] == ['rules', 'rules']


def test_no_jail_no_contest(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'jail'), programs=['anna.py'], players=['random'])
    words = ['unshare', '--user', '--map-root-user', 'sh', '-c', 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"', 'sh']
    if subprocess.run([*words, 'true'], check=False, stderr=subprocess.DEVNULL).returncode != 0:
        return  # no user namespaces, so that this cannot be tried
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job = job_of(pg, 'jail')
    os.chmod(pg.folder, 0o711)  # the socket is in it, and that root has no rights on the files of others
    done = tessera.start('worker', '--database', pg.url(), '--exit-when-idle', prefix=words)
    _, err = tessera.finish(done)
    assert 'takes no work of kind contest: cannot start the jail' in err, err
    assert pg.sql('SELECT max(attempt) FROM tessera.tasks WHERE job = %s' % job) == [['0']]
    waiting.send_signal(signal.SIGINT)
    tessera.finish(waiting)
    tessera.run('queue', 'remove', job, '--database', pg.url())


def test_roles(pg, tessera, folder):
    """A worker's role plays contests; it sees the submissions of a job only while it holds a task of it."""
    pg.sql('CREATE ROLE player LOGIN')
    tessera.run('queue', 'grant', 'player', '--database', pg.url())
    contest = make(tessera, os.path.join(folder, 'roles'), programs=['anna.py'], players=['random'])
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job = job_of(pg, 'roles')
    digest = pg.sql('SELECT hash FROM tessera.job_blobs WHERE job = %s' % job)[0][0]
    fetch = "SELECT octet_length(tessera.fetch_blob('%s', %s, '%s')) > 0"
    secret = join(pg, job, user='player')
    assert pg.sql(fetch % (secret, job, digest), user='player') == [['']]
    number, attempt = take(pg, secret, user='player')
    assert pg.sql(fetch % (secret, job, digest), user='player') == [['t']]
    assert pg.sql(fetch % (secret, job, '0' * 64), user='player') == [['']]
    pg.sql("SELECT tessera.give_back('%s', %s, %s, %s, NULL)" % (secret, job, number, attempt), user='player')
    os.environ['XDG_CACHE_HOME'] = cache(pg)
    process = tessera.start('worker', '--database', pg.url(user='player'), '--class', 'test')
    tessera.finish(waiting)
    stop(tessera, process)
    for statement in ('SELECT * FROM tessera.blobs', 'SELECT * FROM tessera.contest_rows', 'DELETE FROM tessera.contests',
                      'SELECT input FROM tessera.tasks', "SELECT tessera.add_tasks(%s, 0, '[]')" % job,
                      "SELECT tessera.reject(%s, 0, '')" % job, 'SELECT tessera.sweep_blobs()',
                      "SELECT tessera.append_entry('roles', 1, 'game', 1, '', '', NULL)"):
        try:
            pg.sql(statement, user='player')
            raise AssertionError('a worker may: ' + statement)
        except RuntimeError as error:
            assert 'permission denied' in str(error), error


def stored(pg, database='queue'):
    """Every row of the copies of contests."""
    return [pg.sql('SELECT * FROM tessera.%s ORDER BY 1, 2, 3' % table, database=database)
            for table in ('contest_chain', 'contest_rows', 'contest_files')]


def test_export_and_import(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'exported'), programs=['anna.py', 'bert.c'], players=['random'])
    tessera.run('arena', 'run', contest, '--games', '4')
    tessera.run('arena', 'void', contest, '2', '--reason', 'a test')
    assert 'new entries' in tessera.run('arena', 'export', contest, '--database', pg.url()).stdout
    other = os.path.join(folder, 'imported')
    tessera.run('arena', 'import', other, 'exported', '--database', pg.url())
    assert all(rows(contest, table) == rows(other, table) for table in TABLES)
    for name in ('contest.toml', 'anna.py', 'bert.c'):
        with open(os.path.join(contest, name)) as one, open(os.path.join(other, name)) as two:
            assert one.read() == two.read(), name
    assert 'No problem found' in tessera.run('arena', 'verify', other).stdout
    # The copy goes on where the original stopped, and the other side follows.
    tessera.run('arena', 'resume', other)
    tessera.run('arena', 'export', other, '--database', pg.url())
    behind = tessera.run('arena', 'export', contest, '--database', pg.url(), status=2).stderr
    assert 'more entries' in behind, behind
    tessera.run('arena', 'import', contest, 'exported', '--database', pg.url())
    assert all(rows(contest, table) == rows(other, table) for table in TABLES)
    assert tessera.run('arena', 'import', contest, 'exported', '--database', pg.url()).stdout.startswith('0 new entries')
    # Another database gets the same rows.
    pg.sql('CREATE DATABASE second')
    url = pg.url() + ' dbname=second'
    tessera.run('arena', 'export', contest, '--database', url)
    before = stored(pg)
    assert stored(pg, 'second') == [[row for row in table if row[0] == 'exported'] for table in before]
    named = tessera.run('arena', 'report', 'exported', '--json', '--database', url).stdout
    assert named == tessera.run('arena', 'report', contest, '--json').stdout
    # Neither side takes what does not belong to it.
    strange = make(tessera, os.path.join(pg.scratch('strange'), 'exported'), players=['random', 'greedy'])
    tessera.run('arena', 'run', strange)
    error = tessera.run('arena', 'export', strange, '--database', url, status=2).stderr
    assert 'another contest named' in error, error
    error = tessera.run('arena', 'import', strange, 'exported', '--database', url, status=2).stderr
    assert 'does not have' in error or 'not the file' in error, error
    pg.sql("UPDATE tessera.contest_rows SET data = data || '\\x20' WHERE kind = 'game' AND item = 1", database='second')
    damaged = os.path.join(folder, 'damaged')
    tessera.run('arena', 'import', damaged, 'exported', '--database', url)
    assert 'rows of kind game' in tessera.run('arena', 'verify', damaged, status=1).stdout
    assert stored(pg) == before
    tessera.run('queue', 'forget', 'exported', '--database', url)
    assert stored(pg, 'second') == [[], [], []] and pg.sql('SELECT * FROM tessera.blobs', database='second') == []
    assert "no contest named 'exported'" in tessera.run('queue', 'forget', 'exported', '--database', url, status=2).stderr
    tessera.run('arena', 'export', strange, '--database', url)


def test_another_machine_follows(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'followed'), 'games = 20\ndatabase = "%s"' % pg.url(),
                   players=['random', 'greedy'])
    waiting = tessera.start('arena', 'run', contest)
    job_of(pg, 'followed')
    other = os.path.join(folder, 'page')
    tessera.run('arena', 'import', other, 'followed', '--database', pg.url())
    follower = tessera.start('arena', 'import', other, 'followed', '--follow', '--database', pg.url())
    process = worker(tessera, pg)
    tessera.finish(waiting)
    stop(tessera, process)
    wait_for('the last game', lambda: len(games(other)) == 20)
    follower.terminate()
    tessera.finish(follower)
    assert games(other) == games(contest)
    assert 'No problem found' in tessera.run('arena', 'verify', other).stdout


def test_wrong_use(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'wrong'), players=['random', 'greedy'])
    for args, text in ((['run', contest, '--database', pg.url(), '--workers', '2'], 'pass --slots'),
                       (['run', contest, '--database', pg.url(), '--unsafe-no-jail'], 'in their jail only'),
                       (['export', contest, '--database', pg.url()], 'no games have been played'),
                       (['import', folder, '--database', pg.url()], 'usage: tessera arena import DIR NAME'),
                       (['import', folder, 'nobody'], '--database is missing'),
                       (['import', folder, 'nobody', '--database', pg.url()], "no contest named 'nobody'"),
                       (['report', 'nobody', '--database', pg.url()], "no contest named 'nobody'")):
        error = tessera.run('arena', *args, status=2).stderr
        assert text in error, error


if __name__ == '__main__':
    sys.exit(main('contest.py', globals()))
