import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCheckpoint, type SignedCheckpoint } from '@dhow/receipts/checkpoint'
import { verifyConsistency } from '@dhow/receipts/merkle'
import { proveConsistency } from '@dhow/receipts/merkle-proof'
import { newTiles, readTiles, tilePath } from '@dhow/receipts/tiles'
import { parseVerifierKey } from '@dhow/receipts/verifier-key'
import { seededRandom } from '../../../test/parts.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import { openSecrets } from '../../platform/secrets.ts'
import type { ReceiptsParts } from './parts.ts'
import { playerEntries } from './player-entries.ts'
import { openSequencer } from './sequence-entries.ts'

/** For more schedules: `npm run bench -- log-crashes`. */
const schedules = Number(process.env['DHOW_CRASH_SCHEDULES'] ?? 50)
/** Far more than one schedule takes on a busy machine. */
const scheduleMs = 600
/** A batch has up to 24 moments, and the one after its commit; the rest lets some schedules run to the end. */
const moments = 32

let world: World
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
afterAll(() => world.close())

/**
 * A database that stops a transaction at a moment: even ones are before a statement, odd ones after it; the last one is
 * after the commit.
 */
function stopping(db: Database, at: number): Database {
  let moment = 0
  const pass = <Value>(value: Value) => {
    if (moment++ === at) throw new Error('stopped')
    return value
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => pass(node),
    transformResult: async ({ result }) => pass(result),
  }
  return {
    ...db,
    async transaction<Result>(work: (tx: Tx) => Promise<Result>) {
      const result = await db.transaction((tx) => work(tx.withPlugin(plugin)))
      return pass(result)
    },
  }
}

it(
  `has consistent heads and each entry once in ${schedules} schedules, at any stop of the sequencer`,
  async () => {
    const random = seededRandom('crashes of the sequencer')
    const players = [await world.player(), await world.player()]
    const secrets = openSecrets(world.config.secretKey, random)
    const partsOn = (db: Database): ReceiptsParts => ({
      platform: { ...world.platform, db },
      secrets,
      random,
      audit: world.app.features.staff.audit,
      readTrail: world.app.features.staff.chain.read,
      keysOfLines: { rounds: () => Promise.resolve(new Map()), payments: () => Promise.resolve(new Map()) },
    })
    // There are no other writers, so all postings are settled.
    const everything = 10n ** 15n
    const heads: SignedCheckpoint[] = []
    const count = { stopped: 0, ended: 0 }
    // A stopped sequencer continues with its memory, as after a lost connection, while the other, like another process,
    // has appended or not.
    let database = world.db
    const newSequencer = () => {
      const parts = partsOn({ ...world.db, transaction: (work) => database.transaction(work) })
      return openSequencer(parts, playerEntries(parts))
    }
    const sequencers = [newSequencer(), newSequencer()]
    for (let schedule = 0; schedule < schedules; schedule++) {
      for (let more = random.int(3); more > 0; more--) await world.fund(players[random.int(2)]!.id, '1.00')
      database = stopping(world.db, random.int(moments))
      await sequencers[random.int(2)]!(everything).then(
        (entries) => {
          if (entries > 0) count.ended++
        },
        (error: unknown) => {
          expect(error).toMatchObject({ message: 'stopped' })
          count.stopped++
        },
      )
      const head = await readHead()
      if (head) heads.push(head)
    }
    expect(count.stopped).toBeGreaterThan(schedules / 4)
    // With too few moments no batch would complete after a first one, and all heads would be equal.
    expect(count.ended).toBeGreaterThan(schedules / 10)
    database = world.db
    await sequencers[0]!(everything)

    const last = (await readHead())!
    const postings = await world.db.kysely
      .selectFrom('ledger.postings')
      .select(['id', sql<bigint>`row_number() over (partition by player_id order by id)`.as('number')])
      .where('player_id', 'is not', null)
      .orderBy('id')
      .execute()
    const { rows } = await sql<{ id: bigint; number: bigint }>`
    select unnest(posting_ids) as id, unnest(numbers) as number from receipts.batch order by first_leaf`.execute(
      world.db.kysely,
    )
    expect(rows).toEqual(postings)
    expect(last.size).toBe(postings.length)
    const read = await readHashes(last.size)
    for (const head of heads) verifyConsistency(head, last, proveConsistency(head.size, last.size, read))
  },
  schedules * scheduleMs,
)

async function readHead() {
  const { receipts } = world.app.features
  const [checkpoint, keys] = await Promise.all([receipts.file('checkpoint'), receipts.file('keys')])
  const known = String(keys?.content).trimEnd().split('\n')
  return (
    checkpoint &&
    openCheckpoint(
      checkpoint.content,
      known.map((line) => parseVerifierKey(line.split(' ')[0]!)),
    )
  )
}

async function readHashes(size: number) {
  const files = new Map<string, Uint8Array>()
  for (const path of newTiles(0, size).map(tilePath))
    files.set(path, (await world.app.features.receipts.file(path))!.content as Uint8Array)
  return readTiles(size, (path) => files.get(path)!)
}
