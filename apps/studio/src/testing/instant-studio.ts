import { afterEach, expect, vi } from 'vitest'
import type { Answer, Hello, RoundProof, RoundView } from '../instant/messages.ts'
import type { Fault } from './wallet-double.ts'
import { openWholeStudio } from './whole-studio.ts'

/** A page of a one-player game, driven by a test. */
export interface Player {
  /** The first answer, from before the page chose its own seed. */
  hello: Hello
  call(name: string, body: object): Promise<Answer>
  rotate(commitment: string, seed: string): Promise<Answer>
  bet(options: object, stake?: number, id?: string): Promise<Answer>
  sendAction(round: RoundView, action: object | 'cash_out', id?: string): Promise<Answer>
  state(): Promise<Answer>
  /** The page loads again. */
  back(): Promise<Hello>
}

/** The one-player games through the studio's real interface: HTTP in, a wallet over HTTP, restarts in the middle of rounds. */
export function openInstantStudio() {
  // Nobody sits at the shared tables, whose rounds take longer for it: each step of theirs is work of the database.
  const studio = openWholeStudio({ STUDIO_BETTING_MS: '60000', STUDIO_TABLE_BETTING_MS: '120000' }, 10)
  const { fastForward, double, url, failures } = studio
  let ids = 0
  const newId = (): string => `test-action-${++ids}`

  afterEach(async () => {
    double().fault = () => 'none'
    await fastForward(() => vi.waitUntil(() => double().faults().length === 0, { timeout: 20_000, interval: 10 }))
    expect(failures).toEqual([])
  })

  const post = async <Value>(name: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url(`/api/instant/${name}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Value }
  }

  async function seat(game: string, token: string, clientSeed = 'my-own-seed'): Promise<Player> {
    const { body: hello } = await post<Hello>('hello', { game, token })
    const authorization = `Bearer ${hello.resume}`
    const call = async (name: string, body: object) =>
      (await post<Answer>(name, { game, ...body }, { authorization })).body
    const player: Player = {
      hello,
      call,
      rotate: (commitment: string, seed: string) => call('rotate', { commitment, clientSeed: seed }),
      bet: (options: object, stake = 1000, id = newId()) => call('bet', { id, stake, options }),
      sendAction: (round: RoundView, action: object | 'cash_out', id = newId()) =>
        call('action', { id, round: round.id, step: round.step, action }),
      state: () => call('state', {}),
      back: async () => (await post<Hello>('hello', { game, resume: hello.resume })).body,
    }
    if (hello.seeds.active === null) await player.rotate(hello.seeds.next, clientSeed)
    return player
  }

  /** An open round of mines, in which nothing was opened yet. */
  async function opened(player: Player, count: number): Promise<RoundView> {
    const { round } = await player.bet({ mines: count })
    expect(round).toMatchObject({ state: 'open', canCashOut: false, step: 0, view: { mines: null, opened: [] } })
    return round!
  }

  return {
    ...studio,
    ...{ post, seat, newId, opened },
    async proofOf(round: RoundView) {
      const response = await fetch(url(`/api/proof/${round.game}/${round.id}`))
      return response.ok ? ((await response.json()) as RoundProof) : response.status
    },
    balanceOf: (name: string): bigint => double().balances.get(name) ?? 10_000_000n,
    /** The wallet goes wrong on the first calls of a kind, then right. */
    failFirst(call: string, ...faults: Fault[]): void {
      double().fault = (name) => (name === call ? (faults.shift() ?? 'none') : 'none')
    },
    /** The round, once it neither asks the wallet for its stake nor for its end. */
    rested: (player: Player, id: string): Promise<RoundView> =>
      fastForward(() =>
        vi.waitUntil(
          async () => {
            const round = (await player.state()).rounds?.find((one) => one.id === id)
            return round && !['intent', 'rolling', 'settling'].includes(round.state) ? round : undefined
          },
          { timeout: 20_000, interval: 20 },
        ),
      ),
    /** An open round of mines with one pearl. */
    async pearl(player: Player): Promise<RoundView> {
      // With one mine a first shell is safe in 24 of 25 rounds; an unlucky one is played again.
      for (;;) {
        const { round } = await player.sendAction(await opened(player, 1), { place: 12 })
        if (round!.state === 'open') return round!
      }
    },
  }
}
