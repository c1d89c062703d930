#!/usr/bin/env node
// Duplicate screenshots: how many altered copies of generated receipts are found and how many other receipts are wrongly flagged, on the
// layouts that the thresholds were tuned on and on others; and the search time among 200,000 stored screenshots.
//   node bench/picture-duplicates.mjs [--receipts 10] [--proofs 200000] [--seed 1]
// Build first: npm run build.
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { openDb, machineNotes, report, root } from './setup.mjs'

const { CompiledQuery } = createRequire(join(root, 'apps/server/package.json'))('kysely')

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '10' },
    proofs: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
  },
})
const perLayout = Number(values.receipts)
const proofs = Number(values.proofs)
const seed = Number(values.seed)
const maxFalse = 0.01
const maxSearchMs = 250

const dist = (path) => import(join(root, 'apps/server/dist/features/deposits/duplicates', path))
const { sketchOf } = await dist('sketch.js')
const { isDuplicate } = await dist('compare.js')
const { keysOf } = await dist('keys.js')
const { findCandidates, storeLines } = await dist('find-duplicates.js')
const { layouts, otherLayouts, makeReceipts, drawReceipt, changes, copyOf } = await receiptMaker()

const proofId = (n) => `dpr_bench_${n}`

machineNotes()
const rows = []
for (const [what, set, setSeed] of [
  ['six layouts', layouts, seed],
  ['six other layouts', otherLayouts, seed + 6],
])
  rows.push(...(await measureSet(what, set, setSeed)))
rows.push(...(await measureSearch()))
report(rows)

/** The receipt generator of the tests, as JavaScript. */
async function receiptMaker() {
  const folder = join(root, 'apps/server/test/receipts')
  const out = join(root, '.cache/bench')
  mkdirSync(out, { recursive: true })
  const bundle = await rolldown({
    input: {
      receipts: join(folder, 'receipts.ts'),
      copies: join(folder, 'copies.ts'),
      layouts: join(folder, 'layouts.ts'),
    },
    external: /^[^./]/,
    platform: 'node',
  })
  await bundle.write({ dir: out, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs', format: 'esm' })
  const parts = await Promise.all(['receipts', 'copies', 'layouts'].map((name) => import(join(out, `${name}.mjs`))))
  return Object.assign({}, ...parts)
}

async function measureSet(what, set, setSeed) {
  const receipts = makeReceipts(set, perLayout, setSeed)
  const pictures = await Promise.all(receipts.map(drawReceipt))
  const sketches = []
  for (const picture of pictures) sketches.push(await sketchOf(picture))
  let [copies, found, sketchMs, compareMs, pairs, falsePairs] = [0, 0, 0, 0, 0, 0]
  const taken = new Set()
  for (const [n, sketch] of sketches.entries()) {
    for (const change of Object.keys(changes)) {
      const bytes = await copyOf(pictures[n], receipts[n], change, setSeed * 1_000 + n)
      const startMs = performance.now()
      const copy = await sketchOf(bytes)
      const sketchedMs = performance.now()
      if (isDuplicate(sketch, copy)) found++
      else console.log(`not found: ${receipts[n].layout.name} ${receipts[n].reference}, ${change}`)
      compareMs += performance.now() - sketchedMs
      sketchMs += sketchedMs - startMs
      copies++
    }
    for (let other = 0; other < n; other++) {
      if (receipts[other].layout !== receipts[n].layout) continue
      pairs++
      if (!isDuplicate(sketches[other], sketch)) continue
      falsePairs++
      taken.add(n)
    }
  }
  return [
    { what: `${what}: changed copies found`, value: `${found} of ${copies}`, bar: 'all', isReached: found === copies },
    {
      what: `${what}: receipts wrongly flagged as copies`,
      value: `${taken.size} of ${receipts.length}`,
      bar: '1 in 100 at most',
      isReached: taken.size <= maxFalse * receipts.length,
    },
    { what: `${what}: pairs wrongly flagged as copies`, value: `${falsePairs} of ${pairs}` },
    { what: `${what}: a sketch`, value: `${(sketchMs / copies).toFixed(0)} ms` },
    { what: `${what}: a comparison`, value: `${(compareMs / copies).toFixed(0)} ms` },
  ]
}

/** Search among so many stored screenshots of the same layouts, whose rare lines are real ones with some characters changed. */
async function measureSearch() {
  const receipts = makeReceipts(layouts, 20, seed + 20)
  const sketches = []
  for (const receipt of receipts) sketches.push(await sketchOf(await drawReceipt(receipt)))
  const cluster = await startTemporaryCluster({ durable: true })
  try {
    const db = await openDb(cluster.url)
    const run = (text, values = []) => db.kysely.executeQuery(CompiledQuery.raw(text, values))
    await fill(run, sketches)
    for (const [n, { lines }] of sketches.entries()) await db.transaction((tx) => storeLines(tx, proofId(n), lines))
    await run('analyze deposits.proof_line')
    const {
      rows: [size],
    } = await run(
      `select count(*)::integer as rows, pg_size_pretty(pg_total_relation_size('deposits.proof_line')) as bytes from deposits.proof_line`,
    )
    const delays = []
    let found = 0
    for (const [n, receipt] of receipts.entries()) {
      const bytes = await copyOf(await drawReceipt(receipt), receipt, Object.keys(changes)[n % 8], seed + n)
      const { lines } = await sketchOf(bytes)
      const startMs = performance.now()
      const candidates = await findCandidates(
        db.kysely,
        { id: 'none', deposit_id: 'none', sha256: Buffer.alloc(32) },
        lines,
      )
      delays.push(performance.now() - startMs)
      if (candidates.some(({ id }) => id === proofId(n))) found++
    }
    await db.close()
    delays.sort((a, b) => a - b)
    const p95 = delays[Math.floor(delays.length * 0.95)]
    return [
      { what: `among ${proofs} screenshots: rows of keys`, value: `${size.rows}, ${size.bytes}` },
      {
        what: 'the original is among the candidates',
        value: `${found} of ${receipts.length}`,
        bar: 'all',
        isReached: found === receipts.length,
      },
      {
        what: 'a search',
        value: `${p95.toFixed(0)} ms`,
        bar: `< ${maxSearchMs} ms, p95`,
        isReached: p95 < maxSearchMs,
      },
    ]
  } finally {
    await cluster.stop()
  }
}

async function fill(run, sketches) {
  const keys = [...new Set(sketches.flatMap(({ lines }) => lines.flatMap(keysOf)))]
  await run(`insert into accounts.player (id, player_name, mobile, market, currency, password_hash, deposit_code, created_at)
    values ('bench', 'bench', '+264811000000', 'NA', 'NAD', 'none', 'B1', now())`)
  await run(`insert into deposits.payment_detail (id, family, market, currency, rail, name, lines, min_minor, max_minor)
    values (2, 'manual-namibia', 'NA', 'NAD', 'eft_na', 'bench', '[]', 1, 1000) on conflict do nothing`)
  await run(
    `insert into deposits.deposit (id, player_id, family, detail_id, currency, rail, ref_raw, ref_norm, declared_minor, state, submitted_at, updated_at, expires_at, ip, user_agent)
     select 'dep_bench_' || n, 'bench', 'manual-namibia', 2, 'NAD', 'eft_na', n, n, 1, 'rejected', now(), now(), now(), '', ''
     from generate_series(0, $1::integer - 1) as n`,
    [proofs],
  )
  await run(
    `insert into deposits.proof (id, deposit_id, at, file, sha256, looks)
     select 'dpr_bench_' || n, 'dep_bench_' || n, now(), '', decode(md5(n::text), 'hex'), '{}' from generate_series(0, $1::integer - 1) as n`,
    [proofs],
  )
  // Five rare lines with three keys each: a real line, of whose 24 characters a few differ.
  const atOnce = 2_000
  for (let from = sketches.length; from < proofs; from += atOnce)
    await run(
      `insert into deposits.proof_line (key, proof_id)
       select ($2::integer[])[1 + floor(random() * cardinality($2::integer[]))::integer]
           # (case when n >= 0 then (1 << floor(random() * 24)::integer) | (1 << floor(random() * 24)::integer) | (1 << floor(random() * 24)::integer)
                                  | (1 << floor(random() * 24)::integer) | (1 << floor(random() * 24)::integer) end),
         'dpr_bench_' || n
       from generate_series($3::integer, $1::integer - 1) as n, generate_series(1, 15)
       on conflict do nothing`,
      [Math.min(proofs, from + atOnce), keys, from],
    )
}
