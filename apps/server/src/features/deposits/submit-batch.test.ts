import '../limits/tables.ts'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import type { UploadedFile } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { methods } from './methods.ts'
import { submitDeposit, type SubmissionParts } from './submit-deposit.ts'
import { openSubmissions, type Draft } from './submit-batch.ts'

/**
 * Deposits accepted as a group must be those that would be accepted one by one. Two equal sets of players submit the
 * same, one set in groups and the other one by one, and every row is compared.
 */
type Set = 'group' | 'alone'
let world: World
const players: Record<Set, { id: string; code: string }[]> = { group: [], alone: [] }
const seats = 9
beforeAll(async () => {
  world = await openWorld()
  for (let index = 0; index < seats; index++)
    for (const set of ['group', 'alone'] as const) players[set].push(await seat(index))
}, 120_000)
afterAll(() => world.close())

/** A player: the first two are ordinary, the others each have a property that may prevent a deposit. */
async function seat(index: number): Promise<{ id: string; code: string }> {
  const { id } = await world.player({ balance: '10.00' })
  const { kysely } = world.db
  const now = world.clock.now()
  const block = (kind: 'time_out' | 'operator', from: Date, until: Date | null) =>
    kysely
      .insertInto('limits.play_block')
      .values({ player_id: id, kind, from_at: from, until_at: until, reason: 'test' })
      .execute()
  const away = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  if (index !== 0)
    await kysely
      .updateTable('accounts.player')
      .set({ created_at: away(-48) })
      .where('id', '=', id)
      .execute()
  if (index === 2) await block('time_out', away(-1), away(1))
  if (index === 3) await block('time_out', away(-2), away(-1))
  if (index === 4) await block('operator', away(-1), null)
  if (index === 5) await block('time_out', away(1), away(2))
  if (index === 6)
    await kysely
      .insertInto('limits.player_limit')
      .values({ player_id: id, kind: 'deposit', period: 'day', amount_minor: 100_000n, set_at: now } as never)
      .execute()
  if (index === 7) await world.db.transaction((tx) => world.app.features.wallet.freeze(tx, id, now))
  if (index === 8) await kysely.updateTable('accounts.player').set({ active: false }).where('id', '=', id).execute()
  const row = await kysely
    .selectFrom('accounts.player')
    .select('deposit_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, code: row.deposit_code }
}

const submission = fc.record({
  player: fc.nat(seats - 1),
  /** A reference of this run, of all runs, or a deposit code. */
  reference: fc.oneof(
    { weight: 6, arbitrary: fc.nat(9) },
    { weight: 2, arbitrary: fc.constantFrom('often-1', 'often-2') },
    { weight: 1, arbitrary: fc.constantFrom('own-code', 'code-of-0') },
  ),
  amount: fc.constantFrom('500', '500', '500', '700', '10000', '1'),
  key: fc.constantFrom(undefined, undefined, undefined, 'one', 'two'),
  picture: fc.constantFrom(undefined, undefined, undefined, 1, 2),
})
type Asked = typeof submission extends fc.Arbitrary<infer T> ? T : never

/** The stored screenshot, without the file. */
const proofs: SubmissionParts['proofs'] = {
  arrived: ({ bytes }: UploadedFile) => {
    const sha256 = createHash('sha256').update(bytes).digest()
    const at = world.clock.now()
    const id = world.platform.id('dpr')
    return Promise.resolve({
      sha256,
      uploadOf: (depositId) => ({ id, deposit_id: depositId, at, file: 'file', sha256, due_at: at, tries: 0 }),
      markCommitted: () => undefined,
      discard: () => Promise.resolve(),
    })
  },
}
const method = methods.find(({ family }) => family === 'manual-namibia')!

function submit(submissions: SubmissionParts['submissions'], set: Set, run: number, asked: Asked): Promise<string> {
  const { id, code } = players[set][asked.player]!
  const named = (what: string) => `${set}-${what}`
  const reference =
    asked.reference === 'own-code'
      ? code
      : asked.reference === 'code-of-0'
        ? players[set][0]!.code
        : named(typeof asked.reference === 'string' ? asked.reference : `${run}-${asked.reference}`)
  const { portal, limits, blocklists } = world.app.features
  return submitDeposit(
    { platform: world.platform, portal, limits, blocklists, proofs, submissions },
    {
      method,
      session: { playerId: id, sessionId: 'none', market: 'NA', currency: 'NAD' },
      amount: asked.amount,
      reference,
      detailId: '2',
      file: asked.picture && {
        name: 'shot.png',
        mediaType: 'image/png',
        bytes: Buffer.from(named(`${run}-${asked.picture}`)),
      },
      idempotencyKey: asked.key && `${run}-${asked.key}`,
      ip: '::1',
      userAgent: 'test',
    },
  ).then(
    (row) => `${row.state} ${row.declared_minor}`,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
}

/** One by one, with each refusal in order. */
async function alone(run: number, all: Asked[]): Promise<string[]> {
  const answers: string[] = []
  const none = { ...openSubmissions(world.platform), accept: () => Promise.resolve(false) }
  for (const asked of all) answers.push(await submit(none, 'alone', run, asked))
  return answers
}

let accepted = 0
/** In one group; those not accepted are then decided one by one, in order. */
async function together(run: number, all: Asked[]): Promise<string[]> {
  const real = openSubmissions(world.platform)
  const waiting: { draft: Draft; decide(isAccepted: boolean): void }[] = []
  const answers: Promise<string>[] = []
  for (const asked of all) {
    await new Promise<void>((arrived) => {
      const accept = (draft: Draft) =>
        new Promise<boolean>((decide) => {
          waiting[answers.length - 1] = { draft, decide }
          arrived()
        })
      answers.push(submit({ ...real, accept }, 'group', run, asked))
      void answers.at(-1)!.finally(arrived)
    })
  }
  const isAccepted = await Promise.all(waiting.map(({ draft }) => real.accept(draft)))
  for (const [index, answer] of answers.entries()) {
    waiting[index]?.decide(isAccepted[index]!)
    await answer
    if (isAccepted[index]) accepted++
  }
  return Promise.all(answers)
}

/** All rows of a set's deposits, with names instead of ids and codes. */
async function rowsOf(set: Set) {
  const ids = players[set].map(({ id }) => id)
  const { rows } = await sql<{ content: { warnings: unknown[] } }>`
    select json_build_object(
      'deposit', to_jsonb(own) - '{id,ref_raw}'::text[],
      'steps', (select json_agg(to_jsonb(step) - '{id,deposit_id}'::text[] order by id) from deposits.step step where deposit_id = own.id),
      'uploads', (select json_agg(to_jsonb(upload) - '{id,deposit_id,sha256}'::text[]) from deposits.upload upload where deposit_id = own.id),
      'warnings', array(select json_build_array(code, text, other.player_id, other.ref_norm, other.declared_minor)
        from deposits.warning left join deposits.deposit other on other.id = other_id where deposit_id = own.id),
      'calls', (select json_agg(json_build_array(key, operation) order by key) from platform.idempotent_call where reply ->> 'id' = own.id)
    ) as content
    from deposits.deposit own where player_id = any (${ids}) and user_agent = 'test'`.execute(world.db.kysely)
  let text = JSON.stringify(rows.map(({ content }) => content)).replaceAll(set.toUpperCase(), '')
  for (const [index, { id, code }] of players[set].entries())
    text = text.replaceAll(code, `code-of-${index}`).replaceAll(id, `player-${index}`)
  const inOrder = (list: unknown[]) => list.map((one) => JSON.stringify(one)).sort()
  const deposits = JSON.parse(text) as { warnings: unknown[] }[]
  return inOrder(deposits.map((deposit) => ({ ...deposit, warnings: inOrder(deposit.warnings) })))
}

it('deposits in a group are decided as one by one, row for row', async () => {
  let run = 100
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(submission, { minLength: 2, maxLength: 14 }), async (all) => {
      run++
      const answers = await together(run, all)
      expect(answers).toEqual(await alone(run, all))
      expect(await rowsOf('group')).toEqual(await rowsOf('alone'))
      for (const answer of answers) seen.set(answer, (seen.get(answer) ?? 0) + 1)
      // Room for more deposits, and some refused references.
      await sql`update deposits.deposit set state = 'rejected', reason = 'other' where state = 'submitted'`.execute(
        world.db.kysely,
      )
    }),
    { numRuns: 25, seed: 11 },
  )
  // The generated deposits must reach every decision on both paths.
  expect(accepted).toBeGreaterThan(30)
  expect([...seen.keys()].sort()).toEqual([
    'amount_below_minimum',
    'deposit_limit_reached',
    'deposits_blocked',
    'key_changed',
    'reference_used',
    'resubmitted_often',
    'submitted 1000000',
    'submitted 50000',
    'submitted 70000',
    'too_many_open_deposits',
  ])
}, 120_000)
