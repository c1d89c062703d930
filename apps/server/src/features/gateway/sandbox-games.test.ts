import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '@dhow/platform/clock'
import { eventually, openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { sandboxProviders } from '../catalog/index.ts'

/**
 * The sandbox's providers, real programs that each use their own protocol with the portal, from the list of games to
 * the payout.
 */

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox((env) => openWorld(env, { realClock: systemClock() })))
  await world.app.features.catalog.imports.runDue()
})
afterAll(() => close())

async function ask(address: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(address, sandbox.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads any answer
  return { status: answer.status, json: (await answer.json()) as any }
}

/** Calls of a game's page at its address. */
async function sit(address: string) {
  const url = new URL(address)
  expect((await fetch(url)).status).toBe(200)
  const [, , provider, , game] = url.pathname.split('/')
  const param = (name: string) => url.searchParams.get(name)
  return ask(`/providers/${provider}/seats`, {
    game,
    token: param('token'),
    user: param('user'),
    currency: param('currency'),
    demo: param('demo') === '1',
  })
}

const firstGame = async (provider: string): Promise<string> =>
  (
    await eventually(
      async () => (await world.visitor().get(`/games?provider=${provider}&limit=1`)).json.games[0],
      (game) => game !== undefined,
    )
  ).slug

it.each(sandboxProviders)(
  '$name plays over $adapter: listed, opened, staked, settled, and in the history',
  async ({ code }) => {
    // Three rounds of 10.00 pay 95.50 at most.
    const player = await world.player({ balance: '40.00' })
    const launched = await player.post(`/games/${await firstGame(code)}/launch`)
    expect(launched).toMatchObject({ status: 200 })
    const { json: seat } = await sit(launched.json.url)
    expect(seat).toMatchObject({ balance: '40.00', currency: 'NAD' })
    for (const pick of [0, 1, 2]) {
      const { json: round } = await ask(`/providers/${code}/rounds`, { seat: seat.seat, stake: '10.00', pick })
      expect(round).toMatchObject({ lit: expect.any(Number), word: expect.stringMatching(/^(Lit!|This one is dark)/) })
      const { cashMinor } = await world.balance(player.id)
      expect(round.balance.replace('.', '')).toBe(String(cashMinor))
    }
    const { rounds, net } = await historyOf(player)
    // Brass Lantern's protocol does not report a lost bet; it is closed a day later.
    expect(rounds).toHaveLength(3)
    expect((await world.balance(player.id)).cashMinor).toBe(4_000n + net)
    const tooMuch = await ask(`/providers/${code}/rounds`, { seat: seat.seat, stake: '100.00', pick: 0 })
    expect(tooMuch.json.word).toBe('There is not enough money for this stake.')
  },
)

async function historyOf(player: Awaited<ReturnType<World['player']>>) {
  const { data: rounds } = (await player.get('/player/game-history?limit=50')).json as {
    data: { stake: string; payout: string; state: string }[]
  }
  const minor = (amount: string) => BigInt(amount.replace('.', ''))
  return { rounds, net: rounds.reduce((sum, { stake, payout }) => sum + minor(payout) - minor(stake), 0n) }
}

it.each(sandboxProviders)('$name opens a demo without an account, and no money moves', async ({ code }) => {
  const launched = await world.visitor().post(`/games/${await firstGame(code)}/launch`, { demo: true })
  const { json: seat } = await sit(launched.json.url)
  expect(seat).toMatchObject({ balance: '1000.00', currency: 'play money' })
  const { json: round } = await ask(`/providers/${code}/rounds`, { seat: seat.seat, stake: '10.00', pick: 0 })
  expect(round).toMatchObject({ currency: 'play money' })
})

it('a game opens only from the portal', async () => {
  const player = await world.player({ balance: '100.00' })
  const url = new URL((await player.post(`/games/${await firstGame('reef')}/launch`)).json.url)
  const asked = { game_code: url.pathname.split('/').at(-1), currency: 'NAD', user: player.id, token: 'a token' }
  expect((await ask('/providers/reef/game/url', asked, { 'x-hub88-signature': 'bm9ib2R5' })).status).toBe(403)
  expect((await ask('/providers/reef/game/url', asked)).status).toBe(403)
  expect((await ask('/providers/turbo/sessions', asked, { 'x-request-sign': '0'.repeat(64) })).status).toBe(403)
  for (const provider of ['reef', 'turbo']) {
    // An invented address does not open a game: the wallet knows no such token, and it has no ticket.
    const game = (await firstGame(provider)).slice(provider.length + 1)
    const made = new URL(
      `/providers/${provider}/play/${game}?user=${player.id}&token=made-up&currency=NAD`,
      sandbox.origin,
    )
    expect((await sit(made.href)).json).toEqual({ word: expect.stringContaining('could not be opened') })
  }
})
