// node --no-warnings prove.mjs MODULE [ARGUMENT...]  runs uniform_prove, built as WebAssembly, with the arguments that
// main.cpp describes. What it reads is the folder of the grammars. (Node calls WASI an experiment, and warns of it.)
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const [module, ...args] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: ["uniform_prove", ...args],
  preopens: { "/grammar": fileURLToPath(new URL("../oracle/grammar", import.meta.url)) },
  returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(readFileSync(module), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
