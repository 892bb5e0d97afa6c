/* gipf_slow.h - the naive rules of generalised GIPF.  Reasons: gipf-lost reserve-empty deadlock. */
#ifndef NAIVE_GIPF_SLOW_H
#define NAIVE_GIPF_SLOW_H
#include "naive/slow.h"
extern const SlowGame GIPF_SLOW;
#endif
