// A list: chosen, dropped anywhere on the page, or pasted; checked in a worker.
import { readOut } from "../copy.js";
import { type Child, fill, h } from "../dom.js";
import { english } from "../shown.js";
import { t } from "../texts.js";
import type { ListOptions, ListResult } from "./check.js";
import { resultView } from "./result.js";
import type { Answer } from "./worker.js";

export interface ListPanel {
  element: HTMLElement;
  check: (source: Blob, name: string) => void;
}

/** Takes files that are dropped anywhere on the page. */
function acceptDrops(zone: HTMLElement, check: ListPanel["check"]): void {
  const dropping = (event: DragEvent, on: boolean): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.toggle("over", on);
  };
  window.addEventListener("dragover", (event) => dropping(event, true));
  window.addEventListener("dragleave", (event) => event.relatedTarget === null && zone.classList.remove("over"));
  window.addEventListener("drop", (event) => {
    dropping(event, false);
    const dropped = event.dataTransfer?.files[0];
    if (dropped) check(dropped, dropped.name);
  });
}

export function listPanel(): ListPanel {
  const body = h("div", { class: "list-result" });
  const option = (value: string): HTMLOptionElement => h("option", { value }, t(`list.${value}`));
  const like = h("select", { id: "list-like" }, option("typed"), option("rfc3987"));
  const production = h("select", { id: "list-production" }, option("URI"), option("URI-reference"));
  const file = h("input", { type: "file", id: "list-file", class: "off-screen", accept: ".txt,.csv,.tsv,.log,text/*" });
  const zone = h("div", { class: "zone" },
    h("p", {}, h("label", { for: "list-file", class: "button" }, t("list.choose")), file, " ", t("list.drop")),
    h("p", { class: "hint" }, t("list.hint")));
  let worker: Worker | null = null;
  let last: { source: Blob; name: string } | null = null;
  let urls: string[] = [];

  function stop(): void {
    worker?.terminate();
    worker = null;
  }

  function download(blob: Blob, name: string, key: string, count: number): Child {
    const url = URL.createObjectURL(blob);
    urls.push(url);
    return h("a", { class: "button", href: url, download: name }, t(key, { count }));
  }

  function done(result: ListResult, name: string): void {
    fill(body, resultView(result, name, download, again));
    readOut(t("list.said", { lines: result.counts.lines, repaired: result.counts.repaired, rejected: result.counts.rejected }));
  }

  function check(source: Blob, name: string): void {
    stop();
    for (const url of urls) URL.revokeObjectURL(url);
    urls = [];
    last = { source, name };
    const bar = h("progress", { max: Math.max(source.size, 1), "aria-label": t("list.progress") });
    bar.value = 0;
    const progress = h("p", { class: "muted" }, t("list.working", { name }));
    const cancel = h("button", { type: "button", class: "small", onclick: () => {
      stop();
      fill(body, h("p", {}, t("list.cancelled"), " ", h("button", { type: "button", class: "small", onclick: again }, t("list.again"))));
      readOut(t("list.cancelled"));
    } }, t("list.cancel"));
    fill(body, progress, bar, h("p", {}, cancel));
    body.scrollIntoView({ block: "nearest" });
    cancel.focus();

    const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker = started;
    const failed = (message: string): void => {
      if (worker !== started) return;
      stop();
      fill(body, h("p", { class: "box box-error", role: "alert" }, t("list.failed"), " ", english(message)));
    };
    started.onerror = (e) => failed(e.message);
    started.onmessage = (event: MessageEvent<Answer>) => {
      if (worker !== started) return;
      const a = event.data;
      if (a.kind === "failed") return failed(a.message);
      if (a.kind === "progress") {
        bar.value = a.counts.bytes;
        progress.textContent = t("list.sofar", { name, lines: a.counts.lines, repaired: a.counts.repaired, rejected: a.counts.rejected });
        return;
      }
      stop();
      done(a.result, name);
    };
    started.postMessage({ source, options: { like: like.value, production: production.value } as ListOptions });
  }
  const again = (): void => {
    if (last) check(last.source, last.name);
  };

  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) check(chosen, chosen.name);
    file.value = "";
  });
  acceptDrops(zone, check);

  const element = h("section", { "aria-labelledby": "heading-list" },
    h("h2", { id: "heading-list" }, t("list.heading")),
    h("p", {}, t("list.lead")),
    h("div", { class: "options" },
      h("div", {}, h("label", { for: "list-like" }, t("list.like")), like),
      h("div", {}, h("label", { for: "list-production" }, t("list.production")), production)),
    zone, body,
    h("p", { class: "hint" }, t("list.limits")));
  return { element, check };
}
