/* gipf_naive.h - the naive rules of generalised GIPF.  Reasons: gipf-lost reserve-empty deadlock. */
#ifndef GIPF_NAIVE_H
#define GIPF_NAIVE_H
#include "naive/slow.h"
extern const SlowGame GIPF_NAIVE;
#endif
