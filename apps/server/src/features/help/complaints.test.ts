import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let support: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  support = await world.operator('support')
  manager = await world.operator('manager')
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
async function complain(player: Player, text = 'My win is missing.') {
  return (await player.form('/player/conversations', { category: 'complaint', text })).json.conversation
}
const today = () => world.clock.now().toISOString().slice(0, 10)
const span = () => `from=${today()}&to=${today()}`
const file = async (query = span()) => String((await manager.get(`/staff/complaints.csv?${query}`)).json)

it('has the next number of its market and year, without gaps under concurrency', async () => {
  const players = await Promise.all([1, 2, 3, 4].map(() => world.player()))
  const made = await Promise.all(players.map((player) => complain(player)))
  const year = today().slice(0, 4)
  const expected = ['0001', '0002', '0003', '0004'].map((count) => `NA-${year}-${count}`)
  expect(made.map(({ complaint }) => complaint.number).toSorted()).toEqual(expected)
  const india = await complain(await world.player({ market: 'IN' }))
  expect(india.complaint.number).toBe(`IN-${year}-0001`)
  const question = await players[0]!.form('/player/conversations', { category: 'other', text: 'Hello' })
  expect(question.json.conversation.complaint).toBeNull()
  const registered = await support.post(`/staff/help-cases/${question.json.conversation.id}/complaint`)
  expect(registered.json.case.complaint).toMatchObject({ number: `NA-${year}-0005`, state: 'open' })
  const twice = await support.post(`/staff/help-cases/${question.json.conversation.id}/complaint`)
  expect(refusal(twice)).toEqual([409, 'complaint_exists'])
  const found = (await support.get(`/staff/help-cases?q=na-${year}-0005`)).json.cases
  expect(found.map(({ id }: { id: string }) => id)).toEqual([question.json.conversation.id])
})

it('is decided once, by permitted operators, and its player reads the decision', async () => {
  const player = await world.player()
  const { id, complaint } = await complain(player)
  const decide = (by: typeof manager, outcome: string) =>
    by.post(`/staff/help-cases/${id}/complaint/decision`, { state: 'upheld', outcome })
  expect(refusal(await decide(support, 'Paid.'))).toEqual([403, 'staff_forbidden'])
  expect((await decide(manager, 'We paid your win.')).json.case.complaint).toMatchObject({ state: 'upheld' })
  expect(refusal(await decide(manager, 'No.'))).toEqual([409, 'complaint_decided'])
  const read = (await player.get(`/player/conversations/${id}`)).json.conversation
  expect(read.complaint).toMatchObject({ state: 'upheld', outcome: 'We paid your win.' })
  const { messages } = (await player.get('/player/messages')).json
  const params = { conversation: id, number: complaint.number }
  expect(messages[0]).toMatchObject({ kind: 'complaint_decided', params })
  const plain = (await player.form('/player/conversations', { category: 'other', text: 'Hi' })).json.conversation.id
  const none = await manager.post(`/staff/help-cases/${plain}/complaint/decision`, { state: 'rejected', outcome: 'No' })
  expect(refusal(none)).toEqual([409, 'complaint_missing'])
})

it('is in the export of its days with every text, without formulas, and the download is audited', async () => {
  const player = await world.player()
  const { id, complaint } = await complain(player, '=HYPERLINK("x") is missing; look')
  await support.post(`/staff/help-cases/${id}/answer`, { text: 'We look at it.', close: false })
  const text = await file()
  const lines = text.split('\r\n').filter((line: string) => line.startsWith(complaint.number))
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`"'=HYPERLINK(""x"") is missing; look"`)
  expect(lines[1]).toContain(`operator,${support.name},We look at it.`)
  expect(lines[0]).toContain(`,${player.id},complaint,`)
  expect((await file(`from=2020-01-01&to=2020-12-31`)).trim().split('\r\n')).toHaveLength(1)
  expect(await file(`${span()}&market=IN`)).not.toContain('NA-')
  expect(refusal(await manager.get('/staff/complaints.csv?from=2020-01-01&to=2026-01-01'))).toEqual([
    422,
    'span_too_long',
  ])
  expect(refusal(await support.get(`/staff/complaints.csv?${span()}`))).toEqual([403, 'staff_forbidden'])
  const trail = (await manager.get('/staff/audit?subject=complaints')).json.entries
  expect(trail[0]).toMatchObject({ action: 'help.export' })
})

it('is in the export of conversations too: category, times and outcome, no text, the number masked', async () => {
  const player = await world.player()
  const { id, complaint } = await complain(player, 'Nobody may read this sentence.')
  const question = await player.form('/player/conversations', { category: 'bonus', text: 'Is there one for me?' })
  const { id: other } = question.json.conversation
  const opened = world.clock.now().toISOString()
  world.clock.leap(90_000)
  support = await world.signIn(support)
  manager = await world.signIn(manager)
  await support.post(`/staff/help-cases/${other}/answer`, { text: 'There is none today.', close: true })
  await manager.post(`/staff/help-cases/${id}/complaint/decision`, { state: 'rejected', outcome: 'It was paid.' })
  const read = async (by: typeof manager, query = span()) => by.get(`/staff/conversations.csv?${query}`)
  const text = String((await read(manager)).json)
  const { mobile } = (await world.app.features.accounts.findPlayer(player.id))!
  const masked = `${mobile.slice(0, 4)}••••${mobile.slice(-2)}`
  const line = (case_: string) => text.split('\r\n').find((row: string) => row.startsWith(`${case_},`))
  const answered = world.clock.now().toISOString()
  const seconds = (Date.parse(answered) - Date.parse(opened)) / 1_000
  expect(line(other)).toBe(
    `${other},NA,${player.id},'${masked},bonus,,${opened},${answered},${seconds},${answered},closed,1,1,${support.name},,,`,
  )
  expect(line(id)).toContain(`${complaint.number},rejected,${answered}`)
  expect(line(id)).toContain(',complaint,,')
  for (const word of [mobile, 'Nobody may read', 'Is there one', 'none today', 'It was paid'])
    expect(text).not.toContain(word)
  expect(String((await read(manager, `${span()}&market=IN`)).json)).not.toContain(player.id)
  expect(
    String((await read(manager, 'from=2020-01-01&to=2020-12-31')).json)
      .trim()
      .split('\r\n'),
  ).toHaveLength(1)
  expect(refusal(await read(manager, 'from=2020-01-01&to=2026-01-01'))).toEqual([422, 'span_too_long'])
  expect(refusal(await read(support))).toEqual([403, 'staff_forbidden'])
  const trail = (await manager.get('/staff/audit?subject=conversations')).json.entries
  expect(trail[0]).toMatchObject({ action: 'help.export' })
})
