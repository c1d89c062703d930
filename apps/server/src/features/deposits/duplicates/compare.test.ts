import { beforeAll, describe, expect, it } from 'vitest'
import { changes, copyOf } from '../../../../test/receipts/copies.ts'
import { layouts, otherLayouts, type Layout } from '../../../../test/receipts/layouts.ts'
import { drawReceipt, makeReceipts, type Receipt } from '../../../../test/receipts/receipts.ts'
import { isDuplicate } from './compare.ts'
import { keysOf, searchKeysOf } from './keys.ts'
import { sketchOf, type Sketch } from './sketch.ts'

// bench/picture-duplicates.mjs measures the whole corpus, each receipt changed in each way.

interface Shown {
  receipt: Receipt
  picture: Buffer
  sketch: Sketch
}

const show = (set: readonly Layout[], perLayout: number, seed: number): Promise<Shown[]> =>
  Promise.all(
    makeReceipts(set, perLayout, seed).map(async (receipt) => {
      const picture = await drawReceipt(receipt)
      return { receipt, picture, sketch: await sketchOf(picture) }
    }),
  )

/**
 * Each receipt with the one before it of the same layout; for two of these one player paid one amount within the hour.
 */
const neighbours = (shown: readonly Shown[]) =>
  shown.flatMap((one, index) => {
    const before = shown[index - 1]
    return before?.receipt.layout === one.receipt.layout ? [[before, one] as const] : []
  })

describe.each([
  ['sixty receipts of six layouts', layouts, 10, 21, 32],
  ['receipts of six layouts that no threshold was chosen by', otherLayouts, 2, 22, 8],
])('%s', (_title, set, perLayout, seed, copied) => {
  let shown: Shown[]
  beforeAll(async () => {
    shown = await show(set, perLayout, seed)
  })

  it('are no copies of each other', () => {
    const alarms = neighbours(shown).filter(([one, other]) => isDuplicate(one.sketch, other.sketch))
    expect(alarms.map(([one]) => one.receipt.reference)).toEqual([])
  })

  it('are each recognised after cropping, resizing, saving, padding, brightening or photographing', async () => {
    const names = Object.keys(changes)
    const missed: string[] = []
    for (let n = 0; n < copied; n++) {
      // Vary layouts and changes.
      const { receipt, picture, sketch } = shown[(n * 7) % shown.length]!
      const change = names[n % names.length]!
      const copy = await sketchOf(await copyOf(picture, receipt, change, seed * 100 + n))
      const stored = new Set(sketch.lines.flatMap(keysOf))
      const isFound = copy.lines.some((line) =>
        searchKeysOf(line).some(({ key, others }) => [key, ...others].some((searched) => stored.has(searched))),
      )
      if (!isFound || !isDuplicate(sketch, copy)) missed.push(`${receipt.layout.name} ${receipt.reference}: ${change}`)
    }
    expect(missed).toEqual([])
  })
})
