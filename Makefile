# Shortcuts for the common tasks.  The build itself is meson.build; ./run and ./test do not need make.

FUZZ_SECONDS ?= 60
GAME ?=

.PHONY: all run webapp page test quick bench bench-arena puzzles guide-pictures solve-positions strength fuzz asan tsan cover soak load hostile arena-soak format install clean help

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

test:
	@./test

quick:
	@./test --quick

bench: all
	@build/tessera bench $(GAME)

# Measures the cost of the jail; see bench/arena.c.
bench-arena:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tests/bench_arena tests/echo
	@build/tests/bench_arena build/tests/echo

# Finds and proves the puzzles of the games again: four to five minutes on one core.
puzzles: all
	@tools/puzzles build/tessera $(GAME)

# Draws the pictures of the how-to-play guides again from their examples.
guide-pictures:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tests/guide_pictures
	@build/tests/guide_pictures src/games/*/guide.*.md

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
load:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera tests/load
	@build/tests/load build/tessera

hostile:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera tests/hostile
	@build/tests/hostile build/tessera

arena-soak:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tessera tests/arena_kill
	@build/tests/arena_kill build/tessera 50 500

format:
	@tools/install-deps test
	@tools/format

# Installs below Meson's prefix (default /usr/local); DESTDIR is supported.
install:
	@tools/install-deps run
	@tools/build build -Dwebapp=embedded -- installed
	@meson install -C build --no-rebuild

clean:
	@rm -rf build-webapp build-webapp-parts build-webapp-extra build-webapp-extra-parts webapp/node_modules
	@rm -rf build build-asan build-tsan build-fuzz build-cover

help:
	@echo 'make           build the program: build/tessera'
	@echo 'make run       build it and serve the web app (./run)'
	@echo 'make webapp    build the web app as static files that need no server: build-webapp/'
	@echo 'make test      run all checks (./test)'
	@echo 'make strength  play the matches of docs/strength.md (takes hours; resumes after a stop)'
	@echo 'make quick     run only the tests of the release build (./test --quick)'
	@echo 'make bench     measure speed and print the signature; GAME=... for one game'
	@echo 'make puzzles   find the puzzles of all games again; GAME=... for one game'
	@echo 'make guide-pictures  draw the pictures of the how-to-play guides again'
	@echo 'make solve-positions  count the endgame positions solved within one second'
	@echo 'make bench-arena  measure the cost of the jail'
	@echo 'make fuzz      run every fuzz target for FUZZ_SECONDS seconds (now $(FUZZ_SECONDS))'
	@echo 'make asan      run the tests under the address and undefined behaviour sanitizers'
	@echo 'make tsan      run the tests under the thread sanitizer'
	@echo 'make cover     measure the test coverage'
	@echo 'make soak      run the long tests (takes hours)'
	@echo 'make load      load test: 200 games, 1000 spectators, time from action to event'
	@echo 'make hostile   send 100000 hostile requests to a server'
	@echo 'make arena-soak kill a contest of 500 games 50 times'
	@echo 'make format    format the C files with clang-format'
	@echo 'make install   install program, library, header and manual page (DESTDIR=...)'
	@echo 'make clean     remove the build directories'
