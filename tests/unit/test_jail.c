/* SPDX-License-Identifier: MIT */
/* test_jail.c - the parts of the jail that need no kernel support.  tests/jail runs bots in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/jailed_process.h"
#include "arena/jail_cgroup.h"
#include "arena/jail_memory.h"
#include "arena/jail_tree.h"

/* --- Cgroups ------------------------------------------------------------------------------ */

static const struct CgroupCase {
    const char *what, *cgroups, *mounts;
    int         version;
    const char *memory, *tasks;
} CGROUP_CASES[] = {
    { "version 1, each controller in its own mount", "8:pids:/\n4:memory:/user/bots\n0::/\n",
      "31 30 0:27 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
      "32 30 0:28 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n"
      "33 30 0:29 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n",
      1, "/sys/fs/cgroup/memory/user/bots", "/sys/fs/cgroup/pids" },
    { "version 1, several controllers in one mount", "3:cpu,memory,pids:/a\n",
      "31 30 0:27 / /cg/all rw,relatime shared:9 - cgroup cgroup rw,cpu,memory,pids\n", 1,
      "/cg/all/a", "/cg/all/a" },
    { "only a part of the hierarchy is mounted", "4:memory:/docker/abc/jobs\n",
      "31 30 0:27 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n", 1,
      "/sys/fs/cgroup/memory/jobs", "" },
    { "a mounted part without this process", "4:memory:/other\n",
      "31 30 0:27 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n", 2, "", "" },
    { "version 2", "0::/user.slice/user-1000.slice/session-1.scope\n",
      "25 24 0:22 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n", 2,
      "/sys/fs/cgroup/user.slice/user-1000.slice/session-1.scope",
      "/sys/fs/cgroup/user.slice/user-1000.slice/session-1.scope" },
    { "version 2 in a cgroup namespace", "0::/\n",
      "25 24 0:22 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw\n", 2, "/sys/fs/cgroup",
      "/sys/fs/cgroup" },
    { "none", "", "25 24 0:22 / / rw - ext4 /dev/root rw\n", 2, "", "" },
    { "nonsense", "memory\n::\n4:memory\n", "x - \n - cgroup2\n25 - cgroup2 a b\n", 2, "", "" },
};

static void cgroups_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CGROUP_CASES / sizeof CGROUP_CASES[0]; i++) {
        const struct CgroupCase *c = &CGROUP_CASES[i];
        JailCgroup               found;
        jail_cgroup_find(c->cgroups, c->mounts, &found);
        if (found.version != c->version || strcmp(found.memory, c->memory) != 0 ||
            strcmp(found.tasks, c->tasks) != 0)
            fail_msg("%s: version %d, '%s', '%s'", c->what, found.version, found.memory,
                     found.tasks);
    }
}

/* --- Printable text ----------------------------------------------------------------------- */

static const struct PrintableCase {
    const char *bytes;
    size_t      size;
    const char *printable;
} PRINTABLE_CASES[] = {
    { "plain\n", 6, "plain\n" },
    { "a\tb\rc\033[2J\177", 10, "a b?c?[2J?" },
    { "\0x", 2, "?x" },
    { "h\xc3\xb6lle \xe7\x95\x8c \xf0\x9f\x8e\xb2", 15,
      "h\xc3\xb6lle \xe7\x95\x8c \xf0\x9f\x8e\xb2" },
    { "\xc3", 1, "?" },                /* cut off */
    { "\xb6x", 2, "?x" },              /* continuation byte first */
    { "\xc0\xaf", 2, "??" },           /* overlong encoding */
    { "\xed\xa0\x80", 3, "???" },      /* a surrogate */
    { "\xf4\x90\x80\x80", 4, "????" }, /* beyond the last plane */
    { "\xc2\x9b"
      "31m",
      5, "?31m" }, /* a C1 control character */
    { "a\xe2\x80\xae"
      "b\xe2\x81\xa6"
      "c\xd8\x9c"
      "d\xe2\x80\x8b"
      "e\xef\xbb\xbf"
      "f\xe2\x80\xa8",
      23, "a?b?c?d?e?f?" }, /* overrides, isolates, marks, invisible, separators */
    { "\xff\xfe", 2, "??" },
};

static void control_characters_are_masked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PRINTABLE_CASES / sizeof PRINTABLE_CASES[0]; i++) {
        char out[64];
        Text text = text_over(out, sizeof out);
        jailed_text_printable(PRINTABLE_CASES[i].bytes, PRINTABLE_CASES[i].size, &text);
        assert_string_equal(out, PRINTABLE_CASES[i].printable);
    }
}

/* --- The file tree ------------------------------------------------------------------------ */

static const JailPart *part_at(const JailTree *tree, const char *target)
{
    for (int i = 0; i < tree->count; i++) {
        if (strcmp(tree->parts[i].target, target) == 0)
            return &tree->parts[i];
    }
    return NULL;
}

static void file_tree_shows_program_and_sdk_only(void **state)
{
    char        folder[] = "/tmp/tessera-test-XXXXXX", program[64], shortcut[64];
    JailTree   *tree = malloc(sizeof *tree);
    Fault       fault = { 0 };
    const char *arguments[] = { "/bot/program", NULL };
    (void)state;
    assert_non_null(tree);
    assert_non_null(mkdtemp(folder));
    snprintf(program, sizeof program, "%s/program", folder);
    FILE *file = fopen(program, "w");
    assert_non_null(file);
    fclose(file);
    JailSpec spec = {
        .runtime = JAIL_RUNTIME_BINARY, .program = program, .sdk = folder, .arguments = arguments
    };

    assert_int_equal(chmod(program, 0755), 0);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(jail_tree_plan(&spec, true, tree, &fault), STATUS_OK);
    assert_false(part_at(tree, "bot/program")->is_folder);
    assert_true(part_at(tree, "sdk")->is_folder);
    assert_non_null(part_at(tree, "dev/null"));
    assert_null(part_at(tree, "usr/bin"));
    assert_null(part_at(tree, "usr/include"));
    assert_null(part_at(tree, "etc"));
    assert_null(part_at(tree, "proc"));

    /* A file that only its owner can execute is an error if the bot runs as another user. */
    assert_int_equal(chmod(program, 0700), 0);
    assert_int_equal(jail_tree_plan(&spec, false, tree, &fault), STATUS_OK);
    assert_int_equal(jail_tree_plan(&spec, true, tree, &fault), STATUS_NOT_FOUND);
    assert_non_null(strstr(fault.why, "chmod a+rx"));

    /* A link could expose any file. */
    snprintf(shortcut, sizeof shortcut, "%s/link", folder);
    assert_int_equal(symlink("/etc/hostname", shortcut), 0);
    spec.program = shortcut;
    assert_int_equal(jail_tree_plan(&spec, false, tree, &fault), STATUS_NOT_FOUND);
    unlink(shortcut);
    spec.program = "/dev/null";
    assert_int_equal(jail_tree_plan(&spec, false, tree, &fault), STATUS_NOT_FOUND);
    spec.program = "/there/is/no/such/file";
    assert_int_equal(jail_tree_plan(&spec, false, tree, &fault), STATUS_NOT_FOUND);
    unlink(program);
    rmdir(folder);
    free(tree);
}

/* --- Memory ------------------------------------------------------------------------------- */

static void memory_of_a_process_is_read(void **state)
{
    static const struct {
        const char *status;
        int64_t     used, shared;
    } CASES[] = {
        { "Name:\tx\nVmHWM:\t9 kB\nRssAnon:\t  100 kB\nRssFile:\t 50 kB\nRssShmem:\t 7 kB\nVmPTE:"
          "\t 3 kB\nVmSwap:\t 2 kB\n",
          112 * 1024, 7 * 1024 },
        { "Name:\tzombie\n", 0, 0 },
        { "", 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        int64_t shared = -1;
        assert_int_equal(jail_memory_of_status(CASES[i].status, &shared), CASES[i].used);
        assert_int_equal(shared, CASES[i].shared);
    }
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(cgroups_are_found),
        cmocka_unit_test(memory_of_a_process_is_read),
        cmocka_unit_test(control_characters_are_masked),
        cmocka_unit_test(file_tree_shows_program_and_sdk_only),
    };
    return cmocka_run_group_tests(TESTS, NULL, NULL);
}
