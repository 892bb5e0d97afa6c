/* jail_tree.h - which files of the machine a jail shows, and where.
 *
 * Knows:   the kits, where Linux systems keep libraries.
 * Ignores: how they get there (jail_inside.h).
 */
#ifndef ARENA_JAIL_TREE_H
#define ARENA_JAIL_TREE_H

#include "arena/jail.h"

enum {
    JAIL_PATH_MAX = 1024,
    JAIL_PARTS_MAX = 48,
};

/* One thing of the tree: a file or folder of the machine, or a symbolic link. */
typedef struct JailPart {
    bool is_link;
    bool is_folder;
    char source[JAIL_PATH_MAX]; /* on the machine; of a link: what it says */
    char target[JAIL_PATH_MAX]; /* in the tree, without the leading slash */
} JailPart;

typedef struct JailTree {
    int      count;
    JailPart parts[JAIL_PARTS_MAX];
} JailTree;

/* All that the spec's kit, program and sdk need.  `strict`: the guest will not be the user who runs
 * us, so what it needs must be readable by everybody. */
Status jail_tree_plan(const JailSpec *spec, bool strict, JailTree *out, Fault *fault);

#endif
