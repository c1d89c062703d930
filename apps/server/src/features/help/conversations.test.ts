import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screenshot } from '../../../test/pictures.ts'
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
const texts = (one: { messages: { text: string }[] }) => one.messages.map((message) => message.text)
const open = (player: Player, text: string, category = 'account', headers?: Record<string, string>) =>
  player.form('/player/conversations', { category, text }, undefined, headers)
async function opened(player: Player, text = 'I cannot change my name.', category = 'account') {
  const { json } = await open(player, text, category)
  return json.conversation.id as string
}
const answer = (id: string, text: string, headers?: Record<string, string>) =>
  support.post(`/staff/help-cases/${id}/answer`, { text, close: false }, headers)
const picture = async (seed: number) => ({ name: 'shot.png', type: 'image/png', bytes: await screenshot(seed) })

describe('a conversation', () => {
  it('is opened, answered, read, and counted by the bell', async () => {
    const player = await world.player()
    const id = await opened(player)
    await world.clock.advance(90_000)
    const waiting = (await support.get('/staff/help-cases')).json.cases
    const mine = waiting.find((one: { id: string }) => one.id === id)
    expect(mine).toMatchObject({ category: 'account', payment: null, age_s: 90, first_answer_s: null, language: 'en' })
    await answer(id, 'Send us a picture of your card.')
    expect((await support.get(`/staff/help-cases/${id}`)).json.case).toMatchObject({ first_answer_s: 90 })
    const { messages, unread } = (await player.get('/player/messages')).json
    expect([messages[0], unread]).toMatchObject([{ kind: 'help_answered', params: { conversation: id } }, 1])
    const read = (await player.get(`/player/conversations/${id}`)).json.conversation
    expect([read.state, texts(read)]).toEqual([
      'answered',
      ['I cannot change my name.', 'Send us a picture of your card.'],
    ])
    expect(JSON.stringify(read)).not.toContain(support.name)
  })

  it('of another player is not found, for reading or writing', async () => {
    const [player, stranger] = [await world.player(), await world.player()]
    const id = await opened(player)
    expect(refusal(await stranger.get(`/player/conversations/${id}`))).toEqual([404, 'not_found'])
    expect(refusal(await stranger.form(`/player/conversations/${id}/messages`, { text: 'Me' }))).toEqual([
      404,
      'not_found',
    ])
    expect((await stranger.get('/player/conversations')).json.conversations).toEqual([])
  })

  it('is opened once per key, and different content under the key is refused', async () => {
    const player = await world.player()
    const key = { 'idempotency-key': 'conversation-1' }
    const [first, second] = [await open(player, 'Once', 'game', key), await open(player, 'Once', 'game', key)]
    expect(second.json.conversation.id).toBe(first.json.conversation.id)
    expect(refusal(await open(player, 'Twice', 'game', key))).toEqual([422, 'key_changed'])
    const { conversations } = (await player.get('/player/conversations')).json
    expect(conversations.map(texts)).toEqual([['Once']])
    const written = { 'idempotency-key': 'conversation-2' }
    const path = `/player/conversations/${first.json.conversation.id}/messages`
    for (let times = 0; times < 2; times++) await player.form(path, { text: 'More' }, undefined, written)
    expect(texts((await player.get(path.replace('/messages', ''))).json.conversation)).toEqual(['Once', 'More'])
  })

  it('is answered once for each key of an operator', async () => {
    const player = await world.player()
    const id = await opened(player)
    const key = { 'idempotency-key': 'answer-1' }
    for (let times = 0; times < 2; times++) expect((await answer(id, 'Done.', key)).status).toBe(200)
    expect(refusal(await answer(id, 'Other.', key))).toEqual([422, 'key_changed'])
    expect(texts((await support.get(`/staff/help-cases/${id}`)).json.case)).toEqual([
      'I cannot change my name.',
      'Done.',
    ])
    expect((await player.get('/player/messages')).json.unread).toBe(1)
    const trail = (await support.get(`/staff/audit?subject=${id}`)).json.entries
    expect(trail.map(({ action }: { action: string }) => action)).toEqual(['help.answer'])
  })

  it('is refused while five wait for an answer, and has its texts validated', async () => {
    const player = await world.player()
    for (let n = 1; n <= 5; n++) await opened(player, `Question ${n}`)
    expect(refusal(await open(player, 'Question 6'))).toEqual([429, 'help_waiting'])
    const other = await world.player()
    expect((await open(other, '  ')).json.errors).toEqual({ text: ['Write a message'] })
    expect((await open(other, 'x'.repeat(1_001))).json.errors).toEqual({ text: ['This message is too long'] })
    expect((await open(other, 'Hello', 'weather')).status).toBe(422)
  })

  it('refuses more than sixty messages of a player in an hour', async () => {
    const player = await world.player()
    const id = await opened(player)
    const path = `/player/conversations/${id}/messages`
    let last = await player.form(path, { text: 'Message' })
    for (let n = 0; n < 60 && refusal(last)[1] !== 'too_many_requests'; n++)
      last = await player.form(path, { text: 'Again' })
    expect(refusal(last)).toEqual([429, 'too_many_requests'])
  })

  it('is listed by its last message, newest first, in pages', async () => {
    const player = await world.player()
    const made: string[] = []
    for (let n = 1; n <= 21; n++) {
      const id = await opened(player, `Question ${n}`)
      made.unshift(id)
      await answer(id, 'Yes')
      await world.clock.advance(1_000)
    }
    const first = (await player.get('/player/conversations')).json
    const rest = (await player.get(`/player/conversations?cursor=${first.next_cursor}`)).json
    const ids = [...first.conversations, ...rest.conversations].map(({ id }: { id: string }) => id)
    expect([ids, rest.next_cursor]).toEqual([made, null])
  })
})

describe('a picture', () => {
  it('is re-encoded, seen by its player and by operators, and by no other player', async () => {
    const [player, stranger] = [await world.player(), await world.player()]
    const sent = await player.form(
      '/player/conversations',
      { category: 'technical', text: 'Look' },
      await picture(81_000),
    )
    const [pictureId] = sent.json.conversation.messages[0].pictures
    const own = await player.get(`/player/help-pictures/${pictureId}`)
    expect([own.status, own.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await support.get(`/staff/help-pictures/${pictureId}`)).status).toBe(200)
    expect(refusal(await stranger.get(`/player/help-pictures/${pictureId}`))).toEqual([404, 'not_found'])
  })

  it('that is invalid is refused under its field, and nothing is stored', async () => {
    const player = await world.player()
    const file = { name: 'shot.png', type: 'image/png', bytes: Buffer.from('<svg onload="x"/>') }
    const sent = await player.form('/player/conversations', { category: 'technical', text: 'Look' }, file)
    expect([sent.status, Object.keys(sent.json.errors)]).toEqual([422, ['image']])
    expect((await player.get('/player/conversations')).json.conversations).toEqual([])
  })
})

describe('the queue', () => {
  it('lists the longest waiting players first, also after a case was reopened', async () => {
    const [first, second] = [await world.player(), await world.player()]
    const early = await opened(first, 'Early', 'bonus')
    await world.clock.advance(10_000)
    const late = await opened(second, 'Late', 'bonus')
    const listed = async () =>
      (await support.get('/staff/help-cases?category=bonus')).json.cases.map(({ id }: { id: string }) => id)
    expect(await listed()).toEqual([early, late])
    await support.post(`/staff/help-cases/${early}/close`)
    await world.clock.advance(10_000)
    const reopened = await support.post(`/staff/help-cases/${early}/reopen`, { reason: 'Closed by mistake' })
    expect(reopened.json.case.state).toBe('waiting')
    expect(await listed()).toEqual([late, early])
    const again = await support.post(`/staff/help-cases/${early}/reopen`, { reason: 'Once more' })
    expect(refusal(again)).toEqual([409, 'case_not_closed'])
  })

  it('assigns a case to an operator who may answer, and filters by assignment', async () => {
    const id = await opened(await world.player())
    const { operators } = (await support.get('/staff/help-answerers')).json
    expect(operators.map(({ name }: { name: string }) => name)).toContain(support.name)
    const me = operators.find(({ name }: { name: string }) => name === support.name).id
    const given = await manager.post(`/staff/help-cases/${id}/assign`, { operator_id: me })
    expect(given.json.case.assigned).toEqual({ id: me, name: support.name })
    const mine = async (who: typeof support) =>
      (await who.get('/staff/help-cases?mine=yes')).json.cases.map((one: { id: string }) => one.id)
    expect([await mine(support), await mine(manager)]).toEqual([[id], []])
    expect(refusal(await manager.post(`/staff/help-cases/${id}/assign`, { operator_id: 'op_nobody' }))).toEqual([
      422,
      'answerer_unknown',
    ])
    await manager.post(`/staff/help-cases/${id}/assign`, { operator_id: null })
    expect(await mine(support)).toEqual([])
  })

  it('links a case only to entries and payments of its player', async () => {
    const player = await world.player({ balance: '100.00' })
    const stranger = await world.player({ balance: '100.00' })
    const entryOf = async (one: Player) =>
      (await support.get(`/staff/players/${one.id}`)).json.entries[0].id.replace(/^(\d+)-.*$/, 'tr_$1') as string
    const id = await opened(player)
    const link = (about: string) => support.post(`/staff/help-cases/${id}/links`, { about })
    const own = await entryOf(player)
    expect((await link(own)).json.case.links).toMatchObject([{ about: own, operator: support.name }])
    for (const foreign of [await entryOf(stranger), 'dep_none', 'tr_x'])
      expect(refusal(await link(foreign))).toEqual([422, 'link_unknown'])
    expect((await support.delete(`/staff/help-cases/${id}/links/${own}`)).json.case.links).toEqual([])
    expect(refusal(await support.delete(`/staff/help-cases/${id}/links/${own}`))).toEqual([404, 'not_found'])
  })
})

describe('ready answers', () => {
  const body = { title: 'Identity', en: 'Send a picture.', hi: 'तस्वीर भेजें।', af: 'Stuur ’n foto.' }

  it('are added, changed and removed with audit entries, and two editors do not overwrite each other', async () => {
    const added = (await manager.post('/staff/ready-answers', body)).json.answer
    const change = (version: number, en: string) =>
      manager.put(`/staff/ready-answers/${added.id}`, { ...body, en, version })
    expect((await change(added.version, 'Send it.')).json.answer).toMatchObject({ en: 'Send it.', version: 2 })
    expect(refusal(await change(added.version, 'Do not.'))).toEqual([409, 'ready_answer_changed'])
    expect((await support.get('/staff/ready-answers')).json.answers).toMatchObject([{ en: 'Send it.', hi: body.hi }])
    expect((await manager.delete(`/staff/ready-answers/${added.id}`)).status).toBe(200)
    expect((await support.get('/staff/ready-answers')).json.answers).toEqual([])
    const trail = (await manager.get(`/staff/audit?subject=${added.id}`)).json.entries
    expect(trail).toHaveLength(3)
  })

  it('are edited only with the permission', async () => {
    expect(refusal(await support.post('/staff/ready-answers', body))).toEqual([403, 'staff_forbidden'])
  })
})
