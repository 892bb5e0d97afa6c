/* gipf_slow.h - the naive rules of generalised GIPF.  Reasons: gipf-lost reserve-empty deadlock. */
#ifndef TESTS_REF_GIPF_SLOW_H
#define TESTS_REF_GIPF_SLOW_H
#include "slow.h"
extern const SlowGame GIPF_SLOW;
#endif
