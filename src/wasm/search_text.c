/* SPDX-License-Identifier: MIT */
#include "wasm/search_text.h"

#include <string.h>

#include "games/list.h"
#include "play/view_json.h"

static const char *const KINDS[] = { "turn", "hint", "analysis" };
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0], NUMBER_COUNT = 7 };

void search_text_write_task(Buffer *out, const HostTask *task, const Record *record)
{
    const SearchLimits *limits = &task->limits;
    buffer_addf(out, "%s %llu %lld %d %d %lu %lu %d\n", KINDS[task->kind],
                (unsigned long long)limits->nodes, (long long)limits->time_ms, limits->slip,
                limits->sight, (unsigned long)(limits->noise_seed >> 32),
                (unsigned long)(limits->noise_seed & UINT32_MAX), task->first);
    if (!record_write(record, buffer_sink, out))
        out->failed = true;
}

static bool read_head(Scan *scan, HostTask *task)
{
    uint32_t number[NUMBER_COUNT];
    int      kind = 0;
    while (kind < KIND_COUNT && !scan_word(scan, KINDS[kind]))
        kind++;
    if (kind == KIND_COUNT)
        return false;
    for (int i = 0; i < NUMBER_COUNT; i++)
        if (!scan_char(scan, ' ') ||
            !scan_number(scan, i == 4 || i == 5 ? UINT32_MAX : INT32_MAX, &number[i]))
            return false;
    *task = (HostTask){ .kind = (HostTaskKind)kind,
                        .first = (int)number[6],
                        .limits = { .nodes = number[0],
                                    .time_ms = number[1],
                                    .slip = (int)number[2],
                                    .sight = (int)number[3],
                                    .noise_seed = (uint64_t)number[4] << 32 | number[5] } };
    return scan_char(scan, '\n');
}

Status search_text_read_task(const char *text, HostTask *task, Record *record, Fault *fault)
{
    Scan scan = scan_string(text);
    if (!read_head(&scan, task))
        return fault_set(fault, STATUS_SYNTAX, scan.at, "this is not a task of a search");
    return record_read(games_find, text + scan.at, scan.size - scan.at, record, fault);
}

void search_text_write_reply(Text *out, const SearchReply *reply)
{
    if (reply->is_score) {
        text_addf(out, "score %d %d", reply->turn, reply->answer.score.score);
        return;
    }
    text_addf(out, "found %d %d ", reply->answer.score.score, reply->answer.depth);
    for (int i = 0; i < reply->answer.turn.count; i++)
        text_addf(out, "%s%llx", i == 0 ? "" : ",", (unsigned long long)reply->answer.turn.step[i]);
    if (reply->answer.turn.count == 0)
        text_char(out, '-');
}

/* Read a space and a number that may be negative. */
static bool read_number(Scan *scan, int *out)
{
    uint32_t number;
    if (!scan_char(scan, ' '))
        return false;
    bool is_negative = scan_char(scan, '-');
    if (!scan_number(scan, INT32_MAX, &number))
        return false;
    *out = is_negative ? -(int)number : (int)number;
    return true;
}

bool search_text_read_reply(const char *text, SearchReply *reply)
{
    Scan scan = scan_string(text == NULL ? "" : text);
    *reply = (SearchReply){ .is_score = scan_word(&scan, "score") };
    HostAnswer *answer = &reply->answer;
    if (reply->is_score)
        return read_number(&scan, &reply->turn) && read_number(&scan, &answer->score.score) &&
               scan_done(&scan);
    if (!scan_word(&scan, "found") || !read_number(&scan, &answer->score.score) ||
        !read_number(&scan, &answer->depth) || !scan_char(&scan, ' '))
        return false;
    const char *steps = text + scan.at;
    return strcmp(steps, "-") == 0 ||
           view_steps_read(steps, answer->turn.step, &answer->turn.count, NULL) == STATUS_OK;
}
