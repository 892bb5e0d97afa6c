/* SPDX-License-Identifier: MIT */
/* kill.c - kill -9 at random moments loses no game and duplicates none.
 *
 *     arena_kill TESSERA KILLS GAMES [SEED]
 * Two contests have the same bots and the same seed; one runs without interruption.  The other is
 * killed KILLS times, after a random number of games and a random delay each, and then finished.
 * Both must have exactly GAMES distinct games with the same results and ranking.  The contest
 * database must be intact, and no process may be left over.
 *
 * Then accidents happen to further contests: something kills their supervisors, bots and helper
 * processes, stops everything for seconds, deletes the compiled programs, or fills the disk.  A run may
 * stop with the reason, but no bot loses a game for it: the results are the same again.
 *
 * The bots use no clock: built-in players, and a C bot that is compiled and jailed.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 600, BOTS = 5, PATIENCE_MS = 120000 };

static char     folder[256], bot_name[32];
static uint64_t random_state;

static void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

static void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("FAIL ", stdout);
    vprintf(format, args);
    va_end(args);
    printf(" (see %s)\n", folder);
    exit(1);
}

static uint32_t random_below(uint32_t count)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % count);
}

static void nap(long us)
{
    struct timespec time = { us / 1000000, us % 1000000 * 1000 };
    nanosleep(&time, NULL);
}

static long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- Contests ----------------------------------------------------------------------------- */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        fail("cannot write %s", path);
}

static void make_contest(const char *name, int games)
{
    static const char *const PLAYERS[BOTS - 1] = { "random", "greedy", "random,seed=5", "plain2" };
    char                     path[PATH_BYTES], text[4096];
    int                      length;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        fail("cannot create %s", path);
    length = snprintf(text, sizeof text,
                      "[contest]\nname = \"soak\"\ngame = \"toy\"\nformat = \"round-robin\"\n"
                      "games = %d\nopenings = 1\nseed = 3\nworkers = 3\n"
                      "[[bot]]\nname = \"%s\"\nkind = \"c\"\nfile = \"bot.c\"\n",
                      games / (BOTS * (BOTS - 1) / 2), bot_name);
    for (int i = 0; i < BOTS - 1; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "[[bot]]\nname = \"own%d\"\nplayer = \"%s\"\n", i, PLAYERS[i]);
    snprintf(path, sizeof path, "%s/%s/contest.toml", folder, name);
    write_file(path, text);
    snprintf(path, sizeof path, "%s/%s/bot.c", folder, name);
    write_file(path, "#include \"tessera_bot.h\"\n"
                     "void bot_turn(const BotPosition *position, BotTurn *turn)\n{\n"
                     "    const BotTurns *all = bot_turns(position, \"\", 100);\n"
                     "    bot_play(turn, all->turn[bot_random(all->count)]);\n}\n");
}

static pid_t start(const char *tessera, const char *name)
{
    char  path[PATH_BYTES], log[PATH_BYTES];
    pid_t child = fork();
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(log, sizeof log, "%s/log", folder);
    if (child != 0)
        return child;
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
    dup2(out, 1);
    dup2(out, 2);
    execl(tessera, tessera, "arena", "run", path, (char *)NULL);
    _exit(127);
}

static int end_of(pid_t child)
{
    int status;
    if (waitpid(child, &status, 0) != child)
        fail("cannot wait for the arena");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void run_to_end(const char *tessera, const char *name)
{
    int status = end_of(start(tessera, name));
    if (status != 0)
        fail("the run of %s exited with status %d", name, status);
}

/* --- The contest database ----------------------------------------------------------------- */

static sqlite3 *open_store(const char *name)
{
    char     path[PATH_BYTES];
    sqlite3 *base = NULL;
    snprintf(path, sizeof path, "%s/%s/.arena/games.db", folder, name);
    if (access(path, F_OK) == 0 &&
        sqlite3_open_v2(path, &base, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(base, 5000);
        return base;
    }
    sqlite3_close(base);
    return NULL;
}

/* Return a number, or -1 if the SQL table does not exist yet. */
static long long query(sqlite3 *base, const char *question)
{
    sqlite3_stmt *s = NULL;
    long long     answer = -1;
    if (sqlite3_prepare_v2(base, question, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        answer = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return answer;
}

static long long count_games(const char *name)
{
    sqlite3  *base = open_store(name);
    long long count = base == NULL ? 0 : query(base, "SELECT count(*) FROM games");
    sqlite3_close(base);
    return count < 0 ? 0 : count;
}

static void check_store(const char *name, int games)
{
    sqlite3      *base = open_store(name);
    sqlite3_stmt *s;
    if (base == NULL)
        fail("%s has no contest database", name);
    long long rows = query(base, "SELECT count(*) FROM games");
    long long different =
        query(base, "SELECT count(*) FROM (SELECT DISTINCT round, a, b, number FROM games)");
    long long records = query(base, "SELECT count(*) FROM games WHERE record LIKE '%result %'");
    long long chain = query(base, "SELECT count(*) FROM chain WHERE kind='game'");
    if (rows != games || different != games || records != games || chain != games)
        fail("%s: %lld games, %lld distinct, %lld complete records, %lld in the chain", name, rows,
             different, records, chain);
    sqlite3_prepare_v2(base, "PRAGMA integrity_check", -1, &s, NULL);
    if (sqlite3_step(s) != SQLITE_ROW || strcmp((const char *)sqlite3_column_text(s, 0), "ok") != 0)
        fail("the contest database of %s is corrupt", name);
    sqlite3_finalize(s);
    sqlite3_close(base);
}

/* Return what must be equal in both: the result and the number of moves of every game. */
static char *results_of(const char *name)
{
    static const char QUESTION[] =
        "SELECT group_concat(line, '') FROM (SELECT round || ' ' || a || ' ' || b || ' ' || number"
        " || ' ' || first || ' ' || half_points || ' ' || verdict || ' ' || reason || ' ' || turns"
        " || char(10) AS line FROM games ORDER BY round, a, b, number)";
    sqlite3      *base = open_store(name);
    sqlite3_stmt *s;
    sqlite3_prepare_v2(base, QUESTION, -1, &s, NULL);
    if (sqlite3_step(s) != SQLITE_ROW)
        fail("cannot read the results of %s", name);
    char *text = strdup((const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    sqlite3_close(base);
    return text;
}

/* Return the ranking without the columns that depend on time. */
static char *ranking_of(const char *tessera, const char *name)
{
    char  command[2 * PATH_BYTES];
    char *text = calloc(1, 65536);
    snprintf(command, sizeof command, "'%s' arena report '%s/%s' --csv ranking | cut -d, -f1-13",
             tessera, folder, name);
    FILE *pipe = popen(command, "r");
    if (text == NULL || pipe == NULL || fread(text, 1, 65535, pipe) == 0 || pclose(pipe) != 0)
        fail("cannot read the ranking of %s", name);
    return text;
}

/* --- Processes ---------------------------------------------------------------------------- */

/* Count the processes that run our bot. */
static int count_bots(void)
{
    DIR           *all = opendir("/proc");
    struct dirent *entry;
    int            count = 0;
    while (all != NULL && (entry = readdir(all)) != NULL) {
        char  path[PATH_BYTES], name[64] = "";
        FILE *file;
        snprintf(path, sizeof path, "/proc/%s/comm", entry->d_name);
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || (file = fopen(path, "r")) == NULL)
            continue;
        if (fgets(name, sizeof name, file) != NULL &&
            strncmp(name, bot_name, strlen(bot_name)) == 0)
            count++;
        fclose(file);
    }
    if (all != NULL)
        closedir(all);
    return count;
}

static void check_nothing_left(const char *when)
{
    long long until = now_ms() + 5000;
    int       left;
    while ((left = count_bots()) > 0 && now_ms() < until)
        nap(10000);
    if (left > 0)
        fail("%s: %d bots are still running", when, left);
}

/* --- Killing ------------------------------------------------------------------------------ */

/* Kill the run after `games` more games and a short delay.  False if it ended by itself. */
static bool run_and_kill(const char *tessera, const char *name, int games)
{
    long long target = count_games(name) + games, until = now_ms() + PATIENCE_MS;
    pid_t     child = start(tessera, name);
    bool      ended = false;
    while (count_games(name) < target && now_ms() < until) {
        int status;
        if (waitpid(child, &status, WNOHANG) == child) {
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                fail("a run exited by itself with status %x", (unsigned)status);
            ended = true;
            break;
        }
        nap(2000);
    }
    if (ended)
        return false;
    nap((long)random_below(20000));
    kill(child, SIGKILL);
    end_of(child);
    return true;
}

/* --- Accidents ---------------------------------------------------------------------------- */

enum { PIDS_MAX = 4096 };

static int parent_of(int pid)
{
    char path[64], text[512];
    int  parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    size_t got = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[got] = '\0';
    char *end = strrchr(text, ')');
    if (end == NULL || sscanf(end, ") %*c %d", &parent) != 1)
        return 0;
    return parent;
}

/* List the descendants of a process. */
static int descendants(pid_t root, int pids[PIDS_MAX])
{
    int            all[PIDS_MAX], parents[PIDS_MAX], count = 0, found = 0;
    struct dirent *entry;
    DIR           *folder_of_all = opendir("/proc");
    while (folder_of_all != NULL && (entry = readdir(folder_of_all)) != NULL && count < PIDS_MAX) {
        int pid = atoi(entry->d_name);
        if (pid > 0 && (parents[count] = parent_of(pid)) > 0)
            all[count++] = pid;
    }
    if (folder_of_all != NULL)
        closedir(folder_of_all);
    for (int next = -1; next < found; next++)
        for (int i = 0; i < count; i++)
            if (parents[i] == (next < 0 ? root : pids[next]))
                pids[found++] = all[i];
    return found;
}

/* Each returns after a moment, and tells whether something happened. */
static bool hit_a_process(pid_t child, const char *name)
{
    int pids[PIDS_MAX], count;
    nap(2000 + (long)random_below(20000));
    if (count_games(name) == 0) /* hit games rather than the preparations */
        return false;
    count = descendants(child, pids);
    return count > 0 && kill(pids[random_below((uint32_t)count)], SIGKILL) == 0;
}

static bool stop_everything(pid_t child, const char *name)
{
    int pids[PIDS_MAX], count;
    (void)name;
    nap(20000 + (long)random_below(50000));
    kill(child, SIGSTOP);
    count = descendants(child, pids);
    for (int i = 0; i < count; i++)
        kill(pids[i], SIGSTOP);
    nap(3500000);
    for (int i = 0; i < count; i++)
        kill(pids[i], SIGCONT);
    kill(child, SIGCONT);
    return count > 0;
}

static bool delete_programs(pid_t child, const char *name)
{
    char command[2 * PATH_BYTES];
    (void)child;
    nap(10000 + (long)random_below(100000));
    if (count_games(name) == 0)
        return false;
    snprintf(command, sizeof command, "rm '%s/%s/.arena/build/'kb* 2>/dev/null", folder, name);
    return system(command) == 0;
}

static bool fill_disk(pid_t child, const char *name)
{
    char path[2 * PATH_BYTES], chunk[4096] = "";
    (void)child;
    nap(10000 + (long)random_below(100000));
    snprintf(path, sizeof path, "%s/%s/filler", folder, name);
    int  file = open(path, O_WRONLY | O_CREAT, 0644);
    bool filled = false;
    while (file >= 0 && write(file, chunk, sizeof chunk) > 0)
        filled = true;
    nap(300000);
    close(file);
    unlink(path);
    return filled;
}

static const struct Accident {
    const char *name, *what;
    bool (*happen)(pid_t child, const char *name);
    int  times; /* 0: as many as kills */
    bool has_own_disk;
} ACCIDENTS[] = {
    { "hit", "processes killed", hit_a_process, 0, false },
    { "stopped", "times everything stopped", stop_everything, 2, false },
    { "deleted", "times programs deleted", delete_programs, 3, false },
    { "full", "times the disk was full", fill_disk, 2, true },
};

/* Mount a small file system for a contest.  Only root can. */
static bool mount_disk(const char *name, bool mounts)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!mounts)
        return umount2(path, MNT_DETACH) == 0;
    return mkdir(path, 0755) == 0 && mount("none", path, "tmpfs", 0, "size=32m") == 0;
}

static int count_in_log(const char *text)
{
    char path[PATH_BYTES], line[1024];
    int  count = 0;
    snprintf(path, sizeof path, "%s/log", folder);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        count += strstr(line, text) != NULL;
    if (file != NULL)
        fclose(file);
    return count;
}

static void run_with_accidents(const char *tessera, const struct Accident *accident, int kills,
                               int games, const char *expected)
{
    int times = accident->times > 0 ? accident->times : kills, done = 0, runs = 0, status = -1;
    int voids = count_in_log("a game was void and played again");
    if (accident->has_own_disk && !mount_disk(accident->name, true)) {
        printf("skipped: %s (only root can mount a small disk)\n", accident->what);
        return;
    }
    make_contest(accident->name, games);
    while (status != 0) {
        if (runs++ == 20 + times)
            fail("%s: the contest does not end", accident->name);
        pid_t child = start(tessera, accident->name);
        bool  ended = false;
        while (done < times && !(ended = waitpid(child, &status, WNOHANG) == child))
            done += accident->happen(child, accident->name);
        if (!ended)
            status = end_of(child);
    }
    check_store(accident->name, games);
    check_nothing_left(accident->what);
    char *results = results_of(accident->name);
    if (strcmp(results, expected) != 0)
        fail("%s: the results differ:\n%s", accident->name, results);
    free(results);
    if (accident->has_own_disk)
        mount_disk(accident->name, false);
    printf("%d %s: same results, in %d runs with %d void games\n", done, accident->what, runs,
           count_in_log("a game was void and played again") - voids);
    fflush(stdout);
}

static void remove_all(void)
{
    char command[PATH_BYTES];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        printf("cannot remove %s\n", folder);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: arena_kill TESSERA KILLS GAMES [SEED]\n");
        return 2;
    }
    int kills = atoi(argv[2]), games = atoi(argv[3]), done = 0, early = 0;
    random_state = argc > 4 ? (uint64_t)atoll(argv[4]) : 1;
    games -= games % (BOTS * (BOTS - 1) / 2 * 2);
    snprintf(folder, sizeof folder, "%s/arena-kill-XXXXXX",
             getenv("TMPDIR") == NULL ? "/tmp" : getenv("TMPDIR"));
    snprintf(bot_name, sizeof bot_name, "kb%d", (int)getpid());
    if (mkdtemp(folder) == NULL)
        fail("cannot create a temporary directory");
    make_contest("calm", games);
    make_contest("killed", games);
    run_to_end(argv[1], "calm");
    while (done < kills) {
        uint32_t step = (uint32_t)(2 * (games - count_games("killed")) / (kills - done + 1)) + 1;
        if (!run_and_kill(argv[1], "killed", (int)random_below(step))) {
            early++;
            break;
        }
        done++;
        check_nothing_left("after a kill");
    }
    run_to_end(argv[1], "killed");
    check_store("calm", games);
    check_store("killed", games);
    check_nothing_left("at the end");
    char *calm = results_of("calm"), *killed = results_of("killed");
    if (strcmp(calm, killed) != 0)
        fail("the results differ");
    char *calm_ranking = ranking_of(argv[1], "calm"), *ranking = ranking_of(argv[1], "killed");
    if (strcmp(calm_ranking, ranking) != 0)
        fail("the rankings differ:\n%s\n%s", calm_ranking, ranking);
    if (early > 0 && done < kills / 2)
        fail("only %d of %d kills happened in time", done, kills);
    printf(
        "%d games, killed %d times: every game once, same results and ranking as without kills\n",
        games, done);
    fflush(stdout);
    for (size_t i = 0; i < sizeof ACCIDENTS / sizeof ACCIDENTS[0]; i++)
        run_with_accidents(argv[1], &ACCIDENTS[i], kills, games, calm);
    free(calm);
    free(killed);
    free(calm_ranking);
    free(ranking);
    remove_all();
    return 0;
}
