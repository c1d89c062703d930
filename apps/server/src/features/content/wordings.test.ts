import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMailWorld, type MailWorld } from '../../../test/mailbox.ts'
import { confirmNewest } from '../../../test/two-admins.ts'
import type { Answer } from '../../../test/world.ts'

type World = MailWorld['world']
type Operator = Awaited<ReturnType<World['operator']>>
let mail: MailWorld
let world: World
let editor: Operator
let second: Operator
let cashier: Operator
beforeAll(async () => {
  mail = await openMailWorld()
  ;({ world } = mail)
  editor = await world.operator('manager')
  second = await world.operator('admin')
  cashier = await world.operator('cashier')
  await world.approvals({ solo: false })
  // After a day, operators are no longer tied to those who added them.
  await leap(25)
})
afterAll(() => mail.close())

/** Advances the clock, after which the operators sign in again. */
async function leap(hours: number) {
  world.clock.leap(hours * 3_600_000)
  editor = await world.signIn(editor)
  second = await world.signIn(second)
  cashier = await world.signIn(cashier)
}
const refusal = ({ status, json }: Answer) => [status, json.code]
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
const reason = 'Asked for by the board'
const other = {
  title: 'Your money is here',
  text: 'We got {amount}, not {declared}. Look at play.',
  sms: '{amount} came, not {declared}.',
}

async function begin(name: string, place: object = {}) {
  const body = { kind: 'message', name, market: null, language: 'en', ...place }
  const answer = await editor.post('/staff/content', body)
  expect(answer.status).toBe(200)
  return answer.json.item.id as string
}
const save = (id: string, texts: object, revision = 0) =>
  editor.put(`/staff/content/${id}/draft`, { to: null, picture: null, games: [], ...texts, revision })
const publish = (id: string, more: object = {}) =>
  editor.post(`/staff/content/${id}/publish`, { revision: 1, from: null, until: null, binding: false, reason, ...more })
/** Publishes a new version by as many people as it needs. */
async function word(id: string, texts: object, more: object = {}) {
  expect((await save(id, texts)).status).toBe(200)
  const answer = await publish(id, more)
  expect([answer.status, answer.json.code]).toEqual([200, undefined])
  if (answer.json.waits) await confirmNewest(second)
}

type Player = Awaited<ReturnType<World['player']>>
let references = 0
async function credit(player: Pick<Player, 'form'>, received = '450.00') {
  const form = { manual_deposit_id: '2', amount: '500', utr: `WORDING${++references}` }
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', form)
  const path = `/staff/deposits/${json.data.deposit.id}/approve`
  const answer = await cashier.post(path, { received_amount: received, version: 1 })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
}
async function texts({ mobile }: { mobile: string }) {
  await world.app.features.sms.sendDue()
  return world.inbox.messages.filter(({ to, text }) => to === mobile && !/^\d{6} /.test(text)).map(({ text }) => text)
}
const wordingsOf = async (player: Pick<Player, 'get'>, language = 'en') =>
  (await player.get(`/player/messages?language=${language}`)).json.wordings
const sentAs = async ({ id }: { id: string }) =>
  (await cashier.get(`/staff/players/${id}/messages`)).json.messages.map(
    ({ sent_as: sent = [] }: { sent_as?: { channel: string; number: number }[] }) =>
      sent.map(({ channel, number }) => `${channel} ${number}`),
  )
const sandbox = async (path: string, body: object = {}) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(world.config.origins.sandbox + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return answer.json()
}
const standardSms = 'Dhow: N$450.00 arrived instead of the N$500.00 you declared. We added N$450.00 to your balance.'

describe('an operator’s own text of a message', () => {
  let id: string

  it('about money is sent in the standard text until a second person agrees', async () => {
    id = await begin('deposit_credited_other', { market: 'NA' })
    await save(id, other)
    expect((await publish(id)).json.waits).toBe(true)
    const player = await world.player()
    await credit(player)
    expect([await texts(player), await wordingsOf(player)]).toEqual([[standardSms], []])
    const [change] = (await second.get('/staff/changes')).json.changes
    expect(change.summary).toEqual({
      code: 'wording_published',
      params: { message: 'Deposit credited with a different amount', number: '1' },
    })
    const seen = change.facts.map(({ after }: { after: { params: { text: string } } }) => after.params.text)
    expect(seen).toEqual([other.title, 'en', other.text, other.sms])
    await confirmNewest(second)
  })

  it('is sent by every channel to readers of its market and language, and the console keeps what was sent', async () => {
    const player = await mail.player()
    const browser = await sandbox('/push/browsers')
    await player.post('/player/push-addresses', browser)
    await player.put('/player/channels', { email_sums: true, push_sums: true })
    await credit(player)
    await mail.send()
    expect(await texts(player)).toEqual(['Dhow: N$450.00 came, not N$500.00.'])
    const [letter] = (await mail.received(player.address)).filter(({ id: sent }) => sent.startsWith('msg_'))
    expect([letter?.subject, letter?.text]).toEqual([
      other.title,
      expect.stringContaining('We got N$450.00, not N$500.00.'),
    ])
    const shown = (await (await fetch(`${world.config.origins.sandbox}/push/received`)).json()) as { title: string }[]
    expect(shown[0]).toMatchObject({ title: other.title, body: 'We got N$450.00, not N$500.00. Look at play.' })
    expect(await wordingsOf(player)).toEqual([{ kind: 'deposit_credited_other', title: other.title, text: other.text }])
    // The older message is about the new address.
    expect(await sentAs(player)).toEqual([['email 1', 'push 1', 'sms 1'], []])
    expect((await player.get('/player/messages')).json.wordings).toEqual([])
  })

  it('leaves other markets and languages with the standard text', async () => {
    const afrikaans = await world.player()
    await afrikaans.put('/player/preferences', { language: 'af' })
    await credit(afrikaans)
    expect(await texts(afrikaans)).toEqual([
      'Dhow: N$450.00 het aangekom, nie die N$500.00 wat jy aangegee het nie. N$450.00 is by jou saldo gevoeg.',
    ])
    expect([await wordingsOf(afrikaans, 'af'), await sentAs(afrikaans)]).toEqual([[], [[]]])
    const everywhere = await begin('deposit_credited_other')
    await word(everywhere, { ...other, sms: 'All: {amount}, {declared}' })
    const player = await world.player()
    await credit(player)
    // The market's own comes before that of all markets.
    expect(await texts(player)).toEqual(['Dhow: N$450.00 came, not N$500.00.'])
    await editor.post(`/staff/content/${everywhere}/end`, { reason })
  })

  it('begins and ends at its times; earlier deliveries keep the text that they were sent with', async () => {
    const player = await world.player()
    await credit(player)
    await word(id, { ...other, sms: 'New: {amount}, {declared}' }, { from: inHours(1), until: inHours(2) })
    await credit(player)
    await leap(1)
    await credit(player)
    await leap(1)
    await credit(player)
    expect(await texts(player)).toEqual([
      'Dhow: N$450.00 came, not N$500.00.',
      'Dhow: N$450.00 came, not N$500.00.',
      'Dhow: New: N$450.00, N$500.00',
      standardSms,
    ])
    expect(await sentAs(player)).toEqual([[], ['sms 2'], ['sms 1'], ['sms 1']])
    expect(await wordingsOf(player)).toEqual([])
  })

  it('needs no text message where the message has none', async () => {
    const help = await begin('password_changed')
    await word(help, { title: 'A new password', text: 'It was changed.', sms: '' })
    const player = await world.player()
    await world.db.transaction(async (tx) => {
      const message = { key: 'own', playerId: player.id, kind: 'password_changed' as const, params: {}, about: null }
      await world.app.features.messages.send(tx, message)
    })
    expect(await wordingsOf(player)).toEqual([
      { kind: 'password_changed', title: 'A new password', text: 'It was changed.' },
    ])
  })
})

describe('a text that', () => {
  it.each([
    ['leaves out a needed value', { text: 'Something arrived: {amount}' }, 'text', 'wording_params_missing'],
    ['names an unknown one', { text: '{amount} {declared} {balance}' }, 'text', 'wording_params_unknown'],
    ['links to another host', { text: '{amount} {declared} evil.example' }, 'text', 'wording_link'],
    ['has an amount in its title', { title: '{amount}' }, 'title', 'wording_title_params'],
    ['is empty', { text: '' }, 'text', 'text_required'],
    ['is too long by text message', { sms: `{amount} {declared} ${'x'.repeat(300)}` }, 'sms', 'wording_sms_parts'],
  ])('%s is not published', async (_what, change, field, code) => {
    const place = { market: 'IN', language: 'hi' }
    const listed = (await editor.get('/staff/content')).json.items
    const found = listed.find(
      (item: { kind: string; market: string; language: string }) =>
        item.kind === 'message' && item.market === 'IN' && item.language === 'hi',
    )
    const id = found?.id ?? (await begin('deposit_credited_other', place))
    const { versions } = (await editor.get(`/staff/content/${id}`)).json.item
    const saved = await save(id, { ...other, ...change }, versions[0]?.revision ?? 0)
    expect(saved.status).toBe(200)
    const answer = await publish(id, { revision: saved.json.item.versions[0].revision })
    expect([...refusal(answer), answer.json.texts[field][0].code]).toEqual([422, 'content_wording', code])
  })

  it('belongs to a code, an offer, a campaign or nothing known cannot be worded', async () => {
    for (const name of ['login', 'offer', 'campaign', 'toString', 'no_such']) {
      const body = { kind: 'message', name, market: null, language: 'en' }
      expect(refusal(await editor.post('/staff/content', body))).toEqual([422, 'invalid_fields'])
    }
  })

  it('is about an answer is published by one person, and has no preview link', async () => {
    const id = await begin('help_answered')
    await save(id, { title: 'We wrote back', text: 'Open it.' })
    expect(refusal(await editor.post(`/staff/content/${id}/preview`, {}))).toEqual([404, 'not_found'])
    expect((await publish(id)).json.waits).toBe(false)
  })
})
