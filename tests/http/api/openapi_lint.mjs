// Checks an OpenAPI document with Redocly's linter, by its strictest rules: node openapi_lint.mjs FILE. The exit code is 1
// when it reports a problem. `npm ci` in this folder installs the linter.
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lint({ ref: process.argv[2], config });
formatProblems(problems, { format: 'stylish', totals: getTotals(problems), version: '' });
console.log(`${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
