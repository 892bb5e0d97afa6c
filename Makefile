# Shortcuts for the common tasks.  The build itself is meson.build; ./run and ./test do not need make.

FUZZ_SECONDS ?= 60
GAME ?=

.PHONY: all run webapp page python npm test quick bench bench-native bench-arena bench-bindings bench-study contest-strategy puzzles guide-pictures solve-positions solver-agreement value-keeping strength fuzz asan tsan cover soak load load-shared hostile arena-soak hand-in-soak queue-soak queue-bench queue-crowd format install uninstall dist deb deb-test test-arm64 test-mpi test-slurm games-in-numbers clean help

all:
	@tools/install-deps run
	@tools/build build -Dwebapp=embedded -- tessera

run:
	@./run

# Static files for any web host; the engine runs in the browser and needs no server.
webapp:
	@tools/install-deps webapp
	@tools/build-webapp

# The old name of webapp, kept for one release.
page: webapp

# The Python package as a wheel; see docs/python.md.
python:
	@tools/install-deps python
	@tools/build-python build-python

# The npm package @tessera/engine; see docs/npm.md.
npm:
	@tools/install-deps webapp
	@tools/build-npm build-npm

test:
	@./test

quick:
	@./test --quick

bench: all
	@build/tessera bench $(GAME)

# The same for a program that runs on this processor only, in its own build directory.
bench-native:
	@tools/install-deps run
	@tools/build build-native -Dnative=true -Dwebapp= -- tessera
	@build-native/tessera bench $(GAME)

# Measures the cost of the jail; see bench/arena.c.
bench-arena:
	@tools/install-deps quick
	@tools/build build-bench -Dtests=enabled -- tests/bench_arena tests/echo
	@build-bench/tests/bench_arena build-bench/tests/echo

# Measures random games from C, Python and Node; docs/python.md has the figures.
bench-bindings:
	@tools/install-deps python webapp
	@bench/bindings.sh

# Measures frames and CPU time of the analysis board with a large study; webapp/README.md has the figures.
bench-study: all
	@tools/install-deps browser
	@npm ci --silent --prefix webapp
	@node bench/study.mjs build/tessera

# Writes our player as one C file for the Ponte del Diavolo contest; see docs/bots.md.
contest-strategy:
	@tools/install-deps run
	@tools/contest-strategy build/contest/tessera_ponte.c
	@echo 'build/contest/tessera_ponte.c: check it with `tessera arena check FILE --kind files --game ponte`'

# Finds and proves the puzzles of the games again: four to five minutes on one core.
puzzles: all
	@tools/puzzles build/tessera $(GAME)

# Draws the pictures of the how-to-play guides again from their examples.
guide-pictures:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tests/guide_pictures
	@build/tests/guide_pictures src/games/*/guide.*.md

# Compares proof search with tablebases on 900 random positions of every solved family, and checks proofs.
solver-agreement:
	@tools/build build -Dtests=enabled -- tests/solver_agreement
	@build/tests/solver_agreement 900 1

# Counts how often the search keeps the value of solved positions; docs/strength.md has the figures.
# The tablebase of GIPF takes about two minutes of CPU time.
value-keeping:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tests/value_keeping
	@build/tests/value_keeping 2000 10000 1 diavolo:4 'ponte:contest;size=4' 'ponte:official;size=4' \
		alliances:3 gipf:3,3,6,6

# Plays the games behind docs/games-in-numbers.md and writes the page, its data and its plots.
games-in-numbers:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera tests/games_in_numbers
	@tools/games-in-numbers $(if $(DATABASE),--database '$(DATABASE)')

# Counts the endgame positions solved within one second; docs/solving-results.md has the figures.
solve-positions:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tests/solve_positions
	@build/tests/solve_positions 68 1 128 1 gipf:4,4,15,15 gipf:3,3,10,10 gipf:5,4,20,20
	@build/tests/solve_positions --play engine --back 2-13 --margin 100 1 128 1 ponte:contest diavolo:8
	@build/tests/solve_positions --play engine --back 2-7 100 1 128 1 alliances duell

strength: all
	@tools/strength $(GAME)

fuzz:
	@tools/install-deps test
	@tools/fuzz --seconds $(FUZZ_SECONDS) --keep

asan:
	@./test asan

tsan:
	@./test tsan

cover:
	@tools/install-deps cover
	@tools/build build-cover -Dbuildtype=debug -Dtests=enabled -Db_coverage=true
	@meson test -C build-cover --no-rebuild --no-suite deep --print-errorlogs
	@gcovr --root . --filter src/ --print-summary build-cover

soak:
	@tools/install-deps quick
	@tools/build build -Dwerror=true -Dtests=enabled
	@meson test -C build --no-rebuild --suite soak --print-errorlogs --timeout-multiplier 0

# Each of the next two starts its own server on the loopback address and stops it at the end.
# `make load PROXY=nginx`, or caddy, puts that proxy in front of it, with the configuration of share/.
load:
	@tools/install-deps $(if $(PROXY),proxies,quick)
	@tools/build build -Dtests=enabled -- tessera tests/load
	@PATH="$$PATH:/usr/sbin" $(if $(PROXY),TESSERA_PROXY=tests/web/proxy.sh PROXY_KIND=$(PROXY)) build/tests/load build/tessera

# Two servers on one database; one server and the database are killed.  docs/web.md has the figures.
load-shared:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera
	@python3 tests/load/shared_load.py build/tessera

hostile:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera tests/hostile
	@build/tests/hostile build/tessera

arena-soak:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera tests/arena_kill
	@build/tests/arena_kill build/tessera 50 500

hand-in-soak:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera
	@node tests/arena/storm.mjs build/tessera sdk/starters tests/jail/hostile 500 50

# Needs root, for network namespaces.
queue-soak:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera
	@python3 tests/queue/soak.py build/tessera 2000 30 10 3
	@python3 tests/queue/soak.py --contest build/tessera 600 15 5 3

# What the queue costs; docs/many-machines.md has the figures.
queue-bench:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera
	@python3 tests/queue/measure.py build/tessera

# How many workers one database serves: 500 connections, without games.
queue-crowd:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera tests/crowd
	@python3 tests/queue/crowd.py build/tessera build/tests/crowd

format:
	@tools/install-deps test
	@tools/format

# Installs below Meson's prefix (default /usr/local); DESTDIR is supported.
install:
	@tools/install-deps run
	@tools/build build -Dwebapp=embedded -- installed
	@meson install -C build --no-rebuild

# Removes what the last `make install` of this build directory installed, and directories left empty.
uninstall:
	@tools/uninstall build

# The source tarball: build-dist/tessera-VERSION.tar.xz.  It builds without a network.
dist:
	@tools/install-deps dist
	@tools/dist build-dist

# The Debian packages: build-deb/*.deb, checked by lintian.
deb:
	@tools/install-deps deb
	@tools/deb build-deb

# Installs, uses, upgrades and purges the packages in a new, minimal Debian; needs root.
deb-test: deb
	@tests/packages/fresh_root.sh build-deb

# Compiles for 64-bit ARM and runs tests of rules, search, solver and library in QEMU.
test-arm64:
	@tools/install-deps arm64
	@tools/test-arm64

# Tablebases by 1, 2 and 4 processes: the same bytes, time and memory of each; killed and resumed.
test-mpi:
	@tools/install-deps mpi
	@tools/build build -Dwerror=true -Dtests=enabled -Dmpi=enabled -- tessera tessera-mpi
	@tests/mpi/build.sh build/tessera --all

# The batch script for MPI, with a Slurm of its own in a temporary directory (as root).
test-slurm:
	@tools/install-deps slurm
	@tools/build build -Dwerror=true -Dtests=enabled -Dmpi=enabled -- tessera tessera-mpi
	@tests/mpi/slurm.sh build/tessera

clean:
	@rm -rf build-webapp build-webapp-parts build-webapp-extra build-webapp-extra-parts webapp/node_modules
	@rm -rf build build-asan build-tsan build-fuzz build-cover build-bench build-native build-python build-npm
	@rm -rf build-deb build-dist build-arm64 build-arm64-files build-arm64-root

help:
	@echo 'make           build the program: build/tessera'
	@echo 'make run       build it and serve the web app (./run)'
	@echo 'make webapp    build the web app as static files that need no server: build-webapp/'
	@echo 'make python    build the Python package: build-python/*.whl'
	@echo 'make npm       build the npm package: build-npm/*.tgz'
	@echo 'make test      run all checks (./test)'
	@echo 'make strength  play the matches of docs/strength.md (takes hours; resumes after a stop)'
	@echo 'make quick     run only the tests of the release build (./test --quick)'
	@echo 'make bench     measure speed and print the signature; GAME=... for one game'
	@echo 'make bench-native  the same for a program that runs on this processor only'
	@echo 'make puzzles   find the puzzles of all games again; GAME=... for one game'
	@echo 'make guide-pictures  draw the pictures of the how-to-play guides again'
	@echo 'make solve-positions  count the endgame positions solved within one second'
	@echo 'make solver-agreement compare proof search with tablebases on random positions'
	@echo 'make value-keeping  count how often the search keeps the value of solved positions'
	@echo 'make test-mpi  build tablebases with several processes (Open MPI)'
	@echo 'make test-slurm  try the batch script of share/slurm'
	@echo 'make games-in-numbers  measure the games by self-play, for docs/games-in-numbers.md'
	@echo 'make bench-arena  measure the cost of the jail'
	@echo 'make bench-study  measure the frames and the CPU time of the analysis board with a large study'
	@echo 'make bench-bindings  measure random games from C, Python and Node'
	@echo 'make contest-strategy  write our player for the Ponte contest as one C file: build/contest/'
	@echo 'make fuzz      run every fuzz target for FUZZ_SECONDS seconds (now $(FUZZ_SECONDS))'
	@echo 'make asan      run the tests under the address and undefined behaviour sanitizers'
	@echo 'make tsan      run the tests under the thread sanitizer'
	@echo 'make cover     measure the test coverage'
	@echo 'make soak      run the long tests (takes hours)'
	@echo 'make load      load test: 200 games, 1000 spectators, time from action to event'
	@echo 'make load-shared the same with two servers on one database; one of them and the database are killed'
	@echo 'make hostile   send 100000 hostile requests to a server'
	@echo 'make arena-soak kill a contest of 500 games 50 times'
	@echo 'make hand-in-soak submit 500 bots to a running contest, 50 of them hostile'
	@echo 'make queue-soak play 2000 games on machines that fail all the time (needs root)'
	@echo 'make queue-bench measure what the queue costs'
	@echo 'make queue-crowd measure how many workers one database serves'
	@echo 'make format    format the C files with clang-format'
	@echo 'make install   install program, library, header and manual page (DESTDIR=...)'
	@echo 'make uninstall remove what make install installed'
	@echo 'make dist      write the source tarball: build-dist/'
	@echo 'make deb       build the Debian packages: build-deb/'
	@echo 'make deb-test  install, use, upgrade and purge them in a new root (needs root)'
	@echo 'make test-arm64  compile for 64-bit ARM and run tests in QEMU'
	@echo 'make clean     remove the build directories'
