// The files and commands that docs/guide/javascript.md shows, so that users have what the tests try.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const guide = readFileSync(join(process.env.UNIFORM_SOURCE, "docs/guide/javascript.md"), "utf8");

/** The block of JavaScript whose first line is the comment "// NAME". */
export function shownFile(name) {
  const [, indent, text] = new RegExp(`^( *)\`\`\`js\\n *// ${name.replace(/\W/g, "\\$&")}\\n(.*?)^\\1\`\`\``, "ms").exec(guide) ?? assert.fail(`the guide shows no ${name}`);
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

/** The command lines with what they print: [command, output]. */
export const shownCommands = [...guide.matchAll(/^(node .*?) +# (.*)$/gm)].map(([, command, output]) => [command, `${output}\n`]);

/** The examples of the block that begins with the import: [expression, result]. */
export function shownExamples(first) {
  const block = guide.slice(guide.indexOf(first));
  const examples = [...block.slice(0, block.indexOf("```")).matchAll(/^(.*?) \/\/ (.*)$/gm)].map(([, code, result]) => [code, result]);
  assert.ok(guide.includes(first) && examples.length > 0, first);
  return examples;
}
