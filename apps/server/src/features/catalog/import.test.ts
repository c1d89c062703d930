import { operatorText } from '@dhow/contract/operator-texts'
import './tables.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { addProvider, confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let feed: Awaited<ReturnType<typeof openFeed>>
let second: Awaited<ReturnType<World['operator']>>
let admin: Awaited<ReturnType<World['operator']>>

/** A provider's list of games, which can be taken offline. */
async function openFeed() {
  const state = { games: [] as object[], isUp: true, asked: [] as (string | undefined)[], pageSize: 2 }
  const server: Server = createServer((request, response) => {
    if (!state.isUp) return response.writeHead(503).end()
    if (request.url === '/health') return response.end('{}')
    const url = new URL(request.url!, 'http://feed')
    state.asked.push(request.headers['x-signature'] as string | undefined)
    const from = Number(url.searchParams.get('cursor') ?? '0')
    const next = from + state.pageSize < state.games.length ? String(from + state.pageSize) : null
    return response.end(JSON.stringify({ games: state.games.slice(from, from + state.pageSize), next }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const game = (code: string, more: object = {}) => ({ code, name: `The ${code}`, demo: true, ...more })

beforeAll(async () => {
  world = await openWorld({ PROVIDER_PING_SECONDS: '20' })
  feed = await openFeed()
  admin = await world.operator('admin')
  second = await world.operator('admin')
  await addProvider(
    { first: admin, second },
    {
      code: 'paper',
      name: 'Paper Boats',
      protocol: 'dhow',
      launch_url: `${feed.url}/play`,
      feed_url: `${feed.url}/games`,
      ping_url: `${feed.url}/health`,
    },
  )
})
afterAll(async () => {
  feed.close()
  await world.close()
})

const run = async () => (await admin.post('/staff/providers/paper/import')).json.report
const listed = async () =>
  (await world.visitor().get('/games?provider=paper')).json.games as {
    slug: string
    name: string
    tile: string
    down?: boolean
  }[]

describe('an import of games', () => {
  it('adds the games of a signed feed page by page, and reports omitted ones with reasons', async () => {
    feed.state.games = [
      game('kite', { categories: ['slots', 'nonsense'], rtp: '95.00', min_stake: '1.00' }),
      game('anchor'),
      { name: 'Nameless code' },
      game('kite'),
      game('reef', { min_stake: 'a lot' }),
    ]
    const report = await run()
    expect(report).toMatchObject({ outcome: 'done', listed: 5, added: 2, changed: 0, withdrawn: 0, refused_count: 3 })
    expect(report.refused.map((one: { reason: object }) => one.reason)).toEqual([
      operatorText('game_field_wrong', { field: 'code' }),
      operatorText('game_twice', {}),
      operatorText('game_stakes_wrong', {}),
    ])
    expect(feed.state.asked).toHaveLength(3)
    expect(feed.state.asked.every((signature) => /^[0-9a-f]{64}$/.test(signature ?? ''))).toBe(true)
    const [kite] = await listed()
    expect(kite).toMatchObject({ slug: 'paper-kite', name: 'The kite', categories: ['slots'] })
    const tile = await world.app.portal.fastify.inject({ url: kite!.tile })
    expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(tile.body).toMatch(/^<svg [^]*<\/svg>$/)
    expect((await world.app.portal.fastify.inject({ url: '/tiles/drawn/../x.svg' })).statusCode).toBe(404)
  })

  it('changes nothing when repeated, and only the differences when the feed has changed', async () => {
    feed.state.games = [game('kite'), game('anchor')]
    await run()
    expect(await run()).toMatchObject({ added: 0, changed: 0, withdrawn: 0 })
    feed.state.games = [game('kite', { name: 'Kite of paper' }), game('anchor'), game('reef')]
    expect(await run()).toMatchObject({ added: 1, changed: 1, withdrawn: 0 })
  })

  it('keeps the operator’s settings', async () => {
    const { games } = (await admin.get('/staff/games?provider=paper')).json
    const kite = games.find((one: { code: string }) => one.code === 'kite')
    const set = { name: 'Our kite', categories: ['top'], enabled: true }
    expect((await admin.post('/staff/games/arrange', { ids: [kite.id], ...set })).status).toBe(200)
    feed.state.games = [game('kite', { name: 'Another name', categories: ['slots'] }), game('anchor'), game('reef')]
    await run()
    expect((await listed())[0]).toMatchObject({ name: 'Our kite', categories: ['top'] })
    const { entries } = (await admin.get(`/staff/audit?subject=${kite.id}`)).json
    expect(entries[0]).toMatchObject({
      action: 'game.arrange',
      before: { name: 'Kite of paper' },
      after: { name: 'Our kite' },
    })
  })

  it('hides games that the feed no longer lists, and shows them again', async () => {
    feed.state.games = [game('anchor')]
    expect(await run()).toMatchObject({ withdrawn: 2 })
    expect((await listed()).map(({ slug }) => slug)).toEqual(['paper-anchor'])
    const gone = await world.visitor().post('/games/paper-kite/launch', { demo: true })
    expect(gone.json.code).toBe('game_unavailable')
    feed.state.games = [game('anchor'), game('kite'), game('reef')]
    expect(await run()).toMatchObject({ added: 0, changed: 2 })
    expect(await listed()).toHaveLength(3)
  })

  it('that fails, or lists nothing, changes nothing and reports why', async () => {
    feed.state.games = []
    expect(await run()).toMatchObject({ outcome: 'failed', reason: { code: 'feed_empty' } })
    feed.state.isUp = false
    expect(await run()).toMatchObject({ outcome: 'failed', reason: { code: 'feed_status', params: { status: '503' } } })
    feed.state.isUp = true
    expect(await listed()).toHaveLength(3)
    expect((await admin.get('/staff/providers/paper/imports')).json.imports[0].outcome).toBe('failed')
  })
})

describe('a provider', () => {
  it('that fails three times is down: its games are marked, nothing else changes, and it can recover', async () => {
    const play = () => world.visitor().post('/games/paper-anchor/launch', { demo: true })
    expect((await play()).status).toBe(200)
    feed.state.isUp = false
    const asked = async () => {
      await world.clock.advance(10_000)
      return (await provider()).checked_at as string | null
    }
    await expect.poll(asked, { timeout: 10_000 }).not.toBeNull()
    expect((await listed()).some(({ down }) => down)).toBe(false)
    for (let count = 0; count < 3; count++) await world.app.features.catalog.provider.note('paper', false)
    expect((await provider()).state).toBe('down')
    expect((await listed()).every(({ down }) => down === true)).toBe(true)
    expect(await play()).toMatchObject({ status: 503, json: { code: 'provider_down' } })
    expect((await world.visitor().post('/games/dhow/launch', { demo: true })).status).toBe(200)
    feed.state.isUp = true
    await world.app.features.catalog.provider.note('paper', true)
    expect((await provider()).state).toBe('open')
    expect((await play()).status).toBe(200)
  })

  it('that is paused has its bets refused and its games hidden', async () => {
    const player = await world.player({ balance: '10.00' })
    expect((await player.post('/games/paper-anchor/launch')).status).toBe(200)
    const open = () =>
      world.db.kysely
        .selectFrom('gateway.game_session')
        .select('id')
        .where('provider_code', '=', 'paper')
        .where('ended_at', 'is', null)
        .execute()
    expect(await open()).toHaveLength(1)
    const paused = await admin.post('/staff/providers/paper/state', { enabled: false, reason: 'asked for by them' })
    expect(paused.json.provider.state).toBe('paused')
    expect(await open()).toEqual([])
    expect(await listed()).toEqual([])
    expect((await player.post('/games/paper-anchor/launch')).json.code).toBe('game_unavailable')
    await admin.post('/staff/providers/paper/state', { enabled: true, reason: 'they are back' })
    expect(await listed()).toHaveLength(3)
  })

  it('has at most two keys, and a key expires at its date', async () => {
    const keys = async () => (await provider()).keys as { id: string; ends_at: string | null }[]
    expect(await keys()).toHaveLength(1)
    const [first] = await keys()
    await admin.post('/staff/providers/paper/keys', { overlap_hours: 0 })
    expect(await keys()).toEqual([first])
    expect((await confirmNewest(second))['fact_secret']).toMatch(/^[\w-]{43}$/)
    expect(await keys()).toHaveLength(1)
    await world.clock.advance(10)
    await admin.post('/staff/providers/paper/keys', { overlap_hours: 1 })
    await confirmNewest(second)
    expect((await admin.post('/staff/providers/paper/keys', { overlap_hours: 1 })).json.code).toBe('keys_in_rotation')
    expect((await keys()).map(({ ends_at }) => ends_at !== null)).toEqual([false, true])
    const [left] = await keys()
    const ended = { key: left!.id, reason: 'it was seen in a log' }
    expect((await admin.post('/staff/providers/paper/end-key', ended)).json.provider.keys).toHaveLength(1)
    expect((await admin.post('/staff/providers/paper/end-key', ended)).json.code).toBe('not_found')
    expect((await admin.post('/staff/providers/dhow-studio/keys', { overlap_hours: 1 })).json.code).toBe(
      'provider_fixed',
    )
  })

  it('has a log of calls by player, round and provider, also of refused ones only', async () => {
    const player = await world.player({ balance: '10.00' })
    const seat = await seatOf(world, player)
    await seat.bet(100, 'logged-1', 'logged-round')
    await seat.bet(999_999, 'logged-2', 'logged-round')
    await world.clock.advance(1_000)
    const calls = async (query: string) =>
      (await admin.get(`/staff/game-calls?${query}`)).json.calls as {
        tx_id: string
        code: string
        player_name: string
      }[]
    await expect.poll(async () => (await calls('round=logged-round')).length).toBe(2)
    const [refused] = await calls('round=logged-round&refused=1')
    expect(refused).toMatchObject({ tx_id: 'logged-2', code: 'insufficient_funds', player_name: player.player_name })
    expect(await calls(`player=${player.player_name.toUpperCase()}`)).toHaveLength(3)
    expect(await calls(`player=${player.id}&provider=nobody`)).toEqual([])
  })

  async function provider() {
    const { providers } = (await admin.get('/staff/providers')).json
    return providers.find((one: { code: string }) => one.code === 'paper')
  }
})
