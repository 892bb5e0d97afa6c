// SPDX-License-Identifier: MIT
// Helpers that create DOM elements.  Strings become text nodes, never markup.

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

/** Create an HTML element.  Attributes that start with "on" are event listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** Create an SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  fill(element, attributes, children);
  return element;
}

export function button(text: string, action: () => void, attributes: Record<string, Value> = {}): HTMLButtonElement {
  return h("button", { type: "button", ...attributes, onclick: action }, text);
}

/** Make these the children of an element.  Only what differs moves in the document: the browser computes the style
 * and the layout of all that moves. */
export function setChildren(where: Element, wanted: readonly Element[]): void {
  const kept = new Set(wanted);
  for (const child of [...where.childNodes]) if (!kept.has(child as Element)) child.remove();
  let at = where.firstElementChild;
  for (const child of wanted) {
    if (child === at) at = at.nextElementSibling;
    else where.insertBefore(child, at);
  }
}

export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
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

/** Redraw `where` and restore the keyboard focus: to the same control, or to the one now in its place. */
export function keepFocus(where: Element, redraw: () => void): void {
  if (!where.contains(document.activeElement)) {
    redraw();
    return;
  }
  const before = [...where.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const index = before.indexOf(document.activeElement as HTMLElement);
  const name = (element: HTMLElement) => element.getAttribute("aria-label") ?? element.textContent;
  const lost = before[index];
  redraw();
  if (!lost) return;
  const after = [...where.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => !element.hasAttribute("disabled") && !element.hidden);
  const isSame = (element?: HTMLElement) => element?.localName === lost.localName && name(element) === name(lost);
  const same = isSame(after[index]) ? after[index] : after.find((element) => isSame(element) && name(lost) !== "");
  (same ?? after[Math.min(index, after.length - 1)])?.focus({ preventScroll: true });
}
