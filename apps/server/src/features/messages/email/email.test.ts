import { signWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { systemClock } from '@dhow/platform/clock'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { headerOf, openMailWorld, type MailWorld, type ReceivedMail } from '../../../../test/mailbox.ts'
import { claimDue } from '../deliveries/claim-due.ts'
import { classifyFailure } from './mail-server.ts'

let mail: MailWorld
let world: MailWorld['world']
let admin: Awaited<ReturnType<typeof world.operator>>
let cashier: typeof admin
beforeAll(async () => {
  mail = await openMailWorld()
  ;({ world } = mail)
  admin = await world.operator()
  cashier = await world.operator('cashier')
})
afterAll(() => mail.close())
beforeEach(() => mail.behave('accepts'))

type Player = Awaited<ReturnType<MailWorld['player']>>
let made = 0

/** Advances to the next time of this hour in Windhoek; operators sign in again. */
async function leapTo(hour: number) {
  const now = world.clock.now()
  const at = new Date(now)
  at.setUTCHours(hour - 2, 0, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  await leap(at.getTime() - now.getTime())
}
async function leap(byMs: number) {
  world.clock.leap(byMs)
  ;[admin, cashier] = [await world.signIn(admin), await world.signIn(cashier)]
}
async function creditedDeposit(player: Pick<Player, 'form'>): Promise<string> {
  const form = { manual_deposit_id: '2', amount: '500', utr: `EMAIL${++made}` }
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', form)
  const { id } = json.data.deposit
  const answer = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version: 1 })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return id
}
const words = (text: string) => ({ en: text, hi: `${text} (hi)`, af: `${text} (af)` })
const offer = (player: Player, title = 'Bonus', text = 'Fifty percent today.') =>
  admin.post(`/staff/players/${player.id}/offers`, {
    ...{ key: `email-${++made}`, title: words(title), text: words(text) },
  })
/** E-mails to an address, newest first, without those about the address itself. */
const messagesTo = async ({ address }: { address: string }): Promise<ReceivedMail[]> =>
  (await mail.received(address)).filter(({ id }) => id.startsWith('msg_'))
async function deliveries(player: { id: string }) {
  const { json } = await admin.get(`/staff/players/${player.id}/deliveries`)
  return json.deliveries.filter(({ channel }: { channel: string }) => channel === 'email')
}
const states = async (player: { id: string }) =>
  (await deliveries(player)).map(
    ({ state, reason, tries }: { state: string; reason: string | null; tries: number }) => [state, reason, tries],
  )
const kinds = async (player: Player) =>
  (await player.get('/player/messages')).json.messages.map(({ kind }: { kind: string }) => kind)
/** Visible text of the HTML body. */
const seen = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

describe('a message about money', () => {
  it('is e-mailed without its amount, as text and equal HTML, at the price of an e-mail', async () => {
    const player = await mail.player()
    const id = await creditedDeposit(player)
    await mail.send()
    const [got] = await messagesTo(player)
    expect([got?.subject, got?.to]).toEqual(['Deposit credited', [player.address]])
    expect(got?.text).toContain('Open the portal to read it.')
    expect(got?.text).toContain(`${world.config.origins.portal}/payments/${id}`)
    expect(got?.text + got!.html).not.toContain('500')
    expect(wordsOf(seen(got!.html))).toEqual(wordsOf(got!.text))
    expect([headerOf(got!, 'auto-submitted'), headerOf(got!, 'list-unsubscribe')]).toEqual([
      'auto-generated',
      undefined,
    ])
    expect(await deliveries(player)).toMatchObject([
      {
        ...{ kind: 'deposit_credited', class: 'money', state: 'sent', reason: null, tries: 1 },
        cost: { amount: '0.01', currency: 'NAD' },
      },
    ])
    const { days } = (await admin.get('/staff/delivery-costs')).json
    expect(days).toContainEqual(
      expect.objectContaining({ channel: 'email', currency: 'NAD', cost: expect.any(String) }),
    )
    const listed = (await cashier.get(`/staff/deliveries?channel=email&player=${player.id}`)).json
    expect(listed.deliveries).toMatchObject([{ state: 'sent' }])
  })

  it.each([
    ['hi', 'जमा जुड़ गया', 'N$500.00 आपके बैलेंस में जोड़ दिए गए।'],
    ['af', 'Deposito bygevoeg', 'N$500.00 is by jou saldo gevoeg.'],
  ])('names the sum where the player allows it, in %s', async (language, subject, text) => {
    const player = await mail.player()
    await player.put('/player/channels', { email_sums: true })
    await player.put('/player/preferences', { language })
    await creditedDeposit(player)
    await mail.send()
    const [got] = await messagesTo(player)
    expect([got?.subject, got?.text]).toEqual([subject, expect.stringContaining(text)])
    expect([seen(got!.html), got!.html]).toEqual([
      expect.stringContaining(text),
      expect.stringContaining(`lang="${language}"`),
    ])
  })

  it('is sent in the quiet hours too; other messages wait for the morning', async () => {
    await leapTo(23)
    const player = await mail.player()
    await player.put('/player/limits/deposit/day', { amount: '900' })
    await creditedDeposit(player)
    await world.db.transaction((tx) =>
      world.app.features.messages.send(tx, {
        ...{ key: `email-test:${++made}`, playerId: player.id, kind: 'limit_removed', about: null },
        params: { limit: 'loss', period: 'week' },
      }),
    )
    await mail.send()
    expect((await messagesTo(player)).map(({ subject }) => subject)).toEqual(['Deposit credited'])
    await leapTo(9)
    await mail.send()
    expect((await messagesTo(player)).map(({ subject }) => subject)).toContain('Limit removed')
  })

  it('is not e-mailed if that is switched off, even while it waits, or the address is removed', async () => {
    const [off, later, gone] = [await mail.player(), await mail.player(), await mail.player()]
    await off.put('/player/channels', { email: false })
    await creditedDeposit(off)
    await creditedDeposit(later)
    await creditedDeposit(gone)
    await later.put('/player/channels', { email: false })
    await gone.delete('/player/email')
    await mail.send()
    for (const player of [off, later, gone]) expect(await messagesTo(player)).toEqual([])
    expect([await states(off), await states(later), await states(gone)]).toEqual([
      [],
      [['skipped', 'switched_off', 0]],
      [['skipped', 'no_address', 0]],
    ])
  })

  it('goes to the player’s address at the time of sending', async () => {
    const player = await mail.player()
    await creditedDeposit(player)
    await world.app.features.attempts.forget(world.db.kysely, 'email_code', player.id)
    const address = mail.newAddress()
    await player.put('/player/email', { address })
    // The e-mail is sent while another server has claimed the message.
    const due = await claimDue(world.platform, 100, ['email'])
    await mail.send()
    await player.post('/player/email/confirm', { otp: await mail.code(address) })
    expect(due.length).toBeGreaterThan(0)
    world.clock.leap(61_000)
    await mail.send()
    expect([(await messagesTo(player)).length, (await messagesTo({ address })).length]).toEqual([0, 1])
  })
})

describe('an offer', () => {
  const agreeing = async () => {
    const player = await mail.player()
    await player.put('/player/channels', { offers: true })
    return player
  }
  const oneClick = (got: ReceivedMail) =>
    /^<http:\/\/localhost:8080\/api\/v1\/dhow(\S+)>$/.exec(headerOf(got, 'list-unsubscribe') ?? '')?.[1]

  it('has a link that stops offers with one POST without a session, not with GET', async () => {
    await leapTo(12)
    const player = await agreeing()
    await offer(player)
    await mail.send()
    const [got] = await messagesTo(player)
    expect(headerOf(got!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const path = oneClick(got!)
    const visitor = world.visitor('portal')
    const opened = await visitor.get(path!)
    expect([opened.status, opened.headers['location']]).toEqual([
      303,
      path!.replace('/unsubscribe', '/light/unsubscribe'),
    ])
    expect((await player.get('/player/channels')).json.offers.allowed).toBe(true)
    const stop = () =>
      visitor.call('POST', path!, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([(await stop()).status, (await stop()).status]).toEqual([200, 200])
    expect((await player.get('/player/channels')).json.offers).toEqual({
      ...{ allowed: false, since: world.clock.now().toISOString() },
    })
    expect((await offer(player)).json.code).toBe('offers_not_wanted')
  })

  it('is not stopped by a forged or truncated link', async () => {
    const player = await agreeing()
    await offer(player)
    await mail.send()
    const path = oneClick((await messagesTo(player))[0]!)!
    const [other] = [`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`]
    for (const made_up of [other, path.slice(0, -2), '/unsubscribe/x', `/unsubscribe/${'A'.repeat(60)}`]) {
      const answer = await world.visitor('portal').post(made_up)
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
    }
    expect((await player.get('/player/channels')).json.offers.allowed).toBe(true)
  })

  it('is stopped on the linked page, by a button', async () => {
    const player = await agreeing()
    await offer(player)
    await mail.send()
    const [got] = await messagesTo(player)
    const address = /http:\/\/localhost:8080(\/light\/unsubscribe\/\S+)/.exec(got!.text)?.[1]
    const { fastify } = world.app.portal
    const page = await fastify.inject({ url: address!, headers: { 'accept-language': 'en' } })
    expect(page.body).toContain('We then send no more offers')
    const fields = [...page.body.matchAll(/name="(form|key)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ])
    const cookie = [page.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
    const sent = await fastify.inject({
      ...{ method: 'POST', url: address!, payload: new URLSearchParams(Object.fromEntries(fields)).toString() },
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.stringContaining('done=offers_stopped')])
    expect((await player.get('/player/channels')).json.offers.allowed).toBe(false)
  })

  it('lets an operator’s text inject neither headers nor markup', async () => {
    const player = await agreeing()
    await offer(
      player,
      'Bonus\r\nBcc: victim@mail.example\r\nX-Made: up',
      '<img src=x onerror=alert(1)>\r\n.\r\nMAIL FROM:<a@b.com>',
    )
    await mail.send()
    const [got] = await messagesTo(player)
    expect(got?.to).toEqual([player.address])
    expect([headerOf(got!, 'bcc'), headerOf(got!, 'x-made')]).toEqual([undefined, undefined])
    expect(got?.subject).toBe('Bonus Bcc: victim@mail.example X-Made: up')
    expect(await mail.received('victim@mail.example')).toEqual([])
    expect(got?.html).not.toContain('<img')
    expect(got?.text).toContain('<img src=x onerror=alert(1)>\n\n.\n\nMAIL FROM:<a@b.com>')
  })

  it('counts in the caps like other channels, and is not sent to players on a break', async () => {
    await leapTo(12)
    const player = await agreeing()
    const { settings } = (await admin.get('/staff/settings')).json
    const cap = (player_a_day: number) =>
      admin.put('/staff/settings', {
        ...{ change: { messaging: { ...settings.messaging, player_a_day } }, reason: 'A test of the caps.' },
      })
    expect((await cap(1)).status).toBe(200)
    await offer(player)
    await offer(player)
    await mail.send()
    await world.app.features.sms.sendDue()
    await cap(5)
    const all = (await admin.get(`/staff/players/${player.id}/deliveries`)).json.deliveries
    const outer = all.filter(
      ({ class: of, channel }: Record<string, string>) => of === 'advertising' && channel !== 'inbox',
    )
    expect(outer.filter(({ reason }: { reason: string }) => reason === 'player_cap').length).toBe(3)
  })
})

describe('a mail server', () => {
  it.each(['greylists', 'no_tls', 'hangs'])('that %s is tried again, and the e-mail arrives once', async (answers) => {
    const player = await mail.player(`${answers}-${++made}@mail.example`)
    await mail.behave(answers)
    await creditedDeposit(player)
    await mail.send()
    await mail.send()
    expect([await states(player), await messagesTo(player)]).toEqual([[['waiting', null, 1]], []])
    if (answers !== 'greylists') await mail.behave('accepts')
    world.clock.leap(5_000)
    await mail.send()
    await mail.send()
    expect([await states(player), await messagesTo(player)]).toMatchObject([[['sent', null, 2]], [{ times: 1 }]])
  })

  it('that breaks off after the content gets it again under its id, so that a mailbox recognises it', async () => {
    const player = await mail.player()
    await mail.behave('breaks')
    await creditedDeposit(player)
    await mail.send()
    expect([await states(player), await deliveries(player)]).toMatchObject([[['waiting', null, 1]], [{ cost: null }]])
    await mail.behave('accepts')
    world.clock.leap(5_000)
    await mail.send()
    expect([await states(player), await messagesTo(player)]).toMatchObject([[['sent', null, 2]], [{ times: 2 }]])
  })

  it('that is slow delays no other channel', async () => {
    await leapTo(12)
    const player = await mail.player()
    await player.put('/player/channels', { offers: true })
    await mail.behave('accepts', { delay_ms: 400 })
    await creditedDeposit(player)
    const first = mail.send()
    await offer(player, 'Bonus', 'Not kept waiting.')
    const second = mail.send()
    await vi.waitFor(async () => {
      await world.app.features.sms.sendDue()
      expect(world.inbox.messages.filter(({ to }) => to === player.mobile).at(-1)?.text).toContain('Not kept waiting.')
    })
    expect(await messagesTo(player)).toEqual([])
    await Promise.all([first, second])
    expect((await messagesTo(player)).length).toBe(2)
  })

  it('that knows no such mailbox disables the address, with a message in the inbox', async () => {
    const player = await mail.player()
    await mail.behave('unknown')
    await creditedDeposit(player)
    await creditedDeposit(player)
    await mail.send()
    expect((await states(player)).toSorted()).toEqual([
      ['failed', 'unknown_mailbox', 1],
      ['failed', 'unknown_mailbox', 1],
    ])
    expect((await kinds(player)).filter((kind: string) => kind === 'email_bounced')).toEqual(['email_bounced'])
    const { email } = (await player.get('/player/channels')).json
    expect(email).toMatchObject({ address: player.address, came_back_at: world.clock.now().toISOString() })
    await mail.behave('accepts')
    await creditedDeposit(player)
    await mail.send()
    expect([(await states(player)).length, await messagesTo(player)]).toEqual([2, []])
    await world.app.features.attempts.forget(world.db.kysely, 'email_code', player.id)
    await player.put('/player/email', { address: player.address })
    await mail.send()
    await player.post('/player/email/confirm', { otp: await mail.code(player.address) })
    await creditedDeposit(player)
    await mail.send()
    expect((await messagesTo(player)).length).toBe(1)
  })

  it.each(['full', 'refuses'])('that %s fails only this e-mail and keeps the address', async (answers) => {
    const player = await mail.player()
    await mail.behave(answers)
    await creditedDeposit(player)
    await mail.send()
    expect(await states(player)).toEqual([['failed', 'refused', 1]])
    expect((await player.get('/player/channels')).json.email.came_back_at).toBeNull()
    const [failed] = await deliveries(player)
    await mail.behave('accepts')
    await admin.post(`/staff/deliveries/${failed.message_id}/retry`, { channel: 'email' })
    await mail.send()
    expect([await states(player), (await messagesTo(player)).length]).toEqual([[['sent', null, 2]], 1])
  })

  it.each([
    [{ responseCode: 535, command: 'AUTH PLAIN', response: '535 5.7.8 bad credentials' }, 'later'],
    [{ responseCode: 550, command: 'MAIL FROM', response: '550 5.7.1 not you' }, 'later'],
    [{ responseCode: 554, command: 'CONN', response: '554 no service' }, 'later'],
    [{ responseCode: 550, command: 'RCPT TO', response: '550 5.7.1 blocked by a list' }, 'refused'],
    [{ responseCode: 550, command: 'RCPT TO', response: '550 nobody here' }, 'unknown_mailbox'],
    [{ responseCode: 550, command: 'RCPT TO', response: '550-5.1.1 gone\n550 5.1.1 away' }, 'unknown_mailbox'],
    [{ responseCode: 450, command: 'RCPT TO', response: '450 4.2.1 later' }, 'later'],
    [{}, 'later'],
  ])('whose failure is %j judges the mailbox as %s', (failure, judged) => {
    expect(classifyFailure(Object.assign(new Error('refused'), failure))).toBe(judged)
  })
})

it('an e-mail claimed by another server is not sent until the lease ends, and claims cover one channel', async () => {
  const player = await mail.player()
  await creditedDeposit(player)
  const [taken] = await claimDue(world.platform, 100, ['email'])
  await mail.send()
  expect([taken?.channel, await states(player), await messagesTo(player)]).toEqual([
    'email',
    [['waiting', null, 0]],
    [],
  ])
  world.clock.leap(60_000)
  await Promise.all([mail.send(), mail.send()])
  expect([await states(player), await messagesTo(player)]).toMatchObject([[['sent', null, 1]], [{ times: 1 }]])
})

describe('a report of the mail service', () => {
  const key = () => world.config.email!.reportKey!
  const report = async (type: string, data: object, signedBy = key()) => {
    const body = JSON.stringify({ type, timestamp: world.clock.now().toISOString(), data })
    const headers = signWebhook(webhookSecret(signedBy), `report-${++made}`, world.clock.now(), body)
    return world.visitor().call('POST', '/email-reports', Buffer.from(body), {
      ...{ 'content-type': 'application/json', ...headers },
    })
  }
  const sentTo = async () => {
    const player = await mail.player()
    await creditedDeposit(player)
    await mail.send()
    return { player, id: (await messagesTo(player))[0]!.id }
  }

  it('of arrival updates a delivery once, without further costs', async () => {
    const { player, id } = await sentTo()
    for (let time = 0; time < 2; time++) expect((await report('email.delivered', { id })).status).toBe(200)
    expect(await deliveries(player)).toMatchObject([{ state: 'delivered', cost: { amount: '0.01' } }])
  })

  it('of arrival after a broken-off send ends the tries, and it is charged once', async () => {
    const player = await mail.player()
    await mail.behave('breaks')
    await creditedDeposit(player)
    await mail.send()
    const [{ id }] = (await messagesTo(player)) as [ReceivedMail]
    await report('email.delivered', { id })
    await mail.behave('accepts')
    world.clock.leap(5_000)
    await mail.send()
    expect(await deliveries(player)).toMatchObject([{ state: 'delivered', tries: 1, cost: { amount: '0.01' } }])
    expect((await messagesTo(player))[0]?.times).toBe(1)
  })

  it('of a missing mailbox disables the address, in any order and repetition', async () => {
    const { player, id } = await sentTo()
    for (const type of ['email.delivered', 'email.bounced', 'email.delivered', 'email.bounced'])
      await report(type, { id, permanent: true })
    expect(await deliveries(player)).toMatchObject([{ state: 'failed', reason: 'bounced' }])
    expect((await kinds(player)).filter((kind: string) => kind === 'email_bounced').length).toBe(1)
    expect((await player.get('/player/channels')).json.email.came_back_at).not.toBeNull()
  })

  it('of a former address does not disable the new one, nor does a temporary failure', async () => {
    const { player, id } = await sentTo()
    await report('email.bounced', { id })
    expect((await player.get('/player/channels')).json.email.came_back_at).toBeNull()
    const { player: other, id: oldId } = await sentTo()
    await world.app.features.attempts.forget(world.db.kysely, 'email_code', other.id)
    const address = mail.newAddress()
    await other.put('/player/email', { address })
    await mail.send()
    await other.post('/player/email/confirm', { otp: await mail.code(address) })
    await report('email.bounced', { id: oldId, permanent: true })
    expect((await other.get('/player/channels')).json.email).toMatchObject({ address, came_back_at: null })
    expect(await deliveries(other)).toMatchObject([{ state: 'failed', reason: 'bounced' }])
  })

  it('about one player’s message and another’s address disables no address', async () => {
    const [one, two] = [await sentTo(), await sentTo()]
    const id = `${one.id.split('.')[0]}.${two.id.split('.')[1]}`
    await report('email.bounced', { id, permanent: true })
    expect((await two.player.get('/player/channels')).json.email.came_back_at).toBeNull()
  })

  it('without the right signature, or of another form, changes nothing', async () => {
    const { player, id } = await sentTo()
    const forged = `whsec_${Buffer.from('another key').toString('base64')}`
    expect((await report('email.bounced', { id, permanent: true }, forged)).status).toBe(401)
    for (const [type, data] of [
      ['email.opened', { id }],
      ['email.bounced', { id: 'msg_x' }],
      ['email.bounced', { id: `${id}\n` }],
      ['email.bounced', { id: 7 }],
    ] as const)
      expect((await report(type, data)).status).toBe(400)
    expect(await states(player)).toEqual([['sent', null, 1]])
  })
})

it('the sandbox’s own signed reports arrive, and a repeat changes nothing', async () => {
  const real = await openMailWorld({ realClock: systemClock() })
  const player = await real.player()
  await real.behave('accepts', { reports: 'twice' })
  await real.world.db.transaction((tx) =>
    real.world.app.features.messages.send(tx, {
      ...{ key: 'email-test:real', playerId: player.id, kind: 'password_changed', params: {}, about: null },
    }),
  )
  await real.send()
  const boss = await real.world.operator()
  await vi.waitFor(
    async () => {
      const { json } = await boss.get(`/staff/players/${player.id}/deliveries`)
      expect(json.deliveries).toContainEqual(expect.objectContaining({ channel: 'email', state: 'delivered' }))
    },
    { timeout: 20_000 },
  )
  await real.close()
})
