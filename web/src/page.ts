// The elements of the page, and their places on it.
import { copyButton } from "./copy.js";
import { type Child, fill, h } from "./dom.js";
import { examples } from "./examples.js";
import { t } from "./texts.js";

export interface Section {
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

export interface Page {
  field: HTMLTextAreaElement;
  other: HTMLTextAreaElement;
  status: HTMLElement;
  suggestion: HTMLElement;
  empty: HTMLElement;
  shared: HTMLElement;
  tooLong: HTMLElement;
  parts: Section;
  findings: Section;
  urn: Section;
  readings: Section;
  levels: Section;
  relation: HTMLElement;
}

/** Puts a text into the field, and into the second one if it is given. */
export type Take = (text: string, second?: string) => void;

export function page(): Page {
  return {
    field: h("textarea", { id: "workbench-text", rows: 2, spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "ltr", "aria-describedby": "workbench-hint" }),
    other: h("textarea", { id: "workbench-other", rows: 1, spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "ltr", "aria-describedby": "workbench-other-hint" }),
    status: h("p", { role: "status", class: "status" }),
    suggestion: h("div", { class: "suggestion" }),
    empty: h("p", { class: "empty" }, t("empty")),
    shared: copyButton(() => location.href, null, "link.copy"),
    tooLong: h("span", { class: "hint", hidden: true }, t("link.tooLong")),
    parts: section("components"),
    findings: section("findings"),
    urn: section("urn"),
    readings: section("readings"),
    levels: section("levels"),
    relation: h("div", { class: "relation" }),
  };
}

export function layOut(root: HTMLElement, p: Page, list: HTMLElement, take: Take): void {
  fill(root,
    h("div", { class: "entry" },
      h("label", { for: "workbench-text" }, t("field.label")),
      p.field,
      h("p", { id: "workbench-hint", class: "hint" }, t("field.hint")),
      p.suggestion,
      h("div", { class: "actions" }, h("button", { type: "button", class: "small", onclick: () => take("", "") }, t("clear")), p.shared, p.tooLong),
      h("div", { class: "examples", role: "group", "aria-labelledby": "workbench-examples" },
        h("h2", { id: "workbench-examples" }, t("examples")),
        h("ul", { class: "plain" }, examples.map((e) => h("li", {},
          h("button", { type: "button", class: "example", onclick: () => take(e.text, e.other ?? "") }, t(e.key))))))),
    p.status, p.empty,
    p.parts.element, p.findings.element, p.urn.element, p.readings.element, p.levels.element,
    h("section", { "aria-labelledby": "heading-relation" },
      h("h2", { id: "heading-relation" }, t("relation.heading")),
      h("label", { for: "workbench-other" }, t("relation.label")),
      p.other,
      h("p", { id: "workbench-other-hint", class: "hint" }, t("relation.hint")),
      p.relation),
    list);
}
