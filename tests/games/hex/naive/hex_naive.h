/* hex_naive.h - the naive rules of Hex.  Reason: connection. */
#ifndef HEX_NAIVE_H
#define HEX_NAIVE_H
#include "naive/slow.h"

extern const SlowGame HEX_NAIVE;
#endif
