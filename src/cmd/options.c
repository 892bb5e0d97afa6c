/* SPDX-License-Identifier: MIT */
#include "cmd/options.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/text.h"

enum { NAME_MAX_BYTES = 40 }; /* longer input is not a misspelling of our short names */

/* Names of options from before they were renamed.  They are accepted for one release wherever the
 * new name is, and listed nowhere. */
static const struct OldName {
    const char *old_name, *name;
} OLD_NAMES[] = {
    { "protocol", "autosave" },
    { "tables", "tablebases" },
};

static bool is_named(const char *candidate, const char *name, size_t length)
{
    return strlen(candidate) == length && memcmp(candidate, name, length) == 0;
}

/* Return the row whose name, or old name, is the first `length` bytes of `name`; -1 if none. */
static int find_row(const Option *table, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof OLD_NAMES / sizeof OLD_NAMES[0]; i++) {
        if (is_named(OLD_NAMES[i].old_name, name, length)) {
            name = OLD_NAMES[i].name;
            length = strlen(name);
            break;
        }
    }
    for (int i = 0; table[i].name != NULL; i++)
        if (is_named(table[i].name, name, length))
            return i;
    return -1;
}

static Status error_unknown(const Option *table, const char *typed, Fault *fault)
{
    char name[NAME_MAX_BYTES + 1] = "";
    Text text = text_over(name, sizeof name);
    text_addf(&text, "%.*s", (int)strcspn(typed + strspn(typed, "-"), "="),
              typed + strspn(typed, "-"));
    int best = INT_MAX, row = 0;
    for (int i = 0; table[i].name != NULL; i++) {
        int distance = edit_distance(name, table[i].name);
        if (distance < best) {
            best = distance;
            row = i;
        }
    }
    if (is_typo(name, best))
        return fault_set(fault, STATUS_SYNTAX, 0, "unknown option '%.60s'; did you mean '--%s'?",
                         typed, table[row].name);
    return fault_set(fault, STATUS_SYNTAX, 0, "unknown option '%.60s'; add --help for the list",
                     typed);
}

static Status read_choice(const Option *option, OptionValue *value, Fault *fault)
{
    int choice = text_choice(option->value, value->text, strlen(value->text));
    if (choice < 0)
        return fault_set(fault, STATUS_SYNTAX, 0, "--%s takes one of %s, not '%.60s'", option->name,
                         option->value, value->text);
    value->number = (uint32_t)choice;
    return STATUS_OK;
}

static Status read_value(const Option *option, OptionValue *value, Fault *fault)
{
    Scan scan;
    switch (option->kind) {
    case OPTION_NUMBER:
        scan = scan_string(value->text);
        if (!scan_number(&scan, option->high, &value->number) || !scan_done(&scan) ||
            value->number < option->low)
            return fault_set(fault, STATUS_SYNTAX, 0,
                             "--%s takes a whole number from %u to %u, not '%.60s'", option->name,
                             option->low, option->high, value->text);
        return STATUS_OK;
    case OPTION_CHOICE: return read_choice(option, value, fault);
    default: return STATUS_OK;
    }
}

/* Read the option at argv[*at] and its value; set *at to the last string used. */
static Status read_option(const Option *table, int count, char **argv, int *at, Args *args,
                          Fault *fault)
{
    const char *name = argv[*at] + 2;
    size_t      length = strcspn(name, "=");
    int         row = strncmp(argv[*at], "--", 2) == 0 ? find_row(table, name, length) : -1;
    if (row < 0)
        return error_unknown(table, argv[*at], fault);
    assert(row < OPTIONS_MAX);
    const Option *option = &table[row];
    OptionValue  *value = &args->option[row];
    bool          joined = name[length] == '=';
    if (value->given && option->kind != OPTION_LIST)
        return fault_set(fault, STATUS_SYNTAX, 0, "--%s is given twice", option->name);
    if (option->kind == OPTION_FLAG && joined)
        return fault_set(fault, STATUS_SYNTAX, 0, "--%s takes no value", option->name);
    value->given = true;
    if (option->kind == OPTION_FLAG)
        return STATUS_OK;
    if (!joined && *at + 1 == count)
        return fault_set(fault, STATUS_SYNTAX, 0, "--%s needs a value: --%s %s", option->name,
                         option->name, option->value);
    value->text = joined ? name + length + 1 : argv[++*at];
    if (option->kind == OPTION_LIST && args->list_count == OPTION_LIST_MAX)
        return fault_set(fault, STATUS_SYNTAX, 0, "--%s can be given at most %d times",
                         option->name, OPTION_LIST_MAX);
    if (option->kind == OPTION_LIST) {
        args->list_row[args->list_count] = row;
        args->list[args->list_count++] = value->text;
    }
    return read_value(option, value, fault);
}

Status options_read(const Option *table, int count, char **argv, Args *args, Fault *fault)
{
    assert(table != NULL && count >= 0 && args != NULL);
    Args read = { .arg = argv };
    bool options_ended = false;
    for (int i = 0; i < count; i++) {
        if (!options_ended && strcmp(argv[i], "--") == 0) {
            options_ended = true;
        } else if (options_ended || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[read.arg_count++] = argv[i];
        } else {
            Status status = read_option(table, count, argv, &i, &read, fault);
            if (status != STATUS_OK)
                return status;
        }
    }
    *args = read;
    return STATUS_OK;
}
