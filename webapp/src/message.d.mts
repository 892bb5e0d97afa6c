import type { Argument } from "./backend";

export function readStrings(text: string): Map<string, string>;
export function pluralForm(language: string, number: number): number;
export function fillIn(
  template: string,
  args: Record<string, Argument>,
  language: string,
  find: (key: string) => string | undefined,
): string;
