import '../../src/features/rewards/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from '../engines.ts'
import { playerToBePaid, withdrawalCode } from '../api-calls.ts'
import { openFreeRoundDesk } from '../free-rounds.ts'
import { seatOf } from '../game-seat.ts'
import {
  dhowCall,
  inBatches,
  openWorldOfProcesses,
  over,
  repeatWhileBusy,
  seatAt,
  startServers,
  type ServerProcess,
} from '../processes.ts'
import type { Answer, World } from '../world.ts'

const count = (answers: (Answer | undefined)[], status: number) =>
  answers.filter((answer) => answer?.status === status).length
const codes = (answers: (Answer | undefined)[]) =>
  [...new Set(answers.filter((answer) => answer?.status !== 200).map((answer) => answer?.json.code as string))].sort()

describe.runIf(testEngine === 'postgres')('two servers on one database', { timeout: 120_000 }, () => {
  let world: World
  let servers: ServerProcess[]
  let cashier: Awaited<ReturnType<World['operator']>>
  let colleague: Awaited<ReturnType<World['operator']>>
  beforeAll(async () => {
    world = await openWorldOfProcesses()
    const { portal } = world.app.features
    await portal.change({ deposits: { ...portal.settings().deposits, open_at_most: 1_000 } })
    // A hundred credits exceed the daily sum that one person may decide alone.
    const enough = { NA: '100000000', IN: '100000000' }
    await world.approvals({ operator_day_minor: enough, player_day_minor: enough })
    servers = await startServers(2, world.environment, world.url!)
    cashier = await world.operator('cashier')
    colleague = await world.operator('cashier')
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await world.close()
  })

  it('credit 100 references exactly 100 times, each claimed twice and approved three times concurrently', async () => {
    const [mine, another] = [await world.player(), await world.player()]
    const [one, two] = servers as [ServerProcess, ServerProcess]
    const references = Array.from({ length: 100 }, (_, index) => `RACE${100_000 + index}`)
    const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
    const approvals: (Answer | undefined)[] = []

    await inBatches(references, 10, async (utr) => {
      const fields = { manual_deposit_id: '2', amount: '500', utr }
      const submit = (server: ServerProcess, by: typeof mine) =>
        repeatWhileBusy(() => over(server, by).form(path, fields))
      const submitted = await Promise.all([
        submit(one, mine),
        submit(two, mine),
        submit(one, another),
        submit(two, another),
      ])
      expect([count(submitted, 200), codes(submitted)]).toEqual([2, ['reference_used']])
      const ids = new Set(
        submitted.filter((answer) => answer!.status === 200).map((answer) => answer!.json.data.deposit.id),
      )
      expect(ids.size).toBe(1)
      const [id] = [...ids] as [string]

      const claim = (server: ServerProcess, by: typeof cashier) =>
        repeatWhileBusy(() => over(server, by, 'console').post(`/staff/deposits/${id}/claim`))
      const claims = await Promise.all([claim(one, cashier), claim(two, colleague)])
      expect(count(claims, 200)).toBe(1)
      const holder = claims[0]!.status === 200 ? cashier : colleague
      const { version } = claims.find((answer) => answer!.status === 200)!.json.deposit
      const approve = (server: ServerProcess) =>
        repeatWhileBusy(() =>
          over(server, holder, 'console').post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version }),
        )
      const approved = await Promise.all([approve(one), approve(two), approve(one)])
      expect([count(approved, 200), codes(approved)]).toEqual([1, ['deposit_state_changed']])
      approvals.push(...approved)
    })

    expect([approvals.length, count(approvals, 200)]).toEqual([300, 100])
    const postings = await world.db.kysely
      .selectFrom('ledger.posting')
      .select(['key', 'reference'])
      .where('reason', '=', 'deposit')
      .execute()
    expect([postings.length, new Set(postings.map((row) => row.reference)).size]).toEqual([100, 100])
    const [a, b] = [await world.balance(mine.id), await world.balance(another.id)]
    expect(a.cashMinor + b.cashMinor).toBe(100n * 50_000n)
  })

  it('pay a gift of 12 shares exactly 12 times, to 12 of 20 players who all claim twice concurrently', async () => {
    const boss = await world.operator('manager')
    const made = await over(servers[0]!, boss, 'console').post('/staff/gift-envelopes', {
      title: 'A race',
      market: 'NA',
      kind: 'split',
      amount: '120.00',
      claims: 12,
      expires_in_hours: 1,
    })
    const { code } = made!.json as { code: string }
    const players = await inBatches(Array.from({ length: 20 }), 5, () => world.player())
    const answers = await Promise.all(
      players.flatMap((player) =>
        servers.map(async (server) => ({
          player,
          answer: await over(server, player).post('/gift-envelope/claim', { code }),
        })),
      ),
    )
    expect(codes(answers.map(({ answer }) => answer))).toEqual(['gift_invalid'])
    const winners = players.filter((player) =>
      answers.some((row) => row.player === player && row.answer!.status === 200),
    )
    expect(winners).toHaveLength(12)
    // Winners get the same amount from both processes.
    for (const winner of winners) {
      const winnerAnswers = answers.filter((row) => row.player === winner).map((row) => row.answer!)
      expect(winnerAnswers.map((answer) => [answer.status, answer.json.amount])).toEqual([
        [200, winnerAnswers[0]!.json.amount],
        [200, winnerAnswers[0]!.json.amount],
      ])
    }
    const balances = await Promise.all(players.map(async (player) => (await world.balance(player.id)).cashMinor))
    expect(balances.filter((minor) => minor > 0n)).toHaveLength(12)
    expect(balances.reduce((sum, minor) => sum + minor, 0n)).toBe(12_000n)
  })

  it('give a bonus claimed on both once, and end it once if cancelled on both', async () => {
    const players = await inBatches(Array.from({ length: 8 }), 4, () => world.player({ balance: '100.00' }))
    await inBatches(players, 4, async (player) => {
      const to = (at: number, path: string) => over(servers[at % 2]!, player).post(path)
      const claims = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((at) => to(at, '/player/bonuses/rule_sandbox_welcome_na/claim')),
      )
      // Each of them returns the one bonus.
      expect([count(claims, 200), new Set(claims.map((answer) => answer!.json.bonus.id)).size]).toEqual([6, 1])
      expect(await world.balance(player.id)).toMatchObject({ cashMinor: 10_000n, bonusMinor: 10_000n })
      const id = claims[0]!.json.bonus.id as string
      const cancels = await Promise.all([0, 1, 2, 3].map((at) => to(at, `/player/bonuses/${id}/cancel`)))
      expect([count(cancels, 200), codes(cancels)]).toEqual([1, ['bonus_ended']])
      expect(await world.balance(player.id)).toMatchObject({ cashMinor: 10_000n, bonusMinor: 0n })
    })
    const postings = await world.db.kysely
      .selectFrom('ledger.posting')
      .select('reason')
      .where('reason', 'like', 'bonus-%')
      .execute()
    expect(postings.map((row) => row.reason).toSorted()).toEqual([
      ...players.map(() => 'bonus-cancelled'),
      ...players.map(() => 'bonus-granted'),
    ])
  })

  it('pay for each friend once, if the player claims on both while both pay automatically', async () => {
    const player = await world.player()
    const { code } = (await player.get('/player/referral')).json as { code: string }
    const friends = await inBatches(Array.from({ length: 6 }), 3, () =>
      world.player({ balance: '300.00', referral_code: code }),
    )
    for (const friend of friends) await (await seatOf(world, friend)).play(20_000, 0)
    const { referrals } = world.app.features.rewards
    const answers = await Promise.all([
      ...[0, 1, 0, 1].map(async (at) => {
        const answer = await over(servers[at]!, player).post('/player/referral/claim')
        expect(answer!.status).toBe(200)
        return answer!.json.paid as number
      }),
      referrals.payDue(),
      referrals.payDue(),
    ])
    // The servers' own jobs may have paid some of them.
    expect(answers.reduce((sum, paid) => sum + paid, 0)).toBeLessThanOrEqual(6)
    await expect.poll(async () => (await world.balance(player.id)).cashMinor).toBe(30_000n)
    await over(servers[0]!, player).post('/player/referral/claim')
    expect((await world.balance(player.id)).cashMinor).toBe(30_000n)
  })

  it('charge a bet sent four times concurrently once, with the same answer each time', async () => {
    const { player, session } = await seatAt(world, servers[0]!, '1000.00')
    for (let round = 0; round < 25; round++) {
      const bet = {
        session,
        txId: `race-${round}`,
        roundId: `race-${round}`,
        game: 'dhow',
        amount: 1_000,
        currency: 'NAD',
      }
      const answers = await Promise.all([0, 1, 0, 1].map((at) => dhowCall(world, servers[at]!, 'bet', bet)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer!.json))).size).toBe(1)
      expect(answers[0]!.json).toMatchObject({ code: 'ok', balance: 100_000 - (round + 1) * 1_000 })
    }
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 75_000n, inPlayMinor: 25_000n })
  })

  it('use the last free round once for several concurrent bets on both, and return it once', async () => {
    const manager = await world.operator('manager')
    const desk = openFreeRoundDesk(world, manager)
    for (let run = 0; run < 10; run++) {
      const { player, session } = await seatAt(world, servers[0]!, '10.00', 'dice')
      const { grant } = (await desk.give(player.id, { rounds: 1 })).json
      const call = (at: number, path: string, body: object) =>
        dhowCall(world, servers[at % 2]!, path, { session, ...body })
      const bets = [0, 1, 2, 3].map((at) => ({ txId: `last-${run}-${at}`, roundId: `last-${run}-${at}` }))
      const priced = { game: 'dice', amount: 200, currency: 'NAD', grant: grant.id }
      const answers = await Promise.all(bets.map((bet, at) => call(at, 'bet', { ...bet, ...priced })))
      const taken = answers.map((answer) => answer!.json.code as string)
      expect(taken.toSorted()).toEqual(['free_rounds_over', 'free_rounds_over', 'free_rounds_over', 'ok'])
      const { txId, roundId } = bets[taken.indexOf('ok')]!
      const backs = await Promise.all(
        [0, 1, 2, 3].map((at) => call(at, 'rollback', { txId: `back-${run}-${at}`, refTxId: txId, roundId })),
      )
      expect(backs.map((answer) => answer!.json.code)).toEqual(['ok', 'ok', 'ok', 'ok'])
      expect(await desk.read(player.id)).toMatchObject({ used: 0, left: 1 })
      expect(await world.balance(player.id)).toMatchObject({ cashMinor: 1_000n, inPlayMinor: 0n })
    }
  })

  it('accept one of two players’ concurrent bets with the same transaction id', async () => {
    const seats = [await seatAt(world, servers[0]!, '1000.00'), await seatAt(world, servers[1]!, '1000.00')]
    for (let round = 0; round < 25; round++) {
      const bet = { txId: `twin-${round}`, roundId: `twin-${round}`, game: 'dhow', amount: 1_000, currency: 'NAD' }
      const answers = await Promise.all(
        seats.map(({ session }, at) => dhowCall(world, servers[at]!, 'bet', { ...bet, session })),
      )
      expect(answers.map((answer) => answer!.json.code as string).toSorted()).toEqual(['duplicate_transaction', 'ok'])
    }
    const left = await Promise.all(seats.map(async ({ player }) => (await world.balance(player.id)).cashMinor))
    expect(left.reduce((sum, minor) => sum + minor, 0n)).toBe(175_000n)
  })

  it('never accept more than the balance, when both bet the same money concurrently', async () => {
    const { player, session } = await seatAt(world, servers[0]!, '100.00')
    const bets = Array.from({ length: 40 }, (_, index) =>
      dhowCall(world, servers[index % 2]!, 'bet', {
        session,
        txId: `all-in-${index}`,
        roundId: `all-in-${index}`,
        game: 'dhow',
        amount: 1_000,
        currency: 'NAD',
      }),
    )
    const outcomes = (await Promise.all(bets)).map((answer) => answer!.json.code as string)
    expect([outcomes.filter((code) => code === 'ok').length, new Set(outcomes)]).toEqual([
      10,
      new Set(['ok', 'insufficient_funds']),
    ])
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 0n, inPlayMinor: 10_000n })
  })

  it('show the balance after a bet on one immediately on the other', async () => {
    const { player, session } = await seatAt(world, servers[0]!, '100.00')
    const balances: string[] = []
    for (let bet = 0; bet < 20; bet++) {
      const [one, other] = [servers[bet % 2]!, servers[(bet + 1) % 2]!]
      await over(other, player).get('/player/profile')
      const body = { session, txId: `seen-${bet}`, roundId: 'seen', game: 'dhow', amount: 100, currency: 'NAD' }
      await dhowCall(world, one, 'bet', body)
      balances.push((await over(other, player).get('/player/profile'))!.json.player.chips)
    }
    expect(balances).toEqual(balances.map((_balance, bet) => `${99 - bet}.00`))
  })

  it('accept 20 concurrent bets of each of 12 players on both, without a failure', async () => {
    const seats = await inBatches(Array.from({ length: 12 }), 4, () => seatAt(world, servers[0]!, '1000.00'))
    // Every group has many players, and each server has the players in a different order.
    const bets = Array.from({ length: 20 }, (_, number) =>
      seats.map((seat, index) => ({ ...seat, number, index })),
    ).flat()
    const answers = await Promise.all(
      bets.map(({ session, number, index }) =>
        dhowCall(world, servers[(number + index) % 2]!, 'bet', {
          session,
          txId: `crowd-${index}-${number}`,
          roundId: `crowd-${index}`,
          game: 'dhow',
          amount: 1_000 + index,
          currency: 'NAD',
        }),
      ),
    )
    expect(new Set(answers.map((answer) => `${answer!.status} ${answer!.json.code}`))).toEqual(new Set(['200 ok']))
    for (const [index, { player }] of seats.entries()) {
      const stakes = 20n * (1_000n + BigInt(index))
      expect(await world.balance(player.id)).toMatchObject({ cashMinor: 100_000n - stakes, inPlayMinor: stakes })
    }
  })

  it('hold a withdrawal requested on both concurrently once', async () => {
    const player = await playerToBePaid(world)
    const otp = await withdrawalCode(world, player, '600')
    const body = { amount: '600', payout_account_id: player.payoutAccountId, otp }
    const answers = await Promise.all(
      [0, 1, 0, 1].map((at) =>
        over(servers[at]!, player).post('/player/withdrawals', body, { 'idempotency-key': 'at-once' }),
      ),
    )
    const ids = answers.filter((answer) => answer!.status === 200).map((answer) => answer!.json.withdrawal.id)
    expect({ ids: new Set(ids).size, codes: codes(answers) }).toEqual({ ids: 1, codes: expect.any(Array) })
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 40_000n, heldMinor: 60_000n })
  })

  it('end a withdrawal in one state with one posting, if approved, rejected and paid concurrently', async () => {
    const ends = new Map<string, number>()
    await inBatches(
      Array.from({ length: 8 }, (_, index) => index),
      4,
      async (index) => {
        const player = await playerToBePaid(world)
        const asked = await player.post('/player/withdrawals', {
          amount: '400',
          payout_account_id: player.payoutAccountId,
          otp: await withdrawalCode(world, player),
        })
        const { id } = asked.json.withdrawal as { id: string }
        const [one, two] = [over(servers[0]!, cashier, 'console'), over(servers[1]!, colleague, 'console')]
        const version = async () => (await one.get(`/staff/withdrawals/${id}`))!.json.withdrawal.version as number
        const decide = async (by: typeof one, verb: string, at: number, body: object = {}) =>
          by.post(`/staff/withdrawals/${id}/${verb}`, { version: at, ...body })

        const first = await version()
        // Every second one is also rejected concurrently; the others are certain to be approved.
        const reviewed = await Promise.all([
          decide(one, 'approve', first),
          decide(two, 'approve', first),
          ...(index % 2 === 0 ? [decide(two, 'reject', first, { reason: 'other' })] : []),
        ])
        expect([count(reviewed, 200), codes(reviewed)]).toEqual([1, ['withdrawal_state_changed']])

        const second = await version()
        const ended = await Promise.all([
          decide(one, 'pay', second, { payment_reference: `RACE ${index} A` }),
          decide(two, 'pay', second, { payment_reference: `RACE ${index} B` }),
          decide(one, 'reject', second, { reason: 'other' }),
          decide(two, 'reject', second, { reason: 'other' }),
        ])
        const { state } = (await one.get(`/staff/withdrawals/${id}`))!.json.withdrawal as { state: string }
        const wasOpen = reviewed[0]!.status === 200 || reviewed[1]!.status === 200
        expect([state, count(ended, 200), codes(ended)]).toEqual([
          expect.stringMatching(/^(paid|rejected)$/),
          wasOpen ? 1 : 0,
          ['withdrawal_state_changed'],
        ])
        ends.set(state, (ends.get(state) ?? 0) + 1)

        const keys = await world.db.kysely
          .selectFrom('ledger.posting')
          .select('key')
          .where('key', 'like', `withdrawal:${id}:%`)
          .orderBy('id')
          .execute()
        expect(keys.map((row) => row.key.split(':').at(-1))).toEqual(
          state === 'paid' ? ['hold', 'sent', 'paid'] : ['hold', 'release'],
        )
        expect(await world.balance(player.id)).toMatchObject({
          cashMinor: state === 'paid' ? 60_000n : 100_000n,
          heldMinor: 0n,
        })
      },
    )
    expect([...ends.values()].reduce((sum, number) => sum + number, 0)).toBe(8)
  })
})
