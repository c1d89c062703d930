import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runReceipt } from '@dhow/receipts/cli'
import { openCheckpoint } from '@dhow/receipts/checkpoint'
import { leafHash, verifyConsistency, verifyInclusion } from '@dhow/receipts/merkle'
import { newEntryBundles, newTiles, parseEntryBundle, tilePath } from '@dhow/receipts/tiles'
import { parseVerifierKey } from '@dhow/receipts/verifier-key'
import { seededRandom } from '../../../test/parts.ts'
import { ask, openWorld, type World } from '../../../test/world.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { sealOf } from '../staff/audit-chain.ts'
import { exportLogs } from './export-log.ts'
import { readConsistency, readInclusion } from './read-proofs.ts'
import { rotateLogKey } from './rotate-log-key.ts'
import { sealCommitment } from './staff-entries.ts'

let world: World
let boss: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  boss = await world.operator('admin')
})
afterAll(() => world.close())

const features = () => world.app.features
const bytesOf = async (path: string) => {
  const { statusCode, rawPayload } = await ask(world.app.portal, { url: `/log/${path}` })
  expect([path, statusCode]).toEqual([path, 200])
  return new Uint8Array(rawPayload)
}
const textOf = async (path: string) => Buffer.from(await bytesOf(path)).toString()
const keysOf = async (path: string) =>
  (await textOf(path))
    .trimEnd()
    .split('\n')
    .map((line) => parseVerifierKey(line.split(' ')[0] ?? ''))
const headOf = async () => openCheckpoint(await textOf('staff/checkpoint'), await keysOf('staff/keys'))

/** An audited action of an operator; waits until it is in the log. */
async function act(name: string) {
  await boss.post('/staff/operators', { name, role: 'cashier' })
  await features().staff.chain.seal()
  await features().receipts.sequenceStaff()
}

describe('the staff’s log', () => {
  it('has its own name and key', async () => {
    await features().receipts.sequence()
    await act('nelao')
    const [players, staff] = [await keysOf('keys'), await keysOf('staff/keys')]
    expect([players, staff].map((keys) => keys.map(({ name }) => name))).toEqual([
      ['localhost:8080/log'],
      ['localhost:8080/log/staff'],
    ])
    expect(staff[0]?.publicKey).not.toEqual(players[0]?.publicKey)
    expect(await textOf('staff/policy')).toMatch(/^log localhost:8080\/log\/staff\+.*\nquorum none\n$/)
  })

  it('has each audit entry once, verifiable with the entry, the previous seal and the salt', async () => {
    const old = await headOf()
    for (const name of ['tuli', 'hilma']) await act(name)
    const head = await headOf()
    const { db } = world
    const entries = await db.kysely
      .selectFrom('staff.audit_seal as seal')
      .innerJoin('staff.audit_entry as entry', 'entry.id', 'seal.entry_id')
      .selectAll('entry')
      .orderBy('seal.position')
      .execute()
    expect(head.size).toBe(entries.length)
    const batches = await db.kysely
      .selectFrom('receipts.salt')
      .selectAll()
      .where('log', '=', 'staff')
      .orderBy('first_leaf')
      .execute()
    const salts = Buffer.concat(batches.map((batch) => batch.salts))
    let previous: Buffer | undefined
    for (const [index, entry] of entries.entries()) {
      previous = sealOf(previous, entry)
      const commitment = sealCommitment(salts.subarray(32 * index, 32 * index + 32), previous)
      verifyInclusion(leafHash(commitment), index, head, await readInclusion(db.kysely, 'staff', index, head.size))
    }
    verifyConsistency(old, head, await readConsistency(db.kysely, 'staff', old.size, head.size))
    expect(await features().receipts.sequenceStaff()).toBe(0)
  })

  it('proves one entry with a downloaded file, which the receipt command checks', async () => {
    await boss.post('/staff/operators', { name: 'selma', role: 'cashier' })
    const newest = async () => (await boss.get('/staff/audit')).json.entries[0] as { id: string; text: string }
    const { id, text } = await newest()
    const proofOf = (entryId: string) => boss.get(`/staff/audit/${entryId}/proof`)
    expect((await proofOf(id)).json).toMatchObject({ code: 'not_found' })
    await features().staff.chain.seal()
    expect((await proofOf(id)).json).toMatchObject({ code: 'receipt_pending' })
    await features().receipts.sequenceStaff()
    const download = await proofOf(id)
    expect(download.headers['content-disposition']).toContain(`dhow-audit-${id}.txt`)
    const [first, pinned] = [String(download.json), await textOf('staff/policy')]
    const files: Record<string, string> = {
      first,
      policy: pinned,
      changed: first.replace(JSON.stringify(text), JSON.stringify(`${text} of another name`)),
      players: await textOf('policy'),
    }
    const verify = (name: string, policy = 'policy') => {
      let output = ''
      const print = (printed: string) => void (output += printed)
      const readFile = (path: string) => Buffer.from(files[path] ?? '')
      return [runReceipt(['verify', name, '--policy', policy], { readFile, print, complain: print }), output]
    }
    expect(verify('first')).toEqual([0, expect.stringContaining(`text: ${text}`)])
    expect(verify('changed')).toEqual([1, expect.stringContaining('proof-root-differs')])
    expect(verify('first', 'players')).toEqual([1, expect.stringContaining('note-not-signed')])
    expect((await proofOf('aud_0000000000')).status).toBe(404)
  })

  it('is checked against the audit trail by the book checks', async () => {
    await features().check({ isWhole: true })
    const { results } = features().books
    expect(results.find(({ name }) => name === 'staff_log')).toMatchObject({ violations: 0 })
  })

  it('has no text of the audit trail in any file', async () => {
    const { size } = await headOf()
    const paths = [...newTiles(0, size), ...newEntryBundles(0, size)].map((tile) => `staff/${tilePath(tile)}`)
    const trail = await world.db.kysely.selectFrom('staff.audit_entry').selectAll().execute()
    const words = trail.flatMap(({ id, operator_id, action, subject, text }) => [
      id,
      operator_id ?? id,
      action,
      subject,
      text,
    ])
    for (const path of ['staff/checkpoint', 'staff/keys', ...paths]) {
      const bytes = Buffer.from(await bytesOf(path))
      expect(words.filter((word) => bytes.includes(word))).toEqual([])
    }
    // A reader gets only commitments, from which no seal can be derived without its salt.
    const seals = await world.db.kysely.selectFrom('staff.audit_seals').selectAll().orderBy('position').execute()
    const [bundle] = newEntryBundles(0, size)
    const commitments = parseEntryBundle(await bytesOf(`staff/${tilePath(bundle!)}`), size)
    for (const [at, { hash }] of seals.entries()) {
      expect(Buffer.from(commitments[at]!)).not.toEqual(hash)
      expect(Buffer.from(commitments[at]!)).not.toEqual(sealCommitment(Buffer.alloc(32), hash))
    }
  })

  it('gets a new key independently of the players’ log', async () => {
    const [players, [key]] = [await keysOf('keys'), await keysOf('staff/keys')]
    const random = seededRandom('a new key of the staff’s log')
    const parts = { platform: world.platform, secrets: openSecrets(world.config.secretKey, random), random }
    await rotateLogKey(parts, key!.id)
    expect(await keysOf('keys')).toEqual(players)
    expect(await keysOf('staff/keys')).toHaveLength(2)
    await act('later')
    expect((await headOf()).note.signedBy.map(({ id }) => id)).toEqual([(await keysOf('staff/keys'))[1]?.id])
  })

  it('is below the players’ log in an export', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dhow-log-'))
    try {
      await exportLogs(world.db.kysely, folder)
      expect(readFileSync(join(folder, 'staff/checkpoint'), 'utf8')).toBe(await textOf('staff/checkpoint'))
      expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toBe(await textOf('checkpoint'))
      expect(await exportLogs(world.db.kysely, folder)).toMatchObject({ written: 0 })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
