// The facts about a URN and its namespace that are known without a request.
import type { UrnFacts } from "../core.js";
import { type Child, h } from "../dom.js";
import { copyButton } from "../copy.js";
import { code, english } from "../shown.js";
import { t } from "../texts.js";

const pair = (key: string, ...value: Child[]): Child => h("div", {}, h("dt", {}, t(key)), h("dd", {}, value));

/** Only of the web: what a registry holds is no reason to follow any scheme. */
function link(address: string): Child {
  return /^https?:\/\//i.test(address) ? h("a", { href: address, rel: "noreferrer noopener" }, code(address)) : code(address);
}

function check(facts: UrnFacts): Child {
  const c = facts.check;
  if (c.state === "none") return t("urn.check.none");
  const what = c.algorithm === undefined ? "" : ` (${c.algorithm})`;
  if (c.state === "correct") return h("span", { class: "good" }, t("urn.check.correct"), what);
  if (c.state === "incorrect") {
    return h("span", { class: "bad" }, t("urn.check.incorrect", { expected: c.expected ?? "", found: c.found ?? "", offset: (c.offset ?? 0) + 1 }), what);
  }
  return [t("urn.check.unchecked"), " ", c.note ? english(c.note) : null];
}

export function urnView(facts: UrnFacts): Child[] {
  const n = facts.namespace;
  return [
    facts.error && h("p", { class: "box box-error" }, t("urn.error"), " ", english(facts.error.reason)),
    h("dl", { class: "facts" },
      n ? [
        pair("urn.namespace", h("strong", {}, n.nid), " ", english(n.title)),
        pair("urn.kind", t(`urn.${n.kind}`), ", ", t(`urn.${n.status}`), n.date !== "" && `, ${n.date}`),
        n.registrant !== "" && pair("urn.registrant", english(n.registrant)),
        n.references.length > 0 && pair("urn.references", n.references.join(", ")),
      ] : pair("urn.namespace", t("urn.unknown")),
      pair("urn.check", check(facts)),
      pair("urn.normalized", code(facts.normalized), " ", copyButton(facts.normalized, t("urn.normalized"))),
      facts.namespaceNormalized !== facts.normalized && pair("urn.namespaceNormalized", code(facts.namespaceNormalized)),
      facts.shown !== facts.normalized && facts.shown !== "" && pair("urn.shown", h("bdi", {}, facts.shown)),
      facts.name !== null && pair("urn.name", code(facts.name)),
      n && n.equivalence !== "" && pair("urn.equivalence", english(n.equivalence)),
      n && n.systems.length > 0 && pair("urn.systems", n.systems.map((s) => `${s.name}`).join(", ")),
      facts.addresses.length > 0 && pair("urn.addresses", h("ul", { class: "plain" }, facts.addresses.map((a) => h("li", {}, link(a))))),
      n && n.resolutionNote !== "" && pair("urn.resolution", english(n.resolutionNote)),
    ),
  ];
}
