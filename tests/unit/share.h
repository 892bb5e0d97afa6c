/* share.h - how often a test repeats itself.
 *
 * Sanitizers make play about eight times slower and look at every access of it, so that fewer random
 * games show as much there: their builds do one part in TEST_SHARE (tests/meson.build), and so do builds
 * for another processor, which run in an emulator.  The release build does everything.
 */
#ifndef TESTS_SHARE_H
#define TESTS_SHARE_H

/* How much of `count` repetitions this build does, at least one. */
static inline int test_share(int count)
{
    return count > TEST_SHARE ? count / TEST_SHARE : 1;
}

#endif
