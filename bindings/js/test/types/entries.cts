// Every entry that require() reaches.
import { parse, type Reference } from "uniform-identifiers";
import { init } from "uniform-identifiers/init";
import { equal } from "uniform-identifiers/fast-uri";
import { domainOf } from "uniform-identifiers/domains";

const reference: Reference = parse("a:");
const later: Promise<string | null> = init(new ArrayBuffer(0)).then((library) => library.parse("a:").host);
const yes: boolean = equal("a", "b");
const domain: string | null | undefined = domainOf("a.example")?.registrable;
export { reference, later, yes, domain };
