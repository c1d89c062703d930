import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followEntries } from '@dhow/receipts/account-chain'
import { commitmentText, noBalances, noEntry, sumOf } from '@dhow/receipts/entry'
import {
  checkOneRootADay,
  formatLiabilityRoot,
  parseLiabilityRoot,
  verifyLiability,
} from '@dhow/receipts/liability-proof'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { parseStatementBody } from '@dhow/receipts/statement-body'
import { VerificationError } from '@dhow/receipts/verification-error'
import type { LiabilityDay } from '@dhow/contract/liabilities'
import { sequenceLog } from '../../../../test/sequence-log.ts'
import { ask, openWorld, type World } from '../../../../test/world.ts'

const hour = 3_600_000
let world: World
let players: Awaited<ReturnType<World['player']>>[]

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  players = [await world.player(), await world.player(), await world.player()]
  // 21 November: three entries of the first player, one of the second, none of the third.
  for (const [at, amount] of [
    [0, '1.00'],
    [0, '2.50'],
    [1, '7.00'],
    [0, '0.01'],
  ] as const)
    await world.fund(players[at]!.id, amount)
})
afterAll(() => world.close())

/** Advances by hours while keeping the players' sessions alive. */
async function pass(hours: number) {
  for (let left = hours; left > 0; left -= 6) {
    world.clock.leap(Math.min(left, 6) * hour)
    for (const player of players) await player.get('/player/statements')
  }
}

const sequence = () => sequenceLog(world)

const publish = () => world.app.features.receipts.liabilities.publish()
const days = async (): Promise<LiabilityDay[]> => (await world.visitor().get('/liabilities')).json.days
const daysOf = async (currency: string) => (await days()).filter((day) => day.currency === currency)

async function policy() {
  const keys = (await ask(world.app.portal, { url: '/log/keys' })).payload.trimEnd().split('\n')
  return parsePolicy(`${keys.map((line) => `log ${line.split(' ')[0]}`).join('\n')}\nquorum none\n`)
}

const shareOf = async (player: (typeof players)[number]) => (await player.get('/player/liabilities/share')).json

/** Adds up the entries since the root, as anybody can; returns the account's state after them. */
async function addUp(player: (typeof players)[number]) {
  const share = await shareOf(player)
  const trusted = await policy()
  const { account, currency } = share
  const leaf = share.proof && verifyLiability(share.proof, trusted).liability
  const start = leaf
    ? { account, currency, number: leaf.number, commitment: leaf.commitment, at: '', balances: leaf.balances }
    : { account, currency, number: 0, commitment: noEntry, at: '', balances: noBalances }
  const { payload: csvText } = await ask(world.app.portal, {
    url: `/api/v1/dhow/player/liabilities/entries?after=${share.after}&to=${share.to}`,
    headers: { authorization: `Bearer ${player.token()}` },
  })
  const entries = parseStatementBody('csv', csvText, { account, currency })
  const state = followEntries(start, entries)
  if (share.receipt) {
    const { salt, entryText } = verifyReceipt(share.receipt, trusted)
    expect(commitmentText(salt, entryText)).toBe(state.commitment)
  }
  return { share, leaf, entries, state }
}

function reasonOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof VerificationError) return error.reason
    throw error
  }
  return 'accepted'
}

describe('the root of a day', () => {
  it('is not published while the log is behind the day’s end, nor in the first minute after it', async () => {
    expect((await players[0]!.get('/player/liabilities/share')).json.code).toBe('liabilities_none')
    await pass(15)
    world.clock.leap(30_000)
    // It is 22 November, half a minute past midnight: the previous day is due.
    await sequence()
    expect(await publish()).toEqual(['2026-11-20'])
    expect((await daysOf('NAD')).map(({ day, total }) => [day, total])).toEqual([['2026-11-20', '0.00']])
    world.clock.leap(-hour)
    await world.fund(players[1]!.id, '0.50')
    world.clock.leap(2 * hour)
    expect(await publish()).toEqual([])
  })

  it('has the ledger’s total of that day, even after later movements, and is unique for a day', async () => {
    await world.fund(players[0]!.id, '100.00')
    await sequence()
    expect(await publish()).toEqual(['2026-11-21'])
    expect(await publish()).toEqual([])
    const [newest] = await daysOf('NAD')
    expect(newest).toMatchObject({ day: '2026-11-21', total: '11.01', bank_balance: null, checks: 0, place: null })
    expect((await daysOf('INR'))[0]).toMatchObject({ day: '2026-11-21', total: '0.00' })
    expect(reasonOf(() => checkOneRootADay([]))).toBe('accepted')
    const roots = (await days()).map(({ root }) => parseLiabilityRoot(root))
    expect(reasonOf(() => checkOneRootADay(roots))).toBe('accepted')
    expect(reasonOf(() => checkOneRootADay([...roots, { ...roots[0]!, total: 1n }]))).toBe('liability-two-roots')
  })

  it('is an entry of the log, and contains a player’s share', async () => {
    await world.app.features.receipts.sequence()
    const [newest] = await daysOf('NAD')
    expect(newest?.place).toEqual(expect.any(Number))
    const { proof, balances } = await shareOf(players[0]!)
    const { liability, root } = verifyLiability(proof, await policy())
    expect(formatLiabilityRoot(root)).toBe(newest?.root)
    expect([liability.account, liability.number, liability.balances.cash]).toEqual([players[0]!.id, 3, 351n])
    expect(balances.cash).toBe('10351')
  })

  it('and later entries add up to the current balance; a player without a leaf starts at zero', async () => {
    await world.fund(players[2]!.id, '3.00')
    await sequence()
    const expected = [
      [3, 1, 10_351n],
      [2, 0, 750n],
      [undefined, 1, 300n],
    ]
    for (const [at, player] of players.entries()) {
      const { share, leaf, entries, state } = await addUp(player)
      expect([leaf?.number, entries.length, sumOf(state.balances)]).toEqual(expected[at])
      expect(String(state.balances.cash)).toBe(share.balances.cash)
    }
    expect((await daysOf('NAD'))[0]).toMatchObject({ checks: 3 })
  })

  it('is pending while the newest entry is not in the log', async () => {
    await world.fund(players[1]!.id, '0.25')
    const answer = await players[1]!.get('/player/liabilities/share')
    expect(answer).toMatchObject({ status: 409, json: { code: 'receipt_pending' } })
    await sequence()
  })

  it('is shown with the bank balance that a manager enters, which is audited', async () => {
    const [boss, cashier] = [await world.operator('admin'), await world.operator('cashier')]
    const body = { day: '2026-11-21', currency: 'NAD', amount: '25.00' }
    expect((await cashier.put('/staff/liabilities/bank-balance', body)).json.code).toBe('staff_forbidden')
    expect((await boss.put('/staff/liabilities/bank-balance', { ...body, day: '2026-11-30' })).json.code).toBe(
      'not_found',
    )
    for (const amount of ['25.00', '30.00'])
      expect((await boss.put('/staff/liabilities/bank-balance', { ...body, amount })).status).toBe(200)
    expect((await daysOf('NAD'))[0]).toMatchObject({ bank_balance: '30.00' })
    const trail = (await boss.get('/staff/audit?action=liabilities')).json.entries
    expect(trail.map(({ before }: { before: object | null }) => before)).toEqual([{ amount_minor: '2500' }, null])
  })

  it('is published later for each missed day, with that day’s final sums', async () => {
    await world.fund(players[1]!.id, '1.00')
    await pass(48)
    await world.fund(players[1]!.id, '1.00')
    await sequence()
    expect(await publish()).toEqual(['2026-11-22', '2026-11-23'])
    const totals = (await daysOf('NAD')).map(({ day, total }) => [day, total])
    expect(totals.slice(0, 3)).toEqual([
      ['2026-11-23', '115.26'],
      ['2026-11-22', '115.26'],
      ['2026-11-21', '11.01'],
    ])
  })
})

describe('a share', () => {
  it('is refused with a reason after any change', async () => {
    await world.app.features.receipts.sequence()
    const trusted = await policy()
    const { proof } = (await shareOf(players[0]!)) as { proof: string }
    const reason = (changed: string) => reasonOf(() => verifyLiability(changed, trusted))
    expect(reason(proof)).toBe('accepted')
    const steps = [...proof.matchAll(/^(\d+) ([0-9a-f]{64})$/gm)].map(([line]) => line)
    const [first = '', second = ''] = steps
    const total = /^total (\d+)$/m.exec(proof)?.[1] ?? ''
    const wrong: Record<string, string> = {
      'the greater sum in place of the sum': proof.replace(`total ${total}`, 'total 10351'),
      'a negative leaf': proof.replace(/^cash \d+$/m, 'cash -1'),
      'swapped siblings': proof.replace(`${first}\n${second}`, `${second}\n${first}`),
      'the other side': proof.replace(/^index (\d+)$/m, (_, index) => `index ${Number(index) ^ 1}`),
      'a cut chain': proof.replace(`${first}\n`, ''),
      'another player': proof.replace(`account ${players[0]!.id}`, `account ${players[1]!.id}`),
      'a root without a head': proof.slice(0, proof.lastIndexOf('\n\n') + 1),
    }
    const reasons = Object.fromEntries(Object.entries(wrong).map(([name, changed]) => [name, reason(changed)]))
    expect(reasons).toMatchInlineSnapshot(`
      {
        "a cut chain": "liability-path-cut",
        "a negative leaf": "liability-negative",
        "a root without a head": "note-without-signatures",
        "another player": "liability-root-differs",
        "swapped siblings": "liability-root-differs",
        "the greater sum in place of the sum": "liability-total-wrong",
        "the other side": "liability-root-differs",
      }
    `)
  })
})
