import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWalletWorld, type WalletWorld } from '../../../test/wallet-world.ts'
import { asOwner } from '../../../test/as-owner.ts'

const line = (debit: object, credit: object, amountMinor: bigint) => ({ debit, credit, amountMinor }) as never
const bank = { house: 'bank_detail', ref: '1' }
const cash = { player: 'cash' }
const inPlay = { player: 'in_play' }

let world: WalletWorld
beforeAll(async () => {
  world = await openWalletWorld()
})
afterAll(() => world.close())

describe('a refused posting', () => {
  const cases: [string, string, (player: string) => Promise<unknown>][] = [
    ['amount_invalid', 'of nothing', (p) => world.post(p, 'k', [line(bank, cash, 0n)])],
    ['amount_invalid', 'below nothing', (p) => world.post(p, 'k', [line(bank, cash, -1n)])],
    ['amount_invalid', 'without lines', (p) => world.post(p, 'k', [])],
    [
      'amount_invalid',
      'of nothing to an account that is missing',
      () => world.post('ply_nobody', 'k', [line(bank, cash, 0n)]),
    ],
    ['key_reused', 'with a key of other content', (p) => world.post(p, `${p}:funds`, [line(bank, cash, 5n)])],
    [
      'key_reused',
      'with a key of other content, to an account that is missing',
      (p) => world.post('ply_nobody', `${p}:funds`, [line(bank, cash, 5n)]),
    ],
    [
      'reference_credited',
      'of a payment that was credited before',
      (p) => world.post(p, 'k2', [line(bank, cash, 5n)], { reference: `${p}:reference` }),
    ],
    ['account_missing', 'to a player without accounts', () => world.post('ply_nobody', 'k3', [line(bank, cash, 5n)])],
    [
      'account_missing',
      'that names a player’s account without a player',
      () => world.post(undefined, 'k3', [line(bank, cash, 5n)]),
    ],
    [
      'currency_mismatch',
      'in another currency',
      (p) => world.post(p, 'k4', [line(bank, cash, 5n)], { currency: 'INR' }),
    ],
    ['insufficient_funds', 'beyond the cash', (p) => world.post(p, 'k5', [line(cash, inPlay, 100_001n)])],
    [
      'insufficient_funds',
      'whose second line finds an empty account',
      (p) => world.post(p, 'k6', [line(bank, cash, 5n), line(inPlay, cash, 1n)]),
    ],
    ['balance_limit', 'past the upper limit', (p) => world.post(p, 'k7', [line(bank, cash, 1_000_000_000_000n)])],
  ]
  it.each(cases)('%s: %s', async (code, _name, refuse) => {
    const player = await world.fundedPlayer(100_000n)
    const before = await world.snapshot()
    await expect(refuse(player)).rejects.toMatchObject({ code })
    expect(await world.snapshot()).toEqual(before)
  })

  it('account_closed comes before account_frozen and insufficient_funds', async () => {
    const player = await world.fundedPlayer(0n)
    await world.db.transaction((tx) => world.wallet.close(tx, player, world.now()))
    await world.db.transaction((tx) => world.wallet.freeze(tx, player, world.now()))
    await expect(world.post(player, 'k8', [line(cash, inPlay, 5n)])).rejects.toMatchObject({ code: 'account_closed' })
  })

  it('account_frozen comes before insufficient_funds, while credits and round ends are accepted', async () => {
    const player = await world.fundedPlayer(1_000n)
    await world.post(player, `${player}:bet`, [line(cash, inPlay, 400n)])
    await world.db.transaction((tx) => world.wallet.freeze(tx, player, world.now()))
    await expect(world.post(player, `${player}:out`, [line(cash, inPlay, 5_000n)])).rejects.toMatchObject({
      code: 'account_frozen',
    })
    await world.post(player, `${player}:win`, [
      line(inPlay, { house: 'gaming_result' }, 400n),
      line({ house: 'gaming_result' }, cash, 900n),
    ])
    await world.post(player, `${player}:in`, [line(bank, cash, 50n)])
    expect(await world.wallet.balance(world.db.kysely, player)).toMatchObject({
      cashMinor: 1_550n,
      inPlayMinor: 0n,
      frozen: true,
    })
    await world.db.transaction((tx) => world.wallet.unfreeze(tx, player))
    await world.post(player, `${player}:out2`, [line(cash, inPlay, 50n)])
  })

  it('insufficient_funds has the current balance', async () => {
    const player = await world.fundedPlayer(1_234n)
    await expect(world.post(player, 'k9', [line(cash, inPlay, 9_999n)])).rejects.toMatchObject({
      data: { balance: '12.34' },
    })
  })

  it('closing a non-empty account is refused', async () => {
    const player = await world.fundedPlayer(1n)
    await expect(world.db.transaction((tx) => world.wallet.close(tx, player, world.now()))).rejects.toMatchObject({
      code: 'account_not_empty',
    })
  })
})

describe('a repeated posting', () => {
  it('repeats the first answer and moves nothing, whatever the current balance', async () => {
    const player = await world.fundedPlayer(1_000n)
    const first = await world.post(player, `${player}:a`, [line(cash, inPlay, 100n)])
    await world.post(player, `${player}:b`, [line(cash, inPlay, 900n)])
    const again = await world.post(player, `${player}:a`, [line(cash, inPlay, 100n)])
    expect(again).toEqual({ ...first, replayed: true })
    expect(first.balances).toMatchObject({ cashMinor: 900n, inPlayMinor: 100n })
  })
})

describe('grouped postings', () => {
  it('each get their own answer, and a refused one does not affect the others', async () => {
    const rich = await world.fundedPlayer(1_000n)
    const poor = await world.fundedPlayer(10n)
    const bet = (player: string, n: number) => world.postGrouped(player, `${player}:g${n}`, [line(cash, inPlay, 100n)])
    const answers = await Promise.allSettled([bet(rich, 1), bet(poor, 1), bet(rich, 2), bet(rich, 2), bet(poor, 2)])
    expect(answers.map((answer) => answer.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ])
    expect(await world.wallet.balance(world.db.kysely, rich)).toMatchObject({ cashMinor: 800n, inPlayMinor: 200n })
    expect(await world.wallet.balance(world.db.kysely, poor)).toMatchObject({ cashMinor: 10n })
  })
})

describe('a hold', () => {
  const end = { reason: 'test' as never, to: [{ credit: { house: 'payout_transit' as const }, amountMinor: 600n }] }
  const newHold = (player: string) => ({
    key: `${player}:h`,
    playerId: player,
    currency: 'NAD' as const,
    amountMinor: 600n,
    reason: 'test' as never,
    happenedAt: world.now(),
  })

  it('reserves its money against all other postings until it is settled', async () => {
    const player = await world.fundedPlayer(1_000n)
    await world.db.transaction((tx) => world.wallet.hold(tx, newHold(player)))
    await expect(world.post(player, `${player}:x`, [line(cash, inPlay, 500n)])).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
    const settle = () =>
      world.db.transaction((tx) =>
        world.wallet.settle(tx, { ...end, key: `${player}:s`, holdKey: `${player}:h`, happenedAt: world.now() }),
      )
    await settle()
    expect(await settle()).toMatchObject({ replayed: true })
    expect(await world.wallet.balance(world.db.kysely, player)).toMatchObject({ cashMinor: 400n, heldMinor: 0n })
  })

  it('returns its money when released, once', async () => {
    const player = await world.fundedPlayer(1_000n)
    await world.db.transaction((tx) => world.wallet.hold(tx, newHold(player)))
    const release = (key: string) =>
      world.db.transaction((tx) =>
        world.wallet.release(tx, { key, holdKey: `${player}:h`, reason: 'test' as never, happenedAt: world.now() }),
      )
    await release(`${player}:r`)
    expect(await release(`${player}:r`)).toMatchObject({ replayed: true })
    await expect(release(`${player}:r2`)).rejects.toMatchObject({ code: 'hold_ended' })
    await expect(
      world.db.transaction((tx) =>
        world.wallet.settle(tx, { ...end, key: `${player}:s`, holdKey: `${player}:h`, happenedAt: world.now() }),
      ),
    ).rejects.toMatchObject({ code: 'hold_ended' })
    expect(await world.wallet.balance(world.db.kysely, player)).toMatchObject({ cashMinor: 1_000n, heldMinor: 0n })
  })

  it('is not ended by the key that ended an equal hold', async () => {
    const player = await world.fundedPlayer(2_000n)
    const release = (holdKey: string) =>
      world.db.transaction((tx) =>
        world.wallet.release(tx, { key: `${player}:r`, holdKey, reason: 'test' as never, happenedAt: world.now() }),
      )
    for (const key of ['one', 'two'])
      await world.db.transaction((tx) => world.wallet.hold(tx, { ...newHold(player), key: `${player}:${key}` }))
    await release(`${player}:one`)
    await expect(release(`${player}:two`)).rejects.toMatchObject({ code: 'key_reused' })
    expect(await world.wallet.balance(world.db.kysely, player)).toMatchObject({ cashMinor: 1_400n, heldMinor: 600n })
  })

  it('is moved only by its own settlement or release', async () => {
    const player = await world.fundedPlayer(1_000n)
    await world.db.transaction((tx) => world.wallet.hold(tx, newHold(player)))
    const held = { player: 'hold' }
    await expect(world.post(player, `${player}:x`, [line(held, cash, 600n)])).rejects.toThrow(/hold account/)
    await expect(world.postGrouped(player, `${player}:y`, [line(cash, held, 1n)])).rejects.toThrow(/hold account/)
  })

  it('that is unknown cannot end', async () => {
    await expect(
      world.db.transaction((tx) =>
        world.wallet.release(tx, { key: 'r', holdKey: 'nowhere', reason: 'test' as never, happenedAt: world.now() }),
      ),
    ).rejects.toMatchObject({ code: 'hold_missing' })
  })
})

describe('the books', () => {
  it('cannot be changed once written', async () => {
    await world.fundedPlayer(10n)
    for (const change of [
      'update ledger.transfer set amount_minor = 1',
      'delete from ledger.posting',
      'truncate ledger.transfer',
    ]) {
      const changed = asOwner(world.db, (tx) => sql.raw(change).execute(tx))
      await expect(changed).rejects.toThrow(/append only/)
    }
  })

  it('balance, and a statement’s opening plus movements equals its closing', async () => {
    const player = await world.fundedPlayer(1_000n)
    const from = world.now()
    await world.advance(1_000)
    await world.post(player, `${player}:1`, [line(cash, inPlay, 300n)])
    await world.advance(1_000)
    const until = world.now()
    await world.post(player, `${player}:2`, [line(inPlay, cash, 300n)])
    const statement = await world.wallet.statement({
      playerId: player,
      account: 'cash',
      from: new Date(from.getTime() + 1),
      until,
    })
    expect(statement).toMatchObject({ openingMinor: 1_000n, closingMinor: 700n })
    expect(statement.movements.map((entry) => entry.amountMinor)).toEqual([-300n])
    const rows = await world.wallet.trialBalance(world.db.kysely)
    const sum = (side: 'debitMinor' | 'creditMinor') =>
      rows.filter((row) => row.currency === 'NAD').reduce((total, row) => total + row[side], 0n)
    expect(sum('debitMinor')).toBe(sum('creditMinor'))
    expect(sum('debitMinor')).toBeGreaterThan(0n)
  })

  it('are unchanged after one or two roll-ups of the house accounts', async () => {
    await world.fundedPlayer(777n)
    const before = await world.wallet.trialBalance(world.db.kysely)
    await world.wallet.rollUp()
    await world.wallet.rollUp()
    expect(await world.wallet.trialBalance(world.db.kysely)).toEqual(before)
  })
})
