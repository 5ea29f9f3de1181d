// Signing in with an OpenID provider in Chromium: with a provider that these tests run, on another site than the service,
// so that the browser treats cookies as it does on the Internet.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { provide } from "./openid_provider.mjs";
import { accessible, launch, looks, serve, shoot, user } from "./service.mjs";

const client = { id: "uniform names", secret: "s%cret: &" };
let provider;
let service;
let browser;
before(async () => {
  provider = await provide({ client, users: { ada: { groups: ["urn-admins"] }, bob: { groups: ["catalogue"] }, eve: { groups: ["others"] } } });
  [service, browser] = await Promise.all([
    serve({
      settings: ["openid.name=Example University", `openid.issuer=${provider.issuer}`, `openid.client_id=${client.id}`, `openid.client_secret=${client.secret}`,
        "openid.rules=groups=urn-admins -> administrator,groups=catalogue -> manager example:", "openid.timeout=2s", "limits.failed_tokens=1000"],
      prepare: (run) => run("namespace", "add", "example", "title=Examples"),
    }),
    launch(["localhost"]),
  ]);
  provider.redirects.push(`${service.url}/sign-in/openid/callback`);
});
after(async () => {
  await browser?.close();
  await service?.remove();
  provider?.close();
});

const visitor = (options) => user(browser, service, { elsewhere: true, ...options });
const link = (page) => page.getByRole("link", { name: "Sign in with Example University" });
/** To the provider, as this user, and back. */
async function sign_in(u, name, to = "/account") {
  await u.go(`/sign-in?to=${encodeURIComponent(to)}`);
  await link(u.page).click();
  await u.page.getByRole("button", { name, exact: true }).click();
}
/** The line of the log about the request whose number the page shows; it may come a moment after the page. */
async function reason(u) {
  const number = (await u.main()).match(/Number of this request: (\S+)/)[1];
  for (const until = Date.now() + 10_000; Date.now() < until; await new Promise((resolve) => setImmediate(resolve))) {
    const line = service.log.find((l) => l.includes("openid_failed") && l.includes(number));
    if (line) return line;
  }
  return assert.fail(`the log has nothing about the request ${number}`);
}

test("a user signs in, works, is known in the history, and signs out of both", async () => {
  const u = await visitor();
  await sign_in(u, "ada", "/account?from=here");
  await u.page.waitForURL(`${service.url}/account?from=here`);
  assert.match(await u.main(), /Role: administrator/);
  assert.match(await u.main(), /Signed in as ada/);
  const id = (await u.main()).match(/token:([0-9a-f]{12})/)[1];
  const cookies = await u.context.cookies(service.url);
  const session = cookies.find((c) => c.name === "session");
  assert.deepEqual([session.httpOnly, session.sameSite], [true, "Strict"]);
  assert.deepEqual(cookies.filter((c) => c.name.startsWith("openid-")), [], "nothing is left of the sign-in");
  // The user is the author of the user's actions.
  await u.go("/account/tokens");
  await u.page.getByLabel("Purpose").fill("export");
  await u.page.getByRole("button", { name: "Create a token" }).click();
  const { items } = await service.api("GET", "tokens", service.tokens.administrator);
  assert.equal(items.find((t) => t.label === "export").created_by, `token:${id}`);
  const account = items.find((t) => t.id === id);
  assert.deepEqual([account.issuer, account.subject, account.label], [provider.issuer, "sub-ada", "ada"]);
  // Back and reload: the code and the sign-in are used.
  await u.go("/account");
  await u.page.getByRole("button", { name: "Sign out", exact: true }).click();
  assert.match(await u.main(), /You are signed out/);
  await u.page.getByRole("link", { name: /Sign out there, too/ }).click();
  assert.match(await u.page.locator("h1").innerText(), /Signed out of the provider/);
  await u.page.getByRole("link", { name: "Back" }).click();
  assert.equal(u.page.url(), `${service.url}/`);
  await u.go("/account");
  assert.match(u.page.url(), /\/sign-in\?/);
  await u.check();
  await u.close();
});

test("who cancels, or has no role, is told so and may try again as another one", async () => {
  const u = await visitor();
  await sign_in(u, "Cancel");
  assert.equal(u.response.status(), 403);
  assert.match(await u.main(), /cancelled/);
  await u.page.getByRole("link", { name: "Try again" }).click();
  await u.page.getByRole("button", { name: "eve" }).click();
  assert.equal(u.response.status(), 403);
  assert.match(await u.main(), /nothing here permits you[^]*sub-eve/);
  await u.page.getByRole("link", { name: "Sign in with another account" }).click();
  assert.match(u.page.url(), /prompt=login/);
  await u.page.getByRole("button", { name: "bob" }).click();
  await u.page.waitForURL(`${service.url}/account`);
  assert.match(await u.main(), /Role: manager/);
  await u.check();
  await u.close();
});

test("the response of a sign-in that was begun in another browser, or used, is refused", async () => {
  const [one, two] = [await visitor(), await visitor()];
  await one.go("/sign-in");
  await link(one.page).click();
  provider.mode = "link";
  await one.page.getByRole("button", { name: "ada" }).click();
  provider.mode = "";
  const back = await one.page.getByRole("link", { name: "Go back" }).getAttribute("href");
  await two.page.goto(back);
  assert.equal(two.response.status(), 400);
  assert.match(await two.main(), /not begun in this browser/);
  await one.page.getByRole("link", { name: "Go back" }).click();
  await one.page.waitForURL(`${service.url}/account`);
  await one.page.goto(back);
  assert.equal(one.response.status(), 400);
  await one.close();
  await two.close();
});

test("the service is restarted while the user is at the provider, whose keys are replaced", async () => {
  const u = await visitor();
  await u.go("/sign-in");
  await link(u.page).click();
  await service.restart();
  provider.rotate();
  await u.page.getByRole("button", { name: "ada" }).click();
  await u.page.waitForURL(`${service.url}/account`);
  await service.restart("SIGKILL");
  await u.go("/account");
  assert.match(await u.main(), /Role: administrator/);
  await u.close();
});

test("a form whose session has ended is kept, and sent after signing in in another tab", async () => {
  const u = await visitor();
  await sign_in(u, "ada", "/account/tokens");
  await u.page.waitForURL(`${service.url}/account/tokens`);
  await u.page.getByLabel("Purpose").fill("kept & sent");
  const other = await u.context.newPage();
  await other.goto(`${service.url}/account`);
  await other.getByRole("button", { name: "Sign out everywhere" }).click();
  await other.close();
  await u.page.getByRole("button", { name: "Create a token" }).click();
  assert.equal(u.response.status(), 401);
  const [tab] = await Promise.all([u.context.waitForEvent("page"), link(u.page).click()]);
  await tab.getByRole("button", { name: "ada" }).click();
  await tab.waitForURL(`${service.url}/account`);
  await u.page.bringToFront();
  await u.page.getByRole("button", { name: "Continue" }).click();
  await u.page.getByRole("button", { name: "Send it now" }).click();
  assert.match(await u.main(), /kept & sent/);
  assert.equal(u.response.status(), 200);
  await u.close();
});

test("an administrator locks a user out and readmits the user", async () => {
  const [admin, bob] = [await visitor(), await visitor()];
  await sign_in(admin, "ada");
  await admin.page.waitForURL(`${service.url}/account`);
  await sign_in(bob, "bob");
  await bob.page.waitForURL(`${service.url}/account`);
  const id = (await bob.main()).match(/token:([0-9a-f]{12})/)[1];
  await admin.go("/account/tokens");
  const row = admin.page.locator("tr", { hasText: id });
  assert.match(await row.innerText(), /sub-bob/);
  await row.getByLabel(/Type the id/).fill(id);
  await row.getByRole("button", { name: "Revoke" }).click();
  await bob.go("/account");
  assert.match(bob.page.url(), /\/sign-in\?/);
  await sign_in(bob, "bob");
  assert.match(await bob.main(), new RegExp(`revoked your access[^]*${id}`));
  await row.getByRole("button", { name: "Let the user sign in again" }).click();
  await sign_in(bob, "bob");
  await bob.page.waitForURL(`${service.url}/account`);
  await admin.close();
  await bob.close();
});

test("answers of the provider that are wrong sign nobody in", async () => {
  const u = await visitor();
  for (const [mode, status, why] of [["none", 502, /signed by \\"none\\"/], ["nonce", 502, /nonce differs/], ["long", 502, /longer than/], ["redirect", 502, /no JSON object/]]) {
    provider.mode = mode;
    await sign_in(u, "ada");
    assert.equal(u.response.status(), status, mode);
    const line = await reason(u);
    assert.match(line, why);
    assert.doesNotMatch(line, /s%cret|s%25cret/);
  }
  provider.mode = "";
  assert.ok(!provider.calls.includes("/elsewhere"), "redirects are not followed");
  await u.go("/account");
  assert.match(u.page.url(), /\/sign-in\?/);
  await u.close();
});

test("names resolve while the provider is silent, and the sign-ins end", async () => {
  provider.mode = "silent";
  const begun = await Promise.all(Array.from({ length: 20 }, async () => {
    const started = await fetch(`${service.url}/sign-in/openid`, { redirect: "manual" });
    const state = new URL(started.headers.get("location")).searchParams.get("state");
    return { state, cookie: started.headers.get("set-cookie").split(";")[0] };
  }));
  let over = 0;
  const iss = encodeURIComponent(provider.issuer);
  const finished = begun.map(async ({ state, cookie }) => {
    const response = await fetch(`${service.url}/sign-in/openid/callback?code=x&state=${state}&iss=${iss}`, { headers: { cookie, accept: "text/html" } });
    await response.text();
    over += 1;
    return response.status;
  });
  while (provider.waiting.length < 4) await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 50; ++i) assert.equal((await fetch(`${service.url}/urn:example:none-${i}`, { redirect: "manual" })).status, 404);
  assert.equal(provider.waiting.length, 4, "no more than four requests at the same time");
  assert.ok(over < 20);
  assert.deepEqual([...new Set(await Promise.all(finished))], [503]);
  provider.mode = "";
  const u = await visitor();
  await sign_in(u, "ada");
  await u.page.waitForURL(`${service.url}/account`);
  await u.close();
});

for (const { colorScheme, width } of looks) {
  test(`axe-core finds nothing: ${colorScheme}, ${width} pixels`, async () => {
    const u = await visitor({ colorScheme, viewport: { width, height: 900 }, javaScriptEnabled: true });
    const held = async (name) => {
      await shoot(u.page, `openid-${name}-${colorScheme}-${width}`);
      await accessible(u.page, name);
    };
    await u.go("/sign-in");
    await held("sign-in");
    await sign_in(u, "eve");
    await held("no-role");
    // The page between, which leads on at once.
    await u.page.route("**/sign-in/openid/callback?**", async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      delete headers.refresh;
      await route.fulfill({ response, headers });
    });
    provider.mode = "link";
    await sign_in(u, "ada");
    provider.mode = "";
    await u.page.getByRole("link", { name: "Go back" }).click();
    assert.match(await u.main(), /You are signed in/);
    await held("done");
    await u.page.getByRole("link", { name: "Continue" }).click();
    assert.equal(u.page.url(), `${service.url}/account`);
    await held("account");
    await u.page.getByRole("button", { name: "Sign out", exact: true }).click();
    await held("signed-out");
    await u.close();
  });
}
