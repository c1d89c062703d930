import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
type Player = Awaited<ReturnType<World['player']>>
let world: World
let editor: Operator
let cashier: Operator
let segment: string
let payer: Player
let other: Player
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  editor = await world.operator('manager')
  cashier = await world.operator('cashier')
  const rules = { match: 'all', rules: [{ field: 'deposits', operator: 'at_least', value: '1' }] }
  const made = await editor.post('/staff/segments', { name: 'Payers', market: 'NA', rules, everybody: false })
  segment = made.json.segment.id
  payer = await world.player()
  other = await world.player()
  await credit(payer)
  // Counting whom rules match brings the stored facts up to date.
  await editor.post('/staff/segments/match', { market: 'NA', rules })
})
afterAll(() => world.close())

const refusal = ({ status, json }: Answer) => [status, json.code]
async function credit(player: Player) {
  const form = { manual_deposit_id: '2', amount: '500', utr: 'SEGMENT1' }
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', form)
  const path = `/staff/deposits/${json.data.deposit.id}/approve`
  const answer = await cashier.post(path, { received_amount: '500.00', version: 1 })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
}
async function live(place: object, texts: object) {
  const made = await editor.post('/staff/content', { market: 'NA', language: 'en', ...place })
  expect(made.status).toBe(200)
  const { id } = made.json.item
  const fields = { title: '', text: '', to: null, picture: null, games: [], ...texts }
  await editor.put(`/staff/content/${id}/draft`, { ...fields, revision: 0 })
  const asked = { revision: 1, from: null, until: null, binding: false, reason: 'A better day' }
  expect((await editor.post(`/staff/content/${id}/publish`, asked)).status).toBe(200)
  world.clock.leap(1_000)
  return id as string
}
async function lobbyOf(reader: Pick<Player, 'get'>, query = '?market=NA') {
  const { own } = (await reader.get(`/lobby${query}`)).json
  return {
    notices: own.notices.map(({ text }: { text: string }) => text),
    banners: own.banners.map(({ title }: { title: string }) => title),
    rows: own.rows.map(({ title }: { title: string }) => title),
    ...(own.by_player === undefined ? {} : { by_player: own.by_player }),
  }
}

describe('the lobby of a segment', () => {
  it('is the same for everybody, and says so, while there is nothing for anybody', async () => {
    await live({ kind: 'notice', name: 'hours' }, { text: 'Open all day' })
    const all = { notices: ['Open all day'], banners: [], rows: [] }
    expect([await lobbyOf(world.visitor()), await lobbyOf(payer)]).toEqual([all, all])
  })

  it('is in the places of what everybody sees, and further ones follow; visitors and others do not get it', async () => {
    const { games } = (await world.visitor().get('/games')).json
    const slugs = [games[0].slug]
    await live({ kind: 'banner', name: 'first' }, { title: 'First' })
    await live({ kind: 'banner', name: 'second' }, { title: 'Second' })
    await live({ kind: 'banner', name: 'first', segment }, { title: 'First for payers' })
    await live({ kind: 'banner', name: 'third', segment }, { title: 'Third for payers' })
    await live({ kind: 'notice', name: 'payers', segment }, { text: 'Thank you for paying' })
    await live({ kind: 'row', name: 'payers', segment }, { title: 'Games for payers', games: slugs })
    const shared = { notices: ['Open all day'], banners: ['Second', 'First'], rows: [] }
    expect(await lobbyOf(world.visitor())).toEqual({ ...shared, by_player: true })
    expect(await lobbyOf(other)).toEqual(shared)
    expect(await lobbyOf(payer)).toEqual({
      notices: ['Open all day', 'Thank you for paying'],
      banners: ['Second', 'First for payers', 'Third for payers'],
      rows: ['Games for payers'],
    })
  })

  it('is kept by no shared cache', async () => {
    const answer = await payer.get('/lobby?market=NA')
    expect(answer.headers['cache-control']).toContain('private')
  })

  it('follows the segment: a player who comes into it gets it', async () => {
    const rules = { match: 'all', rules: [{ field: 'deposits', operator: 'at_most', value: '0' }] }
    const { segments } = (await editor.get('/staff/segments')).json
    const { version } = segments.find(({ id }: { id: string }) => id === segment)
    const path = `/staff/segments/${segment}`
    await editor.put(path, { name: 'Payers', rules, everybody: false, version })
    expect([(await lobbyOf(other)).notices, (await lobbyOf(payer)).notices]).toEqual([
      ['Open all day', 'Thank you for paying'],
      ['Open all day'],
    ])
    const before = { match: 'all', rules: [{ field: 'deposits', operator: 'at_least', value: '1' }] }
    await editor.put(path, { name: 'Payers', rules: before, everybody: false, version: version + 1 })
  })

  it('shows no banner and nothing of a segment to a player on a break, whom campaigns do not reach either', async () => {
    expect((await lobbyOf(payer)).banners).toHaveLength(3)
    const answer = await payer.post('/player/time-out', { days: 1 })
    expect(answer.status).toBe(200)
    expect(await lobbyOf(payer)).toEqual({ notices: ['Open all day'], banners: [], rows: [] })
    expect((await lobbyOf(other)).banners).toEqual(['Second', 'First'])
  })
})

describe('content for a segment', () => {
  it('takes the segment’s market, beside that for everybody under the same name', async () => {
    const made = await editor.post('/staff/content', {
      ...{ kind: 'notice', name: 'hours', market: null, language: 'en', segment },
    })
    expect(made.json.item).toMatchObject({ market: 'NA', segment })
    expect(
      refusal(
        await editor.post('/staff/content', { kind: 'notice', name: 'hours', market: null, language: 'en', segment }),
      ),
    ).toEqual([409, 'content_exists'])
  })

  it.each([
    ['of another market', { kind: 'notice', market: 'IN' }],
    ['that is a page', { kind: 'page', name: 'privacy' }],
    ['that is a message', { kind: 'message', name: 'help_answered' }],
    ['of an unknown segment', { kind: 'notice', segment: `seg_${'0'.repeat(26)}` }],
  ])('%s is refused', async (_what, more) => {
    const body = { name: 'odd', market: null, language: 'en', segment, ...more }
    expect(refusal(await editor.post('/staff/content', body))).toEqual([422, 'invalid_fields'])
  })
})
