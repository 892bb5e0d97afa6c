/* ponte_messages.h - all that Ponte del Diavolo says to people.  Translations are in strings.<language>.txt. */
#ifndef GAMES_PONTE_MESSAGES_H
#define GAMES_PONTE_MESSAGES_H

#include "games/islands/islands_messages.h"

/* clang-format off */
#define PONTE_MESSAGES(X) \
    X(PONTE_MSG_WHITE, "white", "", "White") \
    X(PONTE_MSG_BLACK, "black", "", "Black") \
    X(PONTE_MSG_VARIANT_CONTEST, "variant:contest", "", "Contest rules: swap, no passing, unlimited bridges") \
    X(PONTE_MSG_VARIANT_OFFICIAL, "variant:official", "", "Official: the published game, 40 stones per side, 15 shared bridges") \
    X(PONTE_MSG_VARIANT_OPEN, "variant:open", "", "Open: as on online sites, with passing") \
    X(PONTE_MSG_VARIANT_CONTEST_SIZE_8, "variant:contest;size=8", "", "Smaller board: 8 × 8") \
    X(PONTE_MSG_VARIANT_CONTEST_SIZE_4, "variant:contest;size=4", "", "Tiny board: 4 × 4") \
    X(PONTE_MSG_TIP_1, "tip-1", "", "On your turn, place two stones in any order, or build one bridge.") \
    X(PONTE_MSG_TIP_2, "tip-2", "", "Four connected stones form an island. Five are forbidden, and an island may not touch your other stones, even at a corner.") \
    X(PONTE_MSG_TIP_3, "tip-3", "", "A bridge connects two of your stones across empty cells. Select one end, then the other.") \
    X(PONTE_MSG_SYNTAX, "syntax", "R9.2", "a move is two cells such as a1,b2, a bridge such as a1-c1, swap or pass") \
    X(PONTE_MSG_SECOND_MISSING, "second-missing", "R3.1", "a second stone must follow after a comma, as in a1,b2") \
    X(PONTE_MSG_OVER, "game-over", "R5.3", "the game is over") \
    X(PONTE_MSG_SWAP_LATE, "swap-late", "R2.2", "only Black may swap, as the second move of the game") \
    X(PONTE_MSG_PASS_EARLY, "pass-early", "R5.2", "a pass is legal only if the side to move cannot place two stones") \
    X(PONTE_MSG_NO_PASS, "no-pass", "R5.1", "this variant has no pass") \
    X(PONTE_MSG_OCCUPIED, "occupied", "R3.1", "{cell} holds a stone") \
    X(PONTE_MSG_COVERED, "covered", "R3.1", "{cell} is under the bridge {a}-{b}") \
    X(PONTE_MSG_TWICE, "named-twice", "R3.1", "{cell} is named twice; a move places stones on two different cells") \
    X(PONTE_MSG_NO_SECOND, "no-second-cell", "R3.1", "{cell} leaves no legal cell for the second stone of the move") \
    X(PONTE_MSG_NO_PAIR, "no-pair", "R3.1", "{cell}: there is no legal way to place two stones") \
    X(PONTE_MSG_GROUP_SIZE, "group-size", "R3.2", "{cell} would join a group of {n}: {cells}") \
    X(PONTE_MSG_ISLAND_CORNER, "island-corner", "R3.3", "{cell} would make the island {cells} touch the stone {stone} by a corner") \
    X(PONTE_MSG_CORNER, "corner", "R3.3", "{cell} touches the island at {stone} by its corner") \
    X(PONTE_MSG_BRIDGE_LENGTH, "bridge-length", "R4.1", "{a}-{b} is not the length of a bridge") \
    X(PONTE_MSG_BRIDGE_OWNER, "bridge-owner", "R4.2", "{a}-{b}: {cell} holds no stone of the side to move") \
    X(PONTE_MSG_BRIDGE_END, "bridge-end", "R4.3", "{a}-{b}: {cell} already carries a bridge") \
    X(PONTE_MSG_BRIDGE_STONE, "bridge-stone", "R4.4", "{a}-{b} would cover the stone on {cell}") \
    X(PONTE_MSG_BRIDGE_COVERED, "bridge-covered", "R4.5", "{a}-{b} would cover {cell}, which is under the bridge {c}-{d}") \
    X(PONTE_MSG_BRIDGE_CROSSES, "bridge-crosses", "R4.6", "{a}-{b} would cross the bridge {c}-{d}") \
    X(PONTE_MSG_NO_BRIDGE_LEFT, "no-bridge-left", "R8.2", "no bridge is left in the supply") \
    X(PONTE_MSG_END_USED, "end-used", "R4.3", "{cell} already carries a bridge") \
    X(PONTE_MSG_NO_PARTNER, "no-partner", "R4.2", "{side} has no other stone at bridge distance from {cell}") \
    X(PONTE_MSG_NO_BRIDGE, "no-bridge", "R4", "no bridge from {cell} is legal; the stones at bridge distance are {cells}") \
    X(PONTE_MSG_TOO_MANY, "too-many-cells", "R2.3", "{cell} is one cell too many; a move is two stones or one bridge") \
    X(PONTE_MSG_SANDBANK, "sandbank", "", "sandbank") \
    X(PONTE_MSG_TAKES_STONE, "takes-stone", "", "{side} takes over the stone on {cells}") \
    X(PONTE_MSG_SKIPPED, "skipped", "", "{side} cannot move and is skipped") \
    X(PONTE_MSG_PIECE_STONE, "piece-stone", "", "{side} stone") \
    X(PONTE_MSG_PIECE_BRIDGE, "piece-bridge", "", "{side} bridge") \
    X(PONTE_MSG_SWAP, "swap", "", "swap sides") \
    X(PONTE_MSG_PASS, "pass", "", "pass") \
    X(PONTE_MSG_PANEL_TURN, "panel-turn", "", "move") \
    X(PONTE_MSG_PANEL_WHITES_SEAT, "panel-whites-seat", "", "White's seat") \
    X(PONTE_MSG_PANEL_BRIDGES_LEFT, "panel-bridges-left", "", "bridges left") \
    X(PONTE_MSG_PANEL_LAST_TURN, "panel-last-turn", "", "last move") \
    X(PONTE_MSG_BLACKS, "blacks", "", "Black's")
/* clang-format on */

/* The rows of islands come first in the array. */
typedef enum PonteMessage {
    PONTE_MESSAGES_BEFORE = ISLANDS_MESSAGE_COUNT - 1,
    PONTE_MESSAGES(MESSAGE_NAME) PONTE_MESSAGE_COUNT
} PonteMessage;

extern const MessageDef PONTE_MESSAGE[PONTE_MESSAGE_COUNT];

#endif
