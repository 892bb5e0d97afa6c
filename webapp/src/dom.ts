// SPDX-License-Identifier: MIT
// Small helpers to make elements.  Text always goes in as text, never as markup.

export type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Record<string, Value>, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/** An HTML element; attributes that begin with "on" are listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  fill(element, attributes, children);
  return element;
}

export function button(words: string, action: () => void, attributes: Record<string, Value> = {}): HTMLButtonElement {
  return h("button", { type: "button", ...attributes, onclick: action }, words);
}

export function setText(element: Element, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

export function save(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "away" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

const FOCUSABLE = "button, a[href], input, select, textarea, summary, [tabindex]";

/** Draw something anew without taking the keyboard's place away: the same control, or the one that now
 * stands there, gets the focus back. */
export function keepFocus(where: Element, redraw: () => void): void {
  const before = [...where.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const index = before.indexOf(document.activeElement as HTMLElement);
  const name = (element: HTMLElement) => element.getAttribute("aria-label") ?? element.textContent;
  const lost = before[index];
  redraw();
  if (!lost) return;
  const after = [...where.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => !element.hasAttribute("disabled"));
  const isSame = (element?: HTMLElement) => element?.localName === lost.localName && name(element) === name(lost);
  const same = isSame(after[index]) ? after[index] : after.find((element) => isSame(element) && name(lost) !== "");
  (same ?? after[Math.min(index, after.length - 1)])?.focus({ preventScroll: true });
}
