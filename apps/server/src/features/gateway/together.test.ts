import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { openApplyGroup, type GroupItem, type GroupRow } from './apply-group.ts'
import { asOwner } from '../../../test/as-owner.ts'

/**
 * Grouped calls must be decided as one by one. Two equal sets of players get the same calls, one set in groups and the
 * other one by one, and everything is compared.
 */
let world: World
const sets: { group: string; alone: string }[] = []
beforeAll(async () => {
  world = await openWorld()
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
    const [group, alone] = [await seat(index), await seat(index)]
    sets.push({ group, alone })
  }
}, 120_000)
afterAll(() => world.close())

/** A player in the game: the first are ordinary, the others each have a property that prevents bets. */
async function seat(index: number): Promise<string> {
  const player = await world.player({ balance: index === 3 ? '3.00' : '1000.00' })
  const change = (query: ReturnType<typeof sql>) => asOwner(world.db, (tx) => query.execute(tx))
  await change(sql`insert into gateway.game_session (id, provider_code, player_id, game_id, currency, launch_expires_at, opened_at)
    values (${`gs_${player.id}`}, 'dhow-studio', ${player.id}, 'game_dhow', 'NAD', now(), now())`)
  if (index === 4) await change(sql`update ledger.wallet set frozen_at = now() where player_id = ${player.id}`)
  if (index === 5) await change(sql`update gateway.game_session set ended_at = now() where player_id = ${player.id}`)
  if (index === 6)
    await change(sql`insert into limits.player_limit (player_id, kind, period, amount_minor, set_at)
      values (${player.id}, 'stake', 'day', 700, now())`)
  if (index === 7) await change(sql`update accounts.player set active = false where id = ${player.id}`)
  if (index === 8)
    await change(sql`insert into limits.play_block (player_id, kind, from_at, reason)
      values (${player.id}, 'time_out', '2000-01-01', 'test')`)
  return player.id
}

const call = fc.record({
  kind: fc.constantFrom('bet', 'bet', 'bet', 'bet', 'bet', 'win', 'rollback', 'betwin', 'end', 'end'),
  player: fc.nat(8),
  tx: fc.nat(40),
  ref: fc.nat(40),
  round: fc.constantFrom(0, 0, 0, 1),
  amount: fc.constantFrom(0, 100, 100, 250, 400, 99_999_999),
  currency: fc.constantFrom('NAD', 'NAD', 'NAD', 'NAD', 'NAD', 'NAD', 'INR'),
})
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

/** The call in the form of the SQL function, with ids for the set. */
function itemOf(
  { kind, player, tx, ref, round, amount, currency }: Call,
  set: 'group' | 'alone',
  run: number,
): GroupItem {
  const id = sets[player]![set]
  const named = (what: string, number: number) => `${set}-${run}-${what}-${number}`
  return {
    kind,
    provider: 'dhow-studio',
    tx: kind === 'end' ? `end:${id}:${named('round', round)}` : named('tx', tx),
    ref: kind === 'win' || kind === 'rollback' ? named('tx', ref) : null,
    player: id,
    session: `gs_${id}`,
    round: named('round', round),
    game: 'game_dhow',
    currency,
    amount: String(kind === 'end' || kind === 'rollback' ? 0 : amount),
    win: kind === 'betwin' ? '100' : '0',
    hash: Buffer.from(JSON.stringify([kind, ref, round, amount, currency])).toString('hex'),
    row: `rnd_${set}_${run}_${player}_${tx}_${kind}`,
  }
}

const together = (items: GroupItem[]) => openApplyGroup(world.platform)(items)

/** Applies calls one by one, each in its own transaction. */
async function oneByOne(items: GroupItem[]): Promise<GroupRow[]> {
  const answers: GroupRow[] = []
  for (const one of items) {
    const { rows } = await sql<GroupRow>`select 0 as place, * from gateway.apply(
      ${one.kind}, ${one.provider}, ${one.tx}, ${one.ref}, ${one.player}, ${one.session}, ${one.round}, ${one.game}, ${one.currency},
      ${one.amount}::bigint, ${one.win}::bigint, decode(${one.hash}, 'hex'), ${one.row}, ${world.clock.now()}, ${one.grant ?? null})`.execute(
      world.db.kysely,
    )
    answers.push(...rows)
  }
  return answers
}

const comparable = (rows: GroupRow[]) =>
  rows.map(({ code, posting, balance, cash_after, moved }) => ({
    code,
    posted: posting !== null,
    balance,
    after: cash_after?.map(String) ?? null,
    moved,
  }))

/**
 * Balances and transactions of each player of a set, in all or in one run: comparing everything after each run would
 * cost more than the calls.
 */
const booksOf = async (set: 'group' | 'alone', of?: { run: number; after: string }) => {
  const named = of ? `${set}-${of.run}-%` : '%'
  const { rows } = await sql<Record<string, unknown>>`
    select wallet.cash_minor, wallet.in_play_minor,
      (select json_agg(json_build_array(replace(round_id, ${set}, ''), stake_minor, payout_minor, returned_minor, free_minor, open_bets, ended,
         ended_at is null, balance_minor) order by round_id) from gateway.game_round round where round.player_id = wallet.player_id and round_id like ${named}) as rounds,
      (select json_agg(json_build_array(replace(tx_id, ${set}, ''), kind, amount_minor, win_minor, bet_state, balance_minor, capped_minor) order by kind, tx_id)
         from gateway.game_transaction moved where moved.player_id = wallet.player_id and kind <> 'end' and tx_id like ${named}) as moves,
      (select json_agg(json_build_array(rounds, used, open_minor, won_minor) order by id) from gateway.free_round_grant granted
         where granted.player_id = wallet.player_id) as grants,
      (select json_agg(json_build_array(reason, line, debit, credit, amount_minor, debit_after, credit_after) order by transfer.id)
         from ledger.transfer transfer join ledger.posting posting on posting.id = transfer.posting_id
         where transfer.player_id = wallet.player_id and transfer.id > ${of?.after ?? 0}) as transfers
    from ledger.wallet wallet join unnest(${sets.map((one) => one[set])}::text[]) with ordinality as own (id, place)
      on own.id = wallet.player_id order by own.place`.execute(world.db.kysely)
  return rows
}

const newestTransfer = async () => {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from ledger.transfer`.execute(
    world.db.kysely,
  )
  return rows[0]!.id
}

it('grouped calls are decided as one by one', async () => {
  let run = 0
  const codes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(call, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 8 }),
      async (groups) => {
        const of = { run: ++run, after: await newestTransfer() }
        for (const calls of groups) {
          const group = comparable(await together(calls.map((one) => itemOf(one, 'group', run))))
          const alone = comparable(await oneByOne(calls.map((one) => itemOf(one, 'alone', run))))
          expect(group).toEqual(alone)
          for (const { code } of group) codes.set(code, (codes.get(code) ?? 0) + 1)
        }
        expect(await booksOf('group', of)).toEqual(await booksOf('alone', of))
      },
    ),
    { numRuns: 80, seed: 7 },
  )
  expect(await booksOf('group')).toEqual(await booksOf('alone'))
  // The generated calls must reach every decision.
  expect([...codes.keys()].sort()).toEqual([
    'amount_invalid',
    'bet_not_allowed',
    'bet_rolled_back',
    'bet_unknown',
    'currency_mismatch',
    'duplicate_transaction',
    'insufficient_funds',
    'limit_reached',
    'ok',
    'round_ended',
    'session_ended',
  ])
}, 120_000)

it('grouped ends of many bets are decided as one by one', async () => {
  let run = 10_000
  const codes = new Map<string, number>()
  const none = { kind: 'bet', ref: 0, round: 0, currency: 'NAD' } as const
  const end = fc.record({
    kind: fc.constantFrom('win', 'win', 'win', 'win', 'rollback', 'bet'),
    player: fc.nat(8),
    /** Owner of the named bet; mostly the player. */
    other: fc.constantFrom(0, 0, 0, 0, 0, 1),
    tx: fc.integer({ min: 50, max: 70 }),
    round: fc.constantFrom(0, 0, 0, 0, 1),
    amount: fc.constantFrom(0, 0, 100, 250, 99_999_999),
    currency: fc.constantFrom('NAD', 'NAD', 'NAD', 'NAD', 'INR'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(end, { minLength: 4, maxLength: 14 }), async (ends) => {
      const of = { run: ++run, after: await newestTransfer() }
      for (const set of ['group', 'alone'] as const)
        await together(sets.map((_, player) => itemOf({ ...none, player, tx: player, amount: 100 }, set, run)))
      const calls: Call[] = ends.map(({ other, ...one }) => ({ ...one, ref: (one.player + other) % sets.length }))
      const group = comparable(await together(calls.map((one) => itemOf(one, 'group', run))))
      const alone = comparable(await oneByOne(calls.map((one) => itemOf(one, 'alone', run))))
      expect(group).toEqual(alone)
      expect(await booksOf('group', of)).toEqual(await booksOf('alone', of))
      for (const { code } of group) codes.set(code, (codes.get(code) ?? 0) + 1)
    }),
    { numRuns: 60, seed: 7 },
  )
  expect(await booksOf('group')).toEqual(await booksOf('alone'))
  expect(codes.get('ok')).toBeGreaterThan(100)
  expect([...codes.keys()]).toEqual(expect.arrayContaining(['bet_unknown', 'bet_rolled_back', 'currency_mismatch']))
}, 120_000)

it('free rounds grouped with other calls are decided as one by one', async () => {
  let run = 20_000
  const codes = new Map<string, number>()
  const free = fc.record({
    kind: fc.constantFrom('bet', 'bet', 'bet', 'betwin', 'win', 'win', 'rollback', 'end'),
    player: fc.constantFrom(0, 0, 1, 1, 4, 5, 6),
    tx: fc.nat(14),
    ref: fc.nat(14),
    round: fc.constantFrom(0, 1),
    amount: fc.constantFrom(100, 100, 100, 250),
    currency: fc.constantFrom('NAD', 'NAD', 'NAD', 'INR'),
    isFree: fc.constantFrom(true, true, false),
  })
  /** A new grant for each player of a set: two rounds of 1.00, with a payout of at most 2.50. */
  const grantAll = (set: 'group' | 'alone') =>
    sql`insert into gateway.free_round_grant (id, player_id, provider_code, game_id, currency, rounds, stake_minor, max_win_minor, expires_at, source,
        granted_by, granted_at)
      select 'frg_' || ${run}::text || '_' || id, id, 'dhow-studio', 'game_dhow', 'NAD', 2, 100, 250, 'infinity', 'operator', 'test', now()
      from unnest(${sets.map((one) => one[set])}::text[]) as id`.execute(world.db.kysely)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(free, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 6 }),
      async (groups) => {
        const of = { run: ++run, after: await newestTransfer() }
        for (const set of ['group', 'alone'] as const) await grantAll(set)
        for (const calls of groups) {
          const itemsOf = (set: 'group' | 'alone') =>
            calls.map(({ isFree, ...one }): GroupItem => {
              const item = itemOf(one, set, run)
              const isBet = item.kind === 'bet' || item.kind === 'betwin'
              return isFree && isBet ? { ...item, grant: `frg_${run}_${item.player}` } : item
            })
          const group = comparable(await together(itemsOf('group')))
          const alone = comparable(await oneByOne(itemsOf('alone')))
          expect(group).toEqual(alone)
          for (const { code } of group) codes.set(code, (codes.get(code) ?? 0) + 1)
        }
        expect(await booksOf('group', of)).toEqual(await booksOf('alone', of))
      },
    ),
    { numRuns: 60, seed: 7 },
  )
  expect([...codes.keys()]).toEqual(
    expect.arrayContaining(['ok', 'free_rounds_over', 'amount_invalid', 'round_ended', 'duplicate_transaction']),
  )
  expect(codes.get('ok')).toBeGreaterThan(100)
}, 120_000)
