// Each page of the service in Chromium, in both languages and themes, on a large and on a small screen: axe-core finds
// nothing, nothing is wider than the screen, nothing is blocked, wrong or loaded from elsewhere; by keyboard, without
// JavaScript, with reduced motion. tests/web/pages.mjs is the table of the pages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { elsewhere, pages, visit } from "./pages.mjs";
import { populated } from "./populated.mjs";
import { axe, launch, overflow, shoot, user } from "./service.mjs";

let service;
let browser;
before(async () => {
  [service, browser] = await Promise.all([populated(), launch()]);
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

const texts = (language) => JSON.parse(readFileSync(join(process.env.UNIFORM_SOURCE, `web/texts/${language}.json`), "utf8"));
const [english, german] = [texts("en"), texts("de")];
// Texts of three words or more that German pages must not have.
const untranslated = Object.keys(english).filter((key) => english[key] !== german[key] && english[key].split(" ").length > 2).map((key) => english[key]);

for (const language of ["en", "de"]) {
  test(`axe-core finds nothing, nothing is wider than the screen: ${language}`, async () => {
    await each({ locale: language }, async ({ name, row, page, response, say }) => {
      if (response.status() !== (row.status ?? 200) && !row.act) say(`status ${response.status()}`);
      if (row.act && row.status && response.status() !== row.status) say(`status ${response.status()}`);
      if ((await page.getAttribute("html", "lang")) !== language) say("another language");
      if (language === "de") {
        const shown = await page.locator("body").innerText();
        for (const text of untranslated) if (shown.includes(text)) say(`not translated: ${text}`);
      }
      for (const colorScheme of ["light", "dark"]) {
        for (const width of [1280, 320]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          for (const found of await axe(page)) say(`${colorScheme}, ${width}: ${found}`);
          const wider = await overflow(page);
          if (wider > 0) say(`${colorScheme}, ${width}: ${wider} pixels wider than the screen`);
          await shoot(page, `${name}-${language}-${colorScheme}-${width}`);
        }
      }
    });
  });
}

test("by keyboard: each control is reached, the focus is visible, the skip link skips", async () => {
  await each({}, async ({ page, say }) => {
    // Controls that have no place on the screen, such as those of closed details, are not reached.
    const count = await page.evaluate(() => {
      const control = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex='-1'])";
      globalThis.controls = [...document.querySelectorAll(control)].filter((e) => e.checkVisibility() && e.getClientRects().length > 0 && !e.disabled);
      globalThis.unfocused = globalThis.controls.map((e) => getComputedStyle(e).cssText);
      const look = (e) => ["outlineStyle", "outlineWidth", "boxShadow", "borderColor"].map((p) => getComputedStyle(e)[p]).join(" ");
      globalThis.unfocused = globalThis.controls.map(look);
      globalThis.look = look;
      // Of radio buttons with one name, the chosen or the first is reached.
      globalThis.reached = new Set(globalThis.controls.filter((e) => e.type === "radio" && !e.checked));
      return globalThis.controls.length;
    });
    if (count === 0) say("no control");
    await page.keyboard.press("Tab");
    const skip = await page.evaluate(() => {
      const at = document.activeElement.getBoundingClientRect();
      return document.activeElement.matches("a.skip") && at.left >= 0 && at.top >= 0;
    });
    if (!skip) say("the first stop is no visible skip link");
    for (let i = 0; i < count + 5; ++i) {
      const now = await page.evaluate(() => {
        const e = document.activeElement;
        if (e === document.body || e === null) return "end";
        const at = globalThis.controls.indexOf(e);
        globalThis.reached.add(e);
        // The focus of a file chooser may be drawn by what surrounds it.
        const drawn = e.matches("input[type=file]") && e.closest(".zone") ? e.closest(".zone") : e;
        const style = getComputedStyle(drawn);
        if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) return "";
        return at >= 0 && globalThis.look(e) !== globalThis.unfocused[at] ? "" : e.outerHTML.slice(0, 100);
      });
      if (now === "end") break;
      if (now) say(`no visible focus: ${now}`);
      await page.keyboard.press("Tab");
    }
    const missed = await page.evaluate(() => globalThis.controls.filter((e) => !globalThis.reached.has(e)).map((e) => e.outerHTML.slice(0, 100)));
    for (const one of missed.slice(0, 3)) say(`not reached by Tab: ${one}`);
    await page.focus("a.skip");
    await page.keyboard.press("Enter");
    if (!(await page.evaluate(() => document.activeElement.id === "main"))) say("the skip link does not lead to the content");
  });
});

test("reduced motion: nothing moves", async () => {
  await each({ reducedMotion: "reduce" }, async ({ page, say }) => {
    const moving = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll("*")].filter((e) => {
      const s = getComputedStyle(e);
      return /[1-9]/.test(s.transitionDuration) || (s.animationName !== "none" && /[1-9]/.test(s.animationDuration)) || s.scrollBehavior === "smooth";
    }).map((e) => e.outerHTML.slice(0, 100)));
    if (moving.length) say(`moves: ${moving[0]}`);
  }, Object.fromEntries(Object.entries(pages).filter(([, row]) => !row.act)));
});

test("pages that only show data are the same without JavaScript", async () => {
  const reading = Object.fromEntries(Object.entries(pages).filter(([, row]) => !row.act && !row.heavy));
  const shown = {};
  const words = async (page) => (await page.locator("body").textContent()).replace(/\s+/g, " ");
  await each({}, async ({ name, page }) => (shown[name] = await words(page)), reading);
  await each({ javaScriptEnabled: false }, async ({ name, page, say }) => {
    const without = await words(page);
    // What a script adds is not there; what is there is the same.
    if (name.startsWith("api")) return without.length > 500 || say("empty");
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
