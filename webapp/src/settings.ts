// SPDX-License-Identifier: MIT
// What a person has chosen, kept in this browser.

import type { NewTable } from "./backend";

export interface Settings {
  language: string; // "" : as the browser wishes
  theme: "auto" | "light" | "dark";
  sound: boolean;
  motion: "auto" | "on" | "off";
  labels: boolean;
  evaluation: boolean;
  confirm: boolean;
  name: string;
  tipsSeen: Record<string, boolean>; // by game
  lastWish: Record<string, NewTable>; // by game
  lastTable: string;
}

const DEFAULTS: Settings = {
  language: "",
  theme: "auto",
  sound: true,
  motion: "auto",
  labels: true,
  evaluation: false,
  confirm: false,
  name: "",
  tipsSeen: {},
  lastWish: {},
  lastTable: "",
};

const KEY = "tessera.settings";
const SEATS_KEY = "tessera.seats";
const SEATS_KEPT = 60;

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
    // A browser that keeps nothing still plays.
  }
}

export const settings: Settings = { ...DEFAULTS, ...stored<Settings>(KEY) };

type Listener = () => void;
const listeners = new Set<Listener>();

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  store(KEY, settings);
  apply();
  for (const listener of listeners) listener();
}

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Show what was chosen; the style sheet does the rest. */
export function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
  root.dataset.labels = settings.labels ? "on" : "off";
}

export function isMoving(): boolean {
  if (settings.motion !== "auto") return settings.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// --- the rights to seats ---

/** A table that was opened to solve a puzzle. */
export interface PuzzleAt {
  game: string;
  number: number;
  after: string; // the position that its only turn leads to
}

export interface Rights {
  tokens: [string | null, string | null];
  invitation: string | null;
  at: number;
  puzzle?: PuzzleAt | undefined;
}

export function rightsAt(table: string): Rights | null {
  return stored<Record<string, Rights>>(SEATS_KEY)[table] ?? null;
}

export function keepRights(table: string, tokens: Rights["tokens"], invitation: string | null, puzzle?: PuzzleAt): void {
  const all = stored<Record<string, Rights>>(SEATS_KEY);
  all[table] = { tokens, invitation, at: Date.now(), puzzle };
  const names = Object.keys(all).sort((a, b) => (all[b]?.at ?? 0) - (all[a]?.at ?? 0));
  for (const old of names.slice(SEATS_KEPT)) delete all[old];
  store(SEATS_KEY, all);
}
