import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LobbyShelf } from '@dhow/contract/lobby'
import { tablesNow } from '@dhow/contract/tables-now'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let provider: Awaited<ReturnType<typeof openProvider>>

/** A provider that publishes the state of its tables. */
async function openProvider() {
  const state = { answer: {} as unknown, asked: 0 }
  const server: Server = createServer((_request, response) => {
    state.asked += 1
    response.end(JSON.stringify(state.answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

beforeAll(async () => {
  world = await openWorld()
  provider = await openProvider()
  // A sandbox provider with a game in every list, and a later addition to the studio's games.
  await sql`
    insert into catalog.game_provider (code, name, adapter, launch_url, enabled, position)
    values ('paper', 'Paper Boats', 'dhow', ${world.platform.config.origins.sandbox} || '/providers/paper', true, 9)`.execute(
    world.db.kysely,
  )
  await sql`
    insert into catalog.game (id, slug, code, provider_code, name, categories, tile, position, added_at) values
      ('game_paper-1', 'paper-1', '1', 'paper', 'Paper Comet', '{crash,top,turbo,card}', '/tiles/dhow.svg', 1, ${world.clock.now()}),
      ('game_reef', 'reef', 'reef', 'dhow-studio', 'Reef Run', '{turbo}', '/tiles/dhow.svg', 99, ${world.clock.now()})`.execute(
    world.db.kysely,
  )
  await sql`update catalog.game_provider set tables_url = ${provider.url} where code = 'dhow-studio'`.execute(
    world.db.kysely,
  )
  await world.app.features.catalog.provider.changed()
})
afterAll(async () => {
  provider.close()
  await world.close()
})

const lobby = async () => (await world.visitor().get('/lobby')).json as { shelves: LobbyShelf[]; providers: object[] }
const slugsOf = (shelves: LobbyShelf[], code: string) =>
  shelves.find((shelf) => shelf.code === code)?.games.map((game) => game.slug)
const slugs = async (query: string) =>
  (await world.visitor().get(`/games?limit=100${query}`)).json.games.map((game: { slug: string }) => game.slug)

describe('the shelves', () => {
  it('show each game once, in the operator’s order', async () => {
    const { shelves, providers } = await lobby()
    expect(shelves.map((shelf) => shelf.code)).toEqual(['crash', 'live', 'turbo', 'card', 'new'])
    expect(slugsOf(shelves, 'crash')).toEqual(['dhow', 'limbo'])
    expect(slugsOf(shelves, 'live')).toEqual(['dragontiger', 'andarbahar', 'baccarat', 'teenpatti', 'roulette'])
    expect(slugsOf(shelves, 'card')).toEqual(['hilo', 'blackjack'])
    expect(slugsOf(shelves, 'turbo')?.[0]).toBe('mines')
    expect(slugsOf(shelves, 'turbo')).not.toContain('dhow')
    expect(providers).toMatchObject([{ code: 'dhow-studio', games: 15 }])
  })

  it('mark games as new that were added to a provider’s others within 30 days', async () => {
    expect(slugsOf((await lobby()).shelves, 'new')).toEqual(['reef'])
    const { games } = (await world.visitor().get('/games?q=reef')).json
    expect(games).toMatchObject([{ slug: 'reef', is_new: true }])
    await sql`update catalog.game set added_at = added_at - interval '31 days' where id = 'game_reef'`.execute(
      world.db.kysely,
    )
    expect(slugsOf((await lobby()).shelves, 'new')).toBeUndefined()
  })
})

describe('the invented games of the sandbox', () => {
  it('are marked, and omitted from a list that hides them', async () => {
    expect(await slugs('')).toContain('paper-1')
    expect(await slugs('&sandbox=hide')).not.toContain('paper-1')
    expect(await slugs('&category=top&sandbox=hide')).not.toContain('paper-1')
    expect((await world.visitor().get('/games/paper-1')).json.game).toMatchObject({ sandbox: true })
    expect((await world.visitor().get('/games/dhow')).json.game.sandbox).toBeUndefined()
  })

  it('are found by a search', async () => {
    expect(await slugs('&q=paper')).toEqual(['paper-1'])
  })
})

describe('a misspelled search', () => {
  it.each([
    ['roulete', 'roulette'],
    ['bacarat', 'baccarat'],
    ['perl dice', 'dice'],
    ['plaer diver', undefined],
    ['paerl dvier', 'mines'],
    ['lantren', 'andarbahar'],
    ['blakcjack', undefined],
    ['xyzzy', undefined],
  ])('%j finds %s', async (query, slug) => {
    const answer = (await world.visitor().get(`/games?q=${encodeURIComponent(query)}`)).json
    expect(answer.games[0]?.slug).toBe(slug)
    expect(answer.is_similar).toBe(slug === undefined ? undefined : true)
    expect(answer.total).toBe(answer.games.length)
  })

  it('stays within its list', async () => {
    const answer = (await world.visitor().get('/games?q=roulete&category=crash')).json
    expect([answer.total, answer.is_similar]).toEqual([0, undefined])
  })

  it('lists similar names only if no name contains the words', async () => {
    const answer = (await world.visitor().get('/games?q=pearl')).json
    expect([answer.total, answer.is_similar]).toEqual([2, undefined])
  })
})

describe('live tables', () => {
  const last = [{ text: '2.10×', tone: 'a' }]
  const tables = async () => (await world.visitor().get('/live-tables')).json.tables

  it('are published with their state at most once a second, if they are in the catalogue', async () => {
    provider.state.answer = {
      now: 1_000,
      tables: [
        { game: 'dhow', closes: 5_000, last, players: 3 },
        { game: 'roulette', closes: null, last: [], players: 0 },
        { game: 'unknown', closes: null, last: [], players: 9 },
      ],
    }
    const expected = [
      { slug: 'dhow', closes_in_ms: 4_000, last, players: 3 },
      { slug: 'roulette', closes_in_ms: null, last: [], players: 0 },
    ]
    expect(await tables()).toEqual(expected)
    expect(await tables()).toEqual(expected)
    expect(provider.state.asked).toBe(1)
    await world.clock.advance(1_500)
    await vi.waitFor(async () => {
      expect(await tables()).toEqual(expected)
      expect(provider.state.asked).toBe(2)
    })
  })

  it('are missing while their provider sends an invalid answer', async () => {
    provider.state.answer = { tables: [{ game: 'dhow' }] }
    expect(tablesNow.safeParse(provider.state.answer).success).toBe(false)
    await world.clock.advance(1_500)
    expect(await tables()).toEqual([])
  })
})
