// The findings of the linter, at their positions.
import type { Finding } from "../core.js";
import { type Child, h } from "../dom.js";
import { copyButton } from "../copy.js";
import { stretches } from "../marks.js";
import { code, english, visible } from "../shown.js";
import { t } from "../texts.js";

export function findingsView(text: string, findings: Finding[], use: (text: string) => void): Child[] {
  if (findings.length === 0) return [h("p", { class: "box box-good" }, t("findings.none"))];
  return [
    h("p", { class: "line marked", "aria-hidden": "true" }, h("code", { dir: "ltr" }, stretches(text.length, findings).map((s) => {
      const worst = s.of.some((i) => findings[i]?.severity === "error") ? "error" : "warning";
      const part = visible(text.slice(s.begin, s.end), 400);
      return [s.of.length > 0 ? h("mark", { class: `mark-${worst}` }, part) : part,
        s.ends.length > 0 && h("sup", {}, s.ends.map((i) => i + 1).join(","))];
    }))),
    h("ol", { class: "findings" }, findings.map((f) => h("li", { class: `finding finding-${f.severity}` },
      h("p", {}, h("strong", { class: "severity" }, t(`severity.${f.severity}`)), " ", english(f.explanation), " ",
        h("span", { class: "muted" }, t("findings.place", { begin: f.begin + 1, end: Math.max(f.end, f.begin + 1) }), ", ", f.citation, ", ", h("code", {}, f.check))),
      f.safer !== null && f.safer !== text && h("p", { class: "line" }, t("findings.safer"), " ", code(f.safer), " ",
        h("button", { type: "button", class: "small", onclick: () => use(f.safer ?? "") }, t("use")), " ",
        copyButton(f.safer, t("findings.saferForm"))),
    ))),
  ];
}
