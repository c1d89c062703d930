import './tables.ts'
import '../messages/tables.ts'
import { openWallet } from '@dhow/provider-kit/wallet'
import { dialects } from '@dhow/provider-kit/dialects'
import { sandboxPair } from '@dhow/provider-kit/sandbox-pair'
import { systemClock } from '@dhow/platform/clock'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFreeRoundDesk } from '../../../test/free-rounds.ts'
import { eventually, openWorldWithSandbox, sandboxKey, type Sandbox } from '../../../test/sandbox.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { required } from '../../platform/required.ts'

/** Free rounds managed by a provider (Hub88), with the sandbox's program as the provider. */

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let manager: Awaited<ReturnType<World['operator']>>
let desk: ReturnType<typeof openFreeRoundDesk>
let game: { id: string; slug: string; code: string }
beforeAll(async () => {
  const options = { realClock: systemClock(), withoutJobs: true }
  ;({ world, sandbox, close } = await openWorldWithSandbox((env) => openWorld(env, options)))
  manager = await world.operator('manager')
  desk = openFreeRoundDesk(world, manager)
  const { imports } = world.app.features.catalog
  const ofReef = world.db.kysely.selectFrom('catalog.game').select(['id', 'slug', 'code'])
  const found = await eventually(
    async () => {
      // The import at the start may be under way, or have failed on a busy machine.
      await imports.now('reef', manager.id).catch(() => undefined)
      return ofReef.where('provider_code', '=', 'reef').orderBy('id').limit(1).executeTakeFirst()
    },
    (row) => row !== undefined,
  )
  game = required(found, 'a game')
})
afterAll(() => close())

type Player = Awaited<ReturnType<World['player']>>
const terms = (change: object = {}) => ({ game: game.id, rounds: 2, stake: '2.00', max_win: '50.00', ...change })
const runDue = () => world.app.features.gateway.runFreeRounds()
const own = async (player: Player) => (await player.get('/player/free-rounds')).json.grants
const told = async (player: Player) =>
  (await player.get('/player/messages')).json.messages.filter(
    ({ kind }: { kind: string }) => kind === 'free_rounds_given',
  ).length
/** A player with free rounds created by the provider, and a session in its game. */
async function guest(change: object = {}) {
  const player = await world.player({ balance: '10.00' })
  const given = await desk.give(player.id, terms(change))
  expect(given.json.grant).toMatchObject({ at_provider: 'asked' })
  await runDue()
  const launched = new URL((await player.post(`/games/${game.slug}/launch`)).json.url)
  const [user, token] = ['user', 'token'].map((name) => required(launched.searchParams.get(name), name))
  return { player, user: user!, token: token!, grant: given.json.grant.id as string }
}
type Guest = Awaited<ReturnType<typeof guest>>

async function ask(path: string, body: object) {
  const answer = await fetch(new URL(path, sandbox.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, string>
}
const sit = async ({ user, token }: Guest) =>
  required(
    (await ask('/providers/reef/seats', { game: game.code, token, user, currency: 'NAD', demo: false }))['seat'],
    'a seat',
  )
const play = (seat: string) => ask('/providers/reef/rounds', { seat, stake: '5.00', pick: 0 })
const minor = (amount: string | undefined) => BigInt(String(amount).replace('.', ''))

/** Sends bets signed as the provider does. */
function wallet({ user, token }: Guest) {
  const { port } = world.app.portal.fastify.server.address() as AddressInfo
  const { send } = openWallet({
    url: `http://127.0.0.1:${port}/api/v1/dhow/gateway/hub88/reef`,
    dialect: dialects['hub88']!,
    key: sandboxPair(sandboxKey, 'reef').privateKey,
    provider: 'reef',
    now: () => Date.now(),
  })
  const { bet, win, rollback } = dialects['hub88']!
  const seat = { player: user, session: token, currency: 'NAD', game: game.code }
  return {
    bet: (tx: string, reward: string, units: bigint = 200_000n) => send(bet({ seat, tx, round: tx, units, reward })),
    win: (tx: string, units: bigint) => send(win({ seat, tx: `${tx}-win`, ref: tx, round: tx, units, ends: true })),
    rollback: (tx: string) => send(rollback({ seat, tx: `${tx}-back`, ref: tx, round: tx })),
  }
}
const rewardOf = async ({ grant }: Guest) => {
  const { provider_ref: ref } = await world.db.kysely
    .selectFrom('gateway.free_round_grant')
    .select('provider_ref')
    .where('id', '=', grant)
    .executeTakeFirstOrThrow()
  return required(ref, 'the provider’s name for a grant')
}

it('are usable, and the player notified, once the provider has created them', async () => {
  const player = await world.player()
  expect((await desk.give(player.id, terms())).json.grant).toMatchObject({ at_provider: 'asked', state: 'active' })
  expect([await own(player), await told(player)]).toEqual([[], 0])
  await Promise.all([runDue(), runDue()])
  await runDue()
  expect(await own(player)).toMatchObject([{ game: { slug: game.slug }, left: 2, stake: '2.00', state: 'active' }])
  expect(await told(player)).toBe(1)
  expect(await desk.read(player.id)).toMatchObject({ at_provider: 'given' })
})

it('are played in the provider’s game first; the next round uses the player’s own stake', async () => {
  const one = await guest()
  const seat = await sit(one)
  let won = 0n
  for (const left of [1, 0]) {
    const { word, balance } = await play(seat)
    expect(word).toMatch(new RegExp(`^Free round, ${left} left\\. (Lit! 5\\.70|This one is dark)`))
    won += word!.includes('Lit!') ? 570n : 0n
    expect(minor(balance)).toBe(1_000n + won)
  }
  expect(await desk.read(one.player.id)).toMatchObject({ used: 2, state: 'used' })
  expect(minor((await desk.read(one.player.id)).won)).toBe(won)
  const paid = await play(seat)
  expect(paid['word']).toMatch(/^(Lit! 14\.25|This one is dark)/)
  expect(minor(paid['balance'])).toBe(500n + won + (paid['word']!.startsWith('Lit!') ? 1_425n : 0n))
})

it('have the grant’s stake, cap and count, whatever the provider sends', async () => {
  const one = await guest({ max_win: '3.00' })
  const [calls, reward] = [wallet(one), await rewardOf(one)]
  const words = [
    await calls.bet('h-none', 'reward-of-nobody'),
    await calls.bet('h-large', reward, 300_000n),
    await calls.bet('h-1', reward),
    await calls.bet('h-1', reward),
    await calls.rollback('h-1'),
    // Some suppliers send no value for a free bet.
    await calls.bet('h-2', reward, 0n),
    await calls.bet('h-3', reward),
    await calls.bet('h-4', reward),
  ].map(({ word }) => word)
  expect(words).toEqual(['refused', 'malformed', 'ok', 'ok', 'ok', 'ok', 'ok', 'refused'])
  expect(await world.balance(one.player.id)).toMatchObject({ cashMinor: 1_000n, inPlayMinor: 0n })
  expect((await calls.win('h-2', 900_000n)).balance).toBe(1_300n)
  expect((await calls.win('h-3', 0n)).balance).toBe(1_300n)
  expect(await desk.read(one.player.id)).toMatchObject({ used: 2, won: '3.00', left: 0 })
})

it('of another player, or marked as free without a reward, are refused', async () => {
  const [one, other] = [await guest(), await guest()]
  expect((await wallet(other).bet('h-other', await rewardOf(one))).word).toBe('refused')
  expect((await wallet(other).bet('h-empty', '')).word).toBe('malformed')
  expect(await world.balance(other.player.id)).toMatchObject({ cashMinor: 1_000n })
})

it('that are stopped are also ended at the provider', async () => {
  const one = await guest()
  const seat = await sit(one)
  expect((await play(seat))['word']).toMatch(/^Free round, 1 left/)
  await manager.post(`/staff/free-rounds/${one.grant}/stop`, { reason: 'A mistake' })
  expect((await wallet(one).bet('h-stopped', await rewardOf(one))).word).toBe('refused')
  await runDue()
  expect(await desk.read(one.player.id)).toMatchObject({ state: 'stopped', at_provider: 'ended', left: 0 })
  expect((await play(seat))['word']).not.toMatch(/^Free round/)
})

it('that the provider refuses are stopped and not announced; without an answer the request is repeated', async () => {
  const player = await world.player()
  // The sandbox refuses free bets above 100.00.
  const given = await desk.give(player.id, terms({ stake: '100.00', max_win: '100.00' }))
  expect(given.status).toBe(200)
  await world.db.kysely
    .updateTable('gateway.free_round_grant')
    .set({ stake_minor: 10_001n })
    .where('id', '=', given.json.grant.id)
    .execute()
  await runDue()
  expect(await desk.read(player.id)).toMatchObject({ at_provider: 'refused', state: 'stopped', left: 0 })
  expect([await own(player), await told(player)]).toEqual([[], 0])

  const patient = await world.player()
  await desk.give(patient.id, terms())
  const { provider } = world.app.features.catalog
  const row = required(provider.get('reef'), 'the provider')
  const { launch_url } = row
  row.launch_url = 'http://127.0.0.1:9/nobody'
  await runDue()
  expect([await own(patient), (await desk.read(patient.id)).at_provider]).toEqual([[], 'asked'])
  row.launch_url = launch_url
  await runDue()
  expect(await own(patient)).toHaveLength(1)
})
