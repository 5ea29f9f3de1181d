// The readings of all editions side by side. On narrow screens rows become cards, so the roles of a table are written.
import { type Child, h } from "../dom.js";
import type { Readings, Row, Table } from "../rows.js";
import { code, english, visible } from "../shown.js";
import { t } from "../texts.js";

function name(document: string): Child {
  if (document === "browser") return t("readings.browser");
  const year = drafts[document];
  return year === undefined ? document : [t("readings.draft", { year }), " ", h("span", { class: "draft" }, document)];
}
const drafts: Record<string, string> = {
  "draft-fielding-uri-rfc2396bis-01": "2003", "draft-ietf-uri-url-06": "1994",
  "draft-ietf-urnbis-rfc2141bis-urn-14": "2015", "draft-ietf-urnbis-rfc2141bis-urn-16": "2016",
};

function cells(row: Row, columns: readonly string[]): Child {
  if (row.values === null) {
    return h("td", { role: "cell", colspan: columns.length, class: "refused" }, t("readings.refused"), " ",
      row.error && [english(row.error.reason), " ", h("span", { class: "muted" }, t("readings.at", { offset: row.error.offset + 1 }))]);
  }
  return row.values.map((value, i) => h("td", { role: "cell", "data-label": t(`part.${columns[i]}`), class: row.differs[i] ? "differs" : value === null ? "without" : null },
    row.differs[i] && h("span", { class: "differs-sign" }, h("span", { "aria-hidden": "true" }, "\u2260"), h("span", { class: "off-screen" }, t("readings.differs"))),
    value === null ? h("span", { class: "absent", "aria-label": t("text.absent") , role: "img" }, "\u2013") : value === "" ? code(value) : h("code", { dir: "ltr" }, visible(value, 200))));
}

function table(of: Table, caption: string): HTMLElement {
  return h("table", { role: "table", class: "readings" },
    h("caption", {}, caption),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
      h("th", { role: "columnheader", scope: "col" }, t("readings.document")),
      of.columns.map((c) => h("th", { role: "columnheader", scope: "col" }, t(`part.${c}`))))),
    h("tbody", { role: "rowgroup" }, of.rows.map((row) => h("tr", { role: "row" },
      h("th", { role: "rowheader", scope: "row" }, name(row.document)), cells(row, of.columns)))));
}

export function readingsView(readings: Readings, text: string): Child[] {
  const browser = readings.references.rows.at(-1);
  // RFC 3986 section 4.2: without a scheme it is a relative reference, which a browser reads against a base only.
  const scheme = readings.references.rows[0]?.values?.[readings.references.columns.indexOf("scheme")];
  return [
    table(readings.references, t("readings.references")),
    browser?.written && browser.written !== text && h("p", { class: "line" }, t("readings.written"), " ", code(browser.written)),
    browser?.document === "browser" && browser.values === null && scheme === null && h("p", { class: "line" }, t("readings.relative", { field: t("relation.label") })),
    readings.urns && table(readings.urns, t("readings.urns")),
    readings.urls.length > 0 && [
      h("h3", {}, t("readings.urls")),
      h("ul", { class: "plain cards" }, readings.urls.map((u) => h("li", { class: "card" },
        h("h4", {}, u.document === null ? t("readings.noDocument") : name(u.document)),
        u.error && h("p", { class: "refused" }, t("readings.refused"), " ", english(u.error.reason)),
        u.parts && h("dl", { class: "parts" }, Object.entries(u.parts.parts).filter(([, v]) => v !== null).map(([key, v]) =>
          h("div", {}, h("dt", { lang: "en" }, key), h("dd", {}, code(typeof v === "string" ? v : JSON.stringify(v), 300)))))))),
    ],
  ];
}
