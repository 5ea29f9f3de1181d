// The entry that needs no file, no network and no await: uniform.wasm is in embedded.js.

import base64 from "./embedded.js";
import { load } from "./module.js";

function decoded() {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

load(new WebAssembly.Module(decoded()));

export * from "./library.js";
