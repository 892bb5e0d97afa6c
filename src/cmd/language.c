/* SPDX-License-Identifier: MIT */
#include "cmd/language.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Return the value of the first variable that is set, as setlocale does for messages; "" if none is. */
static const char *locale_of_messages(void)
{
    static const char *const NAMES[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        const char *value = getenv(NAMES[i]);
        if (value != NULL && value[0] != '\0')
            return value;
    }
    return "";
}

/* A locale is LANGUAGE[_COUNTRY][.CHARACTERS], such as de_DE.UTF-8. */
static const char *language_of_locale(const char *locale)
{
    static const struct {
        const char *language, *code;
    } ROWS[] = { { "de", "de" }, { "pl", "pl" }, { "pt", "pt" }, { "zh", "zh-Hant" } };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        size_t length = strlen(ROWS[i].language);
        if (strncmp(locale, ROWS[i].language, length) == 0 &&
            !isalpha((unsigned char)locale[length]))
            return ROWS[i].code;
    }
    return NULL;
}

const char *language_of(const OptionValue *option)
{
    return option->given ? option->text : language_of_locale(locale_of_messages());
}
