import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { seedGames } from './seed-games.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const find = async (q: string) =>
  (await world.visitor().get(`/games?q=${encodeURIComponent(q)}`)).json.games.map(
    ({ slug }: { slug: string }) => slug,
  ) as string[]

it.each([
  ['मोती', ['mines', 'dice']],
  ['मोती गो', ['mines']],
  ['Pêrelduiker', ['mines']],
  ['pereldui', ['mines']],
  ['Pearl Diver', ['mines']],
  ['तीन पत्ती', ['teenpatti']],
  ['Teen Patti', ['teenpatti']],
  ['मोती पत्ती', []],
])('the search for %j finds a game by either name', async (words, slugs) => {
  expect(await find(words)).toEqual(slugs)
})

it('lobby, list and game have the names', async () => {
  const visitor = world.visitor()
  const names = { hi: 'मोती गोताखोर', af: 'Pêrelduiker' }
  const shelves = (await visitor.get('/lobby')).json.shelves as { games: { slug: string; names?: object }[] }[]
  expect(shelves.flatMap(({ games }) => games).find(({ slug }) => slug === 'mines')?.names).toEqual(names)
  expect((await visitor.get('/games/mines')).json.game.names).toEqual(names)
})

it('a game renamed by the operator has no other names, also after the next start', async () => {
  const operator = await world.operator('admin')
  const changed = await operator.post('/staff/games/arrange', { ids: ['game_wheel'], name: 'Harbour Wheel' })
  expect(changed.status).toBe(200)
  await seedGames(world.platform)
  expect((await world.visitor().get('/games/wheel')).json.game).toMatchObject({ name: 'Harbour Wheel' })
  expect((await world.visitor().get('/games/wheel')).json.game.names).toBeUndefined()
  expect(await find('कम्पास')).toEqual([])
})

it('an older database gets them at the next start', async () => {
  await sql`update catalog.game set names = '{}' where id = 'game_keno'`.execute(world.db.kysely)
  expect(await find('लालटेन')).toEqual(['andarbahar'])
  await seedGames(world.platform)
  expect(await find('लालटेन')).toEqual(['andarbahar', 'keno'])
})
