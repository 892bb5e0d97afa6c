/* list.h - the naive games, by name. */
#ifndef NAIVE_LIST_H
#define NAIVE_LIST_H
#include "naive/slow.h"

/* The game whose name is the first `length` letters of `name`; NULL if there is none. */
const SlowGame *naive_find(const char *name, size_t length);
#endif
