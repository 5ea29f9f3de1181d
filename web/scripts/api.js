// Sends the request of the form on the page of an operation, and shows the response as text. Nothing is kept: neither the
// token nor the response. Without this script, the command for curl does the same.
const most = 200_000; // characters of a response that are shown

function requestOf(form) {
  const headers = {};
  let path = form.dataset.path;
  let body;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("[data-place]")) {
    const { name, place } = field.dataset;
    const value = field.value;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === "") continue;
    else if (place === "query") query.append(name, value);
    else if (place === "header") headers[name] = value;
    else if (place === "type") headers["Content-Type"] = value;
    else if (place === "body") body = value;
    else if (place === "token") headers.Authorization = `Bearer ${value.trim()}`;
  }
  // In a query of the service a "+" is a plus.
  const search = query.toString().replaceAll("+", "%20");
  return [path + (search ? `?${search}` : ""), { method: form.dataset.method, headers, body, credentials: "omit", redirect: "manual" }];
}

async function send(form, answer) {
  const [url, request] = requestOf(form);
  const response = await fetch(url, request);
  const fields = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  let text = await response.text();
  if (/json/.test(response.headers.get("Content-Type") ?? "")) {
    try {
      text = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // shown as it is
    }
  }
  const status = response.type === "opaqueredirect" ? "3xx" : `${response.status} ${response.statusText}`;
  answer.textContent = [`${request.method} ${url}`, "", status, ...fields, "", text.slice(0, most)].join("\n");
}

for (const form of document.querySelectorAll("form.try")) {
  const answer = form.querySelector(".answer");
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, answer)
      .catch((error) => {
        answer.textContent = String(error);
      })
      .finally(() => {
        answer.hidden = false;
      });
  });
}
