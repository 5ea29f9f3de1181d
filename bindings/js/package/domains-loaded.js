// The entry uniform-identifiers/domains: loads the module as the package's main entry does on the platform.

import "uniform-identifiers";

export * from "./domains.js";
