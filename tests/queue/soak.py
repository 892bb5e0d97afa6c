#!/usr/bin/env python3
"""soak.py [--contest] TESSERA [GAMES [KILLS [CUTS [CRASHES]]]] - many machines that fail all the time.

Needs root, for network namespaces: one for the database and one for each of three workers, joined by
virtual links.  While GAMES (2000) short games of a match are played, workers are killed (KILLS, 30), links
are cut (CUTS, 10) and the database is killed and recovers (CRASHES, 3).  Each game must be there once, and
report and records must be those of one process.

The events are spread over the games, and on a fast machine the games are made so long that there is time
for all events.

With --contest, the games are those of a round robin with programs in the jail, and the process that runs
the contest is killed as often as the database.
"""
import os
import random
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True  # nothing is written into the source tree
from contest import games as games_of, make as make_contest, twin
from kit import Network, Postgres, Tessera, figures, wait_for

MACHINES = 3
EVENT_SECONDS = 1.5  # for an event and the time until the next one, if each machine had a core of its own
NODES = 300          # per move, at least
SAMPLE = 60          # games that are timed


def match_words(nodes):
    return ['match', 'gipf:3,3,8,8', '--first', 'max,nodes=%d,hash=1' % nodes, '--second', 'greedy', '--nodes', str(nodes)]


class Match:
    """The work of the machines: a match."""

    def __init__(self, soak, games):
        self.soak, self.games, self.deaths = soak, games, 0
        self.one, self.many = os.path.join(soak.pg.folder, 'one'), os.path.join(soak.pg.folder, 'many')
        self.words = match_words(NODES)

    def lengthen(self, seconds):
        """Make a game take about so long, if it takes less.  More nodes take longer in proportion.  CPU time
        does not depend on other work of the machine, which may end."""
        sample = self.soak.tessera.start(*self.words, '--games', str(SAMPLE), '--concurrency', '1', stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(sample.pid, 0)
        sample.returncode = os.waitstatus_to_exitcode(status)
        assert sample.returncode == 0
        found = (usage.ru_utime + usage.ru_stime) / SAMPLE
        nodes = max(NODES, int(NODES * seconds / found))
        self.words = match_words(nodes)
        print('a game takes %.0f ms of CPU time with %d nodes; %d nodes are used' % (1000 * found, NODES, nodes), flush=True)

    def play_alone(self, seconds):
        """Play all games here, and let each take at least so long there."""
        self.lengthen(seconds)
        reference = self.soak.tessera.start(*self.words, '--games', str(self.games), '--records', self.one)
        self.wanted = reference.communicate()[0]
        assert reference.returncode == 0

    def start(self):
        self.waiting = self.soak.tessera.start(*self.words, '--games', str(self.games), '--records', self.many,
                                               '--database', self.soak.pg.url())

    def check(self):
        out = self.waiting.communicate()[0]
        assert self.waiting.returncode == 0
        assert figures(out) == figures(self.wanted), out
        with open(self.one, encoding='utf-8') as a, open(self.many, encoding='utf-8') as b:
            assert a.read() == b.read(), 'the records differ'


class Contest(Match):
    """The work of the machines: a contest with six pairings, whose process is killed as well."""

    def __init__(self, soak, games):
        super().__init__(soak, games // 6 * 6)
        self.folder = make_contest(soak.tessera, os.path.join(soak.pg.scratch('contest'), 'soak'),
                                   'games = %d\nopenings = 2' % (games // 6), ['anna.py', 'bert.c'], ['greedy', 'random'])

    def lengthen(self, seconds):
        """Every second game has the program anna, which waits so long in its at least four moves.  The moves
        are the same."""
        path = os.path.join(self.folder, 'anna.py')
        with open(path) as file:
            text = file.read()
        changed = text.replace('send(turn=choose())', 'send(turn=(__import__("time").sleep(%.3f), choose())[1])' % (seconds / 2))
        assert changed != text
        with open(path, 'w') as file:
            file.write(changed)
        print('anna waits %.0f ms in each move' % (1000 * seconds / 2), flush=True)

    def play_alone(self, seconds):
        self.alone = twin(self.soak.tessera, self.folder)
        self.lengthen(seconds)

    def start(self):
        with open(os.path.join(self.soak.pg.folder, 'coordinator'), 'a') as log:
            self.waiting = self.soak.tessera.start('arena', 'run', self.folder, '--database', self.soak.pg.url(),
                                                   stdout=subprocess.DEVNULL, stderr=log)

    def kill_coordinator(self):
        self.waiting.kill()
        self.waiting.wait()
        self.start()

    def check(self):
        if self.waiting.wait() != 0:  # the database was away when it started
            self.start()
        assert self.waiting.wait() == 0
        assert games_of(self.folder) == games_of(self.alone), 'the games differ'
        assert 'No problem found' in self.soak.tessera.run('arena', 'verify', self.folder).stdout


class Soak:
    def __init__(self, program, kind, games):
        self.random = random.Random(1)
        self.tessera = Tessera(program)
        self.network = Network(MACHINES)
        self.pg = Postgres(address='*', namespace=self.network.database)
        self.pg.write('pg_hba.conf', 'host all all 10.9.0.0/16 trust\n', 'a')
        self.pg.restart()
        self.workers, self.names, self.started = [None] * MACHINES, [None] * MACHINES, 0
        self.timers, self.cut = [], set()
        self.work = kind(self, games)
        self.games = self.work.games

    def start_worker(self, i):
        self.started += 1
        self.names[i] = 'w%d-%d' % (i, self.started)
        os.environ['XDG_CACHE_HOME'] = os.path.join(self.pg.folder, 'cache%d' % i)  # of this machine
        self.workers[i] = self.tessera.start(
            'worker', '--slots', '1', '--lease', '5', '--class', 'soak', '--name', self.names[i], '--quiet',
            '--database', self.pg.url(host='10.9.%d.1' % i), prefix=self.network.enter(i),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def count(self, statement):
        return int(self.pg.sql('SELECT count(*) ' + statement)[0][0])

    def done(self):
        return self.count('FROM tessera.results')

    def restart_ended(self):
        """A worker that could not join because its link was cut ends; its machine starts it again."""
        for i in range(MACHINES):
            if self.workers[i].poll() is not None:
                self.start_worker(i)

    def holds_a_game(self, i):
        return self.count("FROM tessera.tasks t JOIN tessera.workers w ON t.worker = w.id WHERE t.state = 1 AND "
                          "w.name = '%s'" % self.names[i]) > 0

    def kill_worker(self):
        """Kill a worker while it plays."""
        choice = [None]

        def is_found():
            self.restart_ended()
            choice[0] = next((i for i in self.random.sample(range(MACHINES), MACHINES) if self.holds_a_game(i)), None)
            return choice[0] is not None
        wait_for('a worker at work', is_found)
        self.workers[choice[0]].kill()
        self.workers[choice[0]].wait()
        self.start_worker(choice[0])

    def cut_link(self):
        wait_for('a link', lambda: len(self.cut) < MACHINES - 1)
        i = self.random.choice([i for i in range(MACHINES) if i not in self.cut])
        self.cut.add(i)
        self.network.set_link(i, 'down')

        def mend():
            self.network.set_link(i, 'up')
            self.cut.discard(i)
        timer = threading.Timer(self.random.choice([1, 3, 8]), mend)
        self.timers.append(timer)
        timer.start()

    def crash_database(self):
        self.pg.kill()
        self.pg.start()

    def run(self, kills, cuts, crashes):
        events = [self.kill_worker] * kills + [self.cut_link] * cuts + [self.crash_database] * crashes
        if hasattr(self.work, 'kill_coordinator'):
            events += [self.work.kill_coordinator] * crashes
        self.random.shuffle(events)
        begin = time.monotonic()
        self.work.play_alone(EVENT_SECONDS * len(events) * MACHINES / self.games)
        print('undisturbed, in one process: %.0f s' % (time.monotonic() - begin), flush=True)
        begin = time.monotonic()
        self.work.start()
        wait_for('the job', lambda: [job for job in self.tessera.jobs(self.pg.url()) if job['tasks'] > 0])
        for i in range(MACHINES):
            self.start_worker(i)
        done = 0
        for number, event in enumerate(events):  # over the games that are left, however long the last one took
            at = done + (self.games - done) // (len(events) - number + 1)
            wait_for('%d games' % at, lambda: self.restart_ended() or self.done() >= at)
            event()
            done = self.done()
            print('%4d games: %s' % (done, event.__name__.replace('_', ' ')), flush=True)
        assert self.done() < self.games, 'the games were over too soon'
        wait_for('all games', lambda: self.restart_ended() or self.done() >= self.games)
        self.work.check()
        print('disturbed, on %d machines: %.0f s' % (MACHINES, time.monotonic() - begin))
        assert self.count('FROM tessera.results') == self.games
        assert self.pg.sql('SELECT count(DISTINCT number) FROM tessera.results') == [[str(self.games)]]
        lost = self.pg.sql('SELECT sum(attempt) - count(*) FROM tessera.tasks')[0][0]
        print('%d distinct games, %s of them begun again; the results are those of one process' % (self.games, lost))

    def stop(self):
        for timer in self.timers:
            timer.join()
        self.tessera.stop()
        self.pg.stop()
        self.network.remove()


def main():
    words = [word for word in sys.argv[1:] if word != '--contest']
    kind = Contest if len(words) < len(sys.argv) - 1 else Match
    numbers = [int(word) for word in words[1:]]
    games, kills, cuts, crashes = numbers + [2000, 30, 10, 3][len(numbers):]
    if os.getuid() != 0:
        sys.exit('soak.py: network namespaces need root')
    soak = Soak(os.path.abspath(words[0]), kind, games)
    try:
        soak.run(kills, cuts, crashes)
    finally:
        soak.stop()


if __name__ == '__main__':
    main()
