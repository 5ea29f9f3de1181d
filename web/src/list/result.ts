// The result of a checked list: its counts, its files to save, and the first lines that were rejected.
import { type Child, h } from "../dom.js";
import { code, english } from "../shown.js";
import { formatted, t } from "../texts.js";
import type { Counts, ListResult } from "./check.js";

/** Makes a link that saves a file. */
export type Download = (blob: Blob, name: string, key: string, count: number) => Child;

const counts = (c: Counts): Child => h("dl", { class: "counts" }, (["lines", "kept", "repaired", "hosts", "rejected", "empty"] as const).map((key) =>
  h("div", { class: `count-${key}` }, h("dt", {}, t(`list.count.${key}`)), h("dd", {}, formatted(c[key])))));

export function resultView(result: ListResult, name: string, download: Download, again: () => void): Child[] {
  const base = name.replace(/\.[a-z0-9]{1,5}$/i, "").replace(/[^\p{L}\p{N} ._-]/gu, "_").slice(0, 80) || "list";
  return [
    h("p", {}, t("list.done", { name })),
    counts(result.counts),
    h("p", { class: "actions" },
      download(result.list, `${base}.checked.txt`, "list.download", result.counts.kept + result.counts.repaired),
      result.counts.rejected > 0 && download(result.rejects, `${base}.rejected.tsv`, "list.rejects", result.counts.rejected),
      h("button", { type: "button", class: "small", onclick: again }, t("list.again"))),
    result.shown.length > 0 && [
      h("h3", {}, result.counts.rejected > result.shown.length ? t("list.first", { count: result.shown.length }) : t("list.rejected")),
      h("ul", { class: "plain rejects" }, result.shown.map((r) => h("li", {},
        h("p", {}, t("list.line", { line: r.line, offset: r.offset + 1 }), " ", english(r.message)),
        r.text !== "" && h("p", { class: "line" }, code(r.text, 200))))),
    ],
  ];
}
