// SPDX-License-Identifier: MIT
// The user's settings and seat tokens, stored in this browser.

import type { NewTable } from "./backend";

export interface Settings {
  language: string; // "": browser default
  theme: "auto" | "light" | "dark";
  sound: boolean;
  motion: "auto" | "off" | "fast" | "normal" | "slow";
  labels: "off" | "on" | "all"; // coordinates: none, of areas and dots, of points too
  evaluation: boolean;
  engine: boolean; // it thinks on the analysis board
  lines: number; // principal variations there
  confirm: boolean;
  name: string;
  nameAsked: boolean; // the user was asked for a name, and may have none
  tipsSeen: Record<string, boolean>; // by game
  lessons: Record<string, number[]>; // the tasks that were solved, by game
  puzzles: Record<string, string[]>; // the puzzles that were solved, by game
  lastWish: Record<string, NewTable>; // last New game settings, by game; the name is the stored format
  randomSides: boolean; // of new games
  lastTable: string;
}

const DEFAULTS: Settings = {
  language: "",
  theme: "auto",
  sound: true,
  motion: "auto",
  labels: "on",
  evaluation: false,
  engine: true,
  lines: 3,
  confirm: false,
  name: "",
  nameAsked: false,
  tipsSeen: {},
  lessons: {},
  puzzles: {},
  lastWish: {},
  randomSides: false,
  lastTable: "",
};

const KEY = "tessera.settings";
const SEATS_KEY = "tessera.seats";
const SEATS_KEPT = 120;
const STUDY_KEY = "tessera.study";

function stored<T>(key: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return value !== null && typeof value === "object" ? (value as Partial<T>) : {};
  } catch {
    return {};
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked or full; the web app works without it.
  }
}

export const settings: Settings = { ...DEFAULTS, ...stored<Settings>(KEY) };
// Older versions stored these two as "on" and as a boolean.
if (!(settings.motion in { auto: 1, off: 1, fast: 1, normal: 1, slow: 1 })) settings.motion = "normal";
if (typeof settings.labels === "boolean") settings.labels = settings.labels ? "on" : "off";

type Listener = () => void;
const listeners = new Set<Listener>();

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  store(KEY, settings);
  for (const listener of listeners) listener();
}

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Copy the settings to data attributes, which the style sheet reads.  main.ts calls it after each change. */
export function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
  root.dataset.labels = settings.labels;
}

export function isMoving(): boolean {
  if (settings.motion !== "auto") return settings.motion !== "off";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The factor by which animations take longer. */
export function pace(): number {
  return settings.motion === "fast" ? 0.5 : settings.motion === "slow" ? 2 : 1;
}

// --- seat tokens ---

/** A table that was opened to solve a puzzle. */
export interface PuzzleAt {
  game: string;
  number: number;
  id: string; // stays the same if the set grows
  after: string; // the position after the solution
}

/** Remember that the user has solved this puzzle. */
export function keepPuzzle({ game, id }: PuzzleAt): void {
  const known = settings.puzzles[game] ?? [];
  if (id && !known.includes(id)) change({ puzzles: { ...settings.puzzles, [game]: [...known, id] } });
}

export interface Rights {
  tokens: [string | null, string | null];
  invitation: string | null;
  at: number;
  puzzle?: PuzzleAt | undefined;
  over?: boolean; // the game is known to be over
}

export function rightsAt(table: string): Rights | null {
  return stored<Record<string, Rights>>(SEATS_KEY)[table] ?? null;
}

/** All tables of this user, newest first. */
export function allRights(): { table: string; rights: Rights }[] {
  const all = Object.entries(stored<Record<string, Rights>>(SEATS_KEY)).map(([table, rights]) => ({ table, rights: rights as Rights }));
  return all.sort((a, b) => b.rights.at - a.rights.at);
}

/** Remember that a game is over, so nobody needs to ask about it again. */
export function finishRights(table: string): void {
  const all = stored<Record<string, Rights>>(SEATS_KEY);
  const rights = all[table];
  if (!rights || rights.over) return;
  rights.over = true;
  store(SEATS_KEY, all);
}

export function forgetRights(table: string): void {
  const all = stored<Record<string, Rights>>(SEATS_KEY);
  delete all[table];
  store(SEATS_KEY, all);
  if (settings.lastTable === table) change({ lastTable: "" });
}

export function keepRights(table: string, tokens: Rights["tokens"], invitation: string | null, puzzle?: PuzzleAt): void {
  const all = stored<Record<string, Rights>>(SEATS_KEY);
  all[table] = { tokens, invitation, at: Date.now(), puzzle };
  // Games that are over and old ones go first.
  const age = (name: string) => (all[name]?.at ?? 0) - (all[name]?.over ? Date.now() : 0);
  const names = Object.keys(all).sort((a, b) => age(b) - age(a));
  for (const old of names.slice(SEATS_KEPT)) delete all[old];
  store(SEATS_KEY, all);
}

// --- the study that is not stored elsewhere ---

export interface KeptStudy {
  record: string;
  node: number;
}

/** The study that the user worked on last, or null. */
export function keptStudy(): KeptStudy | null {
  const { record, node = 0 } = stored<KeptStudy>(STUDY_KEY);
  return record ? { record, node } : null;
}

export function keepStudy(study: KeptStudy): void {
  store(STUDY_KEY, study);
}
