// Measures linkify-it with the texts of find_bench.cpp: find_peer.mjs FILE... prints one JSON object per line.
// Every pass is timed; the best, the median and the slowest of nine are printed.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { cwd } from 'node:process'
import { pathToFileURL } from 'node:url'

// From the folder where it was installed, which is the current one.
const require = createRequire(pathToFileURL(cwd() + '/'))
const module = require('linkify-it')
const LinkifyIt = module.LinkifyIt ?? module // since 6.0 it has a name
const version = require('linkify-it/package.json').version

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'latin1')
  // As find_bench does by default: no links without a scheme.
  const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  const times = []
  let found = 0
  for (let pass = 0; pass < 9; ++pass) {
    const begin = process.hrtime.bigint()
    found = (linkify.match(text) ?? []).length
    times.push(Number(process.hrtime.bigint() - begin))
  }
  times.sort((a, b) => a - b)
  const rate = (ns) => Math.round(text.length / ns * 1e4) / 10
  console.log(JSON.stringify({
    peer: 'linkify-it ' + version, node: process.version, text: basename(file, '.txt'), bytes: text.length, found,
    megabytes_per_second: { best: rate(times[0]), median: rate(times[4]), slowest: rate(times[8]) }
  }))
}
