// The sections below the field: what is known of its text.
import { attempt, type Core } from "./core.js";
import { readOut } from "./copy.js";
import { type Child, fill, h } from "./dom.js";
import type { ListPanel } from "./list/panel.js";
import type { Page, Take } from "./page.js";
import { componentsOf } from "./pieces.js";
import { readingsOf } from "./rows.js";
import { code } from "./shown.js";
import { t } from "./texts.js";
import { componentsView } from "./views/components.js";
import { findingsView } from "./views/findings.js";
import { levelsView } from "./views/levels.js";
import { readingsView } from "./views/readings.js";
import { relationView } from "./views/relation.js";
import { urnView } from "./views/urn.js";

/** Longer texts get their components only, so that typing stays fluent. */
const longestAnalysed = 20_000;

export interface Analysis {
  show: (core: Core) => void;
  /** Forgets what was going to be read out. */
  hush: () => void;
}

export function analysis(page: Page, take: Take, list: ListPanel): Analysis {
  const { field, other, suggestion, empty, parts, findings, urn, readings, levels, relation } = page;

  function showRelation(core: Core, text: string): void {
    const second = other.value.trim();
    if (text === "" || second === "") return fill(relation, h("p", { class: "empty" }, t("relation.empty")));
    if (text.length + second.length > longestAnalysed) return fill(relation, h("p", {}, t("long", { most: longestAnalysed })));
    fill(relation, relationView(core, text, second));
  }

  // The URI that a text that is none may have been meant as
  function suggested(core: Core, text: string): Child {
    if (core.valid(text, { production: "URI" }) || /[\p{Cc}\p{Cf}]/u.test(text)) return null;
    const meant = attempt(core, () => core.repair(text, { like: "typed", production: "URI" })).value
      ?? attempt(core, () => core.repair(text)).value;
    if (meant === null || meant.uri === text) return null;
    return h("p", { class: "line" }, t("suggestion"), " ", code(meant.uri, 300), " ",
      h("button", { type: "button", class: "small", onclick: () => take(meant.uri) }, t("use")));
  }

  function show(core: Core): void {
    const text = field.value.replace(/[\r\n]+$/, "");
    const lines = text.includes("\n") ? text.split("\n").filter((line) => line.trim() !== "").length : 1;
    showRelation(core, lines > 1 ? "" : text);
    empty.hidden = text !== "";
    if (text === "" || lines > 1) {
      for (const each of [parts, findings, urn, readings, levels]) each.show(null);
      fill(suggestion, lines > 1
        ? h("p", { class: "box" }, t("lines", { count: lines }), " ",
          h("button", { type: "button", class: "small", onclick: () => list.check(new Blob([field.value]), t("list.pasted")) }, t("lines.check")))
        : null);
      readOut(lines > 1 ? t("lines", { count: lines }) : "");
      return;
    }
    const components = componentsOf(core, text);
    parts.show(componentsView(core, text, components));
    if (text.length > longestAnalysed) {
      for (const each of [findings, urn, readings, levels]) each.show(null);
      fill(suggestion, h("p", { class: "box" }, t("long", { most: longestAnalysed })));
      return announce(components.error === null, components.document, 0);
    }
    fill(suggestion, suggested(core, text));
    const found = core.lint(text);
    findings.show(findingsView(text, found, take));
    const facts = attempt(core, () => core.urnFacts(text)).value;
    urn.show(facts && urnView(facts));
    readings.show(readingsView(readingsOf(core, text), text));
    levels.show(components.edition === null ? h("p", {}, t("levels.refused")) : levelsView(core, text, components.edition));
    announce(components.error === null, components.document, found.length);
  }

  let saying: ReturnType<typeof setTimeout> | undefined;
  function announce(valid: boolean, document: string | null, count: number): void {
    clearTimeout(saying);
    const text = `${valid ? t("status.valid", { document: document ?? "" }) : t("status.invalid")} ${t(count === 1 ? "status.finding" : "status.findings", { count })}`;
    saying = setTimeout(() => readOut(text), 700);
  }

  return { show, hush: () => clearTimeout(saying) };
}
