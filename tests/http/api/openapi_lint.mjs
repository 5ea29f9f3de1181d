// Checks an OpenAPI document with Redocly's linter, by its strictest rules: node openapi_lint.mjs FILE. The exit code is 1
// when it reports a problem. `npm ci` in this folder installs the linter. One rule is left out: an operation of the pages may
// do nothing but redirect (303), while `operation-2xx-response` demands a response of class 2xx of each.
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended-strict'], rules: { 'operation-2xx-response': 'off' } });
const problems = await lint({ ref: process.argv[2], config });
formatProblems(problems, { format: 'stylish', totals: getTotals(problems), version: '' });
console.log(`${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
