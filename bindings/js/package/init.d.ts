import * as library from "./index.js";

export * from "./index.js";

/** uniform.wasm: compiled, its bytes, a response with them, or its URL. */
export type Source = WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | URL | string;

/**
 * Loads the module, and gives all functions; before, they throw an Error. Once one is loaded, later calls load nothing. It rejects
 * with a TypeError for what is no source, a CompileError for what is no WebAssembly, and an Error for a status that is none of
 * success and for a module of another version.
 * @example await init(fetch("/uniform.wasm")); parse("http://a/").host // "a"
 */
export function init(source: Source | PromiseLike<Source>): Promise<typeof library>;
/** The same at once. A page may be refused to compile more than eight megabytes so; the module has one. */
export function initSync(source: WebAssembly.Module | ArrayBuffer | ArrayBufferView): typeof library;
