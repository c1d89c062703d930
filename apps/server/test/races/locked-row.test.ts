import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultHeader } from '../../src/platform/faults.ts'
import { testEngine } from '../engines.ts'
import { dhowCall, openWorldOfProcesses, over, seatAt, startServer, type ServerProcess } from '../processes.ts'
import type { World } from '../world.ts'

type Seat = Awaited<ReturnType<typeof seatAt>>

describe.runIf(testEngine === 'postgres')('a wallet locked by another transaction', { timeout: 120_000 }, () => {
  let world: World
  let server: ServerProcess
  let locked: Seat
  let others: Seat[]
  let bets = 0
  beforeAll(async () => {
    world = await openWorldOfProcesses({
      DATABASE_LOCK_WAIT_MS: '400',
      DATABASE_POOL_WAIT_MS: '1000',
      DATABASE_IDLE_TRANSACTION_MS: '2000',
    })
    server = await startServer(world.environment, world.url!)
    locked = await seatAt(world, server, '100.00')
    others = []
    for (const _place of [1, 2, 3, 4]) others.push(await seatAt(world, server, '100.00'))
  })
  afterAll(async () => {
    await server.stop()
    await world.close()
  })

  const bet = async ({ session }: Seat, txId = `lock-${++bets}`) => {
    const body = { session, txId, roundId: 'lock', game: 'dhow', amount: 10, currency: 'NAD' }
    const answer = await dhowCall(world, server, 'bet', body)
    return `${answer!.status} ${answer!.json.code}`
  }
  const lockWallet = (tx: Parameters<Parameters<World['db']['transaction']>[0]>[0]) =>
    sql`select ledger.lock_players(array[${locked.player.id}])`.execute(tx)

  it('delays only that player’s bets, and answers each with a retryable code', async () => {
    let held = ''
    await world.db.transaction(async (tx) => {
      await lockWallet(tx)
      const waiting = [bet(locked, 'lock-waits'), ...[1, 2, 3].map(() => bet(locked))]
      // Other players' groups continue while the locked player's calls wait.
      for (const _group of [1, 2, 3])
        expect(new Set(await Promise.all(others.map((seat) => bet(seat))))).toEqual(new Set(['200 ok']))
      held = [...new Set(await Promise.all(waiting))].join()
    })
    expect(held).toBe('503 unknown')
    expect(await bet(locked, 'lock-waits')).toBe('200 ok')
    expect((await world.balance(locked.player.id)).inPlayMinor).toBe(10n)
  })

  it('lets a waiting bet through as soon as it is free', async () => {
    let waiting: Promise<string> | undefined
    await world.db.transaction(async (tx) => {
      await lockWallet(tx)
      waiting = bet(locked)
      expect(await bet(others[0]!)).toBe('200 ok')
    })
    expect(await waiting).toBe('200 ok')
  })

  it('answers each win of a batch call separately', async () => {
    const index = async (seat: Seat, name: string) => {
      expect(await bet(seat, `bet-${name}`)).toBe('200 ok')
      const { session } = seat
      const win = { txId: `win-${name}`, refTxId: `bet-${name}`, roundId: 'lock', game: 'dhow', amount: 20 }
      return { session, currency: 'NAD', ...win }
    }
    const wins = [await index(others[0]!, 'one'), await index(locked, 'locked'), await index(others[1]!, 'two')]
    const pay = async () => {
      const answer = await dhowCall(world, server, 'wins', { wins })
      return answer!.json.results.map(({ code }: { code: string }) => code) as string[]
    }
    await world.db.transaction(async (tx) => {
      await lockWallet(tx)
      expect(await pay()).toEqual(['ok', 'wallet_busy', 'ok'])
    })
    expect(await pay()).toEqual(['ok', 'ok', 'ok'])
  })

  it('answers sixty calls of the player as retryable, and leaves connections to other players', async () => {
    const manager = await world.operator('manager')
    const made = await manager.post('/staff/gift-envelopes', {
      title: 'A locked wallet',
      market: 'NA',
      kind: 'split',
      amount: '10.00',
      claims: 2,
      expires_in_hours: 1,
    })
    const { code } = made.json as { code: string }
    const claim = () => over(server, locked.player).post('/gift-envelope/claim', { code })
    await world.db.transaction(async (tx) => {
      await lockWallet(tx)
      const calls = Array.from({ length: 60 }, claim)
      // Twenty calls of another player need more connections than sixty of the locked one would leave.
      const profiles = await Promise.all(
        Array.from({ length: 20 }, () => over(server, others[0]!.player).get('/player/profile')),
      )
      expect(new Set(profiles.map((answer) => answer!.status))).toEqual(new Set([200]))
      const answers = await Promise.all(calls)
      expect(new Set(answers.map((answer) => `${answer!.status} ${answer!.json.code}`))).toEqual(new Set(['503 busy']))
      expect(answers[0]!.headers['retry-after']).toBe('1')
    })
    expect((await claim())!.status).toBe(200)
  })

  it('by a frozen process delays no other player, and is released once the database has ended its transaction', async () => {
    const frozen = await startServer({ ...world.environment, DHOW_FAULTS: 'by-request', JOBS: 'off' }, world.url!)
    try {
      const own = await seatAt(world, server, '100.00')
      // A first limit locks the player's wallet, and this process stops before its commit.
      const body = { kind: 'deposit', period: 'day', amount: '500' }
      const asked = over(frozen, own.player).put('/player/limits', body, { [faultHeader]: 'committing:1/2/frozen' })
      while (!frozen.output().includes('"reached":"frozen"')) await new Promise((resolve) => setImmediate(resolve))
      frozen.freeze()

      expect(await bet(own, 'frozen-bet')).toBe('503 unknown')
      expect(await Promise.all(others.map((other) => bet(other)))).toEqual(Array(4).fill('200 ok'))
      const codes = new Set<string>()
      for (let code = ''; code !== '200 ok'; codes.add(code)) code = await bet(own, 'frozen-bet')
      expect([...codes].filter((code) => code !== '503 unknown')).toEqual(['200 ok'])
      expect(await world.balance(own.player.id)).toMatchObject({ cashMinor: 9_990n, inPlayMinor: 10n })
      await frozen.kill()
      expect(await asked).toBeUndefined()
    } finally {
      await frozen.kill()
    }
  })
})
