// Processes from end to end, by people who sign in with the form: a namespace from its draft to its revision by a
// submitter, an expert and an administrator; two who edit one draft; sessions that end in the middle, by time, by
// revocation or everywhere; a service that is killed in the middle. The life of a name, lists and prefixes are in
// names.test.mjs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { harbour, populated } from "./populated.mjs";
import { launch, user } from "./service.mjs";

let service;
let browser;
let tokens;
before(async () => {
  browser = await launch(); // first, so that it is closed whatever happens
  service = await populated();
  tokens = service.tokens;
});
after(async () => {
  await browser?.close();
  await service?.remove();
});

/** Somebody who has signed in and is at `path`; without JavaScript. */
async function person(role, path) {
  const u = await user(browser, service);
  await u.sign_in(tokens[role] ?? role, path);
  assert.equal(new URL(u.page.url()).pathname, path.split("?")[0]);
  u.press = (name) => u.page.getByRole("button", { name, exact: true }).click();
  u.follow = (name) => u.page.getByRole("link", { name }).first().click();
  u.sees = async (what) => assert.match(await u.main(), what);
  return u;
}
async function fill(u, fields) {
  for (const [key, text] of Object.entries(fields)) await u.page.locator(`form.work [name="${key}"]`).fill(text);
}

/** Registers the namespace of the request that is shown; its number is typed to confirm. */
async function register(u) {
  const form = u.page.locator("form", { has: u.page.getByRole("button", { name: "Register the namespace" }) });
  await form.locator("[name=confirmation]").fill(new URL(u.page.url()).pathname.split("/").pop());
  await u.press("Register the namespace");
}

test("a namespace: drafted, submitted, discussed, returned, approved, registered, revised", async () => {
  const submitter = await person("reader", "/registration");
  await submitter.follow("Write a template");
  const { documentation, ...most } = harbour();
  await fill(submitter, { ...most, namespace_identifier: "canals", syntax: "", title: "Canals and locks", submitter: "Canal Registry" });
  await submitter.press("Check");
  await submitter.sees(/cannot be submitted yet/);
  assert.equal(await submitter.page.locator("[name=registrant]").inputValue(), harbour().registrant);
  await submitter.press("Submit for review"); // errors prevent it, and nothing is lost
  assert.equal(await submitter.page.locator("[name=purpose]").inputValue(), harbour().purpose);
  await submitter.press("Save as a draft");
  await submitter.sees(/Canals and locks\s+draft/);
  const request = submitter.page.url();
  const number = request.split("/").at(-1);
  await submitter.follow("Edit or submit the draft");
  await fill(submitter, { syntax: harbour().syntax.replaceAll("harbour", "canals"), documentation });
  await submitter.press("Check");
  await submitter.sees(/found no error|found nothing/);
  await submitter.press("Submit for review");
  await submitter.sees(/Canals and locks\s+submitted/);

  const expert = await person("expert", "/registration");
  const waiting = expert.page.locator("section[aria-labelledby=waiting]");
  assert.match(await waiting.innerText(), /canals/);
  await waiting.getByRole("link", { name: `Request ${number}`, exact: true }).click();
  await expert.press("Start the review");
  await expert.sees(/under review[^]*Checklist of the review/);
  const checklist = expert.page.locator("form", { has: expert.page.getByRole("button", { name: "Return for changes" }) });
  assert.ok((await checklist.locator("fieldset").count()) >= 5);
  assert.match(await expert.page.locator("section[aria-labelledby=checklist]").innerText(), /RFC 8141/);
  await fill(expert, { author: "Otto Berg" });
  await expert.page.getByLabel("Comment, which is public").fill("Who assigns names when an authority ends?");
  await expert.press("Add the comment");
  await submitter.page.goto(request);
  await submitter.sees(/Otto Berg[^]*Who assigns names when an authority ends\?/);
  assert.equal(await submitter.page.getByRole("button", { name: "Approve", exact: true }).count(), 0, "a submitter does not decide");
  await fill(submitter, { author: "Ida Aalto" });
  await submitter.page.getByLabel("Comment, which is public").fill("Its successor does. We shall say so.");
  await submitter.press("Add the comment");
  await expert.page.goto(request);
  await expert.sees(/Ida Aalto[^]*Its successor does/);
  await checklist.locator("fieldset", { hasText: "Assignment" }).getByRole("radio").nth(1).check();
  await checklist.locator("[name='note.assignment']").fill("What happens when an authority ends?");
  await checklist.locator("[name=text]").fill("Say who succeeds an authority.");
  await checklist.getByRole("button", { name: "Return for changes" }).click();
  await expert.sees(/returned/);

  await submitter.page.goto(`${service.url}/registration`);
  assert.match(await submitter.page.locator("section[aria-labelledby=waiting]").innerText(), /canals/);
  await submitter.page.goto(request);
  await submitter.sees(/Say who succeeds an authority/);
  await submitter.follow("Edit or submit the draft");
  await fill(submitter, { assignment: `${harbour().assignment} The successor of an authority assigns its names.` });
  await submitter.press("Submit for review");
  await submitter.sees(/submitted/);
  await expert.page.goto(request);
  await expert.press("Start the review");
  await expert.press("Approve");
  await expert.sees(/approved/);

  const administrator = await person("administrator", "/registration");
  assert.match(await administrator.page.locator("section[aria-labelledby=waiting]").innerText(), /canals/);
  await administrator.page.goto(request);
  await register(administrator);
  await administrator.sees(/registered/);
  const reader = await user(browser, service);
  await reader.go("/namespaces/canals");
  assert.match(await reader.main(), /urn:canals[^]*Version 1/);

  await submitter.page.goto(request);
  await submitter.follow("Write a revision");
  assert.equal(await submitter.page.locator("[name=version]").inputValue(), "2");
  await fill(submitter, { date: "2026-11-25", purpose: "Names canals, locks and bridges.", revision_information: "Bridges are named, too." });
  await submitter.press("Submit for review");
  await submitter.sees(/Revises\s+canals/);
  const revision = submitter.page.url();
  for (const action of ["Start the review", "Approve"]) {
    await expert.page.goto(revision);
    await expert.press(action);
  }
  await administrator.page.goto(revision);
  await register(administrator);
  await reader.go("/namespaces/canals");
  assert.match(await reader.main(), /Version 2[^]*Names canals, locks and bridges\.[^]*Version 1/);
  await submitter.page.goto(revision);
  const history = await submitter.page.locator("section[aria-labelledby=decisions]").innerText();
  assert.match(history, /Submitted[^]*Review started[^]*Approved[^]*Registered/);
  for (const u of [submitter, expert, administrator, reader]) {
    await u.check();
    await u.close();
  }
});

test("two edit the same draft: both texts are shown, nothing is lost", async () => {
  const path = `/registration/requests/${service.made.requests.draft}/edit`;
  const first = await person("reader", path);
  const second = await person("administrator", path);
  await fill(first, { purpose: "The purpose of the first." });
  await first.press("Save as a draft");
  await fill(second, { purpose: "The purpose of the second." });
  await second.press("Save as a draft");
  await second.sees(/Somebody changed the draft[^]*The purpose of the first\./);
  assert.equal(await second.page.locator("[name=purpose]").inputValue(), "The purpose of the second.");
  await second.press("Save as a draft");
  await first.page.goto(service.url + path);
  assert.equal(await first.page.locator("[name=purpose]").inputValue(), "The purpose of the second.");
  for (const u of [first, second]) {
    await u.check();
    await u.close();
  }
});

const title = (name) => service.api("GET", `names/${encodeURIComponent(name)}`, tokens.registrar).then((n) => n.metadata.title);
async function half_assigned(name, text) {
  const u = await person("registrar", "/manage/assign");
  await u.page.getByLabel("Name", { exact: true }).fill(name);
  await u.page.getByLabel("Title").fill(text);
  return u;
}

test("a session that ends in the middle of a form: the fields are kept", async () => {
  const u = await half_assigned("urn:example:lib-middle", `"Quoted" & <kept> äöü\u{1F30A}`);
  const elsewhere = await person("registrar", "/account");
  await elsewhere.press("Sign out everywhere");
  await u.press("Assign the name");
  await u.sees(/Your session has ended\. Sign in: what you entered is kept/);
  await u.page.getByLabel("Access token").fill("uniform_000000000000_wrong");
  await u.press("Sign in");
  await u.sees(/This token is not valid/);
  await u.page.getByLabel("Access token").fill(tokens.registrar);
  await u.press("Sign in");
  await u.sees(/what you had entered is still here/);
  await u.press("Send it now");
  await u.sees(/The name is assigned/);
  assert.equal(await title("urn:example:lib-middle"), `"Quoted" & <kept> äöü\u{1F30A}`);
  await u.check();
  await u.close();
  await elsewhere.close();
});

test("a service killed in the middle: the session continues, the form is still valid", async () => {
  const u = await half_assigned("urn:example:lib-restart", "After the restart");
  await service.restart("SIGKILL");
  await u.press("Assign the name");
  await u.sees(/The name is assigned/);
  assert.equal(await title("urn:example:lib-restart"), "After the restart");
  await u.close();
});

test("signing out everywhere ends all sessions of the token, and no others", async () => {
  const [one, two, other] = [await person("manager", "/account"), await person("manager", "/account"), await person("expert", "/account")];
  assert.equal(await two.page.locator("tbody tr").count(), 2);
  await one.press("Sign out everywhere");
  await two.go("/account");
  assert.equal(new URL(two.page.url()).pathname, "/sign-in");
  await other.go("/account");
  assert.equal(new URL(other.page.url()).pathname, "/account");
  for (const u of [one, two, other]) await u.close();
});

test("signing out ends this session alone", async () => {
  const [one, two] = [await person("manager", "/account"), await person("manager", "/account")];
  const cookies = await one.context.cookies();
  assert.equal(cookies.length, 1);
  assert.ok(cookies[0].httpOnly && cookies[0].sameSite === "Strict");
  await one.press("Sign out");
  await one.context.addCookies(cookies); // a copy of the cookie is worth nothing
  await one.go("/account");
  assert.equal(new URL(one.page.url()).pathname, "/sign-in");
  await two.go("/account");
  assert.equal(new URL(two.page.url()).pathname, "/account");
  for (const u of [one, two]) await u.close();
});

test("a revoked token ends its sessions, and does not sign in", async () => {
  const made = await service.api("POST", "tokens", tokens.administrator, { role: "expert", label: "for a while" });
  const u = await person(made.token, "/account");
  await service.api("POST", `tokens/${made.id ?? made.token.split("_")[1]}/revoke`, tokens.administrator, {});
  await u.go("/account");
  assert.equal(new URL(u.page.url()).pathname, "/sign-in");
  await u.page.getByLabel("Access token").fill(made.token);
  await u.press("Sign in");
  await u.sees(/mistyped, revoked or expired/);
  await u.close();
});

// Instead of waiting, the session is made older in the store.
const older = (column, minutes) => {
  const done = spawnSync("python3", ["-c", `import sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=20) as store: store.execute("UPDATE sessions SET ${column} = ${column} - ?", (${minutes} * 60_000_000,))`, service.store], { encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
};
for (const [what, ages] of [["not used for 30 minutes", { used: [29, 2] }], ["12 hours old, though in use", { made: [11 * 60 + 59, 2] }]]) {
  test(`a session ends when it is ${what}`, async () => {
    const u = await person("manager", "/account");
    const [[column, [before_end, rest]]] = Object.entries(ages);
    older(column, before_end);
    await u.go("/account");
    assert.equal(new URL(u.page.url()).pathname, "/account", "still valid");
    older(column, column === "used" ? before_end + rest : rest); // its use was noted just now
    await u.go("/account");
    assert.equal(new URL(u.page.url()).pathname, "/sign-in");
    await u.close();
  });
}
