export interface Pattern {
  matcher: RegExp;
  names: string[];
  text: string;
}
export function namesIn(text: string): string[];
export function prepare(table: Record<string, string>): Pattern[];
export function translated(
  sentence: string,
  patterns: readonly Pattern[],
  word: (kind: string, word: string) => string | undefined,
): string | null;
