// Normalization level by level: what each changes of the form before it.
import type { Core, NormalForm } from "../core.js";
import { type Child, h } from "../dom.js";
import { copyButton } from "../copy.js";
import { code, source, visible } from "../shown.js";
import { t } from "../texts.js";

/** Which components of the text differ from the level before; the forms are valid references. */
export function changesFrom(core: Core, before: string, now: NormalForm): string[] {
  if (before === now.text) return [];
  const a = core.parse(before);
  const b = core.parse(now.text);
  return (["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const).filter((name) => a[name] !== b[name]);
}

function marked(core: Core, text: string, changes: string[]): HTMLElement {
  const r = core.parse(text);
  const pieces: Child[] = [];
  let at = 0;
  for (const name of ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const) {
    const range = changes.includes(name) ? r.range(name) : null;
    if (range === null || range[0] === range[1]) continue;
    pieces.push(visible(text.slice(at, range[0])), h("ins", {}, visible(text.slice(...range))));
    at = range[1];
  }
  pieces.push(visible(text.slice(at)));
  return h("code", { dir: "ltr" }, pieces);
}

/** Without the level that only joins the three before it, unless that changes something. */
export function levelsView(core: Core, text: string, forms: NormalForm[]): Child[] {
  let before = text;
  const items = forms.map((form) => {
    const changes = changesFrom(core, before, form);
    const item = h("li", { class: changes.length > 0 || before !== form.text ? "level changed" : "level" },
      h("p", {}, h("strong", {}, t(`level.${form.level}`)), " ", h("span", { class: "muted" }, t(`level.${form.level}.what`), " (", source("RFC 3986", form.section), ")")),
      before === form.text
        ? h("p", { class: "muted" }, t("levels.same"))
        : [h("p", { class: "line" }, marked(core, form.text, changes), " ", copyButton(form.text, t(`level.${form.level}`))),
          changes.length > 0 && h("p", { class: "muted" }, t("levels.changes", { components: changes.map((c) => t(`part.${c}`)).join(", ") }))]);
    before = form.text;
    return item;
  });
  const last = forms.at(-1)?.text ?? text;
  return [
    h("ol", { class: "levels plain" }, items),
    h("p", { class: "line" }, last === text ? t("levels.normal") : [t("levels.result"), " ", code(last), " ", copyButton(last, t("levels.result"))]),
  ];
}
