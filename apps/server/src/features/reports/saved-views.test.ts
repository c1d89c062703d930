import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let one: Awaited<ReturnType<World['operator']>>
let other: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  await world.operator('admin')
  one = await world.operator('manager')
  other = await world.operator('manager')
})
afterAll(() => world.close())

const path = '/staff/reports/views'
const view = { name: 'November', screen: 'report', market: 'NA', from: '2026-11-01', to: '2026-11-30', shared: false }
const save = (by: typeof one, more: object) => by.call('PUT', path, { ...view, ...more })
const names = async (by: typeof one) =>
  (await by.get(path)).json.views.map(({ name, mine }: { name: string; mine: boolean }) => `${name}${mine ? '' : ' *'}`)

it('a view is visible only to its owner until it is shared', async () => {
  const saved = await save(one, {})
  expect([saved.status, saved.json.views]).toEqual([
    200,
    [{ ...view, filters: {}, id: expect.stringMatching(/^rvw_/), by: one.name, mine: true }],
  ])
  expect(await names(other)).toEqual([])
  await save(one, { shared: true })
  expect(await names(other)).toEqual(['November *'])
  expect((await other.get(path)).json.views[0]).toMatchObject({ by: one.name, mine: false, from: '2026-11-01' })
})

it('saving a name again replaces one’s own view, not another’s', async () => {
  await save(one, { market: 'IN', shared: true })
  expect((await one.get(path)).json.views).toMatchObject([{ name: 'November', market: 'IN' }])
  await save(other, { screen: 'cohorts', from: undefined, to: undefined })
  expect((await other.get(path)).json.views).toMatchObject([
    { name: 'November', by: one.name, screen: 'report' },
    { name: 'November', by: other.name, screen: 'cohorts', from: null, to: null },
  ])
})

it('is removed only by its owner', async () => {
  const [own] = (await one.get(path)).json.views
  expect((await other.delete(`${path}/${own.id}`)).status).toBe(404)
  expect(await names(one)).toEqual(['November'])
  expect((await one.delete(`${path}/${own.id}`)).json.views).toEqual([])
  expect(await names(other)).toEqual(['November'])
})

it('keeps filters besides market and days', async () => {
  const filters = { provider: 'dhow-studio' }
  const { json } = await save(one, { name: 'Studio', screen: 'providers', filters })
  expect(json.views).toMatchObject([{ name: 'Studio', screen: 'providers', filters }])
  const [own] = json.views
  await one.delete(`${path}/${own.id}`)
  expect((await save(one, { name: 'Bad', filters: { provider: '<b>' } })).json.code).toBe('invalid_fields')
})

it.each([
  ['one day', { to: undefined }, 'report_view_days'],
  ['no name', { name: '  ' }, 'invalid_fields'],
  ['a screen that has no views', { screen: 'entries' }, 'invalid_fields'],
])('with %s is refused', async (_name, more, code) => {
  expect(await save(one, more)).toMatchObject({ status: 422, json: { code } })
})

it('are limited to thirty, each of which can be replaced', async () => {
  for (let n = 0; n < 30; n++) await save(one, { name: `View ${n}` })
  expect(await save(one, { name: 'One more' })).toMatchObject({ status: 409, json: { code: 'report_views_full' } })
  expect((await save(one, { name: 'View 7', market: 'IN' })).status).toBe(200)
})
