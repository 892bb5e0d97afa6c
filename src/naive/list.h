/* list.h - find a naive implementation by the name of its game. */
#ifndef NAIVE_LIST_H
#define NAIVE_LIST_H
#include "naive/slow.h"

/* Return the game whose name is the first `length` letters of `name`; NULL if there is none. */
const SlowGame *naive_find(const char *name, size_t length);
#endif
