#!/usr/bin/env node
// Lighthouse scores of the lobby, the list of all games and a game's page on a phone. Lighthouse is not a dependency of the project: if it
// is not installed, prints how to get it.
//   node bench/lighthouse.mjs [--url http://localhost:8080] [--lighthouse <command>] [--runs 3]
// The portal has to run: npm start.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../e2e/chromium.mjs'
import { machineNotes, report } from './setup.mjs'

const executable = await findChromium()
const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    lighthouse: { type: 'string', default: 'npx --no-install lighthouse' },
    runs: { type: 'string', default: '3' },
  },
})
const [command, ...words] = values.lighthouse.split(' ')
const version = spawnSync(command, [...words, '--version'], { encoding: 'utf8' })
if (version.status !== 0) {
  console.log('Lighthouse is not installed. Install it once: npm install --global lighthouse')
  console.log("or: node bench/lighthouse.mjs --lighthouse 'npx --yes lighthouse@13'")
  process.exit(1)
}
machineNotes()
const folder = mkdtempSync(join(tmpdir(), 'dhow-lighthouse-'))
const lines = []
try {
  for (const path of ['/', '/all-games', '/play/dhow']) {
    const runs = Array.from({ length: Number(values.runs) }, () => judge(path))
    for (const [category, bar] of Object.entries(bars)) {
      // The median, so that a busy moment of the machine does not count.
      const scores = runs.map((run) => Math.round(run.categories[category].score * 100)).sort((a, b) => a - b)
      const score = scores[Math.floor(scores.length / 2)]
      lines.push({ what: `${path} ${category}`, value: String(score), bar: `at least ${bar}`, isReached: score >= bar })
    }
    const faults = new Set(runs.flatMap(faultsOf))
    for (const fault of faults) console.log(`  ${path}: ${fault}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report(lines)

function judge(path) {
  const out = join(folder, 'report.json')
  const flags = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'
  const asked = [values.url + path, '--output=json', `--output-path=${out}`, `--chrome-flags=${flags}`, '--quiet']
  const { status, stderr } = spawnSync(command, [...words, ...asked], {
    encoding: 'utf8',
    env: { ...process.env, CHROME_PATH: executable },
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(readFileSync(out, 'utf8'))
}

/** Audits that cost points, with Lighthouse's titles. */
function faultsOf({ categories, audits }) {
  return Object.keys(bars).flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${category}: ${audits[id].title} ${audits[id].displayValue ?? ''}`),
  )
}
