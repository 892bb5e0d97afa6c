/* SPDX-License-Identifier: MIT */
/* files_none.c - a program without the web app: only the simple pages of site.c exist. */
#include "web/files.h"

const EmbeddedFile PAGE_FILES[] = { { .name = NULL } };
