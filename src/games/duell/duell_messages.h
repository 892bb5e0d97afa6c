/* duell_messages.h - all that Duell says to people.  Translations are in strings.<language>.txt. */
#ifndef GAMES_DUELL_MESSAGES_H
#define GAMES_DUELL_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define DUELL_MESSAGES(X) \
    X(DUELL_MSG_WHITE, "white", "", "White") \
    X(DUELL_MSG_BLACK, "black", "", "Black") \
    X(DUELL_MSG_VARIANT_DEFAULT, "variant:", "", "Standard rules: mate, or the far king square") \
    X(DUELL_MSG_VARIANT_KING_CAPTURE, "variant:king-capture", "", "King capture: the king must actually be captured") \
    X(DUELL_MSG_VARIANT_NOCAPTURE_100, "variant:nocapture=100", "", "Draw after 100 plies without a capture") \
    X(DUELL_MSG_TIP_1, "tip-1", "", "Drag a die square by square. It tips over its edges and moves exactly as far as the number on its top.") \
    X(DUELL_MSG_TIP_2, "tip-2", "", "A die may turn one corner on its way. To undo a step, go back one square.") \
    X(DUELL_MSG_TIP_3, "tip-3", "", "Attack the king so that it cannot be saved, or bring your own king to the far king square.") \
    X(DUELL_MSG_PIECE_DIE, "piece-die", "", "{side} die, top {top}, north {north}, east {east}, south {south}, west {west}") \
    X(DUELL_MSG_PIECE_KING, "piece-king", "", "{side} king") \
    X(DUELL_MSG_CELL_GOAL, "cell-goal", "", "king square") \
    X(DUELL_MSG_PANEL_DICE_LOST, "panel-dice-lost", "", "dice lost") \
    X(DUELL_MSG_PANEL_PLIES_WITHOUT_CAPTURE, "panel-plies-without-capture", "", "plies without capture") \
    X(DUELL_MSG_PANEL_DUELL, "panel-duell", "", "DUELL") \
    X(DUELL_MSG_ANNOUNCE_DUELL, "announce-duell", "", "DUELL") \
    X(DUELL_MSG_ANNOUNCE_MATE, "announce-duell-matt", "", "DUELL-MATT") \
    X(DUELL_MSG_OF, "of", "", "{n} of {limit}") \
    X(DUELL_MSG_THE_KING_IS_ATTACKED, "the-king-is-attacked", "", "the king is attacked") \
    X(DUELL_MSG_THE_KING_CANNOT_BE_SAVED, "the-king-cannot-be-saved", "", "the king cannot be saved") \
    X(DUELL_MSG_REASON_KING_SQUARE, "reason:king-square", "", "{winner}'s king has reached the king square of {loser}") \
    X(DUELL_MSG_REASON_MATE, "reason:mate", "", "{loser}'s king is attacked and cannot be saved") \
    X(DUELL_MSG_REASON_BLOCKADE, "reason:blockade", "", "{loser} has no move that does not give up the king") \
    X(DUELL_MSG_REASON_KING_CAPTURED, "reason:king-captured", "", "{loser}'s king is captured") \
    X(DUELL_MSG_REASON_NO_CAPTURE, "reason:no-capture", "", "nothing has been captured for too long")
/* clang-format on */

typedef enum DuellMessage { DUELL_MESSAGES(MESSAGE_NAME) DUELL_MESSAGE_COUNT } DuellMessage;

extern const MessageDef DUELL_MESSAGE[DUELL_MESSAGE_COUNT];

#endif
