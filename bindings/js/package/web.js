// The entry for pages, without a bundler or with one that copies files named by `new URL(FILE, import.meta.url)`: fetches
// uniform.wasm, and has compiled it when the import ends.

import { init } from "./init.js";

await init(new URL("./uniform.wasm", import.meta.url));

export * from "./library.js";
