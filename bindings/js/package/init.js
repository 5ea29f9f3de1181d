// The entry for those who load the module themselves. Nothing is awaited while it is imported, so that a worker that imports it
// receives every message.

import * as library from "./library.js";
import { load, loaded } from "./module.js";

export * from "./library.js";

// The kind of a source, also of one of another realm (a frame, a vm context), where instanceof says no.
const kind = (source) => (ArrayBuffer.isView(source) ? "ArrayBuffer" : Object.prototype.toString.call(source).slice(8, -1));
const expected = (what) => new TypeError(`uniform-identifiers: what is loaded is ${what}`);

async function compiled(source) {
  switch (kind(source)) {
    case "WebAssembly.Module":
      return source;
    case "ArrayBuffer":
      return WebAssembly.compile(source);
    case "URL":
    case "String":
      return ofResponse(await fetch(source, { credentials: "same-origin" }));
    case "Response":
      return ofResponse(source);
    default:
      throw expected("a WebAssembly.Module, bytes, a Response or a URL");
  }
}

async function ofResponse(response) {
  if (!response.ok) throw new Error(`uniform-identifiers: ${response.url || "the module"} cannot be fetched: status ${response.status}`);
  // compileStreaming() insists on the media type, which not every server knows
  return response.headers.get("content-type") === "application/wasm" && WebAssembly.compileStreaming
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Loads uniform.wasm: compiled, its bytes, a response with them, its URL, or a promise of one of these. Gives all functions. */
export async function init(source) {
  if (!loaded()) load(await compiled(await source));
  return library;
}

/** The same at once, of the compiled module or its bytes. */
export function initSync(source) {
  if (loaded()) return library;
  switch (kind(source)) {
    case "WebAssembly.Module":
      load(source);
      break;
    case "ArrayBuffer":
      load(new WebAssembly.Module(source));
      break;
    default:
      throw expected("a WebAssembly.Module or bytes");
  }
  return library;
}
