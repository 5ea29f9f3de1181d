// The library, loaded when the page stands: it is a chunk of its own, and its WebAssembly a file.
import type * as Uniform from "uniform-identifiers";

export type Core = typeof Uniform;
export type { Edition, ErrorFacts, Finding, Level, NormalForm, Reading, Reference, Urn, UrnFacts, UrlParts } from "uniform-identifiers";

let loading: Promise<Core> | undefined;

/** The library. A failed attempt can be repeated. */
export function loadCore(): Promise<Core> {
  loading ??= import("uniform-identifiers/web").catch((e: unknown) => {
    loading = undefined;
    throw e;
  });
  return loading;
}

/** The error of a call that may refuse its input; other errors are thrown on. */
export function attempt<T>(core: Core, f: () => T): { value: T; error: null } | { value: null; error: Uniform.UniformError } {
  try {
    return { value: f(), error: null };
  } catch (e) {
    if (e instanceof core.UniformError) return { value: null, error: e };
    throw e;
  }
}
