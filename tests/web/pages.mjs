// Every page of the service, once for each object that it can show. A row:
//   operations  the operations of the OpenAPI document (operationId) whose page it is
//   as          the role whose token the visitor has; absent: anyone
//   path        or path(service), of a populated service
//   status      of the page itself; 200 if absent
//   act(page)   leads to the page from `path`, by a form
//   in_english  has descriptions of the API, which are in English
//   heavy       a page of scripts: the workbench
export const pages = {
  front: { operations: ["startPage"], path: "/" },
  search: { operations: ["search"], path: "/search?q=urn%3Aexample%3Alib-map" },
  search_nothing: { operations: ["search"], path: "/search?q=lighthouse+keepers" },
  about: { operations: ["aboutName"], path: "/about/urn:example:lib-lake" },
  about_bare: { operations: ["aboutName"], path: "/about/urn:example:lib-bare" },
  about_reserved: { operations: ["aboutName"], path: "/about/urn:example:lib-later" },
  about_tombstone: { operations: ["aboutName", "resolve"], path: "/urn:example:lib-dry", status: 410 },
  name_unknown: { operations: ["resolve"], path: "/urn:example:lib-map-13", status: 404 },
  name_malformed: { operations: ["resolve"], path: "/urn:exa_mple:a", status: 400 },
  name_elsewhere: { operations: ["resolve"], path: "/urn:no-such-namespace:1", status: 404 },
  resolve_json: { operations: ["resolveAsJson"], path: "/api/v1/resolve/urn%3Aexample%3Anone", status: 404 },
  thttp: { operations: ["thttp"], path: "/uri-res/I2C?urn:example:lib-lake" },
  thttp_unknown: { operations: ["thttp"], path: "/uri-res/N2L?urn:example:none", status: 404 },
  no_page: { operations: [], path: "/no/such/page", status: 404 },
  registry: { operations: ["listRegistry"], path: "/namespaces" },
  registry_search: { operations: ["listRegistry"], path: "/namespaces?q=book" },
  registry_nothing: { operations: ["listRegistry"], path: "/namespaces?q=zzz" },
  namespace: { operations: ["readRegistration"], path: "/namespaces/harbour" },
  namespace_iana: { operations: ["readRegistration"], path: "/namespaces/isbn" },
  namespace_local: { operations: ["readRegistration"], path: "/namespaces/example" },
  problems: { in_english: true, operations: ["listProblems"], path: "/problems" },
  problem: { in_english: true, operations: ["describeProblem"], path: "/problems/gone" },
  api: { in_english: true, operations: ["showApi"], path: "/api" },
  api_operation: { in_english: true, operations: ["showApi"], path: "/api?operation=putDelegation" },
  api_schema: { in_english: true, operations: ["showApi"], path: "/api?schema=namespace_settings" },
  workbench: { operations: ["workbench"], path: "/workbench", heavy: true },
  sign_in: { operations: ["showSignIn"], path: "/sign-in?to=%2Fmanage%2Fnames" },
  signed_out: { operations: ["showSignedOut"], path: "/signed-out" },
  sign_in_refused: {
    operations: ["signIn"], path: "/sign-in", status: 422,
    act: async (page) => {
      await page.locator("#token").fill("uniform_000000000000_none");
      await page.locator("main form button").click();
    },
  },

  names_empty: { operations: ["manageNames"], as: "manager", path: "/manage/names" },
  names: { operations: ["manageNames"], as: "manager", path: "/manage/names?q=urn%3Aexample%3Alib-" },
  names_nothing: { operations: ["manageNames"], as: "manager", path: "/manage/names?q=urn%3Aexample%3Anothing" },
  managed_name: { operations: ["showManagedName"], as: "registrar", path: "/manage/names/urn%3Aexample%3Alib-lake" },
  managed_name_refused: {
    operations: ["showManagedName"], as: "registrar", path: "/manage/names/urn%3Aexample%3Alib-bare", status: 422,
    act: async (page) => {
      await page.locator("[name='locator.0.url']").fill("javascript:alert(1)");
      await page.locator("form:has([name='metadata.title']) button").first().click();
    },
  },
  managed_reserved: { operations: ["showManagedName"], as: "registrar", path: "/manage/names/urn%3Aexample%3Alib-later" },
  managed_tombstone: { operations: ["showManagedName"], as: "manager", path: "/manage/names/urn%3Aexample%3Alib-dry" },
  withdraw: { operations: ["showWithdrawPage"], as: "registrar", path: "/manage/names/urn%3Aexample%3Alib-map-1/withdraw" },
  assign: { operations: ["showAssignPage"], as: "registrar", path: "/manage/assign" },
  mint: { operations: ["showMintPage"], as: "registrar", path: "/manage/mint" },
  minted: { operations: ["mintByForm"], as: "registrar", path: "/manage/mint", act: (page) => page.locator("form.work button").click() },
  reserve: { operations: ["showReservePage"], as: "registrar", path: "/manage/reserve" },
  reserved: { operations: ["reserveByForm"], as: "registrar", path: "/manage/reserve", act: (page) => page.locator("form.work button").click() },
  several: {
    operations: ["previewSeveral"], as: "registrar", path: "/manage/names?q=urn%3Aexample%3Alib-map",
    act: async (page) => {
      for (const box of (await page.locator("[name=name]").all()).slice(0, 3)) await box.check();
      await page.locator("form[action='/manage/several'] button").click();
    },
  },
  several_preview: {
    operations: ["previewSeveral"], as: "registrar", path: "/manage/names?q=urn%3Aexample%3Alib-map",
    act: async (page) => {
      // They move there and back, each time that the page is visited.
      const hosts = ["maps.library.example", "charts.library.example"];
      if ((await page.locator("tbody tr").first().innerText()).includes(hosts[1])) hosts.reverse();
      await pages.several.act(page);
      await page.locator("[name=action][value=host]").check();
      await page.locator("#from").fill(hosts[0]);
      await page.locator("#to").fill(hosts[1]);
      await page.locator("form.work button").click();
    },
  },
  several_done: {
    operations: ["changeSeveral"], as: "registrar", path: "/manage/names?q=urn%3Aexample%3Alib-map",
    act: async (page) => {
      await pages.several_preview.act(page);
      await page.locator("form.work button").click();
    },
  },
  lists: { operations: ["showLists"], as: "registrar", path: "/manage/lists" },
  lists_empty: { operations: ["showLists"], as: "archive", path: "/manage/lists" },
  list_uploaded: { operations: ["showList"], as: "registrar", path: (s) => s.made.lists.uploaded },
  list_checked: { operations: ["showList"], as: "registrar", path: (s) => s.made.lists.checked },
  list_imported: { operations: ["showList"], as: "registrar", path: (s) => s.made.lists.imported },
  managed: { operations: ["showManagedNamespaces"], as: "administrator", path: "/manage/namespaces" },
  settings: { operations: ["showNamespacePage"], as: "manager", path: "/manage/namespace?nid=example" },
  settings_read: { operations: ["showNamespacePage"], as: "registrar", path: "/manage/namespace?nid=example" },
  settings_refused: {
    operations: ["showNamespacePage"], as: "administrator", path: "/manage/namespace?nid=exampel", status: 422,
    act: async (page) => {
      await page.locator("#syntax").fill('{\n  "pattern": <1>\n}');
      await page.locator("form.work button").click();
    },
  },
  settings_seen: {
    operations: ["showNamespacePage"], as: "administrator", path: "/manage/namespace", status: 409,
    act: async (page) => {
      await page.locator("#nid").fill("example");
      await page.locator("#title").fill("Of somebody else");
      await page.locator("form.work button").click();
    },
  },
  prefixes: { operations: ["showPrefixes"], as: "manager", path: "/manage/prefixes" },
  delegation: { operations: ["showDelegationPage"], as: "manager", path: "/manage/delegation?prefix=example:lib-" },
  delegation_new: { operations: ["showDelegationPage"], as: "manager", path: "/manage/delegation?prefix=example:new-" },
  registrars: { operations: ["showRegistrars"], as: "manager", path: "/manage/registrars" },
  registrar: { operations: ["showRegistrarPage"], as: "administrator", path: "/manage/registrars/library" },
  registrar_refused: {
    operations: ["showRegistrars"], as: "manager", path: "/manage/registrars", status: 409,
    act: async (page) => {
      await page.locator("#id").fill("library");
      await page.locator("#name").fill("Again");
      await page.locator("form.work button").click();
    },
  },
  delegation_seen: {
    operations: ["showDelegationPage"], as: "manager", path: "/manage/delegation?prefix=example:new-", status: 409,
    act: async (page) => {
      await page.locator("#prefix").fill("example:lib-");
      await page.locator("#naming").fill("[a-z]+");
      await page.locator("form.work button").first().click();
    },
  },
  transfers: { operations: ["showTransfers"], as: "registrar", path: "/manage/transfers" },
  transfer: { operations: ["showTransfer"], as: "registrar", path: (s) => `/manage/transfers/${encodeURIComponent(s.made.transfer)}` },
  batch: { operations: ["showBatch"], as: "registrar", path: (s) => `/manage/batches/${s.made.reservation}` },
  findings: { operations: ["showFindings"], as: "registrar", path: "/manage/findings" },
  account: { operations: ["showAccount"], as: "manager", path: "/account" },
  tokens: { operations: ["showTokens"], as: "administrator", path: "/account/tokens" },
  token: { operations: ["showToken"], as: "manager", path: (s) => `/account/tokens/${s.tokens.manager.split("_")[1]}` },
  token_made: {
    operations: ["createTokenByForm"], as: "administrator", path: "/account/tokens",
    act: async (page) => {
      await page.locator("#label").fill("for the export");
      await page.locator("form[action='/account/tokens'] button").click();
    },
  },

  registration: { operations: ["showRegistration"], as: "expert", path: "/registration" },
  registration_public: { operations: ["showRegistration"], path: "/registration" },
  request_public: { operations: ["showRequest"], path: (s) => `/registration/requests/${s.made.requests.revision}` },
  registration_new: { operations: ["showNewRequest"], as: "reader", path: "/registration/new" },
  registration_revision: { operations: ["showNewRequest"], as: "reader", path: (s) => `/registration/new?revises=${s.made.requests.registered}` },
  registration_checked: {
    operations: ["openRequestByForm"], as: "reader", path: "/registration/new",
    act: (page) => page.locator("[name=do][value=check]").click(),
  },
  request_draft: { operations: ["showRequest"], as: "reader", path: (s) => `/registration/requests/${s.made.requests.draft}` },
  request_edit: { operations: ["showDraft"], as: "reader", path: (s) => `/registration/requests/${s.made.requests.draft}/edit` },
  request_edit_checked: {
    operations: ["editRequestByForm"], as: "reader", path: (s) => `/registration/requests/${s.made.requests.returned}/edit`,
    act: (page) => page.locator("[name=do][value=check]").click(),
  },
  request_review: { operations: ["showRequest"], as: "expert", path: (s) => `/registration/requests/${s.made.requests.review}` },
  request_returned: { operations: ["showRequest"], as: "reader", path: (s) => `/registration/requests/${s.made.requests.returned}` },
  request_approved: { operations: ["showRequest"], as: "administrator", path: (s) => `/registration/requests/${s.made.requests.approved}` },
  request_registered: { operations: ["showRequest"], as: "reader", path: (s) => `/registration/requests/${s.made.requests.registered}` },

  operation: { operations: ["showOperation"], as: "administrator", path: "/operation" },
  resolutions: { operations: ["showResolutions"], as: "administrator", path: "/operation/resolutions" },
  resolutions_of: { operations: ["showResolutions"], as: "administrator", path: "/operation/resolutions?days=91&namespace=example" },
  resolutions_empty: { operations: ["showResolutions"], as: "administrator", path: "/operation/resolutions?namespace=none" },
  latency: { operations: ["showLatency"], as: "administrator", path: "/operation/latency?period=week" },
  latency_empty: { operations: ["showLatency"], as: "administrator", path: "/operation/latency?route=harvest" },
  unknown: { operations: ["showUnknownNames"], as: "administrator", path: "/operation/unknown" },
  unknown_empty: { operations: ["showUnknownNames"], as: "administrator", path: "/operation/unknown?day=2026-01-01" },
  link_hosts: { operations: ["showLinkHosts"], as: "administrator", path: "/operation/links" },
  link_host: { operations: ["showLinkHost"], as: "administrator", path: "/operation/links/maps.library.example" },
  link_host_paused: { operations: ["showLinkHost"], as: "administrator", path: "/operation/links/www.library.example" },
  imports: { operations: ["showImports"], as: "administrator", path: "/operation/imports" },
  verifications: { operations: ["showVerifications"], as: "administrator", path: "/operation/history" },
  store: { operations: ["showStore"], as: "administrator", path: "/operation/store" },
  settings: { operations: ["showSettings"], as: "administrator", path: "/operation/settings" },
  settings_changed: { operations: ["showSettings"], as: "administrator", path: "/operation/settings?changed=1" },
  settings_nothing: { operations: ["showSettings"], as: "administrator", path: "/operation/settings?q=zzz" },
  decisions: { operations: ["showDecisions"], as: "administrator", path: "/operation/decisions" },
  decisions_nothing: { operations: ["showDecisions"], as: "administrator", path: "/operation/decisions?who=nobody" },
  iana_list: { operations: ["showRegistryList"], as: "administrator", path: "/operation/registry" },
  iana_list_refused: {
    operations: ["replaceRegistryListByForm"], as: "administrator", path: "/operation/registry", status: 400,
    act: async (page) => {
      await page.locator("#file").setInputFiles({ name: "urn-namespaces.xml", mimeType: "text/xml", buffer: Buffer.from("<registry/>") });
      await page.locator("form.work button").click();
    },
  },
  webhooks: { operations: ["showWebhooks"], as: "administrator", path: "/operation/webhooks" },
  webhook: { operations: ["showWebhook"], as: "administrator", path: (s) => `/operation/webhooks/${s.made.webhook}` },
  webhook_made: {
    operations: ["createWebhookByForm"], as: "administrator", path: "/operation/webhooks",
    act: async (page) => {
      await page.locator("#url").fill("https://hooks.example.org/more");
      await page.locator("form.work button").click();
    },
  },
  webhook_refused: {
    operations: ["createWebhookByForm"], as: "administrator", path: "/operation/webhooks", status: 422,
    act: async (page) => {
      await page.locator("#url").fill("https://127.0.0.1/");
      await page.locator("form.work button").click();
    },
  },
};

// Operations with pages that have no row, and why.
export const elsewhere = {
  explainChoice: "the page of problems, for readers who accept text/html alone; browsers accept JSON as well",
  getLinkset: "as explainChoice",
  finishOpenidSignIn: "needs a provider: tests/web/openid.test.mjs",
  readDocs: "the site's own pages: tests/documents/site_test.py",
};

/**
 * The rows that this run visits: one of `parts` consecutive ones. Which of them, a number in UNIFORM_SHARE says (`./test`: the
 * day, so that the shares take turns); all of them if it is "all" (`./test all`). `from` makes the shares of two tests differ.
 */
export function share(rows, parts, from = 0) {
  const wanted = process.env.UNIFORM_SHARE ?? "0";
  return Object.fromEntries(Object.entries(rows).filter((_, n) => wanted === "all" || (n + from + Number(wanted)) % parts === 0));
}

/** Leads a visitor to the page of a row; returns the response of the page. */
export async function visit(u, service, row) {
  await u.go(typeof row.path === "function" ? row.path(service) : row.path);
  await row.act?.(u.page);
  if (row.heavy && u.has_scripts) {
    if ((await u.page.locator("script[src*=workbench]").count()) === 0) throw new Error("the service was built without the scripts of web/: ninja -C build/js uniform_web, then build it again");
    await u.page.waitForSelector("#workbench[data-state=ready]");
  }
  return u.response;
}
