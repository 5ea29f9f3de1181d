// The entry for Node and Bun: reads uniform.wasm from beside itself, and has compiled it when the import ends.

import { readFileSync } from "node:fs";
import { load } from "./module.js";

// Bundlers leave the file behind, and in CommonJS by esbuild the program does not know where it is.
function bytes() {
  try {
    return readFileSync(new URL("./uniform.wasm", import.meta.url));
  } catch (cause) {
    throw new Error('uniform-identifiers: uniform.wasm cannot be read from beside the program, as in a bundle for Node: import "uniform-identifiers/inline", or keep the package outside of the bundle', { cause });
  }
}

load(new WebAssembly.Module(bytes()));

export * from "./library.js";
