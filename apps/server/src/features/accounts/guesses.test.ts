import type { OperatorText } from '@dhow/contract/operator-texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const many = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))
/** Refused by a limit, or as busy because too many calls of one caller wait. */
const unjudged = [429, 503]
const judged = (answers: Answer[]) => answers.filter(({ status }) => !unjudged.includes(status)).length
const seconds = (answer: Answer) => Number(answer.headers['retry-after'])
const password = 'calm-sea-at-dusk'
const messagesTo = (mobile: string) => world.inbox.messages.filter(({ to }) => to === mobile).map(({ text }) => text)
const nextName = () => `guess_${world.newMobile().slice(-7)}`

describe('a burst of guesses', () => {
  it('of passwords for one number has only five checked, and a right one beyond them does not sign in', async () => {
    const player = await world.player()
    const stranger = world.visitor()
    const answers = await many(60, (index) =>
      stranger.post('/login', { mobile: player.mobile, password: index < 55 ? `wrong-${index}` : player.password }),
    )
    expect(judged(answers)).toBe(5)
    expect(answers.filter(({ json }) => json.status === 'otp_required')).toEqual([])
  })

  it('of the current password within a session has only five checked', async () => {
    const player = await world.player()
    const change = (current_password: string) =>
      player.post('/player/change-password', { current_password, password: 'wind-over-water' })
    const answers = await many(30, (index) => change(`wrong-${index}`))
    expect(judged(answers)).toBe(5)
    await world.clock.advance(30 * 60_000)
    expect((await change(player.password)).status).toBe(200)
  })

  it('of requests for a code sends one message', async () => {
    const mobile = world.newMobile()
    const browser = world.visitor()
    const form = { player_name: nextName(), mobile, password }
    const answers = await many(16, () => browser.post('/register', form))
    expect(judged(answers)).toBe(1)
    await world.inbox.next(mobile)
    expect(messagesTo(mobile)).toHaveLength(1)
  })

  it('of one code has only five checked', async () => {
    const mobile = world.newMobile()
    const browser = world.visitor()
    await browser.post('/register', { player_name: nextName(), mobile, password })
    const right = await world.inbox.code(mobile)
    const answers = await many(60, (index) =>
      browser.post('/authentication-otp-verify', {
        otp: index === 55 ? right : String(index).padStart(6, '9'),
        mobile,
        type: 'register',
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
  })
})

it('at most ten codes a day go to one number, which allows fifty guesses', async () => {
  const mobile = world.newMobile()
  const browsers = Array.from({ length: 2 }, () => world.visitor())
  await world.visitor().post('/register', { player_name: nextName(), mobile, password })
  for (let hour = 0; hour < 23; hour += 2) {
    await many(browsers.length, (index) => browsers[index]!.post('/forgot-password', { mobile }))
    world.clock.leap(2 * 3_600_000)
  }
  await world.clock.advance(2_000)
  const sent = await world.db.kysely.selectFrom('sms.outbox').select('id').where('mobile', '=', mobile).execute()
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.length).toBeLessThanOrEqual(10)
})

describe('another person’s wrong guesses', () => {
  it('do not lock out a player on a device on which a code was entered', async () => {
    const player = await world.player()
    for (let n = 0; n < 11; n++) await world.visitor().post('/login', { mobile: player.mobile, password: `wrong-${n}` })
    const own = await player.post('/login', { mobile: player.mobile, password: player.password })
    expect([own.status, own.json.type]).toEqual([200, 'valid'])
  })

  it('lock the number for their own network before they lock it elsewhere', async () => {
    const player = await world.player()
    const [stranger, owner] = [world.visitor(), world.visitor()]
    const tries = []
    for (let n = 0; n < 7; n++) tries.push(await stranger.post('/login', { mobile: player.mobile, password: 'wrong' }))
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429])
    const answer = await owner.post('/login', { mobile: player.mobile, password: player.password })
    expect(answer.json.status).toBe('otp_required')
  })

  it('do not prevent a password reset by code, which makes the device known', async () => {
    const player = await world.player()
    for (let n = 0; n < 11; n++) await world.visitor().post('/login', { mobile: player.mobile, password: `wrong-${n}` })
    const phone = world.visitor()
    const locked = await phone.post('/login', { mobile: player.mobile, password: player.password })
    expect(locked.json.code).toBe('sign_in_locked')
    await phone.post('/forgot-password', { mobile: player.mobile })
    const otp = await world.inbox.code(player.mobile)
    const { reset_token } = (
      await phone.post('/authentication-otp-verify', { otp, mobile: player.mobile, type: 'forgot_password' })
    ).json
    await phone.post('/reset-password', { reset_token, password: 'wind-over-water' })
    const opened = await phone.post('/login', { mobile: player.mobile, password: 'wind-over-water' })
    expect([opened.status, opened.json.type]).toEqual([200, 'valid'])
  })
})

describe('many people behind one address', () => {
  it('can register one after the other, twenty-four in eight minutes', async () => {
    const shared = world.visitor()
    const statuses: number[] = []
    for (let person = 0; person < 24; person++) {
      shared.cookies.clear()
      const mobile = world.newMobile()
      statuses.push((await shared.post('/register', { player_name: nextName(), mobile, password })).status)
      const otp = await world.inbox.code(mobile)
      if (person % 10 !== 9) await shared.post('/authentication-otp-verify', { otp, mobile, type: 'register' })
      world.clock.leap(20_000)
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  it('have a higher limit than somebody who requests codes and never enters them', async () => {
    const pump = world.visitor()
    const answers = []
    for (let n = 0; n < 12; n++)
      answers.push(await pump.post('/register', { player_name: nextName(), mobile: world.newMobile(), password }))
    expect(judged(answers)).toBe(8)
  })
})

describe('a wait', () => {
  it('is returned with its real length, in the sentence and in Retry-After', async () => {
    const mobile = world.newMobile()
    const browser = world.visitor()
    await browser.post('/register', { player_name: nextName(), mobile, password })
    const again = () => browser.post('/authentication-otp-send', { mobile, type: 'register' })
    const soon = await again()
    expect([soon.status, seconds(soon), soon.json.data.retry_after_s]).toEqual([429, 30, 30])
    expect(soon.json.msg).toBe('You can ask for another code in 30 seconds.')
    for (const waitS of [30, 60, 120, 120]) {
      world.clock.leap(waitS * 1_000)
      await again()
    }
    world.clock.leap(120_000)
    const spent = await again()
    expect([spent.status, seconds(spent)]).toEqual([429, 3_150])
    expect(spent.json.msg).toBe('You can ask for another code in 53 minutes.')
    world.clock.leap(3_150_000 - 1)
    expect((await again()).status).toBe(429)
    world.clock.leap(1)
    expect((await again()).status).toBe(200)
  })

  it('of a locked sign-in and of the request limit is returned too', async () => {
    const player = await world.player()
    const stranger = world.visitor()
    const wrong = () => stranger.post('/login', { mobile: player.mobile, password: 'not the password' })
    for (let n = 0; n < 5; n++) await wrong()
    world.clock.leap(60_000)
    const locked = await wrong()
    expect([locked.json.code, seconds(locked)]).toEqual(['sign_in_locked', 29 * 60])
    expect(locked.json.msg).toBe('Too many wrong tries. You can try again in 29 minutes.')
  })
})

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  it('is shown on the health page, with the remedy', async () => {
    const admin = await world.operator('admin')
    const warnings = async () =>
      (await admin.get('/staff/health')).json.services
        .filter(({ name }: { name: OperatorText }) => name.code === 'service_proxies')
        .map(({ ok, text }: { ok: boolean; text: OperatorText }) => [ok, text.code, text.params['peer']])
    expect(await warnings()).toEqual([])
    const behind = world.visitor()
    for (const player of ['41.182.1.1', '41.182.1.2']) await behind.get('/portal-info', { 'x-forwarded-for': player })
    expect(await warnings()).toEqual([[false, 'health_proxy', behind.ip]])
  })
})

it('unanswered codes raise an alarm at half of the day’s limit', async () => {
  const { accounts, portal } = world.app.features
  expect((await accounts.unansweredCodes()).isMany).toBe(false)
  const { guessing } = portal.settings()
  await portal.change({ guessing: { ...guessing, unanswered_codes_a_day: 2 } })
  expect(await accounts.unansweredCodes()).toMatchObject({ most: 2, isMany: true })
  const refused = await world
    .visitor()
    .post('/register', { player_name: nextName(), mobile: world.newMobile(), password })
  expect(refused.json.code).toBe('otp_too_soon')
  await portal.change({ guessing })
})

describe('whether a number has an account', () => {
  type Step = [path: string, body: (mobile: string) => object]
  const register: Step = ['/register', (mobile) => ({ player_name: `seq_${mobile.slice(-7)}`, mobile, password })]
  const resend = (type: string): Step => ['/authentication-otp-send', (mobile) => ({ mobile, type })]
  const sequences: Record<string, Step[]> = {
    registering: [register, resend('register'), resend('register'), register],
    'asking for a code of a sign-in': [resend('login'), resend('login')],
    'asking for a code of a registration': [resend('register'), resend('register')],
    'a forgotten password': [['/forgot-password', (mobile) => ({ mobile })], resend('forgot_password')],
    'a wrong password': Array.from({ length: 7 }, (): Step => ['/login', (mobile) => ({ mobile, password: 'wrong' })]),
    'a wrong code': [
      register,
      ...Array.from({ length: 6 }, (): Step => [
        '/authentication-otp-verify',
        (mobile) => ({ otp: '000000', mobile, type: 'register' }),
      ]),
    ],
  }

  const names = Object.keys(sequences)

  it.each(names)('is not revealed, in code, text and waits, by %s', async (name) => {
    const [known, unknown] = [(await world.player()).mobile, world.newMobile()]
    world.clock.leap(86_400_000)
    const walk = async (mobile: string) => {
      const browser = world.visitor()
      const answers = []
      for (const [path, body] of sequences[name]!) {
        const { status, json, headers } = await browser.post(path, body(mobile))
        const text = JSON.stringify(json).replaceAll(mobile, '#').replaceAll(mobile.slice(-3), '…')
        answers.push([status, text, headers['retry-after'], 'set-cookie' in headers])
      }
      return answers
    }
    expect(await walk(known)).toEqual(await walk(unknown))
  })
})

describe('two registrations of one number', () => {
  it('are independent, and a code is valid for its own browser and registration', async () => {
    const mobile = world.newMobile()
    const [stranger, owner] = [world.visitor(), world.visitor()]
    await many(2, (index) => [stranger, owner][index]!.get('/authentication-type'))
    const [theirs, own] = [nextName(), nextName()]
    await stranger.post('/register', { player_name: theirs, mobile, password: 'a-strangers-password' })
    const first = await world.inbox.code(mobile)
    const verify = (browser: typeof owner, otp: string) =>
      browser.post('/authentication-otp-verify', { otp, mobile, type: 'register' })
    await owner.post('/register', { player_name: own, mobile, password })
    const second = await world.inbox.code(mobile)
    // The owner reads both messages; the code of the stranger's registration confirms nothing in the owner's browser.
    if (first !== second) expect((await verify(owner, first)).json.code).toBe('otp_wrong')
    const opened = await verify(owner, second)
    expect([opened.status, opened.json.user?.player_name]).toEqual([200, own])
    expect((await verify(stranger, first)).json.code).toBe('otp_wrong')
    const login = await owner.post('/login', { mobile, password: 'a-strangers-password' })
    expect(login.json.code).toBe('credentials_wrong')
    expect(
      await world.db.kysely.selectFrom('accounts.registration').select('mobile').where('mobile', '=', mobile).execute(),
    ).toEqual([])
  })

  it('by the owner and then a stranger leave the owner’s valid', async () => {
    const mobile = world.newMobile()
    const [owner, stranger] = [world.visitor(), world.visitor()]
    const own = nextName()
    await owner.post('/register', { player_name: own, mobile, password })
    const otp = await world.inbox.code(mobile)
    world.clock.leap(31_000)
    await stranger.get('/authentication-type')
    await stranger.post('/register', { player_name: nextName(), mobile, password: 'a-strangers-password' })
    const opened = await owner.post('/authentication-otp-verify', { otp, mobile, type: 'register' })
    expect([opened.status, opened.json.user?.player_name]).toEqual([200, own])
  })
})
