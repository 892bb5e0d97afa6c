/* jail_tree.h - the file tree of a jail: which files of the machine it shows, and where.
 *
 * Knows:   the files of each runtime, the library directories of Linux systems.
 * Ignores: mounting them (jail_inside.h).
 */
#ifndef ARENA_JAIL_TREE_H
#define ARENA_JAIL_TREE_H

#include "arena/jail.h"

enum {
    JAIL_PATH_MAX = 1024,
    JAIL_PARTS_MAX = 48,
};

/* One entry of the tree: a file or directory of the machine, or a symbolic link. */
typedef struct JailPart {
    bool is_link;
    bool is_folder;
    char source[JAIL_PATH_MAX]; /* path on the machine; for a link: its target */
    char target[JAIL_PATH_MAX]; /* in the tree, without the leading slash */
} JailPart;

typedef struct JailTree {
    int      count;
    JailPart parts[JAIL_PARTS_MAX];
} JailTree;

/* List the files that the spec's runtime, program and sdk need.  `strict`: the bot will run as
 * another user, so its files must be readable by all users. */
Status jail_tree_plan(const JailSpec *spec, bool strict, JailTree *out, Fault *fault);

#endif
