import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { asOwner } from '../../../test/as-owner.ts'

let world: World
const manyGames = 5_000
beforeAll(async () => {
  world = await openWorld()
  // Invented names in which each word occurs some hundred times.
  await sql`
    insert into catalog.game (id, slug, code, provider_code, name, categories, tile, position)
    select 'game_' || n, 'many-' || n, 'many-' || n, 'dhow-studio',
      (array['Golden', 'Desert', 'Ocean', 'Royal', 'Lucky', 'Crimson', 'Silver', 'Thunder', 'Amber', 'Jade'])[1 + n % 10] || ' ' ||
      (array['Falcon', 'Dunes', 'Pearl', 'Caravan', 'Oasis', 'Lion', 'Monsoon', 'Lantern', 'Baobab', 'Tiger', 'Kudu'])[1 + n % 11] || ' ' || n,
      '{all}', '/tiles/dhow.svg', 10 + n
    from generate_series(1, ${manyGames}) n`.execute(world.db.kysely)
  await asOwner(world.db, (tx) => sql`analyze catalog.game`.execute(tx))
})
afterAll(() => world.close())

const names = async (q: string, more = '') =>
  (await world.visitor().get(`/games?q=${encodeURIComponent(q)}&limit=100${more}`)).json.games.map(
    (game: { name: string }) => game.name,
  ) as string[]

describe('search', () => {
  it.each([
    ['golden falcon', (name: string) => /golden/i.test(name) && /falcon/i.test(name)],
    ['FALC', (name: string) => /falc/i.test(name)],
    ['alcon', (name: string) => /alcon/i.test(name)],
    ['falcon go', (name: string) => /falcon/i.test(name) && /\bgo/i.test(name)],
    ['  desert   dunes ', (name: string) => /desert/i.test(name) && /dunes/i.test(name)],
  ])('for %j finds just what has it', async (query, has) => {
    const found = await names(query)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(has)).toBe(true)
    const { rows } = await sql<{ name: string }>`select name from catalog.game`.execute(world.db.kysely)
    const { total } = (await world.visitor().get(`/games?q=${encodeURIComponent(query)}`)).json
    expect(total).toBe(rows.filter((row) => has(row.name)).length)
  })

  it('with one or two letters matches starts of words, and starts of names first', async () => {
    const found = await names('d')
    expect(found[0]).toBe('Dhow')
    expect(found.every((name) => /\bd/i.test(name))).toBe(true)
    expect((await names('ow')).length).toBe(0)
    const oasis = await names('o')
    expect(oasis[0]).toMatch(/^Ocean/)
  })

  it.each(['%', '_', '*', "'", '\\', '((', '=', '-'])('for only %j finds nothing without an error', async (query) => {
    const answer = await world.visitor().get(`/games?q=${encodeURIComponent(query)}`)
    expect([answer.status, answer.json.total]).toEqual([200, 0])
  })

  it('ignores accents in the query and in names', async () => {
    await sql`
      insert into catalog.game (id, slug, code, provider_code, name, tile) values ('game_cafe', 'cafe', 'cafe', 'dhow-studio', 'Café Olé', '/tiles/dhow.svg')`.execute(
      world.db.kysely,
    )
    expect(await names('cafe ole')).toEqual(['Café Olé'])
    expect(await names('CAFÉ')).toEqual(['Café Olé'])
  })

  it.each(['', 'q=lion&', 'provider=dhow-studio&'])('returns all of %j in pages, each game once', async (filter) => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = (await world.visitor().get(`/games?${filter}limit=100${more}`)).json
      seen.push(...page.games.map((game: { id: string }) => game.id))
      cursor = page.next_cursor
      if (cursor === null) expect(page.total).toBe(seen.length)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(400)
  })

  it('uses the trigram index', async () => {
    const { rows } = await sql<Record<string, string>>`
      explain select id from catalog.game where grams @> catalog.game_query_grams('monsoon 4321')`.execute(
      world.db.kysely,
    )
    expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain('game_grams_found')
  })
})

describe('favourites', () => {
  it('are stored once each, newest first, per player', async () => {
    const [player, other] = [await world.player(), await world.player()]
    const slugs = async (who: typeof player) =>
      (await who.get('/player/favourites')).json.games.map((game: { slug: string }) => game.slug)
    await player.put('/player/favourites/dhow')
    await world.clock.advance(10)
    await player.put('/player/favourites/many-7')
    await player.put('/player/favourites/dhow')
    expect(await slugs(player)).toEqual(['many-7', 'dhow'])
    expect(await slugs(other)).toEqual([])
    await player.delete('/player/favourites/dhow')
    expect(await slugs(player)).toEqual(['many-7'])
    expect((await player.put('/player/favourites/nothing')).status).toBe(404)
    expect((await world.visitor().put('/player/favourites/dhow')).status).toBe(401)
  })
})
