import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]

describe('registration', () => {
  it('opens an account in the market’s currency once the code is entered', async () => {
    const player = await world.player({ market: 'IN' })
    const { json } = await player.get('/player/profile')
    expect(json).toMatchObject({
      status: 'success',
      player: { id: player.id, market: 'IN', currency: 'INR', chips: '0.00', tier: 'mobile_verified' },
    })
  })

  it.each([
    ['a short name', { player_name: 'ab' }, 'invalid_fields', 'player_name'],
    ['a name with a space', { player_name: 'a b c' }, 'invalid_fields', 'player_name'],
    ['a short password', { password: 'short' }, 'invalid_fields', 'password'],
    ['a common password', { password: 'password123' }, 'password_weak', 'password'],
    [
      'a password with the name in it',
      { player_name: 'sailor', password: 'xx-sailor-xx' },
      'password_weak',
      'password',
    ],
    ['a number that is none', { mobile: '12345678' }, 'mobile_unusable', 'mobile'],
    ['a VOIP number', { mobile: '0831234567' }, 'mobile_unusable', 'mobile'],
    ['a landline', { mobile: '061234567' }, 'mobile_unusable', 'mobile'],
    ['a number of another market', { mobile: '+919812345678', market: 'NA' }, 'mobile_unusable', 'mobile'],
  ])('is refused with %s', async (_name, change, code, field) => {
    const form = { player_name: 'newcomer', mobile: '0812345678', password: 'calm-sea-at-dusk', market: 'NA' }
    const answer = await world.visitor().post('/register', { ...form, ...change })
    expect(refusal(answer)).toEqual([422, code])
    expect(Object.keys(answer.json.errors)).toEqual([field])
    expect(answer.json.msg).toBe(answer.json.errors[field][0])
  })

  it('refuses a name in use, in any letter case, during typing and on submission', async () => {
    const { player_name } = await world.player()
    const name = player_name.toUpperCase()
    expect((await world.visitor().get(`/check-player-name?player_name=${name}`)).json).toMatchObject({
      available: false,
      msg: 'This player name is taken.',
    })
    const answer = await world
      .visitor()
      .post('/register', { player_name: name, mobile: world.newMobile(), password: 'calm-sea-at-dusk' })
    expect(refusal(answer)).toEqual([409, 'player_name_taken'])
  })

  it('answers the same for a number that has an account, and informs its owner', async () => {
    const { mobile } = await world.player()
    await world.clock.advance(3_600_000)
    const fresh = world.newMobile()
    const form = { player_name: 'somebody_new', password: 'calm-sea-at-dusk' }
    const [known, unknown] = [
      await world.visitor().post('/register', { ...form, mobile }),
      await world.visitor().post('/register', { ...form, mobile: fresh }),
    ]
    const blank = (answer: typeof known, number: string) =>
      JSON.stringify(answer.json).replaceAll(number, '#').replaceAll(number.slice(-3), '…')
    expect([known.status, blank(known, mobile)]).toEqual([unknown.status, blank(unknown, fresh)])
    expect(await world.inbox.next(mobile)).toMatch(/has one already/)
    expect(await world.inbox.next(fresh)).toMatch(/^\d{6} is your Dhow code to register\./)
  })
})

describe('one-time codes', () => {
  it('are sent in the browser’s language, or in the one the player has chosen', async () => {
    const mobile = world.newMobile()
    const form = { player_name: `lingua_${mobile.slice(-6)}`, mobile, password: 'calm-sea-at-dusk' }
    const headers = { 'accept-language': 'af-NA,en;q=0.5' }
    await world.visitor().post('/register', form, headers)
    expect(await world.inbox.next(mobile)).toMatch(/^\d{6} is jou Dhow-kode om te registreer\./)
    const player = await world.player()
    await player.put('/player/preferences', { language: 'hi' })
    await player.post('/authentication-otp-send', { type: 'change_mobile' }, headers)
    expect(await world.inbox.next(player.mobile)).toMatch(/^\d{6} Dhow में नंबर बदलने का कोड है/)
  })

  const start = async () => {
    const mobile = world.newMobile()
    const browser = world.visitor()
    await browser.post('/register', { player_name: `coder_${mobile.slice(-6)}`, mobile, password: 'calm-sea-at-dusk' })
    const otp = await world.inbox.code(mobile)
    const answer = (code: string, type = 'register') =>
      browser.post('/authentication-otp-verify', { otp: code, mobile, type })
    return { mobile, browser, otp, answer, wrong: otp === '000000' ? '000001' : '000000' }
  }

  it('sign in only once', async () => {
    const { otp, answer } = await start()
    expect((await answer(otp)).status).toBe(200)
    expect(refusal(await answer(otp))).toEqual([422, 'otp_wrong'])
  })

  it('are refused for a different type', async () => {
    const { otp, answer } = await start()
    expect(refusal(await answer(otp, 'login'))).toEqual([422, 'otp_wrong'])
  })

  it('are refused after five wrong tries', async () => {
    const { otp, wrong, answer } = await start()
    for (let n = 0; n < 5; n++) expect(refusal(await answer(wrong))).toEqual([422, 'otp_wrong'])
    expect(refusal(await answer(otp))).toEqual([422, 'otp_wrong'])
  })

  it('expire after five minutes', async () => {
    const { otp, answer } = await start()
    await world.clock.advance(5 * 60_000)
    expect(refusal(await answer(otp))).toEqual([422, 'otp_wrong'])
  })

  it('can be requested again after 30, 60 and 120 seconds, five times an hour, and each replaces the last', async () => {
    const { mobile, browser, otp, answer } = await start()
    const again = () => browser.post('/authentication-otp-send', { mobile, type: 'register' })
    expect(refusal(await again())).toEqual([429, 'otp_too_soon'])
    for (const [pauseS, nextS] of [
      [30, 60],
      [60, 120],
      [120, 120],
      [120, 120],
    ] as const) {
      await world.clock.advance(pauseS * 1_000 - 1)
      expect(refusal(await again())).toEqual([429, 'otp_too_soon'])
      await world.clock.advance(1)
      expect((await again()).json).toMatchObject({ status: 'otp_required', resend_after_s: nextS })
      await world.inbox.next(mobile)
    }
    await world.clock.advance(120_000)
    const spent = await again()
    expect(refusal(spent)).toEqual([429, 'otp_too_soon'])
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(1_000)
    expect(refusal(await answer(otp))).toEqual([422, 'otp_wrong'])
  })
})

describe('sign-in', () => {
  it('needs a code on a new device only', async () => {
    const player = await world.player()
    const known = await player.post('/login', { mobile: player.mobile, password: player.password })
    expect(known.json).toMatchObject({ status: 'success', type: 'valid' })
    const stranger = world.visitor()
    const asked = await stranger.post('/login', { mobile: player.mobile, password: player.password })
    expect(asked.json).toMatchObject({ status: 'otp_required', type: 'login' })
    expect(asked.json.token).toBeUndefined()
    const opened = await stranger.post('/authentication-otp-verify', {
      otp: await world.inbox.code(player.mobile),
      mobile: player.mobile,
      type: 'login',
    })
    expect(opened.json.type).toBe('valid')
  })

  it('answers the same for a wrong password and an unknown number, and locks after five attempts', async () => {
    const player = await world.player()
    const wrong = () => player.post('/login', { mobile: player.mobile, password: 'not the password' })
    const unknown = await world.visitor().post('/login', { mobile: world.newMobile(), password: 'not the password' })
    const first = await wrong()
    expect([first.status, first.json]).toEqual([unknown.status, unknown.json])
    for (let n = 0; n < 4; n++) await wrong()
    expect(refusal(await player.post('/login', { mobile: player.mobile, password: player.password }))).toEqual([
      429,
      'sign_in_locked',
    ])
    await world.clock.advance(30 * 60_000)
    expect((await player.post('/login', { mobile: player.mobile, password: player.password })).status).toBe(200)
  })
})

describe('a session', () => {
  it('is reported as valid, expired or ended elsewhere when its token is checked', async () => {
    const player = await world.player()
    expect((await player.get('/player/verify-token')).json).toMatchObject({
      status: 'success',
      type: 'valid',
      user: { id: player.id },
    })
    await world.db.transaction((tx) => world.app.features.accounts.setActive(tx, player.id, false))
    expect((await player.get('/player/verify-token')).json).toMatchObject({ status: 'error', type: 'player_inactive' })
    expect(refusal(await player.get('/player/profile'))).toEqual([403, 'player_inactive'])
    expect(refusal(await world.visitor().get('/player/verify-token'))).toEqual([401, 'session_invalid'])
  })

  it('can be ended here, everywhere, or on another device', async () => {
    const player = await world.player()
    const first = player.token()
    const second = (await player.post('/login', { mobile: player.mobile, password: player.password })).json.token
    const open = async (token: string | undefined) => {
      player.use(token)
      return (await player.get('/player/profile')).status
    }
    player.use(second)
    const { devices } = (await player.get('/player/devices')).json
    expect(devices).toHaveLength(2)
    const other = devices.find((device: { current: boolean }) => !device.current)
    expect((await player.delete(`/player/devices/${other.id}`)).status).toBe(200)
    expect([await open(first), await open(second)]).toEqual([401, 200])
    const third = (await player.post('/login', { mobile: player.mobile, password: player.password })).json.token
    player.use(third)
    expect((await player.post('/player/logout-everywhere')).json).toMatchObject({ ended: 2 })
    expect([await open(second), await open(third)]).toEqual([401, 401])
  })

  it('expires when idle, and at its maximum age in any case', async () => {
    const idle = await world.player()
    const busy = await world.player()
    for (let hours = 0; hours < 30 * 24; hours += 11) {
      world.clock.leap(11 * 3_600_000)
      const expected = hours + 11 > 30 * 24 ? 401 : 200
      expect((await busy.get('/player/profile')).status).toBe(expected)
    }
    expect((await idle.get('/player/profile')).status).toBe(401)
  })

  it('of one player gives no access to another’s data', async () => {
    const [one, two] = [await world.player(), await world.player()]
    const { devices } = (await two.get('/player/devices')).json
    expect(refusal(await one.delete(`/player/devices/${devices[0].id}`))).toEqual([404, 'not_found'])
    expect(refusal(await one.get(`/player/profile?player_id=${two.id}`))).toEqual([403, 'player_mismatch'])
    expect((await one.get(`/player/profile?player_id=${one.id}`)).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  it('is reset with a code, which ends every session; an unknown number gets the same answer', async () => {
    const player = await world.player()
    const browser = world.visitor()
    const asked = await browser.post('/forgot-password', { mobile: player.mobile })
    const unknown = await browser.post('/forgot-password', { mobile: world.newMobile() })
    expect(Object.keys(asked.json)).toEqual(Object.keys(unknown.json))
    expect([asked.status, asked.json.status]).toEqual([unknown.status, unknown.json.status])
    const { reset_token } = (
      await browser.post('/authentication-otp-verify', {
        otp: await world.inbox.code(player.mobile),
        mobile: player.mobile,
        type: 'forgot_password',
      })
    ).json
    expect(refusal(await browser.post('/reset-password', { reset_token, password: 'qwertyuiop' }))).toEqual([
      422,
      'password_weak',
    ])
    expect((await browser.post('/reset-password', { reset_token, password: 'wind-over-water' })).status).toBe(200)
    expect(refusal(await browser.post('/reset-password', { reset_token, password: 'wind-over-water' }))).toEqual([
      422,
      'reset_expired',
    ])
    expect((await player.get('/player/profile')).status).toBe(401)
    expect((await player.post('/login', { mobile: player.mobile, password: 'wind-over-water' })).status).toBe(200)
  })

  it('is changed only with the current password and the session cookie', async () => {
    const player = await world.player()
    expect(
      refusal(await player.post('/player/change-password', { current_password: 'wrong', password: 'wind-over-water' })),
    ).toEqual([401, 'credentials_wrong'])
    const thief = world.visitor()
    thief.use(player.token())
    expect(
      refusal(
        await thief.post('/player/change-password', { current_password: player.password, password: 'wind-over-water' }),
      ),
    ).toEqual([401, 'session_invalid'])
    expect(
      (await player.post('/player/change-password', { current_password: player.password, password: 'wind-over-water' }))
        .status,
    ).toBe(200)
  })
})
