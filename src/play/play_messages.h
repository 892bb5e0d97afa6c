/* play_messages.h - what a table says, whatever game is played on it: why an action is rejected, and how
 * a game ended outside the rules.  Translations are in strings.<language>.txt. */
#ifndef PLAY_MESSAGES_H
#define PLAY_MESSAGES_H

#include "core/message.h"

/* clang-format off */
#define PLAY_MESSAGES(X) \
    X(PLAY_MSG_TIME_UP, "time-up", "", "the time is up") \
    X(PLAY_MSG_NOT_YOUR_TURN, "not-your-turn", "", "it is the other side's turn") \
    X(PLAY_MSG_NOT_A_TURN, "not-a-turn", "", "the steps are not one whole legal turn") \
    X(PLAY_MSG_NO_STEP, "no-step", "", "no step of this turn has been taken") \
    X(PLAY_MSG_NO_TAKEBACK, "no-takeback", "", "there is no move to take back") \
    X(PLAY_MSG_OTHER_TURN, "other-turn", "", "the game has moved on: this is not the number of the next move") \
    X(PLAY_MSG_TURN_LIMIT, "turn-limit", "", "the game has reached the limit of moves") \
    X(PLAY_MSG_NOT_JOINED, "not-joined", "", "the opponent has not joined yet") \
    X(PLAY_MSG_NO_OFFER, "no-offer", "", "there is no offer to decline") \
    X(PLAY_MSG_FULL, "at-capacity", "", "the server is at capacity; try again later") \
    X(PLAY_MSG_SAVE_FAILED, "save-failed", "", "the server cannot save the game") \
    X(PLAY_MSG_AWAY, "database-away", "", "the game database does not answer; try again later") \
    X(PLAY_MSG_REMATCH_EARLY, "rematch-early", "", "a rematch needs a finished game") \
    X(PLAY_MSG_HINTS_BUSY, "hints-busy", "", "too many hint requests; try again later") \
    X(PLAY_MSG_BAD_INVITATION, "bad-invitation", "", "'invitation' is not valid for this table, or was used already") \
    X(PLAY_MSG_NO_OPEN_SEAT, "no-open-seat", "", "this table has no open seat") \
    X(PLAY_MSG_NOT_LISTED, "not-listed", "", "this game is not an open challenge; it needs an invitation") \
    X(PLAY_MSG_CHALLENGES, "challenges-full", "", "you have too many open challenges; cancel one first") \
    X(PLAY_MSG_NO_REDO, "no-redo", "", "there is no move to redo") \
    X(PLAY_MSG_NO_HINTS, "no-hints", "", "hints are not allowed in this game until it is over") \
    X(PLAY_MSG_HINT_STALE, "hint-stale", "", "the position has changed; ask for a hint again") \
    X(PLAY_MSG_NO_CLAIM, "no-claim", "", "you can claim the win only while your opponent is away from a running game") \
    X(PLAY_MSG_CLAIM_EARLY, "claim-early", "", "your opponent has not been away long enough") \
    X(PLAY_MSG_UNREACHABLE, "unreachable", "", "the server does not answer; check your connection and try again") \
    X(PLAY_MSG_NO_RESULT, "no-result", "", "No result: the game was abandoned") \
    X(PLAY_MSG_WON_WHY, "won-why", "", "{winner} wins: {reason} ({text})") \
    X(PLAY_MSG_DRAWN_WHY, "drawn-why", "", "Draw: {reason} ({text})") \
    X(PLAY_MSG_RESIGN, "reason:resign", "", "{loser} resigned") \
    X(PLAY_MSG_AGREEMENT, "reason:agreement", "", "both sides agreed") \
    X(PLAY_MSG_TIME, "reason:time", "", "{loser} ran out of time") \
    X(PLAY_MSG_ILLEGAL, "reason:illegal", "", "{loser} played an illegal move") \
    X(PLAY_MSG_CRASH, "reason:crash", "", "{loser} failed to answer") \
    X(PLAY_MSG_ABANDONED, "reason:abandoned", "", "{loser} left the game") \
    X(PLAY_MSG_POS_IMPOSSIBLE, "pos-impossible", "", "no position has these pieces in these places")
/* clang-format on */

typedef enum PlayMessage { PLAY_MESSAGES(MESSAGE_NAME) PLAY_MESSAGE_COUNT } PlayMessage;

extern const MessageDef PLAY_MESSAGE[PLAY_MESSAGE_COUNT];

/* Reject an action with one of these, or of core's: the English text, and the key as the fault's code. */
Status play_reject(Fault *fault, const MessageDef *def);

#endif
