// Every entry by import: the same types, and those of init.
import { parse } from "uniform-identifiers";
import { init, initSync, parse as later } from "uniform-identifiers/init";
import { parse as embedded } from "uniform-identifiers/inline";
import { parse as fetched } from "uniform-identifiers/web";
import fastUri, { equal } from "uniform-identifiers/fast-uri";
import { registrableDomain } from "uniform-identifiers/domains";

const same: (typeof parse)[] = [later, embedded, fetched];
const library = await init(fetch("/uniform.wasm"));
const host: string | null = library.parse("a:").host;
const again: typeof library = initSync(new Uint8Array());
// @ts-expect-error a module is needed
initSync();
const yes: boolean = equal("a", "b") && fastUri.equal("a", "b");
const domain: string | null = registrableDomain("http://a.example/", { icann: true });
export { same, host, again, yes, domain };
