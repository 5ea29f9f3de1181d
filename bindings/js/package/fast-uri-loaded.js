// The entry uniform-identifiers/fast-uri: loads the module as the package's main entry does on the platform.

import "uniform-identifiers";

export * from "./fast-uri.js";
export { default } from "./fast-uri.js";
