/* study.h - a tree of turns that people edit: the game, alternatives to its turns, notes, undo.
 *
 * Knows:   nodes, their order, which of them are the main line, the edits that can be undone.
 * Ignores: the text of records (core/record.h has the same tree, and writes it), files, evaluations.
 *
 * Node 0 is the start; every other node is a turn.  The first continuation of a node is the line that
 * goes on, the others are alternatives to it.  The main line are the turns of the game.  A turn that
 * is added at the end of an unfinished game continues it; a game that is over keeps its turns, and what
 * is added behind them is a variation.  A node keeps its number until it is cut for good.
 *
 * A study has at most RECORD_TURNS_MAX nodes, and its variations are nested at most RECORD_NESTING_MAX
 * deep, so that it can always be written as a record.  Nothing is recursive.
 */
#ifndef CORE_STUDY_H
#define CORE_STUDY_H

#include "core/record.h"

enum { STUDY_ROOT = 0, STUDY_UNDO_MAX = 256 };

typedef struct StudyNode {
    Note  note;
    Step *steps;
    int   step_count;
    int   turn;    /* turns from the start, this one included */
    int   parent;  /* -1 for the root */
    int   first;   /* the node that continues it; -1 if there is none */
    int   other;   /* the next alternative; -1 after the last */
    int   nesting; /* 0 on the main line, 1 in its variations, 2 in theirs, ... */
} StudyNode;

struct StudyEdit;

/* Fields are public for reading; change them through the functions below. */
typedef struct Study {
    StudyNode        *nodes;
    int               node_count; /* entries of `nodes`, unused ones included */
    int               capacity;
    int               live;       /* nodes in the tree, without the root */
    int               main_turns; /* the main line are the first continuations up to this depth */
    int               game_end;   /* the end of the main line at first; -1 if it was cut for good */
    RecordResult      result;     /* of that line */
    bool              grows;      /* a turn at the end of the main line continues it */
    int               free_node;  /* unused entries, linked by `other`; -1 if there is none */
    Line              line;       /* the line to the node that was asked for last */
    int              *path;       /* nodes from the root to that node; for internal use */
    int               path_capacity;
    struct StudyEdit *edits; /* oldest first */
    int               edit_count;
    int               undone; /* the last so many edits are undone */
} Study;

/* Begin with the game and the variations of a record. */
Status study_init(Study *study, const Record *record);
void   study_free(Study *study);
/* Write everything into a record with the same setup and start: its turns, notes and variations are
 * replaced.  If other turns are now the main line, its result becomes that of the rules, or "*"; else
 * it is the first one. */
Status study_save(Study *study, Record *record);

/* Return the node that follows in the order of a record, after all continuations of this one; -1 after
 * the last. */
int study_next(const Study *study, int node);
/* Return the last node of the main line. */
int study_main_end(const Study *study);

/* Make `line` the line from the start to a node.  A line of this study is only changed where it
 * differs; one with all bytes 0 is initialised. */
Status study_line(Study *study, int node, Line *line);

/* Add a turn after a node, or find it there.  STATUS_ILLEGAL if it is not legal, STATUS_TOO_LARGE if the
 * tree would become too large or too deep. */
Status study_add(Study *study, int node, const Turn *turn, int *out);
/* The same with a turn in notation, and the reason if it is rejected. */
Status study_play(Study *study, int node, const char *turn, int *out, Fault *fault);
/* Cut a node, which is not the root, with everything after it. */
Status study_cut(Study *study, int node);
/* Move the variation that contains a node one level up: before the alternatives that precede it.
 * STATUS_NOT_FOUND if the node is on the main line, STATUS_TOO_LARGE if the line that it replaces would
 * be nested too deep. */
Status study_promote(Study *study, int node);
/* Replace the note of a node by a copy.  STATUS_SYNTAX if it cannot be written. */
Status study_note(Study *study, int node, const Note *note);

/* Undo the last edit, or redo the last undone one; false if there is none.  Up to STUDY_UNDO_MAX edits
 * can be undone. */
bool study_undo(Study *study);
bool study_redo(Study *study);

#endif
