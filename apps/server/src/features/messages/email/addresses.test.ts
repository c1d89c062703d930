import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { headerOf, openMailWorld, type MailWorld } from '../../../../test/mailbox.ts'
import { openWorld } from '../../../../test/world.ts'
import { readAddress } from './read-address.ts'

let mail: MailWorld
let world: MailWorld['world']
let admin: Awaited<ReturnType<MailWorld['world']['operator']>>
beforeAll(async () => {
  mail = await openMailWorld()
  ;({ world } = mail)
  admin = await world.operator()
})
afterAll(() => mail.close())
beforeEach(() => mail.behave('accepts'))

type Player = Awaited<ReturnType<typeof world.player>>
const ask = (player: Player, address: string) => player.put('/player/email', { address })
const confirm = (player: Player, otp: string) => player.post('/player/email/confirm', { otp })
const findEmail = async (player: Player) => (await player.get('/player/channels')).json.email
const inbox = async (player: Player) =>
  (await player.get('/player/messages')).json.messages.map(({ kind, params }: { kind: string; params: object }) => [
    kind,
    params,
  ])
const subjects = async (to: string) => (await mail.received(to)).map(({ subject }) => subject)

describe('an address', () => {
  it('belongs to a player once they enter the code sent to it', async () => {
    const player = await world.player()
    const asked = await ask(player, 'Zoe@Mail.Example')
    expect(asked.json).toMatchObject({
      resend_after_s: 60,
      email: { is_available: true, address: null, asked: { address: 'Zoe@mail.example', failed: false } },
    })
    await mail.send()
    const [letter] = await mail.received('Zoe@mail.example')
    expect(letter?.subject).toMatch(/^\d{6} is your Dhow code$/)
    expect(headerOf(letter!, 'from')).toBe('Dhow <messages@dhow.example>')
    expect(headerOf(letter!, 'list-unsubscribe')).toBeUndefined()
    const answer = await confirm(player, await mail.code('Zoe@mail.example'))
    expect(answer.json.email).toEqual({
      ...{ is_available: true, address: 'Zoe@mail.example', confirmed_at: world.clock.now().toISOString() },
      ...{ came_back_at: null, asked: null },
    })
    expect(await inbox(player)).toEqual([['email_added', { address: 'Z••••@m••••.example' }]])
  })

  it('is stored encrypted and as a keyed hash, its code as a keyed hash, and nowhere in clear', async () => {
    const address = 'sealed.reader@mail.example'
    const player = await world.player()
    await ask(player, address)
    await mail.send()
    const code = await mail.code(address)
    const kept = async () => {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(address)::text as row from messages.email_address address
        union all select to_jsonb(claim)::text from messages.email_claim claim
        union all select to_jsonb(letter)::text from messages.email_letter letter
        union all select to_jsonb(message)::text from messages.player_message message`.execute(world.db.kysely)
      return rows.map(({ row }) => row).join('\n')
    }
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const before = await kept()
    const { rows: ended } = await sql<{ bytes: number }>`
      select distinct octet_length(sealed) as bytes from messages.email_letter where state = 'sent'`.execute(
      world.db.kysely,
    )
    expect(ended).toEqual([{ bytes: 0 }])
    await confirm(player, code)
    for (const text of [before, await kept()])
      for (const secret of [address, 'sealed.reader', hex(address), hex(code)]) expect(text).not.toContain(secret)
  })

  it('is not confirmed by a wrong code, nor by any after five tries or half an hour', async () => {
    const [guesser, late] = [await world.player(), await world.player()]
    const [first, second] = [mail.newAddress(), mail.newAddress()]
    await ask(guesser, first)
    await ask(late, second)
    await mail.send()
    const code = await mail.code(first)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) {
      const answer = await confirm(guesser, wrong)
      expect([answer.status, answer.json.code]).toEqual([422, 'otp_wrong'])
    }
    expect((await confirm(guesser, code)).json.code).toBe('otp_wrong')
    world.clock.leap(30 * 60_000)
    expect((await confirm(late, await mail.code(second))).json.code).toBe('otp_wrong')
    expect([(await findEmail(guesser)).address, await findEmail(late)]).toMatchObject([
      null,
      { address: null, asked: null },
    ])
    ;[admin] = [await world.signIn(admin)]
  })

  it('is confirmed once by two concurrent entries of its code, and not by another player’s code', async () => {
    const [player, other] = [await world.player(), await world.player()]
    const address = mail.newAddress()
    await ask(player, address)
    await ask(other, mail.newAddress())
    await mail.send()
    const code = await mail.code(address)
    expect((await confirm(other, code)).json.code).toBe('otp_wrong')
    const answers = await Promise.all([confirm(player, code), confirm(player, code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await inbox(player)).length).toBe(1)
  })

  it('gets at most five codes a day from all players, with a pause for each player', async () => {
    const address = mail.newAddress()
    const player = await world.player()
    expect((await ask(player, address)).status).toBe(200)
    const again = await ask(player, address)
    expect([again.status, again.json.code, again.json.data.retry_after_s]).toEqual([429, 'otp_too_soon', 60])
    for (let others = 0; others < 4; others++) expect((await ask(await world.player(), address)).status).toBe(200)
    expect((await ask(await world.player(), address.toUpperCase())).json.code).toBe('otp_too_soon')
  })
})

describe('an address of another player', () => {
  it('is answered like any other, and its player is notified', async () => {
    const holder = await mail.player()
    await holder.put('/player/preferences', { language: 'af' })
    const stranger = await world.player()
    const [taken, free] = [await ask(stranger, holder.address), await ask(await world.player(), mail.newAddress())]
    const shape = ({ json }: typeof taken) => ({
      ...json,
      email: { ...json.email, asked: Object.keys(json.email.asked) },
    })
    expect(shape(taken)).toEqual(shape(free))
    await mail.send()
    const [letter] = await mail.received(holder.address)
    expect([letter?.subject, letter?.text]).toEqual([
      'Jou adres by Dhow',
      expect.stringContaining('by ’n ander Dhow-rekening'),
    ])
    expect(letter?.text).not.toMatch(/\d{6}/)
    for (const otp of ['000000', '123456']) expect((await confirm(stranger, otp)).json.code).toBe('otp_wrong')
    const file = await stranger.get('/player/data')
    expect(file.json.email_letters).toMatchObject([{ purpose: 'code', state: 'sent' }])
  })

  it('goes to the first of two players who enters the code, and the other’s code reports it', async () => {
    const address = mail.newAddress()
    const [one, two] = [await world.player(), await world.player()]
    await ask(one, address)
    await mail.send()
    const ofOne = await mail.code(address)
    await ask(two, address)
    await mail.send()
    const ofTwo = await mail.code(address)
    expect((await confirm(one, ofOne)).status).toBe(200)
    const late = await confirm(two, ofTwo)
    expect([late.status, late.json.code]).toEqual([409, 'email_taken'])
    expect((await findEmail(two)).address).toBeNull()
  })
})

describe('a change of address', () => {
  it('waits for the new address’s code, and notifies the old address and the inbox', async () => {
    const player = await mail.player()
    await player.put('/player/preferences', { language: 'hi' })
    const next = mail.newAddress()
    await world.app.features.attempts.forget(world.db.kysely, 'email_code', player.id)
    await ask(player, next)
    expect(await findEmail(player)).toMatchObject({ address: player.address, asked: { address: next } })
    await mail.send()
    expect((await subjects(player.address)).length).toBe(1)
    await confirm(player, await mail.code(next))
    await mail.send()
    expect((await subjects(player.address))[0]).toBe('Dhow पर आपका ईमेल पता बदला गया')
    const [told] = await mail.received(player.address)
    expect(told?.text).toContain('p••••@m••••.example')
    expect(told?.text).not.toContain(next)
    expect((await inbox(player))[0]).toEqual([
      'email_changed',
      { address: 'p••••@m••••.example', before: 'p••••@m••••.example' },
    ])
    expect((await findEmail(player)).address).toBe(next)
  })

  it('to the same address sends no notification of a change', async () => {
    const player = await mail.player()
    await world.app.features.attempts.forget(world.db.kysely, 'email_code', player.id)
    await ask(player, player.address)
    await mail.send()
    await confirm(player, await mail.code(player.address))
    await mail.send()
    expect((await inbox(player)).map(([kind]: [string]) => kind)).toEqual(['email_added', 'email_added'])
    expect((await subjects(player.address)).filter((subject) => subject.includes('changed'))).toEqual([])
  })

  it('removes it and a waiting one; the address is notified and free for another player', async () => {
    const player = await mail.player()
    await world.app.features.attempts.forget(world.db.kysely, 'email_code', player.id)
    await ask(player, mail.newAddress())
    expect((await player.delete('/player/email')).json.email).toMatchObject({ address: null, asked: null })
    await mail.send()
    expect((await subjects(player.address))[0]).toBe('Your e-mail address at Dhow was removed')
    expect((await inbox(player))[0]).toEqual(['email_removed', { address: 'p••••@m••••.example' }])
    const next = await mail.player(player.address)
    expect((await findEmail(next)).address).toBe(player.address)
    expect((await player.delete('/player/email')).status).toBe(200)
    expect((await inbox(player)).length).toBe(2)
  })
})

describe('a typed address', () => {
  it.each([
    'a@b.com\r\nBcc: victim@mail.example',
    'a@b.com\nSubject: x',
    'a@b.com,victim@mail.example',
    'a@b.com;victim@mail.example',
    '<a@b.com>',
    'Zoe <a@b.com>',
    '"a b"@b.com',
    'a b@b.com',
    'a@b',
    'a@localhost',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@-b.com',
    'a@b..com',
    '.a@b.com',
    'a..b@b.com',
    'a@b.com.',
    '@b.com',
    'a@',
    'ज़ोया@b.com',
    'a\u202e@b.com',
    `${'a'.repeat(65)}@b.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(126)}com`,
    '',
  ])('%j is refused, and nothing is sent', async (typed) => {
    const player = await world.player()
    const answer = await ask(player, typed)
    expect([answer.status, answer.json.code]).toEqual([422, 'email_unusable'])
    expect(answer.json.texts.address).toEqual([{ code: 'email_invalid', params: {} }])
    expect((await findEmail(player)).asked).toBeNull()
  })

  it.each([`${'a'.repeat(400)}@b.com`, 'a\0@b.com'])(
    'of excessive length or with NUL is refused: %#',
    async (typed) => {
      expect((await ask(await world.player(), typed)).json.code).toBe('invalid_fields')
    },
  )

  it.each([
    ["o'neil+dhow@mail.example", "o'neil+dhow@mail.example"],
    [' zoe@Münich.example ', 'zoe@xn--mnich-kva.example'],
    ['zoe@MAIL.example', 'zoe@mail.example'],
  ])('%j is %s', (typed, address) => {
    expect(readAddress(typed)).toBe(address)
  })
})

describe('a mailbox that does not exist', () => {
  it('is reported to the player who waits for its code', async () => {
    const player = await world.player()
    await mail.behave('unknown')
    const address = mail.newAddress()
    await ask(player, address)
    await mail.send()
    expect((await findEmail(player)).asked).toMatchObject({ address, failed: true })
    expect(await mail.received(address)).toEqual([])
  })
})

describe('the code’s e-mail', () => {
  it('is delivered once by a greylisting server', async () => {
    await mail.behave('greylists')
    const player = await world.player()
    const address = mail.newAddress()
    await ask(player, address)
    await mail.send()
    await mail.send()
    expect(await mail.received(address)).toEqual([])
    world.clock.leap(5_000)
    await mail.send()
    await mail.send()
    expect(await mail.received(address)).toMatchObject([{ times: 1 }])
    expect((await confirm(player, await mail.code(address))).status).toBe(200)
  })

  it('is no longer sent once its code has expired', async () => {
    await mail.behave('no_tls')
    const player = await world.player()
    const address = mail.newAddress()
    await ask(player, address)
    await mail.send()
    world.clock.leap(31 * 60_000)
    await mail.behave('accepts')
    await mail.send()
    expect(await mail.received(address)).toEqual([])
    admin = await world.signIn(admin)
  })
})

it('operators see a masked address, and the full one for a reason kept in the audit trail', async () => {
  const player = await mail.player()
  const page = (await admin.get(`/staff/players/${player.id}`)).json
  expect(page.player.email).toMatchObject({ address: player.address, came_back_at: null })
  const reason = 'They asked where their mail is'
  const shown = await admin.post(`/staff/players/${player.id}/reveal`, { field: 'email', reason })
  expect(shown.json.values).toEqual([{ field: 'email', value: player.address }])
  const { entries } = (await admin.get(`/staff/audit?subject=${player.id}&action=player.reveal`)).json
  expect(entries).toMatchObject([{ after: { field: 'email' }, text: `Looked at the e-mail address: ${reason}` }])
  const without = await world.player()
  expect((await admin.post(`/staff/players/${without.id}/reveal`, { field: 'email', reason })).status).toBe(404)
})

it('a portal without a mail server accepts no address', async () => {
  const bare = await openWorld()
  const player = await bare.player()
  const answer = await player.put('/player/email', { address: 'zoe@mail.example' })
  expect([answer.status, answer.json.code]).toEqual([409, 'email_unavailable'])
  expect((await player.get('/player/channels')).json.email.is_available).toBe(false)
  await bare.close()
})
