// The rows of data/functions.json whose function in JavaScript scripts/generate_bindings.py writes.
import { readFileSync } from "node:fs";

const table = JSON.parse(readFileSync(`${process.env.UNIFORM_SOURCE}/data/functions.json`, "utf8"));
export const written = table.functions.filter((row) => row.generated?.javascript);
