// The page: one field, what is known of its text in sections below, and a second field for what takes two.
import { analysis } from "./analysis.js";
import { type Core, loadCore } from "./core.js";
import { useStatus } from "./copy.js";
import { fill, h } from "./dom.js";
import { listPanel } from "./list/panel.js";
import { layOut, page, type Take } from "./page.js";
import { english } from "./shown.js";
import { fragmentOf, type State, stateOf } from "./state.js";
import { t } from "./texts.js";

/** Texts up to this length are shown with each key. */
const immediate = 2_000;

export function start(root: HTMLElement): void {
  const parts = page();
  const { field, other, suggestion, shared, tooLong } = parts;
  const list = listPanel();
  let core: Core | null = null;
  useStatus(parts.status);

  const take: Take = (text, second) => {
    field.value = text;
    if (second !== undefined) other.value = second;
    field.focus();
    update();
  };
  const state = (): State => ({ text: field.value, other: other.value });
  const { show, hush } = analysis(parts, take, list);

  function showLink(): void {
    const fragment = fragmentOf(state());
    shared.hidden = fragment === null || fragment === "";
    tooLong.hidden = fragment !== null;
    const wanted = fragment ?? "";
    // Another language is another page: its links take the texts along.
    for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) link.hash = wanted;
    if (wanted !== location.hash) history.replaceState(null, "", wanted === "" ? location.pathname + location.search : wanted);
  }

  let drawing: ReturnType<typeof setTimeout> | undefined;
  let linking: ReturnType<typeof setTimeout> | undefined;
  function update(): void {
    clearTimeout(drawing);
    clearTimeout(linking);
    hush();
    linking = setTimeout(showLink, 250); // browsers limit how often a page may change its address
    if (!core) return;
    const ready = core;
    if (field.value.length <= immediate) show(ready);
    else drawing = setTimeout(() => show(ready), 200);
  }

  function load(): void {
    fill(suggestion, h("p", { class: "muted" }, t("loading")));
    loadCore().then((loaded) => {
      core = loaded;
      fill(suggestion);
      root.dataset.state = "ready";
      performance.mark("workbench-ready");
      update();
    }, (e: unknown) => {
      root.dataset.state = "failed";
      fill(suggestion, h("p", { class: "box box-error", role: "alert" }, t("loading.failed"), " ", english(String(e)), " ",
        h("button", { type: "button", class: "small", onclick: load }, t("retry"))));
    });
  }

  function restore(): void {
    const given = stateOf(location.hash);
    if (!given) return;
    field.value = given.text;
    other.value = given.other;
    update();
  }

  field.addEventListener("input", update);
  other.addEventListener("input", update);
  addEventListener("hashchange", restore);

  layOut(root, parts, list.element, take);
  performance.mark("workbench-field");
  restore();
  showLink();
  load();
}
