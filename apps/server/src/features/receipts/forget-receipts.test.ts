import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCheckpoint } from '@dhow/receipts/checkpoint'
import { commitmentOf } from '@dhow/receipts/entry'
import { verifyLiability } from '@dhow/receipts/liability-proof'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt, type VerifiedReceipt } from '@dhow/receipts/receipt'
import { verifyStatement } from '@dhow/receipts/statement'
import { sequenceLog } from '../../../test/sequence-log.ts'
import { ask, openWorld, type World } from '../../../test/world.ts'

const hour = 3_600_000
/** Amounts to guess, in minor units: up to 300.00. */
const guesses = 30_000

let world: World
type Player = Awaited<ReturnType<World['player']>>
let gone: Player
let other: Player
let boss: Awaited<ReturnType<World['operator']>>
const kept: { receipts: string[]; body: string; note: string; last: string; share: string } = {
  ...{ receipts: [], body: '', note: '', last: '', share: '' },
}

const textOf = async (path: string) => (await ask(world.app.portal, { url: `/log/${path}` })).payload
const policyOf = async () => parsePolicy(await textOf('policy'))
async function postingsOf(player: Player): Promise<string[]> {
  const rows = await world.db.kysely
    .selectFrom('ledger.postings')
    .select('id')
    .where('player_id', '=', player.id)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => String(id))
}

/** Advances by hours while keeping the sessions alive. */
async function pass(hours: number) {
  for (let left = hours; left > 0; left -= 6) {
    world.clock.leap(Math.min(left, 6) * hour)
    for (const player of [gone, other]) await player.get('/player/statements')
  }
}

async function fileOf(player: Player, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${player.token()}` }
  const { statusCode, payload } = await ask(world.app.portal, { url: `/api/v1/dhow${path}`, headers })
  expect([path, statusCode]).toEqual([path, 200])
  return payload
}

const span = { from: '2026-11-21T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z' }

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  ;[gone, other] = [await world.player(), await world.player()]
  for (const [player, amount] of [
    [gone, '123.45'],
    [other, '50.00'],
    [gone, '10.00'],
  ] as const)
    await world.fund(player.id, amount)
  await pass(16)
  await sequenceLog(world)
  await world.app.features.receipts.liabilities.publish()
  await world.app.features.receipts.sequence()
  for (const posting of await postingsOf(gone))
    kept.receipts.push((await gone.get(`/player/receipts/${posting}`)).json.receipt)
  const { id } = (await gone.post('/player/statements', span)).json.statement
  kept.body = await fileOf(gone, `/player/statements/${id}/entries.csv`)
  kept.note = await fileOf(gone, `/player/statements/${id}/entries.csv.note`)
  kept.last = await fileOf(gone, `/player/statements/${id}/receipt.html`)
  kept.share = (await gone.get('/player/liabilities/share')).json.proof
  await other.get('/player/liabilities/share')
  boss = await world.operator('admin')
})
afterAll(() => world.close())

const forget = (player: Player) =>
  boss.post(`/staff/players/${player.id}/receipts/forget`, { reason: 'Asked by letter' })
const receiptIn = async (at: number): Promise<VerifiedReceipt> =>
  verifyReceipt(kept.receipts[at] ?? '', await policyOf())

/** Commitment of an entry in the log. */
async function commitmentIn(index: number): Promise<string> {
  const { rows } = await sql<{ commitment: string }>`
    select encode(substring(commitments from (${index}::int - first_leaf::int) * 32 + 1 for 32), 'hex') as commitment
    from receipts.batch where log = 'players' and first_leaf <= ${index} order by first_leaf desc limit 1`.execute(
    world.db.kysely,
  )
  return rows[0]?.commitment ?? ''
}

/** Guessed amounts that match the log's commitment of the entry, with a guessed salt. */
async function found({ entryText, proof }: VerifiedReceipt, salt: Uint8Array): Promise<number[]> {
  const wanted = await commitmentIn(proof.index)
  const [, after] = /^cash \d+ (\d+)$/m.exec(entryText) ?? []
  const [, before] = /^cash (\d+) /m.exec(entryText) ?? []
  const start = Number(after) - Number(before)
  return Array.from({ length: guesses }, (_, amount) => amount).filter((amount) => {
    const guess = entryText.replace(/^cash .*$/m, `cash ${amount} ${start + amount}`)
    return Buffer.from(commitmentOf(salt, guess)).toString('hex') === wanted
  })
}

describe('forgetting a player', () => {
  it('is allowed only for admins, for an existing player, once all postings are in the log', async () => {
    const cashier = await world.operator('cashier')
    const path = `/staff/players/${gone.id}/receipts/forget`
    expect((await cashier.post(path, { reason: 'Asked by letter' })).json.code).toBe('staff_forbidden')
    expect((await boss.post('/staff/players/ply_nobody/receipts/forget', { reason: 'Asked by letter' })).status).toBe(
      404,
    )
    expect((await boss.post(path, { reason: '' })).status).toBe(422)
    await world.fund(gone.id, '1.00')
    expect(await forget(gone)).toMatchObject({ status: 409, json: { code: 'receipt_pending' } })
    await sequenceLog(world)
  })

  it('is needed: with the salt an amount can be guessed', async () => {
    const receipt = await receiptIn(0)
    expect(await found(receipt, receipt.salt)).toEqual([12_345])
  })

  it('deletes salts, statements and shares, and is in the audit trail', async () => {
    const head = await textOf('checkpoint')
    expect((await forget(gone)).json).toMatchObject({ entries: 3, statements: 1, shares: 1 })
    expect(await textOf('checkpoint')).toBe(head)
    const [entry] = (await boss.get('/staff/audit?action=receipts')).json.entries
    expect(entry).toMatchObject({
      action: 'receipts.forget',
      subject: gone.id,
      after: { entries: 3, statements: 1, shares: 1 },
    })
    expect((await forget(gone)).json).toMatchObject({ entries: 0, statements: 0, shares: 0 })
  })

  it('leaves neither the player’s id nor their salts in the log’s tables', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'receipts'`.execute(
      world.db.kysely,
    )
    expect(tables.length).toBeGreaterThan(10)
    const salts = await Promise.all(
      kept.receipts.map(async (_, at) => Buffer.from((await receiptIn(at)).salt).toString('hex')),
    )
    for (const { name } of tables) {
      const { rows } = await sql<{
        text: string
      }>`select to_jsonb(one)::text as text from ${sql.raw(name)} one`.execute(world.db.kysely)
      const words = [gone.id, gone.player_name, ...salts]
      expect([name, words.filter((word) => rows.some(({ text }) => text.includes(word)))]).toEqual([name, []])
    }
  })

  it('leaves leaves that reveal nothing: no amount matches, even with everything else known', async () => {
    for (const at of [0, 1]) {
      const receipt = await receiptIn(at)
      expect(await found(receipt, new Uint8Array(32))).toEqual([])
      expect(await found(receipt, new Uint8Array())).toEqual([])
    }
  }, 30_000)

  it('makes the receipts not found', async () => {
    const [first] = await postingsOf(gone)
    expect((await gone.get(`/player/receipts/${first}`)).status).toBe(404)
    expect((await gone.get('/player/statements')).json.statements).toEqual([])
    expect((await gone.post('/player/statements', span)).status).toBe(404)
    expect((await gone.get('/player/liabilities/share')).status).toBe(404)
  })

  it('does not affect downloaded files or other players’ files', async () => {
    const policy = await policyOf()
    for (const receipt of kept.receipts) expect(verifyReceipt(receipt, policy).entry.account).toBe(gone.id)
    const { statement } = verifyStatement({ body: kept.body, note: kept.note, receipt: kept.last }, policy)
    expect(statement.entries).toBe(2)
    expect(verifyLiability(kept.share, policy).liability.balances.cash).toBe(13_345n)
    const [posting] = await postingsOf(other)
    const { receipt } = (await other.get(`/player/receipts/${posting}`)).json
    expect(verifyReceipt(receipt, policy).entry.account).toBe(other.id)
    const share = (await other.get('/player/liabilities/share')).json.proof
    expect(verifyLiability(share, policy).liability.balances.cash).toBe(5_000n)
    await world.app.features.check({ isWhole: true })
    expect(world.app.features.books.results.filter(({ violations }) => violations > 0)).toEqual([])
  })

  it('still allows later receipts, which contain only the forgotten entry’s commitment', async () => {
    await world.fund(gone.id, '2.00')
    await sequenceLog(world)
    const posting = (await postingsOf(gone)).at(-1)
    const { entry } = verifyReceipt((await gone.get(`/player/receipts/${posting}`)).json.receipt, await policyOf())
    expect([entry.number, entry.previous]).toEqual([4, await commitmentIn(await lastOf(kept.receipts.length))])
    const { size } = openCheckpoint(
      await textOf('checkpoint'),
      (await policyOf()).logs.map(({ key }) => key),
    )
    expect(size).toBeGreaterThan(5)
  })
})

/** Position in the log of the player's entry with a number, counted from 0. */
async function lastOf(number: number): Promise<number> {
  const posting = (await postingsOf(gone))[number]
  const { rows } = await sql<{ leaf: bigint }>`
    select first_leaf + array_position(posting_ids, ${posting}::bigint) - 1 as leaf from receipts.batch
    where log = 'players' and first_posting <= ${posting} order by first_posting desc limit 1`.execute(world.db.kysely)
  return Number(rows[0]?.leaf)
}
