// The page: one field, what is known of its text in sections below, and a second field for what takes two.
import { attempt, type Core, loadCore } from "./core.js";
import { copyButton, say, useStatus } from "./copy.js";
import { type Child, fill, h } from "./dom.js";
import { examples } from "./examples.js";
import { listPanel } from "./list/panel.js";
import { componentsOf } from "./pieces.js";
import { readingsOf } from "./rows.js";
import { code, english } from "./shown.js";
import { fragmentOf, type State, stateOf } from "./state.js";
import { t } from "./texts.js";
import { componentsView } from "./views/components.js";
import { findingsView } from "./views/findings.js";
import { levelsView } from "./views/levels.js";
import { readingsView } from "./views/readings.js";
import { relationView } from "./views/relation.js";
import { urnView } from "./views/urn.js";

/** Longer texts get their components only, so that typing stays fluent. */
const longestAnalysed = 20_000;
const immediate = 2_000;

interface Section {
  element: HTMLElement;
  show: (...children: Child[]) => void;
}

function section(name: string): Section {
  const body = h("div");
  const element = h("section", { "aria-labelledby": `heading-${name}`, class: `section-${name}`, hidden: true },
    h("h2", { id: `heading-${name}` }, t(`${name}.heading`)), body);
  return {
    element,
    show: (...children) => {
      element.hidden = children.flat().every((c) => c === null || c === false || c === undefined);
      fill(body, children);
    },
  };
}

export function start(root: HTMLElement): void {
  const field = h("textarea", { id: "workbench-text", rows: 2, spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "ltr", "aria-describedby": "workbench-hint" });
  const other = h("textarea", { id: "workbench-other", rows: 1, spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "ltr", "aria-describedby": "workbench-other-hint" });
  const status = h("p", { role: "status", class: "status" });
  const suggestion = h("div", { class: "suggestion" });
  const empty = h("p", { class: "empty" }, t("empty"));
  const shared = copyButton(() => location.href, null, "link.copy");
  const tooLong = h("span", { class: "hint", hidden: true }, t("link.tooLong"));
  useStatus(status);

  const parts = section("components");
  const findings = section("findings");
  const urn = section("urn");
  const readings = section("readings");
  const levels = section("levels");
  const relation = h("div", { class: "relation" });
  let core: Core | null = null;

  const list = listPanel();
  const take = (text: string, second?: string): void => {
    field.value = text;
    if (second !== undefined) other.value = second;
    field.focus();
    update();
  };
  const state = (): State => ({ text: field.value, other: other.value });

  function showLink(): void {
    const fragment = fragmentOf(state());
    shared.hidden = fragment === null || fragment === "";
    tooLong.hidden = fragment !== null;
    const wanted = fragment ?? "";
    // Another language is another page: its links take the texts along.
    for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) link.hash = wanted;
    if (wanted !== location.hash) history.replaceState(null, "", wanted === "" ? location.pathname + location.search : wanted);
  }

  function showRelation(core: Core, text: string): void {
    const second = other.value.trim();
    if (text === "" || second === "") return fill(relation, h("p", { class: "empty" }, t("relation.empty")));
    if (text.length + second.length > longestAnalysed) return fill(relation, h("p", {}, t("long", { most: longestAnalysed })));
    fill(relation, relationView(core, text, second));
  }

  // What a text that is no URI may have been meant as
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
      say(lines > 1 ? t("lines", { count: lines }) : "");
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
    saying = setTimeout(() => say(text), 700);
  }

  let drawing: ReturnType<typeof setTimeout> | undefined;
  let linking: ReturnType<typeof setTimeout> | undefined;
  function update(): void {
    clearTimeout(drawing);
    clearTimeout(linking);
    clearTimeout(saying);
    linking = setTimeout(showLink, 250); // browsers limit how often a page may change its address
    if (!core) return;
    const ready = core;
    if (field.value.length <= immediate) show(ready);
    else drawing = setTimeout(() => show(ready), 200);
  }

  function load(): void {
    fill(suggestion, h("p", { class: "muted" }, t("loading")));
    loadCore().then((loaded) => {
      core = loaded;
      fill(suggestion);
      root.dataset.state = "ready";
      performance.mark("workbench-ready");
      update();
    }, (e: unknown) => {
      root.dataset.state = "failed";
      fill(suggestion, h("p", { class: "box box-error", role: "alert" }, t("loading.failed"), " ", english(String(e)), " ",
        h("button", { type: "button", class: "small", onclick: load }, t("retry"))));
    });
  }

  function restore(): void {
    const given = stateOf(location.hash);
    if (!given) return;
    field.value = given.text;
    other.value = given.other;
    update();
  }

  field.addEventListener("input", update);
  other.addEventListener("input", update);
  addEventListener("hashchange", restore);

  fill(root,
    h("div", { class: "entry" },
      h("label", { for: "workbench-text" }, t("field.label")),
      field,
      h("p", { id: "workbench-hint", class: "hint" }, t("field.hint")),
      suggestion,
      h("div", { class: "actions" }, h("button", { type: "button", class: "small", onclick: () => take("", "") }, t("clear")), shared, tooLong),
      h("div", { class: "examples", role: "group", "aria-labelledby": "workbench-examples" },
        h("h2", { id: "workbench-examples" }, t("examples")),
        h("ul", { class: "plain" }, examples.map((e) => h("li", {},
          h("button", { type: "button", class: "example", onclick: () => take(e.text, e.other ?? "") }, t(e.key))))))),
    status, empty,
    parts.element, findings.element, urn.element, readings.element, levels.element,
    h("section", { "aria-labelledby": "heading-relation" },
      h("h2", { id: "heading-relation" }, t("relation.heading")),
      h("label", { for: "workbench-other" }, t("relation.label")),
      other,
      h("p", { id: "workbench-other-hint", class: "hint" }, t("relation.hint")),
      relation),
    list.element);
  performance.mark("workbench-field");
  restore();
  showLink();
  load();
}
