#!/usr/bin/env node
// A statement of 10,000 entries in the offline page at a quarter of CPU speed, and in Node: from file selection to verdict.
//   node bench/receipts.mjs [--entries 10000] [--runs 5]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { parsePolicy } from '../packages/receipts/dist/policy.js'
import { verifyStatement } from '../packages/receipts/dist/statement.js'
import {
  bytesOf,
  commitment,
  entriesOf,
  logOf,
  policyText,
  receiptOf,
  statementOf,
} from '../packages/receipts/dist/testing/sample.js'
import { median } from './median.mjs'
import { openBrowser, openPhone } from './phone.mjs'
import { machineNotes, report } from './setup.mjs'

const barMs = 3_000
const { values } = parseArgs({
  options: { entries: { type: 'string', default: '10000' }, runs: { type: 'string', default: '5' } },
})
machineNotes()
const entries = entriesOf('pl_anna', Number(values.entries))
const last = entries.at(-1)
const receipt = receiptOf(last, logOf([bytesOf('first'), commitment(last)]).proof(1))
const { body, note } = statementOf(entries, 'csv')

const inNode = []
for (let run = 0; run < Number(values.runs); run++) {
  const since = performance.now()
  verifyStatement({ body, note, receipt }, parsePolicy(policyText))
  inNode.push(performance.now() - since)
}

const browser = await openBrowser()
const inPage = []
for (let run = 0; run < Number(values.runs); run++) inPage.push(await checkInPage())
await browser.close()

const ms = (number) => `${Math.round(number)} ms`
report([
  { what: 'in Node, median of the runs', value: ms(median(inNode)) },
  { what: 'in the page, median of the runs', value: ms(median(inPage)) },
  {
    what: 'in the page, the slowest',
    value: ms(Math.max(...inPage)),
    bar: `< ${ms(barMs)}`,
    isReached: Math.max(...inPage) < barMs,
  },
])

/** Time in a newly opened page, from file selection to verdict. */
async function checkInPage() {
  const { context, page } = await openPhone(browser)
  await page.goto(new URL('../packages/receipts/dist/receipt-checker.html', import.meta.url).href)
  await page.fill('#trust', policyText)
  await page.evaluate(() => {
    addEventListener('change', () => (globalThis.chosenAt = performance.now()), { capture: true })
    new MutationObserver(() => {
      if (document.querySelector('.result')) globalThis.shownAt ??= performance.now()
    }).observe(document.querySelector('#results'), { childList: true })
  })
  const files = { 'statement.csv': body, 'statement.csv.note': note, 'receipt.txt': receipt }
  await page.setInputFiles(
    '#files',
    Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
  )
  const verdict = await page.textContent('.result h3')
  if (verdict !== 'This statement holds') throw new Error(`the page says: ${verdict}`)
  const took = await page.evaluate(() => globalThis.shownAt - globalThis.chosenAt)
  await context.close()
  return took
}
