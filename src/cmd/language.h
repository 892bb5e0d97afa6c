/* language.h - the language of what people read: --language, else the environment. */
#ifndef CMD_LANGUAGE_H
#define CMD_LANGUAGE_H

#include "cmd/options.h"

#define LANGUAGE_OPTION                                                                 \
    {                                                                                   \
        "language", OPTION_CHOICE, "en|de|pl|pt|zh-Hant",                               \
            "language of messages (default: that of LC_ALL, LC_MESSAGES or LANG)", 0, 0 \
    }

/* Return the code of a language, such as "de": the value of the option, or what the environment asks
 * for.  NULL: English, because nothing else is asked for. */
const char *language_of(const OptionValue *option);

#endif
