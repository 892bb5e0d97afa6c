/* SPDX-License-Identifier: MIT */
/* files_none.c - a program without a page: the simple pages of site.c are shown. */
#include "web/files.h"

const EmbeddedFile *page_files(void)
{
    static const EmbeddedFile NONE[] = { { .name = NULL } };
    return NONE;
}
