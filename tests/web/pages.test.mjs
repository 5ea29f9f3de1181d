// Each page of the service in Chromium, in each language and both themes, on a large and on a small screen: axe-core finds
// nothing, nothing is wider than the screen, nothing is blocked, wrong or loaded from elsewhere; by keyboard, without
// JavaScript, with reduced motion. tests/web/pages.mjs is the table of the pages; each test visits every other one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { elsewhere, pages, share, visit } from "./pages.mjs";
import { populated } from "./populated.mjs";
import { axe, launch, overflow, shoot, user } from "./service.mjs";

const shots_wanted = Boolean(process.env.UNIFORM_SCREENSHOTS);
let service;
let browser;
before(async () => {
  browser = await launch(); // first, so that it is closed whatever happens
  service = await populated();
});
after(async () => {
  await browser?.close();
  await service?.remove();
});

/** Visits the page of each row, all as one user for each role, and reports what is wrong with all of them. */
async function each(options, look_at, rows = pages) {
  const users = new Map();
  const wrong = [];
  for (const [name, row] of Object.entries(rows)) {
    if (!users.has(row.as)) users.set(row.as, await user(browser, service, { token: service.tokens[row.as], javaScriptEnabled: true, ...options }));
    const u = users.get(row.as);
    try {
      const response = await visit(u, service, row);
      const say = (what) => wrong.push(`${name}: ${what}`);
      await look_at({ name, row, u, page: u.page, response, say });
      await u.check();
    } catch (failure) {
      wrong.push(`${name}: ${failure.message}`);
      u.problems.length = 0;
    }
  }
  for (const u of users.values()) await u.close();
  assert.deepEqual(wrong, []);
}

test("each operation that makes pages has a row", async () => {
  const { paths } = await (await fetch(`${service.url}/api/v1/openapi.json`)).json();
  const covered = new Set([...Object.values(pages).flatMap((row) => row.operations), ...Object.keys(elsewhere)]);
  const making = Object.values(paths).flatMap((path) => Object.values(path))
    .filter((operation) => Object.values(operation.responses ?? {}).some((r) => r.content?.["text/html"])).map((o) => o.operationId);
  assert.ok(making.length > 30, `${making}`);
  assert.deepEqual(making.filter((id) => !covered.has(id)), [], "add them to tests/web/pages.mjs");
  assert.deepEqual([...covered].filter((id) => !making.includes(id)), [], "no such operation makes pages");
});

const folder = join(process.env.UNIFORM_SOURCE, "web/texts");
const languages = readdirSync(folder).sort((a, b) => (b === "en") - (a === "en"));
const texts = (language) => JSON.parse(readFileSync(join(folder, language, "pages.json"), "utf8"));
const english = texts("en");
/** The English texts of three words or more that pages in another language must not have. */
const untranslated = (own) => Object.keys(english).filter((key) => english[key] !== own[key] && english[key].split(" ").length > 2).map((key) => english[key]);

// Every page in each language; in English with axe-core in each theme and size. Pages in others have the same elements, and
// longer words.
for (const [place, language] of languages.entries()) {
  const full = language === "en" ? ["light 1280", "dark 320"] : ["light 320"];
  const foreign = untranslated(texts(language));
  test(`${language === "en" ? "axe-core finds nothing, " : ""}nothing is wider than the screen: ${language}`, async () => {
    await each({ locale: language }, async ({ name, row, page, response, say }) => {
      if (response.status() !== (row.status ?? 200)) say(`status ${response.status()}`);
      if ((await page.getAttribute("html", "lang")) !== language) say("another language");
      if (foreign.length > 0 && !row.in_english) {
        const shown = await page.locator("body").innerText();
        for (const text of foreign) if (shown.includes(text)) say(`not translated: ${text}`);
      }
      for (const width of [1280, 320]) {
        for (const colorScheme of ["light", "dark"]) {
          const look = `${colorScheme} ${width}`;
          if (!full.includes(look) && !shots_wanted) continue;
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          if (full.includes(look) && language === "en") {
            for (const found of await axe(page)) say(`${look}: ${found}`);
          }
          await shoot(page, `${name}-${language}-${colorScheme}-${width}`);
          const wider = await overflow(page);
          if (wider > 0) say(`${look}: ${wider} pixels wider than the screen`);
        }
      }
    }, share(pages, 2, place % 2));
  });
}

test("by keyboard: each control is reached, the focus is visible, the skip link skips; nothing moves", async () => {
  await each({}, async ({ page, say }) => {
    const { count, moving } = await page.evaluate(() => {
      const control = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex='-1'])";
      // Controls that have no place on the screen, such as those of closed details, are not reached.
      const controls = [...document.querySelectorAll(control)].filter((e) => e.checkVisibility() && e.getClientRects().length > 0 && !e.disabled);
      const look = (e) => ["boxShadow", "borderColor"].map((p) => getComputedStyle(e)[p]).join(" ");
      const unfocused = controls.map(look);
      // The chosen or the first of the radio buttons with one name is reached.
      const reached = new Set(controls.filter((e) => e.type === "radio" && !e.checked));
      const invisible = [];
      document.addEventListener("focusin", ({ target: e }) => {
        reached.add(e);
        // The focus of a file chooser may be drawn by what surrounds it.
        const style = getComputedStyle((e.matches("input[type=file]") && e.closest(".zone")) || e);
        if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) return;
        if (look(e) === unfocused[controls.indexOf(e)]) invisible.push(e.outerHTML.slice(0, 100));
      });
      globalThis.keyboard = () => ({ missed: controls.filter((e) => !reached.has(e)).map((e) => e.outerHTML.slice(0, 100)), invisible });
      const moving = [document.documentElement, ...document.querySelectorAll("*")].filter((e) => {
        const s = getComputedStyle(e);
        return /[1-9]/.test(s.transitionDuration) || (s.animationName !== "none" && /[1-9]/.test(s.animationDuration)) || s.scrollBehavior === "smooth";
      });
      return { count: controls.length, moving: moving.map((e) => e.outerHTML.slice(0, 100)) };
    });
    if (moving.length) say(`moves, against the wish for reduced motion: ${moving[0]}`);
    await page.keyboard.press("Tab");
    const skip = await page.evaluate(() => {
      const at = document.activeElement.getBoundingClientRect();
      return document.activeElement.matches("a.skip") && at.left >= 0 && at.top >= 0;
    });
    if (!skip) say("the first stop is no visible skip link");
    // A field for a date has several stops.
    const stops = count + 3 * (await page.locator("input[type=date]").count());
    for (let i = 0; i < stops; ++i) await page.keyboard.press("Tab");
    const { missed, invisible } = await page.evaluate(() => globalThis.keyboard());
    for (const one of missed.slice(0, 3)) say(`not reached by Tab: ${one}`);
    for (const one of invisible.slice(0, 3)) say(`no visible focus: ${one}`);
    await page.focus("a.skip");
    await page.keyboard.press("Enter");
    if (!(await page.evaluate(() => document.activeElement.id === "main"))) say("the skip link does not lead to the content");
  }, share(pages, 2));
});

test("pages that only show data are the same without JavaScript", async () => {
  const reading = share(Object.fromEntries(Object.entries(pages).filter(([, row]) => !row.act && !row.heavy)), 2);
  const shown = {};
  // The number of a request and figures differ each time, and with them the order of what is ordered by them.
  const words = async (page) => (await page.locator("body").textContent()).replace(/[0-9a-f]{16}/g, "").replace(/\d+(\.\d+)?/g, "0").split(/\s+/).sort().join(" ");
  await each({}, async ({ name, page }) => (shown[name] = await words(page)), reading);
  await each({ javaScriptEnabled: false }, async ({ name, page, say }) => {
    const without = await words(page);
    // The additions of a script are not there; the rest is the same.
    if (name.startsWith("api") || name === "operation") return without.length > 500 || say("empty"); // and the names last asked for
    if (without !== shown[name]) say(`with JavaScript: ${shown[name]}; without: ${without}`);
  }, reading);
});

test("without JavaScript the workbench says what to do", async () => {
  const u = await user(browser, service);
  await u.go("/workbench");
  assert.match(await u.main(), /uniform explain|JavaScript/);
  await u.check();
  await u.close();
});
