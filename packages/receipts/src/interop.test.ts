import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAddCheckpoint } from './add-checkpoint.ts'
import { openCheckpoint } from './checkpoint.ts'
import { concat, utf8 } from './encoding.ts'
import { leafHash, verifyConsistency } from './merkle.ts'
import { proveInclusion } from './merkle-proof.ts'
import { trustLog } from './policy.ts'
import { findGo } from './testing/find-go.ts'
import { log, logOf, sampleFiles, witnesses } from './testing/sample.ts'
import { wrongFiles } from './testing/wrong-files.ts'
import { newTiles, readTiles, tilePath } from './tiles.ts'
import { parseTlogProof, verifyTlogProof } from './tlog-proof.ts'
import { formatVerifierKey, parseVerifierKey } from './verifier-key.ts'

const sources = fileURLToPath(new URL('../interop', import.meta.url))
const recorded = fileURLToPath(new URL('../fixtures/go', import.meta.url))
const go = findGo()
const folder = mkdtempSync(join(tmpdir(), 'dhow-receipts-'))
const program = join(folder, 'interop')
const [ours, theirs] = [join(folder, 'ours'), go ? join(folder, 'theirs') : recorded]

beforeAll(() => {
  if (!go) return
  const env = { PATH: process.env['PATH'], HOME: folder, GO111MODULE: 'off', GOPATH: go.path, GOFLAGS: '' }
  execFileSync(go.command, ['build', '-o', program, '.'], { cwd: sources, env })
  for (const made of [ours, theirs]) mkdirSync(made)
  execFileSync(program, ['make', theirs])
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (name: string) => readFileSync(join(theirs, name), 'utf8')

describe('files of the Go packages note and tlog', () => {
  it.skipIf(!go)('equal the recorded ones', () => {
    const filesOf = (root: string) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => [relative(root, path), readFileSync(path, 'base64')])
        .toSorted()
    expect(filesOf(theirs)).toEqual(filesOf(recorded))
  })

  it('verify here: heads, inclusion and consistency', () => {
    const key = parseVerifierKey(textOf('key.txt').trim())
    const policy = trustLog(key)
    for (const index of [0, 255, 256, 511, 512, 599]) {
      const proof = parseTlogProof(textOf(`${index}.tlog-proof`))
      expect(verifyTlogProof(proof, utf8(`entry ${index}`), policy).size).toBe(600)
    }
    const { checkpoint, oldSize, proof } = parseAddCheckpoint(textOf('consistency.txt'))
    const [old, now] = [openCheckpoint(textOf('old-checkpoint.txt'), [key]), openCheckpoint(checkpoint, [key])]
    expect(oldSize).toBe(old.size)
    expect(() => verifyConsistency(old, now, proof)).not.toThrow()
  })

  it('give the same proofs from their tiles, at the same paths', () => {
    const read = readTiles(600, (path) => Uint8Array.from(readFileSync(join(theirs, path))))
    for (const index of [0, 255, 256, 511, 512, 599])
      expect(proveInclusion(index, 600, read)).toEqual(parseTlogProof(textOf(`${index}.tlog-proof`)).hashes)
    expect(textOf('tiles-of-70000.txt').trim().split('\n')).toEqual(newTiles(0, 70_000).map(tilePath))
  })
})

/** Results of the Go program for the files in `ours`, by name. */
function checkedByGo(files: Map<string, string | Uint8Array>): Map<string, string> {
  rmSync(ours, { recursive: true })
  for (const [name, content] of files) {
    mkdirSync(dirname(join(ours, name)), { recursive: true })
    writeFileSync(join(ours, name), content)
  }
  const keys = [log, ...witnesses].map(({ key }) => formatVerifierKey(key))
  writeFileSync(join(ours, 'keys.txt'), keys.join('\n'))
  const lines = execFileSync(program, ['check', ours], { encoding: 'utf8' }).trimEnd().split('\n')
  return new Map(lines.map((line) => line.split('\t') as [string, string]))
}

describe.skipIf(!go)('our files, checked by the Go packages note and tlog', () => {
  it('are accepted: notes, receipts, consistency, tiles', () => {
    const sample = sampleFiles()
    const file = (name: string) => sample.get(name) ?? ''
    const { read, checkpoint, leaves } = logOf(Array.from({ length: 300 }, (_, at) => utf8(`entry ${at}`)))
    expect(leaves[5]).toEqual(leafHash(utf8('entry 5')))
    const tiles = newTiles(0, 300).map((tile) => {
      const hashes = Array.from({ length: tile.width }, (_, at) =>
        read({ level: 8 * Number(tile.level), index: tile.index * 256 + at }),
      )
      return [tilePath(tile), concat(...hashes)] as const
    })
    const files = new Map<string, string | Uint8Array>([
      ['statement.note', file('statement.csv.note')],
      ['checkpoint.note', file('checkpoint.txt')],
      ...[...sample]
        .filter(([name]) => /^(receipt\.txt|last-receipt|since-)/.test(name))
        .map(([name, text]) => [`${name}.receipt`, text] as const),
      ['log.consistency', `${file('old-checkpoint.txt')}\n\n${file('consistency.txt')}`],
      ['log.tiles', checkpoint(300)],
      ...tiles,
    ])
    const answers = checkedByGo(files)
    expect(answers.size).toBe(11)
    expect([...answers].filter(([, answer]) => answer !== 'ok')).toEqual([])
  })

  it('are refused if wrong, each with its reason', () => {
    const wrong = new Map<string, string | Uint8Array>()
    const reasons = new Map<string, string>()
    for (const { isForGo, check, name, files, reason } of wrongFiles) {
      const [first = '', second = ''] = files
      const kind = isForGo ? 'receipt' : check
      if (kind !== 'receipt' && kind !== 'consistency') continue
      wrong.set(`${name}.${kind}`, isForGo ? first : `${String(first)}\n\n${String(second)}`)
      reasons.set(`${name}.${kind}`, reason)
    }
    const answers = checkedByGo(wrong)
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(reasons))
    expect(new Set(answers.values()).size).toBeGreaterThanOrEqual(30)
  })
})
