// Two texts: a reference resolved against a base step by step, and the level at which two identifiers meet.
import { attempt, type Core } from "../core.js";
import { type Child, h } from "../dom.js";
import { copyButton } from "../copy.js";
import { componentsOf } from "../pieces.js";
import { code, english } from "../shown.js";
import { has, t } from "../texts.js";
import { pointed } from "./components.js";

function resolution(core: Core, base: string, reference: string): Child[] {
  const found = attempt(core, () => core.resolutionSteps(base, reference));
  if (!found.value) return [h("p", { class: "refused" }, english(found.error.reason))];
  const { steps, target } = found.value;
  return [
    h("p", {}, t("relation.base"), " ", code(base, 300), ", ", t("relation.reference"), " ", code(reference, 300)),
    h("ol", { class: "steps" }, steps.map((s) => h("li", {},
      h("p", {}, has(`step.${s.step}`) ? t(`step.${s.step}`) : english(s.rule), " ", h("span", { class: "muted" }, core.citation("RFC 3986", s.section))),
      h("p", { class: "line" }, code(s.result))))),
    h("p", { class: "line" }, h("strong", {}, t("relation.target")), " ", code(target), " ", copyButton(target, t("relation.target"))),
  ];
}

function comparison(core: Core, first: string, second: string): Child[] {
  const compared = attempt(core, () => core.comparisonLevel(first, second));
  if (compared.error) return [h("p", { class: "refused" }, english(compared.error.reason))];
  const a = core.normalForms(first);
  const b = core.normalForms(second);
  const urns = /^urn:/i.test(first) && /^urn:/i.test(second);
  const equal = (namespace: boolean): boolean => urns && (attempt(core, () => core.urnEquivalent(first, second, { namespace })).value ?? false);
  const [as_urns, by_namespace] = [equal(false), equal(true)];
  return [
    h("p", { class: compared.value === null && !by_namespace ? "box" : "box box-good" },
      compared.value !== null ? t("relation.meet", { level: t(`level.${compared.value}`) })
        : t(as_urns ? "relation.meet.urn" : by_namespace ? "relation.meet.namespace" : "relation.never")),
    h("ol", { class: "plain ladder" }, a.map((form, i) => {
      const same = form.text === b[i]?.text;
      const again = i > 0 && form.text === a[i - 1]?.text && b[i]?.text === b[i - 1]?.text; // as at the level before
      return h("li", { class: same ? "same" : "different" },
        h("p", {}, h("strong", {}, t(`level.${form.level}`)), ": ", h("span", { "aria-hidden": "true" }, same ? "= " : "\u2260 "), t(same ? "relation.same" : "relation.different")),
        !again && h("p", { class: "line" }, code(form.text, 300)), !again && !same && h("p", { class: "line" }, code(b[i]?.text ?? "", 300)));
    })),
    urns && h("p", {}, t(as_urns ? "relation.urn.equal" : "relation.urn.different"), " ",
      t(by_namespace ? "relation.namespace.equal" : "relation.namespace.different")),
  ];
}

// A text that is no reference is neither resolved nor compared: the view shows which of the two it is, and where its
// fault is.
function refusals(core: Core, texts: Record<string, string>): Child[] {
  return Object.entries(texts).filter(([, text]) => !core.valid(text)).map(([key, text]) => {
    const { error } = componentsOf(core, text);
    return [h("p", { class: "refused" }, t(key)), error && pointed(text, error)];
  }).flat();
}

export function relationView(core: Core, text: string, other: string): Child[] {
  const refused = refusals(core, { "relation.wrong.first": text, "relation.wrong.second": other });
  if (refused.length > 0) return refused;
  const absolute = (s: string): boolean => core.valid(s, { production: "URI" });
  const [first, second] = [absolute(text), absolute(other)];
  const parts: Child[] = [];
  if (first !== second) {
    parts.push(h("h3", {}, t("relation.resolved")), first ? resolution(core, text, other) : resolution(core, other, text));
  } else if (first && second && !/^urn:/i.test(text)) {
    const short = attempt(core, () => core.relativize(other, text)).value;
    if (short !== null) parts.push(h("p", { class: "line" }, t("relation.relative"), " ", code(short)));
  }
  if (first === second) parts.push(h("h3", {}, t("relation.compared")), comparison(core, text, other));
  return parts;
}
