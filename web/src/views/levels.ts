// Normalization level by level, each applied to the form before it, with what it changes there.
import type { Core, Edition, Level } from "../core.js";
import { type Child, h } from "../dom.js";
import { copyButton } from "../copy.js";
import { code, visible } from "../shown.js";
import { t } from "../texts.js";

const names = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;
const sections = { simple: "6.2.1", case: "6.2.2.1", percent: "6.2.2.2", path: "6.2.2.3", scheme: "6.2.3" } as const;

export interface Step {
  level: keyof typeof sections;
  section: string;
  text: string;
  /** The components that differ from the step before. */
  changes: string[];
}

/** The text through all levels; the last has what normalize() makes of it at that level. */
export function stepsOf(core: Core, text: string, edition: Edition): Step[] {
  let before = text;
  return (Object.keys(sections) as Step["level"][]).map((level) => {
    const now = core.normalize(level === "scheme" ? text : before, { level: level as Level, edition });
    const a = core.parse(before, { edition });
    const b = core.parse(now, { edition });
    before = now;
    return { level, section: sections[level], text: now, changes: names.filter((name) => a[name] !== b[name]) };
  });
}

function marked(core: Core, step: Step, edition: Edition): HTMLElement {
  const r = core.parse(step.text, { edition });
  const pieces: Child[] = [];
  let at = 0;
  for (const name of names) {
    const range = step.changes.includes(name) ? r.range(name) : null;
    if (range === null || range[0] === range[1]) continue;
    pieces.push(visible(step.text.slice(at, range[0])), h("ins", {}, visible(step.text.slice(...range))));
    at = range[1];
  }
  return h("code", { dir: "ltr" }, pieces, visible(step.text.slice(at)));
}

export function levelsView(core: Core, text: string, edition: Edition): Child[] {
  const steps = stepsOf(core, text, edition);
  const last = steps.at(-1)?.text ?? text;
  return [
    h("ol", { class: "levels plain" }, steps.map((s) => h("li", { class: s.changes.length > 0 ? "level changed" : "level" },
      h("p", {}, h("strong", {}, t(`level.${s.level}`)), " ", h("span", { class: "muted" }, t(`level.${s.level}.what`), " (", core.citation("RFC 3986", s.section), ")")),
      s.changes.length === 0
        ? h("p", { class: "muted" }, t("levels.same"))
        : [h("p", { class: "line" }, marked(core, s, edition), " ", copyButton(s.text, t(`level.${s.level}`))),
          h("p", { class: "muted" }, t("levels.changes", { components: s.changes.map((c) => t(`part.${c}`)).join(", ") }))]))),
    h("p", { class: "line" }, last === text ? t("levels.normal") : [h("strong", {}, t("levels.result")), " ", code(last), " ", copyButton(last, t("levels.result"))]),
  ];
}
