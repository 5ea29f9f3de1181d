// A service on which each kind of object exists in each state, so that no page is empty. Every text that
// a person can write goes through `say`, so that the same service can be filled with hostile texts.
import assert from "node:assert/strict";
import { File } from "node:buffer"; // a global of Node 20
import { spawnSync } from "node:child_process";
import { serve } from "./service.mjs";

const label = (word) => word.replace(/[^a-z]/g, "");

/** The fields of the form for a template to which the check has no objection. */
export const harbour = (say = (text) => text) => ({
  namespace_identifier: "harbour",
  version: "1",
  date: "2026-11-21",
  registrant: `Name: ${say("Harbour Registry")}\nEmail: urn@example.com`,
  purpose: say("Names berths, quays and buoys, for port authorities and makers of charts."),
  syntax: `harbour-nss = 5ALPHA ":" 1*DIGIT\n\nTwo names are equivalent when they differ in the case of letters only. ${say("The r-, q- and f-components have no meaning here.")}`,
  assignment: say("Each port authority assigns berths of its own. The prefix keeps them unique."),
  security_and_privacy: say("Names tell nothing about ships, so no private information leaks."),
  interoperability: say("None known."),
  resolution: say("Resolution is intended. The registry operates a service, and r-components are ignored by it."),
  documentation: `https://example.com/harbour-names ${say("")}`.trim(),
});
const titles = {
  namespace_identifier: "Namespace Identifier", version: "Version", date: "Date", registrant: "Registrant", purpose: "Purpose",
  syntax: "Syntax", assignment: "Assignment", security_and_privacy: "Security and Privacy", interoperability: "Interoperability",
  resolution: "Resolution", documentation: "Documentation", revision_information: "Revision Information",
};
/** The text form of a template. */
export const template = (fields) => Object.entries(fields).map(([key, text]) => `${titles[key]}:\n${text.split("\n").map((l) => `   ${l}`).join("\n")}\n`).join("\n");

// The tables without history, of which the service makes figures and findings.
function operate(service, say) {
  const statements = [];
  const now = Math.floor(Date.now() / 1000);
  const hour = Math.floor(now / 3600);
  const day = Math.floor(now / 86400);
  const run = (table, ...values) => statements.push([`INSERT OR REPLACE INTO ${table} VALUES (${values.map(() => "?").join(", ")})`, values]);
  for (let d = 0; d < 90; ++d) {
    const wave = 300 + 200 * Math.sin(d / 4) + 3 * d;
    const counts = { redirected: wave, described: wave / 5, delegated: 20 + d / 3, withdrawn: d % 7, "no-output": d % 3, unknown: 15 + (d % 11) * 4, malformed: d % 5, refused: d % 2 };
    let total = 0;
    for (const [outcome, n] of Object.entries(counts)) {
      const count = Math.round(n);
      total += count;
      for (const nid of ["+", "example"]) run("resolution_days", day - d, outcome, nid, nid === "+" ? count : Math.round(count * 0.8));
    }
    for (const [nid, share] of [["+", 1], ["example", 0.8], ["harbour", 0.15], ["", 0.05]]) run("resolution_days", day - d, "", nid, Math.round(total * share));
    for (const [country, share] of [["FI", 0.4], ["DE", 0.2], ["AT", 0.1], ["SE", 0.02]]) for (const nid of ["+", "example"]) run("country_days", day - d, nid, country, Math.round(total * share));
  }
  for (let h = 0; h < 168; ++h) {
    if (h === 9 || h === 10) continue; // it was stopped
    for (const [bucket, n] of [[1, 400], [2, 200], [5, 30], [8, 6 + (h % 12)], [10, h % 5]]) if (n) run("latencies", "hour", "resolution", hour - h, bucket, n);
  }
  for (const [name, n] of [["lost-lake", 412], ["lib-lakes", 57], [say("misprint", "unknown.key"), 9], ["guess-1", 1]]) run("unknown_names", day, `example:${name}`, n);
  const found = (url, state, name, says) => statements.push(["INSERT OR REPLACE INTO health (url, state, since, checked, failures, status, media_type, target, says, host, name) VALUES (?, ?, ?, ?, 3, 404, 'text/html', '', ?, ?, ?)",
    [url, state, now - 400000, now - 3000, say(says, "link.says"), new URL(url).host, name]]);
  for (let i = 1; i <= 12; ++i) found(`https://maps.library.example/sheets/${i}`, i < 8 ? "dead" : i < 10 ? "failing" : "alive", `example:lib-map-${i}`, i < 10 ? "answers 404" : "");
  found("https://www.library.example/lakes/1", "alive", "example:lib-lake", "");
  run("link_host_counts", "maps.library.example", 12, 2, 7);
  run("link_host_counts", "www.library.example", 1, 0, 0);
  run("link_host_rules", "www.library.example", "paused", now + 600000, 0, "local:administrator", now);
  run("imports", "00112233445566aa", "local:import", say("nightly", "import.title"), "ndjson", 0, "running", '{"lines":128000,"assigned":127990,"problems":10}', now - 60, now, now + 3600);
  // Node has no SQLite before version 22.
  const program = "import json, sqlite3, sys\nwith sqlite3.connect(sys.argv[1], timeout=30) as c:\n    for sql, values in json.load(sys.stdin): c.execute(sql, values)";
  const done = spawnSync("python3", ["-c", program, service.store], { input: JSON.stringify(statements), encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
}

/**
 * Returns the service; `made` has what pages need in their paths, `tokens` one for each role. A text that a rule of its
 * field refuses is a mistake of the caller, so `say` may differ by field: it is called as say(text, field).
 */
export async function populated({ say = (text) => text, settings = [], ...options } = {}) {
  const service = await serve({
    settings: [`web.name=${say("Names of the Example Library", "web.name")}`, `web.operator=${say("Example Library, Helsinki", "web.operator")}`,
      `web.contact=${say("names@library.example", "web.contact")}`, ...settings],
    ...options,
  });
  const { tokens, api } = service;
  const made = (service.made = { requests: {}, lists: {} });
  const as = tokens.administrator;
  try {
    await api("PUT", "namespaces/example", as, { title: say("Names for examples and documentation (RFC 6963)", "namespace.title"), reinstate_within: 86_400 }, { "if-none-match": "*" });
    for (const [id, name] of [["library", "Example Library"], ["archive", "Example Archive"]]) {
      await api("POST", "registrars", as, { id, name: say(name, "registrar.name"), contact: say(`names@${id}.example`, "registrar.contact") });
    }
    await api("PUT", "delegations/example%3Alib-", as, { registrar: "library", minting: { method: "sequential", pattern: "zd" } });
    await api("PUT", "delegations/example%3Alib-maps-", as, { registrar: "library" });
    await api("PUT", "delegations/example%3Alib-maps-old-", as, { registrar: "archive" });
    const roles = {
      reader: {}, registrar: { registrar: "library" }, manager: { prefixes: ["example:"] }, expert: {},
    };
    for (const [role, rest] of Object.entries(roles)) tokens[role] = await service.token({ role, ...rest, label: say(`the ${role}`, "token.label") });
    tokens.archive = await service.token({ role: "registrar", registrar: "archive", label: say("the archive's export", "token.label") });

    // Names.
    const lake = {
      locators: [
        { url: "https://www.library.example/lakes/1", media_type: "text/html", language: "en" },
        { url: "https://www.library.example/lakes/1.de", media_type: "text/html", language: "de", country: "DE", weight: 2 },
        { url: "https://www.library.example/lakes/1.pdf", media_type: "application/pdf" },
      ],
      metadata: {
        title: say("Forest lakes of the north", "metadata.title"), creator: [say("Aalto, Ida", "metadata.creator"), say("Berg, Otto", "metadata.creator")],
        date: "2026-11", type: say("book", "metadata.type"), publisher: say("Example Press", "metadata.publisher"),
        [label(say("note", "metadata.key"))]: say("Maps by the author", "metadata.note"), nested: { [say("scale", "metadata.key")]: say("1:50,000", "metadata.note") },
      },
      other_names: ["urn:isbn:978-951-0-18435-6"],
      predecessor: "urn:example:lib-dry",
      values: [{ type: "DESC", value: say("Printed on recycled paper", "value") }],
    };
    await api("POST", "names", as, { name: "urn:example:lib-dry", locators: ["https://www.library.example/dry"], metadata: { title: say("Forest lakes, first edition", "metadata.title") } });
    await api("POST", "names", as, { name: "urn:example:lib-lake", ...lake, metadata: { ...lake.metadata, title: say("Lakes", "metadata.title") } });
    await api("PATCH", "names/urn%3Aexample%3Alib-lake", as, { locators: lake.locators.slice(1) });
    await api("PATCH", "names/urn%3Aexample%3Alib-lake", as, { locators: lake.locators, metadata: lake.metadata });
    await api("POST", "names/urn%3Aexample%3Alib-dry/withdraw", as, { reason: say("A second edition has replaced it.", "reason"), successor: "urn:example:lib-lake" });
    await api("POST", "names", as, { name: "urn:example:lib-bare", metadata: { title: say("Described, and not yet published", "metadata.title") } });
    made.reservation = (await api("POST", "reservations", as, { names: ["urn:example:lib-later"] })).id;
    for (let i = 1; i <= 12; ++i) {
      await api("POST", "names", as, { name: `urn:example:lib-map-${i}`, locators: [`https://maps.library.example/sheets/${i}`], metadata: { title: say(`Map of the coast, sheet ${i}`, "metadata.title") } });
    }

    // Transfers: one that waits, and one that was refused.
    const transfer = (note) => api("POST", "transfers", tokens.registrar, { prefix: "example:lib-maps-", to: "archive", note: say(note, "transfer.note") });
    const refused = await transfer("The archive keeps the maps now");
    made.transfer = refused.id;
    await api("POST", `transfers/${refused.id}/refuse`, tokens.archive, { answer: say("Not before the shelves are free", "transfer.answer") });
    await transfer("The shelves are free");

    // Requests for namespaces, in each state.
    const open = async (fields, more = {}) => (await api("POST", "requests", tokens.reader, {
      template: template(fields), title: say("Berths, quays and buoys", "request.title"), submitter: say("Harbour Registry", "request.submitter"), submit: true, ...more,
    })).request.id;
    const act = (q, action, token, body = {}) => api("POST", `requests/${q}/${action}`, token, body);
    const fields = (nid, more) => ({ ...harbour((text) => say(text, "template")), namespace_identifier: nid, ...more });
    const requests = made.requests;
    requests.draft = await open(fields("draft-berths"), { submit: false });
    requests.submitted = await open(fields("ferries"));
    requests.review = await open(fields("lighthouses"));
    await act(requests.review, "review", tokens.expert, { text: say("I have read the template.", "action.text") });
    requests.returned = await open(fields("moorings"));
    await act(requests.returned, "review", tokens.expert);
    await act(requests.returned, "return", tokens.expert, { text: say("Please say who assigns names when an authority ends.", "action.text") });
    requests.declined = await open(fields("rowing"));
    await act(requests.declined, "review", tokens.expert);
    await act(requests.declined, "decline", tokens.expert, { text: say("The names are those of an existing namespace.", "action.text") });
    requests.approved = await open(fields("slipways"));
    await act(requests.approved, "review", tokens.expert);
    await act(requests.approved, "approve", tokens.expert);
    requests.registered = await open(fields("harbour"));
    await api("POST", `requests/${requests.registered}/comments`, tokens.reader, { author: say("Ida Aalto", "comment.author"), text: say("May berths be named before they are built?", "comment.text") });
    await act(requests.registered, "review", tokens.expert);
    await act(requests.registered, "approve", tokens.expert, { reference: say("minutes of 2026-11-20", "action.reference") });
    await act(requests.registered, "register", as);
    requests.revision = await open(fields("harbour", { version: "2", date: "2026-11-25", purpose: say("Names berths, quays, buoys and locks.", "template"), revision_information: say("Locks are named, too.", "template") }), { revises: "harbour" });
    await act(requests.revision, "review", tokens.expert);
    await act(requests.revision, "approve", tokens.expert);
    await act(requests.revision, "register", as);

    // Lists: uploaded, checked and imported.
    const rows = [["Link", "URN", say("Heading", "list.column")], ...[1, 2, 3, 4].map((i) => [i === 3 ? "not a URL" : `https://maps.library.example/islands/${i}`, `urn:example:lib-island-${i}`, say(`Island ${i}`, "list.cell")])];
    const csv = rows.map((r) => r.map((c) => `"${c.replaceAll('"', '""')}"`).join(",")).join("\n");
    const call = async (path, body, headers = {}) => {
      const response = await fetch(service.url + path, { method: "POST", redirect: "manual", body, headers: { authorization: `Bearer ${tokens.registrar}`, accept: "text/html", ...headers } });
      assert.equal(response.status, 303, `POST ${path}: ${await response.text()}`);
      return response.headers.get("location");
    };
    const upload = async () => {
      const form = new FormData();
      form.set("file", new File([`${csv}\n`], say("islands.csv", "list.file"), { type: "text/csv" }));
      return call("/manage/lists", form);
    };
    const until = async (path, state) => {
      for (let tries = 0; tries < 10000; ++tries) {
        const page = await (await fetch(service.url + path, { headers: { authorization: `Bearer ${tokens.registrar}`, accept: "text/html" } })).text();
        if (new RegExp(`class="badge[^"]*">${state}<`).test(page)) return path;
      }
      assert.fail(`${path}: never ${state}`);
    };
    const columns = { "column.0": "url", "column.1": "name", "column.2": "title" };
    const start = async (path, what) => call(path, new URLSearchParams({ do: what, ...columns }));
    made.lists.uploaded = await upload();
    made.lists.checked = await upload();
    await start(made.lists.checked, "check");
    await until(made.lists.checked, "checked");
    made.lists.imported = await upload();
    await start(made.lists.imported, "import");
    await until(made.lists.imported, "imported");

    // The data that administrators see: as if the service had run for a month, and other processes of it worked on the
    // store.
    operate(service, say);
    await api("POST", "history/verifications", as);
    made.webhook = (await api("POST", "webhooks", as, { url: "https://hooks.example.org/uniform", actions: ["submit", "register"], label: say("for the catalogue", "webhook.label") })).id;
    await api("POST", `webhooks/${made.webhook}/test`, as);
  } catch (failure) {
    await service.remove();
    throw failure;
  }
  return service;
}
