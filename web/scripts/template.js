// Checks a registration template while it is written: the form is sent as by its button "Check", which saves nothing, and
// what the check found replaces what stands at the fields. Without this script the button does the same.
const pause = 600; // milliseconds without a key
const form = document.getElementById("template-form");
let waiting;
let asking;
const touched = new Set(); // a field that is empty and was not reached yet is no mistake

function replace(id, page) {
  const old = document.getElementById(id);
  const now = page.getElementById(id);
  if (old && now && old.innerHTML !== now.innerHTML) old.replaceChildren(...now.cloneNode(true).childNodes);
}

async function check() {
  asking?.abort();
  asking = new AbortController();
  const fields = new URLSearchParams(new FormData(form));
  fields.set("do", "check");
  try {
    const response = await fetch(form.action, { method: "POST", body: fields, signal: asking.signal, redirect: "error" });
    if (response.status !== 200) return; // the session has ended: the next button says so, and loses nothing
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const id of ["checked", "others"]) replace(id, page);
    for (const field of form.querySelectorAll("[aria-describedby$='-found']")) {
      if (field.value === "" && !touched.has(field.name)) continue;
      replace(`${field.name}-found`, page);
      if (page.getElementById(field.id)?.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    form.dataset.checked = "yes";
  } catch (error) {
    if (error.name !== "AbortError") form.dataset.checked = "failed"; // the next change tries again
  }
}

if (form) {
  form.addEventListener("input", (event) => {
    touched.add(event.target.name);
    delete form.dataset.checked;
    clearTimeout(waiting);
    waiting = setTimeout(check, pause);
  });
  form.addEventListener("submit", () => {
    clearTimeout(waiting);
    asking?.abort();
  });
}
