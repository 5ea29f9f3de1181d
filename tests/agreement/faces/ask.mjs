// node ask.mjs PACKAGE: answers the questions of standard input, { call, names, questions }, by the call, an expression
// in the functions of the package, and domains, those of that entry. An answer is { value }, { refusal } or { misuse }.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(`${process.argv[2]}/${name}.js`));
const uniform = { ...(await load("node")), domains: await load("domains") };
const { call, names, questions } = JSON.parse(readFileSync(0, "utf8"));
const functions = Object.keys(uniform).filter((name) => !names.includes(name));
const run = new Function(...functions, ...names, `return ${call};`);
const refusal = ({ code, byteOffset, rule, message, offset }) => ({
  code, offset: byteOffset, rule, sentence: message.replace(/\(offset \d+\)$/, `(offset ${byteOffset ?? offset})`),
});
const answers = questions.map((question) => {
  try {
    const value = run(...functions.map((name) => uniform[name]), ...names.map((name) => question[name]));
    return value instanceof uniform.UniformError ? { refusal: refusal(value) } : { value: value ?? null };
  } catch (error) {
    if (error instanceof uniform.UniformError) return { refusal: refusal(error) };
    if (error instanceof RangeError) return { misuse: error.message };
    throw error;
  }
});
process.stdout.write(JSON.stringify(answers));
