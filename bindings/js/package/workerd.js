// The entry for Cloudflare Workers, where the import of a WebAssembly file is the compiled module: a program compiles none while it
// answers requests, and depending on its compatibility date none while it starts.

import module from "./uniform.wasm";
import { load } from "./module.js";

load(module);

export * from "./library.js";
