import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openCheckpoint } from '@dhow/receipts/checkpoint'
import { verifyConsistency } from '@dhow/receipts/merkle'
import { proveConsistency } from '@dhow/receipts/merkle-proof'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { newTiles, readTiles, tilePath } from '@dhow/receipts/tiles'
import { parseVerifierKey } from '@dhow/receipts/verifier-key'
import { seededRandom } from '../../../test/parts.ts'
import { ask, openWorld, type World } from '../../../test/world.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { rotateLogKey } from './rotate-log-key.ts'

let world: World
let player: Awaited<ReturnType<World['player']>>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  player = await world.player()
})
afterAll(() => world.close())

const textOf = async (path: string) => (await ask(world.app.portal, { url: `/log/${path}` })).payload
const spansOf = async () =>
  (await textOf('keys'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
const keysOf = async () => (await spansOf()).map(([key = '']) => parseVerifierKey(key))

/** Rotates as `npm run log:key` does, beside the server. */
function rotate(fromKeyId: string) {
  const random = seededRandom(`key after ${fromKeyId}`)
  return rotateLogKey(
    { platform: world.platform, secrets: openSecrets(world.config.secretKey, random), random },
    fromKeyId,
  )
}

/** Posts once and waits until it is in the log; returns the signed head and the receipt. */
async function post() {
  await world.fund(player.id, '1.00')
  const { id } = await world.db.kysely
    .selectFrom('ledger.postings')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const receipt = await vi.waitFor(async () => {
    await world.app.features.receipts.sequence()
    const answer = await player.get(`/player/receipts/${id}`)
    expect(answer.status).toBe(200)
    return answer.json.receipt as string
  }, 10_000)
  return { head: await textOf('checkpoint'), receipt }
}

describe('a new key of the log', () => {
  it('signs from its size on, and the old key’s signatures remain valid', async () => {
    const old = await post()
    const [oldKey] = await keysOf()
    await rotate(oldKey!.id)
    const atOnce = await textOf('checkpoint')
    const later = await post()

    const [first, newKey] = await keysOf()
    expect(first).toEqual(oldKey)
    expect(await spansOf()).toEqual([
      [expect.any(String), '0', '1'],
      [expect.any(String), '1', '-'],
    ])
    expect(openCheckpoint(old.head, [oldKey!])).toMatchObject({ size: 1 })
    expect(openCheckpoint(atOnce, [newKey!])).toMatchObject({ size: 1, root: openCheckpoint(old.head, [oldKey!]).root })
    expect(openCheckpoint(later.head, [newKey!])).toMatchObject({ size: 2 })
    expect(() => openCheckpoint(later.head, [oldKey!])).toThrow('note-not-signed')

    const keys = [oldKey!, newKey!]
    const tiles = new Map<string, Uint8Array>()
    for (const path of newTiles(0, 2).map(tilePath))
      tiles.set(path, new Uint8Array((await ask(world.app.portal, { url: `/log/${path}` })).rawPayload))
    const proof = proveConsistency(
      1,
      2,
      readTiles(2, (path) => tiles.get(path)!),
    )
    verifyConsistency(openCheckpoint(old.head, keys), openCheckpoint(later.head, keys), proof)

    const policy = parsePolicy(`${(await spansOf()).map(([key]) => `log ${key}`).join('\n')}\nquorum none\n`)
    for (const { receipt } of [old, later]) expect(verifyReceipt(receipt, policy).entry.account).toBe(player.id)
  })

  it('is created once for a repeated order', async () => {
    await post()
    const before = await keysOf()
    const { id } = before.at(-1)!
    const outcomes = await Promise.allSettled([rotate(id), rotate(id)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(rotate(id)).rejects.toThrow(`not by ${id}. Nothing was changed.`)
    expect(await keysOf()).toHaveLength(before.length + 1)
  })
})
