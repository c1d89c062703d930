import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rootOf, verifyConsistency, verifyInclusion } from './merkle.ts'
import { proveConsistency, proveInclusion, rootOfSize, subtreesForInclusion } from './merkle-proof.ts'
import { reasonOf } from './testing/refusal.ts'
import { logOf } from './testing/sample.ts'
import {
  formatEntryBundle,
  newEntryBundles,
  newTiles,
  parseEntryBundle,
  parseTilePath,
  readTiles,
  tilePath,
  tilesOf,
} from './tiles.ts'
import { concat } from './encoding.ts'

const most = 70_000
const { leaves, read } = logOf(Array.from({ length: most }, (_, at) => Uint8Array.of(at >> 16, at >> 8, at)))

/** Tiles of a log, as files. */
function filesOf(size: number): Map<string, Uint8Array> {
  const hashes = ({ level, index, width }: ReturnType<typeof newTiles>[number]) =>
    Array.from({ length: width }, (_, at) => read({ level: 8 * Number(level), index: index * 256 + at }))
  return new Map(newTiles(0, size).map((tile) => [tilePath(tile), concat(...hashes(tile))]))
}
const readerOf = (size: number, files: Map<string, Uint8Array>) =>
  readTiles(size, (path) => files.get(path) ?? new Uint8Array())

describe('the tiles of a log', () => {
  it('of 70,000 entries match the specification', () => {
    const tiles = newTiles(0, 70_000)
    const full = (level: number) => tiles.filter((tile) => tile.level === level && tile.width === 256).length
    expect([full(0), full(1), full(2)]).toEqual([273, 1, 0])
    expect(tiles.filter(({ width }) => width < 256).map(tilePath)).toEqual([
      'tile/0/273.p/112',
      'tile/1/001.p/17',
      'tile/2/000.p/1',
    ])
  })

  it('of 256 entries are a full one and, above, a partial one of width 1', () => {
    expect(newTiles(0, 256).map(tilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1'])
  })

  it('are added as the log grows: none is missed, none of a later size is needed', () => {
    const growth = fc.tuple(fc.nat(3000), fc.nat(3000)).map(([from, more]): [number, number] => [from, from + more])
    fc.assert(
      fc.property(growth, ([from, to]) => {
        const grown = new Set([...newTiles(0, from), ...newTiles(from, to)].map(tilePath))
        expect([...grown]).toEqual(expect.arrayContaining(newTiles(0, to).map(tilePath)))
      }),
      { numRuns: 50 },
    )
  })

  it('yield the root and every proof of a log', () => {
    const files = filesOf(most)
    const fromTiles = readerOf(most, files)
    const tree = { size: most, root: rootOf(leaves) }
    const rootAt = (size: number) => rootOfSize(size, read)
    expect(rootOfSize(most, fromTiles)).toEqual(tree.root)
    for (const index of [0, 255, 256, 65_535, 65_536, 69_887, 69_888, 69_999])
      expect(() =>
        verifyInclusion(read({ level: 0, index }), index, tree, proveInclusion(index, most, fromTiles)),
      ).not.toThrow()
    for (const size of [1, 256, 65_536, 69_999])
      expect(() =>
        verifyConsistency({ size, root: rootAt(size) }, tree, proveConsistency(size, most, fromTiles)),
      ).not.toThrow()
  })

  it('needed for a proof are few and sufficient', () => {
    const files = filesOf(most)
    const needed = tilesOf(subtreesForInclusion(69_900, most), most).map(tilePath)
    expect(needed.length).toBeLessThanOrEqual(4)
    const some = new Map([...files].filter(([path]) => needed.includes(path)))
    expect(proveInclusion(69_900, most, readerOf(most, some))).toEqual(proveInclusion(69_900, most, read))
    some.set(needed[0] ?? '', new Uint8Array(31))
    expect(reasonOf(() => proveInclusion(69_900, most, readerOf(most, some)))).toBe('tile-length-wrong')
  })
})

describe('the path of a tile', () => {
  it('has groups of three digits', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067')
    expect(tilePath({ level: 'entries', index: 7, width: 3 })).toBe('tile/entries/007.p/3')
  })

  it('is parsed as formatted', () => {
    const tile = fc.record({
      level: fc.oneof(fc.nat(63), fc.constant('entries' as const)),
      index: fc.nat(Number.MAX_SAFE_INTEGER),
      width: fc.integer({ min: 1, max: 256 }),
    })
    fc.assert(
      fc.property(tile, (one) => {
        expect(parseTilePath(tilePath(one))).toEqual(one)
      }),
    )
  })

  const wrong = [
    'tile/0/1',
    'tile/64/001',
    'tile/00/001',
    'tile/0/x000/001',
    'tile/0/001.p/0',
    'tile/0/001.p/256',
    'tile/0/001.p/01',
    'tile/0/x001',
    'tile/data/001',
    '../tile/0/001',
  ]
  it.each(wrong)('%s is refused', (path) => {
    expect(reasonOf(() => parseTilePath(path))).toBe('tile-path-malformed')
  })
})

describe('a bundle of entries', () => {
  it('is parsed as formatted', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 }), { maxLength: 20 }), (entries) => {
        expect(parseEntryBundle(formatEntryBundle(entries), entries.length)).toEqual(entries)
      }),
    )
  })

  it('has two bytes of length before each entry, big-endian', () => {
    expect(formatEntryBundle([new Uint8Array(258)]).subarray(0, 2)).toEqual(Uint8Array.of(1, 2))
    expect(newEntryBundles(256, 600).map(tilePath)).toEqual(['tile/entries/001', 'tile/entries/002.p/88'])
  })

  const bundle = formatEntryBundle([Uint8Array.of(1, 2, 3), Uint8Array.of(4)])
  it('truncated or with another number of entries is refused', () => {
    expect(reasonOf(() => parseEntryBundle(bundle.subarray(0, -1), 2))).toBe('entries-cut')
    expect(reasonOf(() => parseEntryBundle(bundle.subarray(0, 6), 2))).toBe('entries-cut')
    expect(reasonOf(() => parseEntryBundle(bundle, 3))).toBe('entries-count-wrong')
    expect(reasonOf(() => formatEntryBundle([new Uint8Array(65_536)]))).toBe('entries-too-long')
  })
})
