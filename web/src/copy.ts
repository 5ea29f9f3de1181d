// Copying, and saying so.
import { h } from "./dom.js";
import { t } from "./texts.js";

let status: HTMLElement | undefined;

/** The element whose text screen readers read out. */
export function useStatus(element: HTMLElement): void {
  status = element;
}
export function readOut(text: string): void {
  if (status && status.textContent !== text) status.textContent = text;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not in a secure context, or refused: as it was done before there was a clipboard interface
    const field = h("textarea", { class: "off-screen", "aria-hidden": "true", tabindex: -1 });
    field.value = text;
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}

/** A button that copies a text. `what` completes its name for those who do not see beside what it stands. */
export function copyButton(text: string | (() => string), what: string | null, key = "copy"): HTMLButtonElement {
  const label = h("span", {}, t(key));
  return h("button", {
    type: "button", class: "small", "aria-label": what === null ? null : t("copy.of", { what }),
    onclick: () => {
      void copy(typeof text === "string" ? text : text()).then((done) => {
        label.textContent = t(done ? "copy.done" : "copy.failed");
        readOut(t(done ? "copy.done" : "copy.failed"));
        setTimeout(() => (label.textContent = t(key)), 2000);
      });
    },
  }, label);
}
