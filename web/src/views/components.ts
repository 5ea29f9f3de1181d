// The components under the text: drawn in colour, then as a list with decoded forms and what is known of each.
import { attempt, type Core, type ErrorFacts } from "../core.js";
import { type Child, h } from "../dom.js";
import type { Components, Piece } from "../pieces.js";
import { code, cutAt, english, visible } from "../shown.js";
import { t } from "../texts.js";

const drawn = 400; // characters of a component in the drawing

function drawing(text: string, pieces: Piece[]): HTMLElement {
  return h("div", { class: "drawing", dir: "ltr", "aria-hidden": "true" }, pieces.map((p) =>
    h("span", { class: `piece piece-${p.name}` },
      h("span", { class: "piece-text" }, p.begin === p.end ? "\u2205" : visible(text.slice(p.begin, p.end), drawn)),
      p.name !== "delimiter" && h("span", { class: "piece-name" }, t(`part.${p.name}`)),
    )));
}

/** The text around an error, the character marked. */
export function pointed(text: string, error: ErrorFacts): HTMLElement {
  const at = Math.min(error.offset, text.length);
  const begin = cutAt(text, Math.max(0, at - 60));
  const next = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  return h("div", { class: "box box-error" },
    h("p", {}, h("strong", {}, t("error.not", { document: error.document })), " ", english(error.reason), " ",
      h("span", { class: "muted" }, t("error.at", { offset: at + 1, rule: error.rule, source: error.citation }))),
    h("p", { class: "line" }, h("code", { dir: "ltr" },
      begin > 0 && "\u2026", visible(text.slice(begin, at)),
      h("mark", { class: "mark-error" }, at < text.length ? visible(text.slice(at, next)) : t("error.end")),
      visible(text.slice(next, next + 60), 60))),
  );
}

function facts(core: Core, name: Piece["name"], text: string): Child[] {
  if (name === "scheme") {
    const s = core.scheme(text);
    return s ? [t("scheme.registered", { status: t(`scheme.${s.status}`), reference: s.reference }),
      s.defaultPort !== null && ` ${t("scheme.port", { port: String(s.defaultPort) })}`] : [t("scheme.unknown")];
  }
  if (name === "host") {
    const host = attempt(core, () => core.parseHost(text)).value;
    if (!host) return [];
    return [t(`host.${host.type}`),
      host.special && [": ", english(host.special.says), ` (${host.special.citation})`], ".",
      host.rare && host.address !== null && ` ${t("host.rare", { address: host.address })}`];
  }
  return [];
}

const mostParameters = 50;
function parameters(core: Core, query: string): Child {
  if (!query.includes("=") || query.length > 20_000) return null;
  const all = core.queryParameters(query);
  return h("ul", { class: "parameters" }, all.slice(0, mostParameters).map((p) =>
    h("li", {}, code(p.key), " = ", code(p.value))),
    all.length > mostParameters && h("li", { class: "muted" }, t("text.more", { count: all.length - mostParameters })));
}

function segments(core: Core, path: string): Child {
  const all = path.split("/");
  if (all.length < 3 || all.length > 30) return null;
  return h("ol", { class: "segments" }, all.slice(path.startsWith("/") ? 1 : 0).map((s) =>
    h("li", {}, code(attempt(core, () => core.decode(s)).value ?? s, 200))));
}

function row(core: Core, text: string, piece: Piece): Child {
  const value = text.slice(piece.begin, piece.end);
  const decoded = value.includes("%") ? attempt(core, () => core.decode(value)).value : null;
  const known = facts(core, piece.name, value);
  return h("div", { class: `component piece-${piece.name}` },
    h("dt", {}, t(`part.${piece.name}`)),
    h("dd", {}, code(value),
      decoded !== null && decoded !== value && h("div", {}, h("span", { class: "muted" }, t("components.decoded"), " "), h("bdi", { class: "decoded" }, visible(decoded))),
      piece.name === "query" && parameters(core, value),
      piece.name === "path" && segments(core, value),
      known.length > 0 && h("div", { class: "muted" }, known)));
}

export function componentsView(core: Core, text: string, c: Components): Child[] {
  return [
    c.error && pointed(text, c.error),
    drawing(text, c.pieces),
    h("p", { class: "muted" }, c.document === null ? t("components.split") : t("components.read", { document: c.document })),
    h("dl", { class: "components" }, c.pieces.filter((p) => p.name !== "delimiter").map((p) => row(core, text, p))),
  ];
}
