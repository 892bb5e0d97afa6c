/* SPDX-License-Identifier: MIT
 *
 * _core.c - the C part of the Python package: include/tessera.h as Python objects.
 *
 * Knows:   CPython's object protocol; numpy only by name, when an array is asked for.
 * Ignores: everything that is not in tessera.h.
 *
 * A Position never changes and stores no history, except the position before it if the setup has a
 * repetition rule.  Searches, proofs and batches of playouts release the GIL.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include <stdbool.h>
#include <string.h>

#include "tessera.h"

enum { TEXT_MAX = 4096 };

static PyObject *error_type; /* tessera.Error */

/* --- errors and text --- */

static PyObject *raise_fault(tes_status status, const tes_fault *fault)
{
    if (status == TES_NO_MEMORY)
        return PyErr_NoMemory();
    PyObject *error = PyObject_CallFunction(error_type, "s", fault->why);
    PyObject *at = PyLong_FromSize_t(fault->at);
    if (error != NULL && at != NULL && PyObject_SetAttrString(error, "at", at) == 0)
        PyErr_SetObject(error_type, error);
    Py_XDECREF(at);
    Py_XDECREF(error);
    return NULL;
}

/* Make a string of any length from a function that writes text as snprintf does. */
#define TEXT_OF(result, call)                                                                \
    do {                                                                                     \
        char   small[TEXT_MAX];                                                              \
        char  *text = small;                                                                 \
        size_t size = sizeof small, length = 0;                                              \
        for (;;) {                                                                           \
            length = call;                                                                   \
            if (length < size || text != small)                                              \
                break;                                                                       \
            size = length + 1;                                                               \
            text = PyMem_Malloc(size);                                                       \
            if (text == NULL)                                                                \
                break;                                                                       \
        }                                                                                    \
        (result) = text == NULL ? PyErr_NoMemory()                                           \
                                : PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace"); \
        if (text != small)                                                                   \
            PyMem_Free(text);                                                                \
    } while (0)

/* --- Game: a variant --- */

typedef struct GameObject {
    PyObject_HEAD tes_variant *variant;
    uint32_t                   id_count, repetition, turn_limit;
    size_t                     pos_bytes;
} GameObject;

typedef struct PositionObject {
    PyObject_VAR_HEAD GameObject *game;
    struct PositionObject *before; /* the turn before began here; only with a repetition rule */
    uint32_t               turns;
    uint32_t               unused;
    uint64_t               data[1]; /* the position */
} PositionObject;

static PyTypeObject GameType, PositionType, EngineType, RecordType;

static tes_pos *pos_of(PositionObject *self)
{
    return (tes_pos *)(void *)self->data;
}

static const tes_variant *variant_of(const PositionObject *self)
{
    return self->game->variant;
}

static PyObject *game_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "setup", NULL };
    const char  *setup;
    tes_fault    fault = { .size = sizeof fault };
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s:Game", names, &setup))
        return NULL;
    GameObject *self = (GameObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    tes_status status = tes_variant_open(setup, &self->variant, &fault);
    if (status == TES_OK && tes_id_count(self->variant) == 0) {
        status = TES_ILLEGAL;
        snprintf(fault.why, sizeof fault.why, "this game has no step ids");
    }
    if (status != TES_OK) {
        Py_DECREF(self);
        return raise_fault(status, &fault);
    }
    self->id_count = tes_id_count(self->variant);
    self->repetition = tes_variant_repetition(self->variant);
    self->turn_limit = tes_variant_turn_limit(self->variant);
    self->pos_bytes = tes_pos_bytes(self->variant);
    return (PyObject *)self;
}

static void game_dealloc(GameObject *self)
{
    tes_variant_close(self->variant);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *game_setup(GameObject *self, void *closure)
{
    PyObject *result;
    (void)closure;
    TEXT_OF(result, tes_variant_setup(self->variant, text, size));
    return result;
}

static PyObject *game_repr(GameObject *self)
{
    PyObject *setup = game_setup(self, NULL);
    PyObject *result = setup == NULL ? NULL : PyUnicode_FromFormat("tessera.Game(%R)", setup);
    Py_XDECREF(setup);
    return result;
}

static PyObject *game_num_actions(GameObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(self->id_count);
}

static PyObject *game_turn_limit(GameObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(self->turn_limit);
}

static PyObject *game_repetition(GameObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(self->repetition);
}

static PyObject *game_side_names(GameObject *self, void *closure)
{
    (void)closure;
    return Py_BuildValue("(ss)", tes_variant_side_name(self->variant, 0),
                         tes_variant_side_name(self->variant, 1));
}

static PyObject *names_of(const tes_variant *variant, const char *(*name)(const tes_variant *, int))
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && name(variant, i) != NULL; i++) {
        PyObject *text = PyUnicode_FromString(name(variant, i));
        if (text == NULL || PyList_Append(list, text) != 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    PyObject *tuple = list == NULL ? NULL : PyList_AsTuple(list);
    Py_XDECREF(list);
    return tuple;
}

static PyObject *game_plane_names(GameObject *self, void *closure)
{
    (void)closure;
    return names_of(self->variant, tes_plane_name);
}

static PyObject *game_scalar_names(GameObject *self, void *closure)
{
    (void)closure;
    return names_of(self->variant, tes_scalar_name);
}

static PyObject *game_observation_size(GameObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromSize_t(tes_observation_size(self->variant));
}

/* Append what Py_BuildValue made; false stops the visit, with an exception set. */
static bool append(PyObject *list, PyObject *item)
{
    bool ok = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return ok;
}

static bool add_cell(void *context, const tes_cell *cell)
{
    PyObject *corners = PyTuple_New(cell->corner_count);
    for (int i = 0; corners != NULL && i < cell->corner_count; i++)
        PyTuple_SET_ITEM(corners, i,
                         Py_BuildValue("(dd)", cell->corners[2 * i], cell->corners[2 * i + 1]));
    return corners != NULL &&
           append(context, Py_BuildValue("(issiddN)", cell->id, cell->label, cell->kind, cell->side,
                                         cell->x, cell->y, corners));
}

static bool add_line(void *context, int from, int to)
{
    return append(context, Py_BuildValue("(ii)", from, to));
}

/* Return the list if the visit was complete. */
static PyObject *visited(PyObject *list, bool complete)
{
    if (complete)
        return list;
    Py_DECREF(list);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

static PyObject *game_cells(GameObject *self, void *closure)
{
    PyObject *list = PyList_New(0);
    (void)closure;
    return list == NULL ? NULL : visited(list, tes_each_cell(self->variant, add_cell, list));
}

static PyObject *game_lines(GameObject *self, void *closure)
{
    PyObject *list = PyList_New(0);
    (void)closure;
    return list == NULL ? NULL : visited(list, tes_each_line(self->variant, add_line, list));
}

static PyObject *game_cell_count(GameObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLong(tes_cell_count(self->variant));
}

static PositionObject *position_alloc(GameObject *game)
{
    PositionObject *self =
        PyObject_NewVar(PositionObject, &PositionType, (Py_ssize_t)game->pos_bytes);
    if (self == NULL)
        return NULL;
    Py_INCREF(game);
    self->game = game;
    self->before = NULL;
    self->turns = 0;
    return self;
}

static PyObject *game_start(GameObject *self, PyObject *unused)
{
    PositionObject *position = position_alloc(self);
    (void)unused;
    if (position != NULL)
        tes_pos_start(self->variant, pos_of(position));
    return (PyObject *)position;
}

static PyObject *game_position(GameObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "text", "turns", NULL };
    const char  *text;
    unsigned     turns = 0;
    tes_fault    fault = { .size = sizeof fault };
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|I:position", names, &text, &turns))
        return NULL;
    PositionObject *position = position_alloc(self);
    if (position == NULL)
        return NULL;
    position->turns = turns;
    tes_status status = tes_pos_read(self->variant, text, pos_of(position), &fault);
    if (status == TES_OK)
        return (PyObject *)position;
    Py_DECREF(position);
    return raise_fault(status, &fault);
}

/* --- arrays --- */

/* Make a numpy array of a type and open its memory. */
static PyObject *new_array(PyObject *shape, const char *type, Py_buffer *view)
{
    PyObject *numpy = PyImport_ImportModule("numpy"), *array = NULL;
    if (numpy != NULL && shape != NULL)
        array = PyObject_CallMethod(numpy, "empty", "Os", shape, type);
    Py_XDECREF(numpy);
    Py_XDECREF(shape);
    if (array != NULL && PyObject_GetBuffer(array, view, PyBUF_CONTIG) != 0)
        Py_CLEAR(array);
    return array;
}

/* Return the positions of a sequence, which the caller frees; the sequence must be kept meanwhile. */
static const tes_pos **positions_in(GameObject *game, PyObject *fast, Py_ssize_t *count)
{
    *count = PySequence_Fast_GET_SIZE(fast);
    const tes_pos **list = PyMem_Malloc(((size_t)*count + 1) * sizeof *list);
    if (list == NULL)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; list != NULL && i < *count; i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(fast, i);
        if (!PyObject_TypeCheck(item, &PositionType) || ((PositionObject *)item)->game != game) {
            PyErr_Format(PyExc_TypeError, "item %zd is not a Position of this Game", i);
            PyMem_Free(list);
            return NULL;
        }
        list[i] = pos_of((PositionObject *)item);
    }
    return list;
}

typedef void FillArray(const tes_variant *variant, const tes_pos *const *positions, int count,
                       void *out);

static void fill_masks(const tes_variant *variant, const tes_pos *const *positions, int count,
                       void *out)
{
    tes_masks(variant, positions, count, out);
}

static void fill_observations(const tes_variant *variant, const tes_pos *const *positions,
                              int count, void *out)
{
    tes_observe(variant, positions, count, out);
}

static PyObject *batch(GameObject *self, PyObject *sequence, size_t width, const char *type,
                       FillArray *fill)
{
    PyObject  *fast = PySequence_Fast(sequence, "a sequence of positions is expected");
    Py_ssize_t count = 0;
    Py_buffer  view;
    if (fast == NULL)
        return NULL;
    const tes_pos **list = positions_in(self, fast, &count);
    PyObject       *array = list == NULL
                                ? NULL
                                : new_array(Py_BuildValue("(nn)", count, (Py_ssize_t)width), type, &view);
    if (array != NULL) {
        Py_BEGIN_ALLOW_THREADS;
        fill(self->variant, list, (int)count, view.buf);
        Py_END_ALLOW_THREADS;
        PyBuffer_Release(&view);
    }
    PyMem_Free(list);
    Py_DECREF(fast);
    return array;
}

static PyObject *game_masks(GameObject *self, PyObject *positions)
{
    return batch(self, positions, self->id_count, "bool", fill_masks);
}

static PyObject *game_observations(GameObject *self, PyObject *positions)
{
    return batch(self, positions, tes_observation_size(self->variant), "float32",
                 fill_observations);
}

static PyObject *game_reduce(GameObject *self, PyObject *unused)
{
    (void)unused;
    return Py_BuildValue("O(N)", (PyObject *)&GameType, game_setup(self, NULL));
}

static PyMethodDef game_methods[] = {
    { "start", (PyCFunction)game_start, METH_NOARGS, "The start position." },
    { "position", (PyCFunction)(void (*)(void))game_position, METH_VARARGS | METH_KEYWORDS,
      "Read a position in the notation of the game." },
    { "masks", (PyCFunction)game_masks, METH_O,
      "Legal actions of several positions: a bool array, one row per position." },
    { "observations", (PyCFunction)game_observations, METH_O,
      "Observations of several positions: a float32 array, one row per position." },
    { "__reduce__", (PyCFunction)game_reduce, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyGetSetDef game_attributes[] = {
    { "setup", (getter)game_setup, NULL, "Game and variant as text, in canonical form.", NULL },
    { "side_names", (getter)game_side_names, NULL, "The names of both sides.", NULL },
    { "num_actions", (getter)game_num_actions, NULL, "Actions are 0 to num_actions - 1.", NULL },
    { "turn_limit", (getter)game_turn_limit, NULL, "The setting limit=N; 0 if off.", NULL },
    { "repetition", (getter)game_repetition, NULL, "The setting repetition=N; 0 if off.", NULL },
    { "plane_names", (getter)game_plane_names, NULL, "What each plane means.", NULL },
    { "scalar_names", (getter)game_scalar_names, NULL, "What each scalar means.", NULL },
    { "observation_size", (getter)game_observation_size, NULL, "planes * cells + scalars.", NULL },
    { "cell_count", (getter)game_cell_count, NULL, "The number of cells.", NULL },
    { "cells", (getter)game_cells, NULL, "(id, label, kind, side, x, y, corners) of each cell.",
      NULL },
    { "lines", (getter)game_lines, NULL, "Pairs of cells that a line joins.", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyTypeObject GameType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tessera.Game",
    .tp_doc = "A game and its variant: rules, board, action space.",
    .tp_basicsize = sizeof(GameObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = game_new,
    .tp_dealloc = (destructor)game_dealloc,
    .tp_repr = (reprfunc)game_repr,
    .tp_methods = game_methods,
    .tp_getset = game_attributes,
};

/* --- Position --- */

/* Without recursion, however long the chain of positions before this one is. */
static void position_dealloc(PositionObject *self)
{
    while (self != NULL) {
        PositionObject *before = self->before;
        Py_DECREF(self->game);
        PyObject_Free(self);
        self = NULL;
        if (before != NULL && Py_REFCNT(before) == 1)
            self = before; /* its only owner was the one just freed */
        else
            Py_XDECREF(before);
    }
}

/* True if a rule of the setup that needs a history ends the game here. */
static bool is_cut_off(PositionObject *self)
{
    GameObject *game = self->game;
    if ((game->turn_limit == 0 && game->repetition == 0) || !tes_pos_begins_turn(pos_of(self)))
        return false;
    if (game->turn_limit != 0 && self->turns >= game->turn_limit)
        return true;
    uint32_t times = 1;
    for (PositionObject *at = self->before; game->repetition != 0 && at != NULL; at = at->before)
        times += tes_pos_hash(pos_of(at)) == tes_pos_hash(pos_of(self)) &&
                 tes_pos_repeats(game->variant, pos_of(at), pos_of(self));
    return game->repetition != 0 && times >= game->repetition;
}

static tes_outcome outcome_of(PositionObject *self)
{
    tes_outcome outcome = tes_pos_ended(variant_of(self), pos_of(self));
    return outcome == TES_OPEN && is_cut_off(self) ? TES_DRAW : outcome;
}

static PyObject *position_legal_actions(PositionObject *self, PyObject *unused)
{
    uint32_t ids[TES_STEPS_MAX];
    int count = is_cut_off(self) ? 0 : tes_ids(variant_of(self), pos_of(self), ids, TES_STEPS_MAX);
    PyObject *list = PyList_New(count);
    (void)unused;
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *id = PyLong_FromUnsignedLong(ids[i]);
        if (id == NULL) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SET_ITEM(list, i, id);
    }
    return list;
}

/* Return the step of an action; false with an exception if there is no such action. */
static bool step_of(PositionObject *self, PyObject *action, uint64_t *step)
{
    unsigned long id = PyLong_AsUnsignedLong(action);
    if (id == (unsigned long)-1 && PyErr_Occurred()) {
        PyErr_Clear();
        PyObject *index = PyNumber_Index(action); /* such as numpy.int64 */
        if (index == NULL)
            return false;
        id = PyLong_AsUnsignedLong(index);
        Py_DECREF(index);
        if (id == (unsigned long)-1 && PyErr_Occurred())
            PyErr_Clear();
    }
    if (id >= self->game->id_count) {
        PyErr_Format(error_type, "actions are 0 to %u, not %R", self->game->id_count - 1, action);
        return false;
    }
    *step = tes_id_step(variant_of(self), (uint32_t)id);
    return true;
}

/* Return the position after a step, or NULL with an exception. */
static PositionObject *after_step(PositionObject *self, uint64_t step)
{
    PositionObject *next = position_alloc(self->game);
    if (next == NULL)
        return NULL;
    memcpy(next->data, self->data, self->game->pos_bytes);
    if (is_cut_off(self) || !tes_step(variant_of(self), pos_of(next), step)) {
        Py_DECREF(next);
        PyErr_SetString(error_type,
                        "this action is illegal here; legal_actions() lists the others");
        return NULL;
    }
    next->turns = self->turns + (tes_pos_begins_turn(pos_of(next)) ? 1 : 0);
    if (self->game->repetition != 0) {
        next->before = tes_pos_begins_turn(pos_of(self)) ? self : self->before;
        Py_XINCREF(next->before);
    }
    return next;
}

static PyObject *position_play(PositionObject *self, PyObject *action)
{
    uint64_t step;
    return step_of(self, action, &step) ? (PyObject *)after_step(self, step) : NULL;
}

static bool read_turn(PositionObject *self, const char *turn, uint64_t *steps, int *count)
{
    tes_fault  fault = { .size = sizeof fault };
    tes_status status = tes_turn_read(variant_of(self), pos_of(self), turn, steps, count, &fault);
    if (status != TES_OK)
        raise_fault(status, &fault);
    return status == TES_OK;
}

static PyObject *position_play_turn(PositionObject *self, PyObject *turn)
{
    uint64_t    steps[TES_TURN_STEPS_MAX];
    int         count = 0;
    const char *text = PyUnicode_AsUTF8(turn);
    if (text == NULL || !read_turn(self, text, steps, &count))
        return NULL;
    Py_INCREF(self);
    for (int i = 0; self != NULL && i < count; i++) {
        PositionObject *next = after_step(self, steps[i]);
        Py_DECREF(self);
        self = next;
    }
    return (PyObject *)self;
}

static PyObject *actions_of_turn(PositionObject *self, const char *turn)
{
    uint64_t  steps[TES_TURN_STEPS_MAX];
    int       count = 0;
    PyObject *list = read_turn(self, turn, steps, &count) ? PyList_New(0) : NULL;
    for (int i = 0; list != NULL && i < count; i++)
        if (!append(list, PyLong_FromUnsignedLong(tes_step_id(variant_of(self), steps[i]))))
            Py_CLEAR(list);
    return list;
}

static PyObject *position_actions_of(PositionObject *self, PyObject *turn)
{
    const char *text = PyUnicode_AsUTF8(turn);
    return text == NULL ? NULL : actions_of_turn(self, text);
}

static PyObject *position_action_text(PositionObject *self, PyObject *action)
{
    uint64_t  step;
    PyObject *result;
    if (!step_of(self, action, &step))
        return NULL;
    if (!tes_step_is_legal(variant_of(self), pos_of(self), step))
        return PyErr_Format(error_type, "action %R is illegal here", action);
    TEXT_OF(result, tes_step_write(variant_of(self), pos_of(self), step, text, size));
    return result;
}

static PyObject *position_text(PositionObject *self, void *closure)
{
    PyObject *result;
    (void)closure;
    TEXT_OF(result, tes_pos_write(variant_of(self), pos_of(self), text, size));
    return result;
}

static PyObject *position_str(PositionObject *self)
{
    return position_text(self, NULL);
}

static PyObject *position_repr(PositionObject *self)
{
    PyObject *text = position_text(self, NULL), *setup = game_setup(self->game, NULL);
    PyObject *result = text == NULL || setup == NULL
                           ? NULL
                           : PyUnicode_FromFormat("<tessera.Position %U %U>", setup, text);
    Py_XDECREF(text);
    Py_XDECREF(setup);
    return result;
}

static PyObject *position_game(PositionObject *self, void *closure)
{
    (void)closure;
    Py_INCREF(self->game);
    return (PyObject *)self->game;
}

static PyObject *position_turns(PositionObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(self->turns);
}

static PyObject *position_is_over(PositionObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(outcome_of(self) != TES_OPEN);
}

static PyObject *position_side(PositionObject *self, void *closure)
{
    (void)closure;
    if (is_cut_off(self))
        return PyLong_FromLong(-1);
    return PyLong_FromLong(tes_pos_side(variant_of(self), pos_of(self)));
}

static PyObject *position_player(PositionObject *self, void *closure)
{
    int side = is_cut_off(self) ? -1 : tes_pos_side(variant_of(self), pos_of(self));
    (void)closure;
    return PyLong_FromLong(side < 0 ? -1 : tes_pos_player(variant_of(self), pos_of(self), side));
}

static PyObject *position_winner(PositionObject *self, void *closure)
{
    tes_outcome outcome = outcome_of(self);
    (void)closure;
    if (outcome == TES_OPEN || outcome == TES_DRAW)
        Py_RETURN_NONE;
    return PyLong_FromLong(outcome == TES_FIRST ? 0 : 1);
}

static PyObject *position_returns(PositionObject *self, PyObject *unused)
{
    tes_outcome outcome = outcome_of(self);
    double      first = 0;
    (void)unused;
    if (outcome == TES_FIRST || outcome == TES_SECOND) {
        int winner = outcome == TES_FIRST ? 0 : 1;
        first = tes_pos_player(variant_of(self), pos_of(self), winner) == 0 ? 1 : -1;
    }
    return Py_BuildValue("[dd]", first, first == 0 ? 0 : -first);
}

static PyObject *position_begins_turn(PositionObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(tes_pos_begins_turn(pos_of(self)));
}

static PyObject *position_result(PositionObject *self, PyObject *args)
{
    const char *language = NULL;
    PyObject   *result;
    if (!PyArg_ParseTuple(args, "|z:result", &language))
        return NULL;
    TEXT_OF(result, tes_pos_result(variant_of(self), pos_of(self), language, text, size));
    return result;
}

static PyObject *position_explain(PositionObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "turn", "language", NULL };
    const char  *turn, *language = NULL;
    PyObject    *result;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|z:explain", names, &turn, &language))
        return NULL;
    TEXT_OF(result, tes_explain(variant_of(self), pos_of(self), turn, language, text, size));
    return result;
}

static bool add_piece(void *context, const tes_piece *piece)
{
    PyObject *faces = Py_None;
    Py_INCREF(faces);
    if (piece->faces != NULL) {
        Py_DECREF(faces);
        faces = Py_BuildValue("(BBBBB)", piece->faces[0], piece->faces[1], piece->faces[2],
                              piece->faces[3], piece->faces[4]);
    }
    return faces != NULL &&
           append(context, Py_BuildValue("(sisiisN)", piece->glyph, piece->side, piece->colour,
                                         piece->cell, piece->cell2, piece->text, faces));
}

static PyObject *position_pieces(PositionObject *self, PyObject *unused)
{
    PyObject *list = PyList_New(0);
    (void)unused;
    return list == NULL
               ? NULL
               : visited(list, tes_each_piece(variant_of(self), pos_of(self), add_piece, list));
}

static bool add_effect(void *context, const tes_effect *effect)
{
    PyObject *cells = PyTuple_New(effect->cell_count);
    for (int i = 0; cells != NULL && i < effect->cell_count; i++)
        PyTuple_SET_ITEM(cells, i, PyLong_FromLong(effect->cells[i]));
    return cells != NULL && append(context, Py_BuildValue("(siNs)", effect->kind, effect->side,
                                                          cells, effect->text));
}

static PyObject *position_effects(PositionObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "action", "language", NULL };
    PyObject    *action, *list;
    const char  *language = NULL;
    uint64_t     step;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|z:effects", names, &action, &language) ||
        !step_of(self, action, &step))
        return NULL;
    list = PyList_New(0);
    return list == NULL ? NULL
                        : visited(list, tes_each_effect(variant_of(self), pos_of(self), step,
                                                        language, add_effect, list));
}

static PyObject *position_svg(PositionObject *self, PyObject *unused)
{
    PyObject *result;
    (void)unused;
    TEXT_OF(result, tes_svg(variant_of(self), pos_of(self), text, size));
    return result;
}

static PyObject *position_mask(PositionObject *self, PyObject *unused)
{
    Py_buffer      view;
    const tes_pos *one[] = { pos_of(self) };
    PyObject      *array =
        new_array(Py_BuildValue("(n)", (Py_ssize_t)self->game->id_count), "bool", &view);
    (void)unused;
    if (array == NULL)
        return NULL;
    if (is_cut_off(self))
        memset(view.buf, 0, self->game->id_count);
    else
        tes_masks(variant_of(self), one, 1, view.buf);
    PyBuffer_Release(&view);
    return array;
}

static PyObject *position_observation(PositionObject *self, PyObject *unused)
{
    Py_buffer      view;
    const tes_pos *one[] = { pos_of(self) };
    Py_ssize_t     size = (Py_ssize_t)tes_observation_size(variant_of(self));
    PyObject      *array = new_array(Py_BuildValue("(n)", size), "float32", &view);
    (void)unused;
    if (array == NULL)
        return NULL;
    tes_observe(variant_of(self), one, 1, view.buf);
    PyBuffer_Release(&view);
    return array;
}

static PyObject *position_playouts(PositionObject *self, PyObject *args, PyObject *kwargs)
{
    static char       *names[] = { "count", "seed", "turn_limit", NULL };
    unsigned           count = 1, limit = 100000;
    unsigned long long seed = 0, turns = 0;
    unsigned           ends[4] = { 0 };
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|IKI:playouts", names, &count, &seed, &limit))
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    for (unsigned i = 0; i < count; i++) {
        tes_outcome outcome = TES_OPEN;
        turns += tes_playout(variant_of(self), pos_of(self), seed + i, limit, &outcome);
        ends[outcome]++;
    }
    Py_END_ALLOW_THREADS;
    return Py_BuildValue("(IIIIK)", ends[TES_FIRST], ends[TES_SECOND], ends[TES_DRAW],
                         ends[TES_OPEN], turns);
}

static PyObject *position_compare(PyObject *a, PyObject *b, int op)
{
    if ((op != Py_EQ && op != Py_NE) || !PyObject_TypeCheck(a, &PositionType) ||
        !PyObject_TypeCheck(b, &PositionType))
        Py_RETURN_NOTIMPLEMENTED;
    PositionObject *left = (PositionObject *)a, *right = (PositionObject *)b;
    bool            equal = left->game->pos_bytes == right->game->pos_bytes &&
                 tes_pos_same(variant_of(left), pos_of(left), pos_of(right));
    return PyBool_FromLong(equal == (op == Py_EQ));
}

static Py_hash_t position_hash(PositionObject *self)
{
    Py_hash_t hash = (Py_hash_t)tes_pos_hash(pos_of(self));
    return hash == -1 ? -2 : hash;
}

static PyObject *position_key(PositionObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLongLong(tes_pos_hash(pos_of(self)));
}

static PyObject *position_reduce(PositionObject *self, PyObject *unused)
{
    PyObject *read = PyObject_GetAttrString((PyObject *)self->game, "position");
    (void)unused;
    return read == NULL
               ? NULL
               : Py_BuildValue("N(NI)", read, position_text(self, NULL), (unsigned)self->turns);
}

static PyMethodDef position_methods[] = {
    { "legal_actions", (PyCFunction)position_legal_actions, METH_NOARGS,
      "The ids of the legal steps, in a fixed order; empty if the game is over." },
    { "play", (PyCFunction)position_play, METH_O, "The position after an action." },
    { "play_turn", (PyCFunction)position_play_turn, METH_O, "The position after a turn as text." },
    { "actions_of", (PyCFunction)position_actions_of, METH_O, "The actions of a turn as text." },
    { "action_text", (PyCFunction)position_action_text, METH_O, "The notation of an action." },
    { "returns", (PyCFunction)position_returns, METH_NOARGS,
      "What each player has won: 1, -1 or 0." },
    { "result", (PyCFunction)position_result, METH_VARARGS, "The result as a sentence." },
    { "explain", (PyCFunction)(void (*)(void))position_explain, METH_VARARGS | METH_KEYWORDS,
      "Why a turn is illegal, as a sentence; empty if it is legal." },
    { "pieces", (PyCFunction)position_pieces, METH_NOARGS,
      "(glyph, side, colour, cell, cell2, text, faces) of each piece." },
    { "effects", (PyCFunction)(void (*)(void))position_effects, METH_VARARGS | METH_KEYWORDS,
      "(kind, side, cells, sentence) of everything that an action does." },
    { "svg", (PyCFunction)position_svg, METH_NOARGS, "The board as a complete SVG file." },
    { "_repr_svg_", (PyCFunction)position_svg, METH_NOARGS, "What Jupyter shows." },
    { "mask", (PyCFunction)position_mask, METH_NOARGS, "Legal actions as a bool array." },
    { "observation", (PyCFunction)position_observation, METH_NOARGS,
      "What the side to move sees, as a float32 array." },
    { "playouts", (PyCFunction)(void (*)(void))position_playouts, METH_VARARGS | METH_KEYWORDS,
      "Random games: (first wins, second wins, draws, unfinished, turns)." },
    { "__reduce__", (PyCFunction)position_reduce, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyGetSetDef position_attributes[] = {
    { "game", (getter)position_game, NULL, "The Game.", NULL },
    { "text", (getter)position_text, NULL, "The position in the notation of the game.", NULL },
    { "turns", (getter)position_turns, NULL, "Turns played since the start.", NULL },
    { "is_over", (getter)position_is_over, NULL, "True if the game is over.", NULL },
    { "side", (getter)position_side, NULL, "The side to move; -1 if the game is over.", NULL },
    { "player", (getter)position_player, NULL,
      "The player to move, who may have swapped sides; -1 if the game is over.", NULL },
    { "winner", (getter)position_winner, NULL, "The side that has won, or None.", NULL },
    { "begins_turn", (getter)position_begins_turn, NULL, "False in the middle of a turn.", NULL },
    { "key", (getter)position_key, NULL, "A 64-bit hash, equal on all machines.", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyTypeObject PositionType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tessera.Position",
    .tp_doc = "A position; it never changes.",
    .tp_basicsize = offsetof(PositionObject, data),
    .tp_itemsize = 1,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)position_dealloc,
    .tp_repr = (reprfunc)position_repr,
    .tp_str = (reprfunc)position_str,
    .tp_hash = (hashfunc)position_hash,
    .tp_richcompare = position_compare,
    .tp_methods = position_methods,
    .tp_getset = position_attributes,
};

/* --- Engine --- */

typedef struct EngineObject {
    PyObject_HEAD tes_thinker *thinker;
    bool                       busy;
} EngineObject;

static PyObject *engine_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "threads", "memory", NULL };
    int          threads = 1, memory = 16;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|ii:Engine", names, &threads, &memory))
        return NULL;
    if (threads < 1 || threads > 64 || memory < 1 || memory > 1 << 20)
        return PyErr_Format(error_type, "threads are 1 to 64, memory is 1 to 1048576 MiB");
    EngineObject *self = (EngineObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->thinker = tes_thinker_new(threads, memory);
    if (self->thinker != NULL)
        return (PyObject *)self;
    Py_DECREF(self);
    return PyErr_NoMemory();
}

static void engine_dealloc(EngineObject *self)
{
    tes_thinker_delete(self->thinker);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Open a position as a game, for searches and proofs. */
static tes_game *game_of(PositionObject *position, tes_status *status, tes_fault *fault)
{
    char      setup[TEXT_MAX], text[2 * TEXT_MAX];
    tes_game *game = NULL;
    tes_variant_setup(variant_of(position), setup, sizeof setup);
    tes_pos_write(variant_of(position), pos_of(position), text, sizeof text);
    *status = tes_open(setup, text, &game, fault);
    return game;
}

static const char *proved_word(tes_outcome outcome)
{
    static const char *const WORDS[] = { "unknown", "first", "second", "draw" };
    return WORDS[outcome];
}

static PyObject *thought_dict(const tes_thought *thought)
{
    return Py_BuildValue(
        "{sssssisisisKsL}", "turn", thought->turn, "proved", proved_word(thought->proved), "turns",
        thought->turns, "score", thought->score, "depth", thought->depth, "nodes",
        (unsigned long long)thought->nodes, "time_ms", (long long)thought->time_ms);
}

/* The callback of the user, NULL if there is none, and whether it or a signal raised an exception. */
typedef struct Watcher {
    PyObject     *callback;
    PyObject     *type, *value, *traceback;
    volatile bool failed;
} Watcher;

static void note_exception(Watcher *watcher)
{
    PyErr_Fetch(&watcher->type, &watcher->value, &watcher->traceback);
    watcher->failed = true;
}

/* Call back with a new reference to the argument; return false to stop. */
static bool call_back(Watcher *watcher, PyObject *(*make)(const void *), const void *data)
{
    if (watcher->failed)
        return false;
    PyGILState_STATE state = PyGILState_Ensure();
    bool             go_on = PyErr_CheckSignals() == 0;
    if (go_on && watcher->callback != NULL) {
        PyObject *argument = make(data);
        PyObject *answer =
            argument == NULL ? NULL : PyObject_CallOneArg(watcher->callback, argument);
        go_on = answer != NULL && answer != Py_False;
        Py_XDECREF(argument);
        Py_XDECREF(answer);
    }
    if (PyErr_Occurred())
        note_exception(watcher);
    PyGILState_Release(state);
    return go_on;
}

static PyObject *make_thought(const void *data)
{
    return thought_dict(data);
}

static bool search_progress(void *context, const tes_thought *so_far)
{
    return call_back(context, make_thought, so_far);
}

static PyObject *search(EngineObject *self, PositionObject *position, tes_limits *limits,
                        Watcher *watcher)
{
    tes_fault   fault = { .size = sizeof fault };
    tes_thought thought = { .size = sizeof thought };
    tes_status  status;
    tes_game   *game = game_of(position, &status, &fault);
    if (game == NULL)
        return raise_fault(status, &fault);
    limits->progress = search_progress;
    limits->context = watcher;
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = tes_think(self->thinker, game, limits, &thought, &fault);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    tes_close(game);
    if (watcher->failed) {
        PyErr_Restore(watcher->type, watcher->value, watcher->traceback);
        return NULL;
    }
    if (status != TES_OK)
        return raise_fault(status, &fault);
    PyObject *result = thought_dict(&thought);
    PyObject *actions = result == NULL ? NULL : actions_of_turn(position, thought.turn);
    if (actions == NULL || PyDict_SetItemString(result, "actions", actions) != 0)
        Py_CLEAR(result);
    Py_XDECREF(actions);
    return result;
}

static PyObject *engine_search(EngineObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "position", "level", "time_ms", "nodes", "depth", "progress", NULL };
    PositionObject    *position;
    PyObject          *callback = Py_None;
    long long          time_ms = 0;
    unsigned long long nodes = 0;
    tes_limits         limits = { .size = sizeof limits };
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|$iLKiO:search", names, &PositionType,
                                     &position, &limits.level, &time_ms, &nodes, &limits.depth,
                                     &callback))
        return NULL;
    if (self->busy)
        return PyErr_Format(PyExc_RuntimeError,
                            "this engine is searching; use one Engine per thread");
    limits.time_ms = time_ms;
    limits.nodes = nodes;
    Watcher watcher = { .callback = callback == Py_None ? NULL : callback };
    return search(self, position, &limits, &watcher);
}

static PyObject *engine_stop(EngineObject *self, PyObject *unused)
{
    (void)unused;
    tes_stop(self->thinker);
    Py_RETURN_NONE;
}

static PyMethodDef engine_methods[] = {
    { "_search", (PyCFunction)(void (*)(void))engine_search, METH_VARARGS | METH_KEYWORDS, NULL },
    { "stop", (PyCFunction)engine_stop, METH_NOARGS,
      "End the running search soon, or the next one; from any thread." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject EngineType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tessera._core.Engine",
    .tp_doc = "A search with its memory.",
    .tp_basicsize = sizeof(EngineObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = engine_new,
    .tp_dealloc = (destructor)engine_dealloc,
    .tp_methods = engine_methods,
};

/* --- exact values --- */

static PyObject *make_progress(const void *data)
{
    const tes_progress *progress = data;
    return Py_BuildValue("{sssKsd}", "method", progress->method, "nodes",
                         (unsigned long long)progress->nodes, "seconds", progress->seconds);
}

/* The solver asks a flag very often, so the callback itself runs only with its reports. */
typedef struct SolveWatcher {
    Watcher       watcher;
    volatile bool stopped;
} SolveWatcher;

static bool solve_stop(void *context)
{
    return ((SolveWatcher *)context)->stopped;
}

static void solve_progress(void *context, const tes_progress *progress)
{
    SolveWatcher *watch = context;
    if (!watch->stopped && !call_back(&watch->watcher, make_progress, progress))
        watch->stopped = true;
}

static PyObject *core_solve(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char    *names[] = { "position", "seconds",    "memory",   "threads",
                                "proof",    "tablebases", "progress", NULL };
    PositionObject *position;
    PyObject       *callback = Py_None;
    int             wants_proof = 0;
    tes_effort   effort = { .size = sizeof effort, .stop = solve_stop, .progress = solve_progress };
    tes_fault    fault = { .size = sizeof fault };
    tes_value    value = { .size = sizeof value };
    tes_status   status;
    char        *proof = NULL;
    SolveWatcher watch = { .stopped = false };
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|$diipzO:solve", names, &PositionType,
                                     &position, &effort.seconds, &effort.mebibytes, &effort.threads,
                                     &wants_proof, &effort.tables, &callback))
        return NULL;
    watch.watcher.callback = callback == Py_None ? NULL : callback;
    effort.context = &watch;
    tes_game *game = game_of(position, &status, &fault);
    if (game == NULL)
        return raise_fault(status, &fault);
    Py_BEGIN_ALLOW_THREADS;
    status = tes_solve(game, &effort, &value, wants_proof ? &proof : NULL, &fault);
    Py_END_ALLOW_THREADS;
    tes_close(game);
    if (watch.watcher.failed) {
        tes_free(proof);
        PyErr_Restore(watch.watcher.type, watch.watcher.value, watch.watcher.traceback);
        return NULL;
    }
    if (status != TES_OK && status != TES_NOT_FOUND)
        return raise_fault(status, &fault);
    PyObject *margin = value.has_margin ? PyLong_FromLong(value.margin) : Py_BuildValue("");
    PyObject *result =
        margin == NULL ? NULL
                       : Py_BuildValue("{sssIsOsNsKsz}", "value", proved_word(value.value), "turns",
                                       (unsigned)value.turns, "exact",
                                       value.exact ? Py_True : Py_False, "margin", margin, "nodes",
                                       (unsigned long long)value.nodes, "proof", proof);
    tes_free(proof);
    return result;
}

static PyObject *core_verify(PyObject *module, PyObject *args)
{
    const char *proof;
    Py_ssize_t  size;
    tes_fault   fault = { .size = sizeof fault };
    tes_status  status;
    (void)module;
    if (!PyArg_ParseTuple(args, "s#:verify", &proof, &size))
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = tes_verify(proof, (size_t)size, &fault);
    Py_END_ALLOW_THREADS;
    if (status != TES_OK)
        return raise_fault(status, &fault);
    Py_RETURN_NONE;
}

/* --- Record: a game in progress with everything a record holds --- */

typedef struct RecordObject {
    PyObject_HEAD tes_game *game;
} RecordObject;

static PyObject *record_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = { "setup", "position", NULL };
    const char  *setup, *position = NULL;
    tes_fault    fault = { .size = sizeof fault };
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|z:Record", names, &setup, &position))
        return NULL;
    RecordObject *self = (RecordObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    tes_status status = tes_open(setup, position, &self->game, &fault);
    if (status == TES_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return raise_fault(status, &fault);
}

static PyObject *record_read(PyObject *class, PyObject *args, PyObject *kwargs)
{
    static char  *names[] = { "text", "format", "setup", "nth", NULL };
    const char   *text, *format = NULL, *setup = NULL;
    Py_ssize_t    size;
    int           nth = 0;
    tes_fault     fault = { .size = sizeof fault };
    PyTypeObject *type = (PyTypeObject *)class;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s#|zzi:read", names, &text, &size, &format,
                                     &setup, &nth))
        return NULL;
    RecordObject *self = (RecordObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    tes_status status = tes_read_as(text, (size_t)size, format, setup, nth, &self->game, &fault);
    if (status == TES_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return raise_fault(status, &fault);
}

static void record_dealloc(RecordObject *self)
{
    tes_close(self->game);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *record_str(RecordObject *self)
{
    PyObject *result;
    TEXT_OF(result, tes_record(self->game, text, size));
    return result;
}

static PyObject *record_setup(RecordObject *self, void *closure)
{
    PyObject *result;
    (void)closure;
    TEXT_OF(result, tes_setup(self->game, text, size));
    return result;
}

static PyObject *record_result(RecordObject *self, void *closure)
{
    PyObject *result;
    (void)closure;
    TEXT_OF(result, tes_result(self->game, text, size));
    return result;
}

static PyObject *record_board(RecordObject *self, void *closure)
{
    PyObject *result;
    (void)closure;
    TEXT_OF(result, tes_board(self->game, text, size));
    return result;
}

static PyObject *record_turns(RecordObject *self, void *closure)
{
    PyObject *list = PyList_New(0);
    (void)closure;
    for (int i = 0; list != NULL && i < tes_turn_count(self->game); i++) {
        PyObject *turn;
        TEXT_OF(turn, tes_turn(self->game, i, text, size));
        if (!append(list, turn))
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *record_position_text(RecordObject *self, void *closure)
{
    PyObject *result;
    (void)closure;
    TEXT_OF(result, tes_position(self->game, text, size));
    return result;
}

static PyObject *record_play(RecordObject *self, PyObject *turn)
{
    const char *text = PyUnicode_AsUTF8(turn);
    tes_fault   fault = { .size = sizeof fault };
    if (text == NULL)
        return NULL;
    tes_status status = tes_play(self->game, text, &fault);
    if (status != TES_OK)
        return raise_fault(status, &fault);
    Py_RETURN_NONE;
}

static PyObject *record_undo(RecordObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(tes_undo(self->game));
}

static bool add_turn(void *context, const char *turn)
{
    return append(context, PyUnicode_FromString(turn));
}

static PyObject *record_legal_turns(RecordObject *self, PyObject *unused)
{
    PyObject *list = PyList_New(0);
    (void)unused;
    return list == NULL ? NULL : visited(list, tes_each_turn(self->game, add_turn, list));
}

static PyMethodDef record_methods[] = {
    { "read", (PyCFunction)(void (*)(void))record_read, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
      "Read a game in any format of docs/records.md." },
    { "play", (PyCFunction)record_play, METH_O, "Play a turn, given as text." },
    { "undo", (PyCFunction)record_undo, METH_NOARGS,
      "Undo the last turn; False if there is none." },
    { "legal_turns", (PyCFunction)record_legal_turns, METH_NOARGS, "All legal turns as text." },
    { NULL, NULL, 0, NULL },
};

static PyGetSetDef record_attributes[] = {
    { "setup", (getter)record_setup, NULL, "Game and variant.", NULL },
    { "turns", (getter)record_turns, NULL, "The turns as text.", NULL },
    { "position", (getter)record_position_text, NULL, "The current position as text.", NULL },
    { "board", (getter)record_board, NULL, "The board in characters.", NULL },
    { "result", (getter)record_result, NULL, "Such as 'white points 3-1'; '' if not over.", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyTypeObject RecordType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tessera.Record",
    .tp_doc = "A game in progress; str() is its record.",
    .tp_basicsize = sizeof(RecordObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = record_new,
    .tp_dealloc = (destructor)record_dealloc,
    .tp_str = (reprfunc)record_str,
    .tp_methods = record_methods,
    .tp_getset = record_attributes,
};

/* --- the module --- */

static PyObject *core_games(PyObject *module, PyObject *unused)
{
    PyObject *list = PyList_New(0);
    (void)module;
    (void)unused;
    for (int i = 0; list != NULL && tes_game_name(i) != NULL; i++)
        if (!append(list, PyUnicode_FromString(tes_game_name(i))))
            Py_CLEAR(list);
    return list;
}

static PyObject *core_rules(PyObject *module, PyObject *name)
{
    const char *text = PyUnicode_AsUTF8(name);
    (void)module;
    if (text == NULL)
        return NULL;
    if (tes_rules(text) == NULL)
        return PyErr_Format(error_type, "there is no game called %R", name);
    return PyUnicode_FromString(tes_rules(text));
}

static PyMethodDef core_methods[] = {
    { "games", core_games, METH_NOARGS, "The names of all games." },
    { "rules", core_rules, METH_O, "The rulings of a game in Markdown." },
    { "solve", (PyCFunction)(void (*)(void))core_solve, METH_VARARGS | METH_KEYWORDS, NULL },
    { "verify", core_verify, METH_VARARGS, "Check a proof; an error says which line is wrong." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef core_module = { PyModuleDef_HEAD_INIT, .m_name = "_core", .m_size = -1,
                                          .m_methods = core_methods };

PyMODINIT_FUNC PyInit__core(void)
{
    static const struct {
        const char   *name;
        PyTypeObject *type;
    } TYPES[] = {
        { "Game", &GameType },
        { "Position", &PositionType },
        { "Engine", &EngineType },
        { "Record", &RecordType },
    };
    PyObject *module = PyModule_Create(&core_module);
    error_type = PyErr_NewExceptionWithDoc(
        "tessera.Error", "Invalid input; the attribute `at` is the offset in the text.",
        PyExc_ValueError, NULL);
    if (module == NULL || error_type == NULL ||
        PyModule_AddObjectRef(module, "Error", error_type) != 0 ||
        PyModule_AddStringConstant(module, "version", tes_version()) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (PyType_Ready(TYPES[i].type) != 0 ||
            PyModule_AddObjectRef(module, TYPES[i].name, (PyObject *)TYPES[i].type) != 0)
            return NULL;
    return module;
}
