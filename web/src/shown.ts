// Texts as people can read them: characters without a look of their own are named, long texts are cut.
import { type Child, h } from "./dom.js";
import { t } from "./texts.js";

/** Characters that are invisible or reorder their neighbours: controls, formats, lone surrogates, spaces. */
export const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\P{Zs} ]/gu;

/** "U+202E" */
export const codePoint = (c: string): string => `U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

export const longest = 2000;

/** The position where a text may be cut so that no surrogate pair is divided. */
export function cutAt(text: string, at: number): number {
  return at < text.length && /[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at - 1 : at;
}

/** A text in pieces to be put into an element. */
export function visible(text: string, limit = longest): Child[] {
  const end = text.length > limit ? cutAt(text, limit) : text.length;
  const part = text.slice(0, end);
  const pieces: Child[] = [];
  let at = 0;
  for (const match of part.matchAll(hidden)) {
    pieces.push(part.slice(at, match.index), h("span", { class: "hidden-character" }, codePoint(match[0])));
    at = match.index + match[0].length;
  }
  pieces.push(part.slice(at));
  if (end < text.length) pieces.push(h("span", { class: "cut" }, t("text.cut", { count: text.length - end })));
  return pieces;
}

/** A text of an identifier: isolated from the order of what is around it. */
export function code(text: string | null, limit?: number): HTMLElement {
  if (text === null) return h("span", { class: "absent" }, t("text.absent"));
  if (text === "") return h("span", { class: "absent" }, t("text.empty"));
  return h("code", { dir: "ltr" }, visible(text, limit));
}

/** A text of the library, which is English. */
export const english = (text: string): HTMLElement => h("span", { lang: "en" }, text);
