import './tables.ts'
import '../messages/tables.ts'
import { dialects } from '@dhow/provider-kit/dialects'
import { openWallet } from '@dhow/provider-kit/wallet'
import { systemClock } from '@dhow/platform/clock'
import { sql } from 'kysely'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreeRoundDesk } from '../../../test/free-rounds.ts'
import { eventually, openWorldWithSandbox, sandboxKey, type Sandbox } from '../../../test/sandbox.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { required } from '../../platform/required.ts'

/** Free rounds that a provider plays by itself and reports in one sum, with the sandbox's program as the provider. */

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let manager: Awaited<ReturnType<World['operator']>>
let desk: ReturnType<typeof openFreeRoundDesk>
beforeAll(async () => {
  const options = { realClock: systemClock(), withoutJobs: true }
  ;({ world, sandbox, close } = await openWorldWithSandbox((env) => openWorld(env, options)))
  manager = await world.operator('manager')
  desk = openFreeRoundDesk(world, manager)
})
afterAll(() => close())

type Player = Awaited<ReturnType<World['player']>>
interface Guest {
  player: Player
  grant: string
  user: string
  token: string
}
const runDue = () => world.app.features.gateway.runFreeRounds()
const own = async (player: Player) => (await player.get('/player/free-rounds')).json.grants
const told = async (player: Player) =>
  (await player.get('/player/messages')).json.messages.filter(
    ({ kind }: { kind: string }) => kind === 'free_rounds_given',
  ).length
const minor = (amount: string | undefined) => BigInt(String(amount).replace('.', ''))
const cash = async ({ player }: Guest) => (await world.balance(player.id)).cashMinor
/** Transfers of a player from and to the cost of free rounds. */
const transfersOf = async ({ player }: Guest) => {
  const { rows } = await sql<{ line: string }>`
    select debit || ' > ' || credit || ' ' || amount_minor as line from ledger.transfers
    where player_id = ${player.id} and (debit like 'bonus_cost%' or credit like 'bonus_cost%' or debit like 'free_stake%') order by id`.execute(
    world.db.kysely,
  )
  return rows.map(({ line }) => line)
}

describe.each([
  { dialect: 'softswiss', provider: 'turbo', twice: 'malformed' },
  { dialect: 'spribe', provider: 'spribe', twice: 'duplicate' },
])('free rounds of a provider of the family $dialect', ({ dialect, provider, twice }) => {
  let game: { id: string; slug: string; code: string }
  beforeAll(async () => {
    const { imports } = world.app.features.catalog
    const found = await eventually(
      async () => {
        await imports.now(provider, manager.id).catch(() => undefined)
        const ofProvider = world.db.kysely.selectFrom('catalog.game').select(['id', 'slug', 'code'])
        return ofProvider.where('provider_code', '=', provider).orderBy('id').limit(1).executeTakeFirst()
      },
      (row) => row !== undefined,
    )
    game = required(found, 'a game')
  })

  const terms = (change: object = {}) => ({ game: game.id, rounds: 2, stake: '1.00', max_win: '50.00', ...change })
  async function ask(path: string, body: object) {
    const answer = await fetch(new URL(`/providers/${provider}/${path}`, sandbox.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string>
  }
  const behave = (behaviour: string) => ask('free-rounds/behaviour', { behaviour })
  /** A player whose free rounds the provider has made, with an open game. */
  async function guest(change: object = {}): Promise<Guest> {
    const player = await world.player({ balance: '10.00' })
    const given = await desk.give(player.id, terms(change))
    expect(given.json.grant).toMatchObject({ at_provider: 'asked' })
    await runDue()
    const launched = new URL((await player.post(`/games/${game.slug}/launch`)).json.url)
    const token = required(launched.searchParams.get('token'), 'a token')
    return { player, token, user: player.id, grant: given.json.grant.id }
  }
  const sit = async ({ user, token }: Guest) =>
    required((await ask('seats', { game: game.code, token, user, currency: 'NAD', demo: false }))['seat'], 'a seat')
  const play = (seat: string) => ask('rounds', { seat, stake: '5.00', pick: 0 })
  const wonIn = (word: string | undefined) => (word!.includes('Lit! ') ? 285n : 0n)

  /** Sends the provider's report of free rounds. */
  function report(of: Guest, units: bigint, change: { grant?: string; tx?: string; status?: 'expired' } = {}) {
    const { port } = world.app.portal.fastify.server.address() as AddressInfo
    const kit = required(dialects[dialect], 'a protocol')
    const { send } = openWallet({
      url: `http://127.0.0.1:${port}/api/v1/dhow/gateway/${dialect}/${provider}`,
      ...{ dialect: kit, key: sandboxKey, provider, now: () => Date.now() },
    })
    const seat = { player: of.user, session: 'over', currency: 'NAD', game: game.code }
    const sum = { seat, tx: `sum-${of.grant}`, grant: of.grant, units: units * kit.perMinor, status: 'played' as const }
    return send(required(kit.freeSum, 'the message of a sum')({ ...sum, ...change }))
  }

  it('are made there once, also if an answer is lost, and then the player is told', async () => {
    const player = await world.player()
    await desk.give(player.id, terms())
    await behave('broken')
    await runDue()
    await behave('lost')
    await runDue()
    expect([await own(player), await told(player), (await desk.read(player.id)).at_provider]).toEqual([[], 0, 'asked'])
    await behave('good')
    await Promise.all([runDue(), runDue()])
    await runDue()
    expect(await own(player)).toMatchObject([{ game: { slug: game.slug }, left: 2, stake: '1.00', state: 'active' }])
    expect([await told(player), (await desk.read(player.id)).at_provider]).toEqual([1, 'given'])
  })

  it('are played first there, and all their wins are paid in one sum, which is their only cost', async () => {
    const one = await guest()
    const seat = await sit(one)
    const first = await play(seat)
    expect(first['word']).toMatch(/^Free round, 1 left\. /)
    expect([await cash(one), await desk.read(one.player.id)]).toMatchObject([1_000n, { used: 0, left: 2 }])
    const last = await play(seat)
    const won = wonIn(first['word']) + wonIn(last['word'])
    expect(minor(last['balance'])).toBe(1_000n + won)
    expect(await desk.read(one.player.id)).toMatchObject({ used: 2, left: 0, state: 'used' })
    expect(minor((await desk.read(one.player.id)).won)).toBe(won)
    expect(await transfersOf(one)).toEqual(won > 0n ? [`bonus_cost:free_rounds > cash ${won}`] : [])
    const { data, totals } = (await one.player.get('/player/game-history')).json
    expect(data).toMatchObject([{ slug: game.slug, stake: '0.00', free_stake: '2.00', state: 'settled' }])
    expect([minor(data[0].payout), minor(totals.out)]).toEqual([won, 0n])
    expect((await play(seat))['word']).not.toMatch(/^Free round/)
  })

  it('pay their sum once, up to the largest win, for this player, provider and game alone', async () => {
    const [one, other] = [await guest({ max_win: '3.00' }), await guest()]
    const elsewhere = await desk.give(other.player.id)
    const words = [
      await report(one, 500n, { grant: 'frg_nobody' }),
      await report(one, 500n, { grant: elsewhere.json.grant.id }),
      await report(one, 500n),
      await report(one, 500n),
      await report(one, 400n),
    ].map(({ word }) => word)
    expect(words).toEqual(['refused', 'refused', 'ok', 'ok', twice])
    expect(await cash(one)).toBe(1_300n)
    expect(await desk.read(one.player.id)).toMatchObject({ won: '3.00', used: 2, left: 0 })
    expect(await transfersOf(one)).toEqual(['bonus_cost:free_rounds > cash 300'])
    expect([await cash(other), await transfersOf(other)]).toEqual([1_000n, []])
    const events = (await manager.get(`/staff/players/${one.player.id}/timeline?kind=rewards`)).json.events
    expect(events[0].text).toMatchObject({ code: 'event_free_rounds_used', params: { amount: '3.00' } })
  })

  it('are over with a sum of nothing', async () => {
    const one = await guest()
    expect((await report(one, 0n)).word).toBe('ok')
    expect(await desk.read(one.player.id)).toMatchObject({ won: '0.00', used: 2, state: 'used' })
    expect([await cash(one), await transfersOf(one)]).toEqual([1_000n, []])
  })

  it('are paid although the player is on a break and their time is over', async () => {
    const one = await guest()
    expect((await one.player.post('/player/time-out', { days: 1 })).status).toBe(200)
    await sql`update gateway.free_round_grant set expires_at = ${new Date(Date.now() - 1_000)} where id = ${one.grant}`.execute(
      world.db.kysely,
    )
    expect(await report(one, 250n, { status: 'expired' })).toMatchObject({ word: 'ok', balance: 1_250n })
    expect(await desk.read(one.player.id)).toMatchObject({ won: '2.50', used: 0, left: 0, state: 'expired' })
  })

  it('of which a large sum is held for a check as every win', async () => {
    const { ceilings } = world.app.features.gateway
    const lowered = async (winMinor: bigint) => {
      await world.db.transaction((tx) =>
        ceilings.set(tx, provider, 'NAD', { ...ceilings.of(provider, 'NAD'), winMinor }),
      )
      await ceilings.changed()
    }
    const { winMinor } = ceilings.of(provider, 'NAD')
    const one = await guest()
    await lowered(2_000n)
    expect(await report(one, 2_500n)).toMatchObject({ word: 'ok', balance: 1_000n })
    await lowered(winMinor)
    const { wins } = (await manager.get('/staff/held-wins')).json
    const held = wins.find(({ player_id: id }: { player_id: string }) => id === one.player.id)
    expect(held).toMatchObject({ provider, held: '25.00', stake: '2.00' })
    const refused = await manager.post(`/staff/held-wins/${held.id}/refuse`, { version: 1, reason: 'Not theirs' })
    expect(refused.status).toBe(200)
    expect(await cash(one)).toBe(1_000n)
  })

  it('that are stopped are cancelled there, and what was won before is paid', async () => {
    const one = await guest()
    const won = wonIn((await play(await sit(one)))['word'])
    await manager.post(`/staff/free-rounds/${one.grant}/stop`, { reason: 'A mistake' })
    await behave('broken')
    await runDue()
    expect(await desk.read(one.player.id)).toMatchObject({ state: 'stopped', at_provider: 'given' })
    await behave('lost')
    await runDue()
    await behave('good')
    await runDue()
    expect(await desk.read(one.player.id)).toMatchObject({ state: 'stopped', at_provider: 'ended', left: 0 })
    expect(await cash(one)).toBe(1_000n + won)
  })

  it('that the provider refuses are stopped, and nobody is told', async () => {
    const player = await world.player()
    await behave('refused')
    await desk.give(player.id, terms())
    await runDue()
    await behave('good')
    expect(await desk.read(player.id)).toMatchObject({ at_provider: 'refused', state: 'stopped', left: 0 })
    const patient = await world.player()
    // No provider of these families keeps them for more than a month.
    await desk.give(patient.id, terms({ valid_days: 40 }))
    await runDue()
    expect(await desk.read(patient.id)).toMatchObject({ at_provider: 'refused', state: 'stopped' })
    for (const one of [player, patient]) expect([await own(one), await told(one)]).toEqual([[], 0])
  })

  it('are offered with the stakes that the protocol can name', async () => {
    const { games } = (await manager.get('/staff/free-rounds')).json
    const most = dialect === 'softswiss' ? '1.00' : '100.00'
    const offered = games.find((one: { id: string }) => one.id === game.id)
    expect(offered).toMatchObject({ min_stake: '1.00', max_stake: most })
    const player = await world.player()
    const { status, json } = await desk.give(player.id, terms({ stake: '2.00' }))
    expect([status, json.code]).toEqual(dialect === 'softswiss' ? [422, 'free_rounds_terms'] : [200, undefined])
  })
})
