/* gipf_messages.h - all that GIPF says to people.  Translations are in strings.<language>.txt. */
#ifndef GAMES_GIPF_MESSAGES_H
#define GAMES_GIPF_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define GIPF_MESSAGES(X) \
    X(GIPF_MSG_WHITE, "white", "", "White") \
    X(GIPF_MSG_BLACK, "black", "", "Black") \
    X(GIPF_MSG_VARIANT_4_4_15_15, "variant:4,4,15,15", "", "Basic game: 15 pieces per side") \
    X(GIPF_MSG_VARIANT_STANDARD, "variant:standard", "", "Standard: three GIPF-pieces per side on the board") \
    X(GIPF_MSG_VARIANT_TOURNAMENT, "variant:tournament", "", "Tournament: enter as many GIPF-pieces as you like") \
    X(GIPF_MSG_VARIANT_3_3_10_10, "variant:3,3,10,10", "", "Small: rows of three, 10 pieces per side") \
    X(GIPF_MSG_VARIANT_2_3_5_5, "variant:2,3,5,5", "", "Tiny: side 2, 5 pieces per side") \
    X(GIPF_MSG_TIP_1, "tip-1", "", "To push in a piece, select a dot on the rim and then the spot next to it.") \
    X(GIPF_MSG_TIP_2, "tip-2", "", "A row of four of your colour leaves the board. Your pieces return to your reserve; opposing pieces that extend the row are captured.") \
    X(GIPF_MSG_TIP_3, "tip-3", "", "You lose if you have no piece left to push in.") \
    X(GIPF_MSG_PIECE_STONE, "piece-stone", "", "{side} stone") \
    X(GIPF_MSG_PIECE_STACK, "piece-stack", "", "{side} double piece") \
    X(GIPF_MSG_CELL_DOT, "cell-dot", "", "dot") \
    X(GIPF_MSG_GIPF_PIECE, "gipf-piece", "", "GIPF-piece") \
    X(GIPF_MSG_SINGLE_PIECE, "single-piece", "", "single piece") \
    X(GIPF_MSG_PANEL_RESERVE, "panel-reserve", "", "reserve") \
    X(GIPF_MSG_PANEL_ON_THE_BOARD, "panel-on-the-board", "", "on the board") \
    X(GIPF_MSG_PANEL_LOST, "panel-lost", "", "lost") \
    X(GIPF_MSG_PANEL_OPENING, "panel-opening", "", "opening") \
    X(GIPF_MSG_MUST_ENTER_A_GIPF_PIECE, "must-enter-a-gipf-piece", "", "must enter a GIPF-piece") \
    X(GIPF_MSG_MAY_ENTER_GIPF_PIECES, "may-enter-gipf-pieces", "", "may enter GIPF-pieces") \
    X(GIPF_MSG_REASON_RESERVE, "reason:reserve-empty", "", "{loser} has no piece to enter") \
    X(GIPF_MSG_REASON_DEADLOCK, "reason:deadlock", "", "the board is full and {loser} cannot push") \
    X(GIPF_MSG_REASON_STACKS, "reason:gipf-lost", "", "{loser} has no GIPF-piece left on the board")
/* clang-format on */

typedef enum GipfMessage { GIPF_MESSAGES(MESSAGE_NAME) GIPF_MESSAGE_COUNT } GipfMessage;

extern const MessageDef GIPF_MESSAGE[GIPF_MESSAGE_COUNT];

#endif
