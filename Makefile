# A thin front for people who build.  The build itself is meson.build; ./run and ./test need no make.

FUZZ_SECONDS ?= 60
GAME ?=

.PHONY: all run page test quick bench bench-arena puzzles guide-pictures solve-positions strength fuzz asan tsan cover soak load hostile arena-soak format install clean help

all:
	@tools/install-deps run
	@tools/build build -- tessera

run:
	@./run

# Static files for any host: they play against the engine in the browser, with no server at all.
page:
	@tools/install-deps page
	@tools/build-webapp --check

test:
	@./test

quick:
	@./test --quick

bench: all
	@build/tessera bench $(GAME)

# Cost of the jail: see bench/arena.c.
bench-arena:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tests/bench_arena tests/echo
	@build/tests/bench_arena build/tests/echo

# The puzzles of the games, found and proved again: four to five minutes of one core.
puzzles: all
	@tools/puzzles build/tessera $(GAME)

# Pictures of the how-to-play guides, drawn again from their examples.
guide-pictures:
	@tools/install-deps quick
	@tools/build build -Dtests=enabled -- tests/guide_pictures
	@build/tests/guide_pictures src/games/*/guide.*.md

# How many endings are solved within a second: docs/solving.md has the figures.
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

# Both start a server of their own on the loopback and end by themselves.
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

# The prefix is Meson's (/usr/local unless the build says otherwise); DESTDIR works as usual.
install:
	@tools/install-deps run
	@tools/build build -- installed
	@meson install -C build --no-rebuild

clean:
	@rm -rf build-webapp build-webapp-parts build-served build-served-parts webapp/node_modules
	@rm -rf build build-asan build-tsan build-fuzz build-cover

help:
	@echo 'make           build the program: build/tessera'
	@echo 'make run       build it and serve the web table (./run)'
	@echo 'make page      build static files that play without a server: build-webapp/'
	@echo 'make test      run all checks (./test)'
	@echo 'make strength  play the matches of docs/strength.md (hours; goes on where it was stopped)'
	@echo 'make quick     run the tests of the release build only (./test --quick)'
	@echo 'make bench     measure speed and print the signature; GAME=... for one game'
	@echo 'make puzzles   find the puzzles of the games again, GAME=name for one'
	@echo 'make guide-pictures  draw the pictures of the how-to-play guides again'
	@echo 'make solve-positions  how many endings are solved within a second'
	@echo 'make bench-arena  measure what the jail costs'
	@echo 'make fuzz      run every fuzz target FUZZ_SECONDS (now $(FUZZ_SECONDS)) seconds'
	@echo 'make asan      run the tests under the address and undefined behaviour sanitizers'
	@echo 'make tsan      run the tests under the thread sanitizer'
	@echo 'make cover     say what share of the source the tests run'
	@echo 'make soak      run the long tests, for hours'
	@echo 'make load      fill a house: 200 tables, 1000 watchers, time from action to event'
	@echo 'make hostile   100000 hostile requests against a server'
	@echo 'make arena-soak kill a contest of 500 games 50 times'
	@echo 'make format    lay out the C files as .clang-format says'
	@echo 'make install   install program, library, header and manual page (DESTDIR=...)'
	@echo 'make clean     remove the build directories'
