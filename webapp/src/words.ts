// SPDX-License-Identifier: MIT
// What the games and the server say, in the user's language.  Each game has its own strings, and all share
// common ones.  A text without a translation stays English.

import { BackendError, type Argument, type Backend, type Def, type GameInfo, type Message, type Piece, type Result, type Score, type SetupInfo } from "./backend";
import { language, t } from "./i18n";
import { fillIn, readStrings } from "./message.mjs";

const COMMON = "";
const FACES = ["top", "north", "east", "south", "west"];
let strings = new Map<string, Map<string, string>>(); // by game

/** Load the strings of all games in the current language.  A game without them stays English. */
export async function loadStrings(backend: Backend, games: readonly GameInfo[]): Promise<void> {
  const loaded = new Map<string, Map<string, string>>();
  const load = async (game: string) => loaded.set(game, readStrings(await backend.strings(language(), game).catch(() => "")));
  const translated = games.filter(({ languages }) => languages.includes(language())).map(({ game }) => game);
  if (language() !== "en") await Promise.all([COMMON, ...translated].map(load));
  strings = loaded;
}

const finder = (game: string) => (key: string) => strings.get(game)?.get(key) ?? strings.get(COMMON)?.get(key);

/** Messages in English start in lower case.  Capitalise a first word, but not the name of a cell like c9. */
export function sentence(text: string): string {
  return text.replace(/^\p{Ll}+(?=\s)/u, (word) => word.charAt(0).toLocaleUpperCase(language()) + word.slice(1));
}

/** The text of a definition, with its placeholders filled in if it has any. */
export function defText(game: string, def: Def, args: Record<string, Argument> = {}): string {
  const template = finder(game)(def.key);
  return fillIn(template ?? def.text, args, template ? language() : "en", finder(game));
}

/** A message with its ruling; "" for none. */
export function messageText(game: string, message: Partial<Message> | undefined): string {
  if (!message?.key) return "";
  const template = finder(game)(message.key);
  if (template === undefined) return message.text ?? "";
  return fillIn(template, message.args ?? {}, language(), finder(game)) + (message.ruling ? ` (${message.ruling})` : "");
}

type Sides = Pick<SetupInfo, "game" | "sides" | "sideNames">;

export function sideName(info: Sides, side: number): string {
  const name = info.sideNames?.[side];
  return name ? defText(info.game, name) : (info.sides[side] ?? "");
}

/** What to call a piece; "" if it has no name. */
export function pieceName(info: Sides, piece: Piece): string {
  if (!piece.name) return "";
  const faces = (piece.faces ?? []).map((face, i) => [FACES[i] ?? "", face]);
  const side = piece.side === null ? "" : sideName(info, piece.side);
  return defText(info.game, piece.name, { side, text: piece.text ?? "", ...Object.fromEntries(faces) });
}

/** The result as a sentence: winner, reason and numbers. */
export function resultText(game: string, result: Result): string {
  return sentence(messageText(game, result.message) || result.reason); // an entry of an old list has no message
}

/** For example "White: 62% winning chances"; `share` are those of the first side. */
export function scoreText(info: Sides, score: Score, share: number): string {
  if (score.known) return knownText(info, score);
  if (score.win === undefined) return t("table.eval.text", { side: sideName(info, 0), percent: Math.round(share) });
  const side = score.side ?? 0;
  return t("table.eval.win", { side: sideName(info, score.win > 0 ? side : 1 - side), n: Math.abs(score.win) });
}

/** For example "White wins in 17 moves (tablebase)"; "" if no tablebase has the position. */
export function knownText(info: Sides, { known }: Score): string {
  if (!known) return "";
  return known.winner === null ? t("table.known.draw") : t("table.known.win", { side: sideName(info, known.winner), n: known.turns ?? 0 });
}

/** True if the request did not reach the server, so that it can be repeated. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof BackendError && error.status === 0);
}

/** What went wrong, for users; a game has words for what its pieces cannot do. */
export function errorText(error: unknown, game = COMMON): string {
  if (isNetworkError(error)) return t("app.network");
  const text = error instanceof Error ? error.message : String(error);
  return (error instanceof BackendError && error.key && finder(game)(error.key)) || text;
}
