import type { Currency } from '@dhow/contract/money'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from '../../../test/engines.ts'
import { openWalletModel, type ModelAnswer, type ModelPosting, type WalletModel } from '../../../test/wallet-model.ts'
import { openWalletWorld, type WalletWorld } from '../../../test/wallet-world.ts'
import { Refusal } from '../../platform/refusal.ts'
import { liveBalance, type Line, type Posted } from './index.ts'
import { asOwner } from '../../../test/as-owner.ts'
import { action, type Account, type Action, type PlannedPosting } from '../../../test/wallet-actions.ts'

/** Answers that all runs together must have met, to detect a generator that no longer reaches them. */
const expectedAnswers = [
  'posted',
  'replayed',
  'amount_invalid',
  'key_reused',
  'reference_credited',
  'account_missing',
  'currency_mismatch',
  'account_closed',
  'account_frozen',
  'insufficient_funds',
  'balance_limit',
  'hold_missing',
  'hold_ended',
  'account_not_empty',
]

/** New random actions in each run, so that another run may find more. The embedded engine has fewer runs. */
const sizes = {
  postgres: { runs: 120, actions: 80, minCommands: 4_000 },
  pglite: { runs: 50, actions: 80, minCommands: 1_000 },
}

describe(`the ledger and a plain model of it, on ${testEngine}`, () => {
  let world: WalletWorld
  beforeAll(async () => {
    world = await openWalletWorld()
  })
  afterAll(() => world.close())

  it('the model and the ledger agree on every answer and balance, for any calls in any order', async () => {
    const { runs, actions, minCommands } = sizes[testEngine]
    const met = new Map<string, number>()
    let runNumber = 0
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: actions, size: 'max' }), async (list) => {
        const run = await openRun(world, `run${++runNumber}`, (answer) => met.set(answer, (met.get(answer) ?? 0) + 1))
        for (const one of list) await run.apply(one)
        await run.compare()
      }),
      { numRuns: runs, endOnFailure: true },
    )
    const commands = [...met.values()].reduce((sum, count) => sum + count, 0)
    expect(commands).toBeGreaterThan(minCommands)
    expect(expectedAnswers.filter((answer) => !met.has(answer))).toEqual([])
    expect((await world.check()).filter((result) => result.violations > 0)).toEqual([])
  }, 180_000)
})

// ---- Calls on both ----

async function openRun(world: WalletWorld, name: string, meet: (answer: string) => void) {
  const { db, wallet } = world
  const model: WalletModel = openWalletModel()
  const currencies: Currency[] = ['NAD', 'NAD', 'INR']
  const players = currencies.map((_, index) => `${name}_player_${index}`)
  const limitMinor = 2_000n
  for (const [index, playerId] of players.entries()) {
    await db.transaction((tx) => wallet.openPlayer(tx, { playerId, currency: currencies[index]!, at: world.now() }))
    await asOwner(db, (tx) =>
      tx.updateTable('ledger.wallet').set({ limit_minor: limitMinor }).where('player_id', '=', playerId).execute(),
    )
    model.open(playerId, currencies[index]!, limitMinor)
  }
  const done: ModelPosting[] = []

  const idOf = (index: number) => players[index] ?? (index === 3 ? `${name}_nobody` : undefined)
  const keyOf = (number: number) => `${name}_key_${number}`
  const refOf = (kind: Account) =>
    kind === 'cash' || kind === 'bonus' || kind === 'in_play' ? { player: kind } : { house: kind, ref: name }
  const postingOf = (plan: PlannedPosting): ModelPosting => {
    const own = currencies[plan.player] ?? 'NAD'
    return {
      key: keyOf(plan.key),
      playerId: idOf(plan.player),
      currency: plan.currency === 'own' ? own : own === 'NAD' ? 'INR' : 'NAD',
      reason: 'test' as never,
      reference: plan.reference === undefined ? undefined : `${name}_reference_${plan.reference}`,
      lines: plan.lines.map(({ debit, credit, amount }) => ({
        debit: refOf(debit),
        credit: refOf(credit),
        amountMinor: BigInt(amount),
      })),
    }
  }
  const full = (posting: ModelPosting) => ({ ...posting, happenedAt: world.now() })

  /** Both must give the same answer; the player's tabs must show the balance. */
  function agree(what: unknown, actual: ModelAnswer, expected: ModelAnswer, playerId: string | undefined) {
    expect({ what, answer: actual }).toEqual({ what, answer: expected })
    meet(typeof expected === 'string' ? expected : expected.replayed ? 'replayed' : 'posted')
    if (typeof expected !== 'string' && !expected.replayed && playerId !== undefined && expected.balances)
      expect(world.published.get(playerId)).toMatchObject(liveBalance(expected.balances))
  }

  return {
    async apply(one: Action) {
      switch (one.do) {
        case 'post':
        case 'repeat': {
          const posting = one.do === 'post' ? postingOf(one.posting) : repeatOf(done, one)
          if (!posting) return
          const expected = model.post(posting)
          agree(one, await answerOf(db.transaction((tx) => wallet.post(tx, full(posting)))), expected, posting.playerId)
          done.push(posting)
          return
        }
        case 'linked': {
          const postings = one.postings.map(postingOf)
          const expected = model.postAll(postings)
          const posted: Posted[] = []
          const refused = await answerOf(
            db.transaction(async (tx) => {
              for (const posting of postings) posted.push(await wallet.post(tx, full(posting)))
              return posted.at(-1)!
            }),
          )
          const actual = typeof refused === 'string' ? [...posted.map(plain), refused] : posted.map(plain)
          expect({ one, actual }).toEqual({ one, actual: expected })
          for (const answer of expected) meet(typeof answer === 'string' ? answer : 'posted')
          return
        }
        case 'grouped': {
          const postings = one.postings.map(postingOf)
          const expected = postings.map((posting) => model.post(posting))
          const actual = await Promise.all(postings.map((posting) => answerOf(wallet.postGrouped(full(posting)))))
          expect({ one, actual }).toEqual({ one, actual: expected })
          for (const answer of expected)
            meet(typeof answer === 'string' ? answer : answer.replayed ? 'replayed' : 'posted')
          done.push(...postings)
          return
        }
        case 'hold': {
          const playerId = idOf(one.player) ?? players[0]!
          const currency = currencies[one.player] ?? 'NAD'
          const hold = { key: keyOf(one.key), playerId, currency, amountMinor: BigInt(one.amount) }
          const expected = model.hold(hold.key, playerId, currency, hold.amountMinor)
          const actual = db.transaction((tx) =>
            wallet.hold(tx, { ...hold, reason: 'hold' as never, happenedAt: world.now() }),
          )
          return agree(one, await answerOf(actual), expected, playerId)
        }
        case 'settle':
        case 'release': {
          const holdKey = [...model.holds.keys()][one.hold] ?? keyOf(999)
          const held = model.holds.get(holdKey)
          const end = { key: keyOf(one.key), holdKey, happenedAt: world.now() }
          if (one.do === 'release') {
            const expected = model.end('released', end.key, holdKey, [
              { credit: { player: 'cash' }, amountMinor: held?.amountMinor ?? 1n },
            ])
            const actual = db.transaction((tx) => wallet.release(tx, { ...end, reason: 'released' as never }))
            return agree(one, await answerOf(actual), expected, held?.playerId)
          }
          const to = settledBy(held?.amountMinor ?? 1n, one.part, name)
          const expected = model.end('settled', end.key, holdKey, to)
          const actual = db.transaction((tx) => wallet.settle(tx, { ...end, reason: 'settled' as never, to }))
          return agree(one, await answerOf(actual), expected, held?.playerId)
        }
        case 'freeze':
        case 'unfreeze':
        case 'close': {
          const playerId = idOf(one.player) ?? `${name}_nobody`
          const expected = one.do === 'close' ? model.close(playerId) : model.freeze(playerId, one.do === 'freeze')
          const actual = db.transaction((tx) => {
            if (one.do === 'unfreeze') return wallet.unfreeze(tx, playerId)
            return one.do === 'freeze'
              ? wallet.freeze(tx, playerId, world.now())
              : wallet.close(tx, playerId, world.now())
          })
          return agree(one, await answerOf(actual), expected, undefined)
        }
        case 'rollUp':
          return wallet.rollUp()
      }
    },

    /** Compares the final state: accounts, holds, house, and that no posting is missing or additional. */
    async compare() {
      for (const playerId of players) {
        const { limitMinor: _limit, ...expected } = model.wallets.get(playerId)!
        expect(await wallet.balance(db.kysely, playerId)).toEqual({ ...expected, debtMinor: 0n })
        const statement = await wallet.statement({
          playerId,
          account: 'cash',
          from: new Date(0),
          until: new Date(world.now().getTime() + 1),
        })
        expect(statement.closingMinor).toBe(expected.cashMinor)
      }
      const postings = await db.kysely
        .selectFrom('ledger.posting')
        .select('key')
        .where('key', 'like', `${name}\\_%`)
        .execute()
      expect(postings.map((row) => row.key).sort()).toEqual([...model.postings.keys()].sort())
      const holds = await db.kysely
        .selectFrom('ledger.hold')
        .select(['key', 'state'])
        .where('player_id', 'in', players)
        .execute()
      expect(Object.fromEntries(holds.map((row) => [row.key, row.state]))).toEqual(
        Object.fromEntries([...model.holds].map(([key, hold]) => [key, hold.end?.state ?? 'held'])),
      )
      const rows = (await wallet.trialBalance(db.kysely)).filter((row) => row.account.endsWith(`:${name}`))
      const standing = rows.map((row) => [`${row.account} ${row.currency}`, row.debitMinor - row.creditMinor] as const)
      expect(new Map(standing)).toEqual(model.house)
    },
  }
}

/** Repeats an earlier posting, identical or with one change. */
function repeatOf(
  done: ModelPosting[],
  { which, change }: { which: number; change: boolean },
): ModelPosting | undefined {
  const posting = done[which % Math.max(done.length, 1)]
  if (!posting || !change) return posting
  return which % 2 === 0
    ? { ...posting, reason: 'another reason' as never }
    : { ...posting, lines: posting.lines.map((line): Line => ({ ...line, amountMinor: line.amountMinor + 1n })) }
}

/** A whole hold, in one line or, if large enough, in two. */
function settledBy(amountMinor: bigint, part: number, ref: string): Omit<Line, 'debit'>[] {
  const feeMinor = (amountMinor * BigInt(part)) / 100n
  const lines: Omit<Line, 'debit'>[] = [
    { credit: { house: 'payout_transit', ref }, amountMinor: amountMinor - feeMinor },
    { credit: { house: 'fees', ref }, amountMinor: feeMinor },
  ]
  return lines.filter((line) => line.amountMinor > 0n)
}

const plain = ({ replayed, balances }: Posted): ModelAnswer => ({ replayed, balances })

/** Name of the refusal, or the answer; any other error fails the test. */
async function answerOf(posting: Promise<Posted | void>): Promise<ModelAnswer> {
  try {
    const posted = await posting
    return posted ? plain(posted) : { replayed: false, balances: undefined }
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
