import './tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuthenticator } from '../../../test/authenticator.ts'
import { addPasskey, beginPasskey } from '../../../test/player-passkeys.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Player = Awaited<ReturnType<World['player']>>
type Visitor = ReturnType<World['visitor']>
type Device = ReturnType<typeof openAuthenticator>
let world: World
let origin: string
let player: Player
let stranger: Player
let device: Device
let theirs: Device

const refusal = ({ status, json }: Answer) => [status, json.code]
const wrong = [422, 'player_passkey_wrong']
const add = (by: Pick<Player, 'post'>, credential: object, name?: string) =>
  by.post('/player/passkeys', { name, credential })
const remove = (by: Player, id: string, current_password = by.password) =>
  by.post(`/player/passkeys/${id}/remove`, { current_password })
const listPlayerPasskeys = async (of: Player) => (await of.get('/player/passkeys')).json.passkeys
const messagesOf = async (of: Player): Promise<[string, object][]> =>
  (await of.get('/player/messages')).json.messages.map(({ kind, params }: { kind: string; params: object }) => [
    kind,
    params,
  ])
/** A browser with the options of a sign-in. */
async function beginSignIn(browser: Visitor = world.visitor()) {
  const begun = await browser.post('/login/passkey/begin', {})
  expect(begun.status).toBe(200)
  const finish = (credential: object, headers?: Record<string, string>) =>
    browser.post('/login/passkey', { credential }, headers)
  return { browser, options: begun.json.options, finish }
}
const signIn = async (by: Device, browser?: Visitor) => {
  const { options, finish } = await beginSignIn(browser)
  return finish(by.sign(options))
}

const invalidAnswers: [string, object][] = [
  ['of another origin', { origin: 'https://portal.evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['whose device has not checked its user', { userVerified: false }],
  ['over another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
]

beforeAll(async () => {
  world = await openWorld({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'cf-ipcountry' })
  origin = world.config.origins.portal
  player = await world.player()
  stranger = await world.player()
  ;({ device } = await addPasskey(world, player, 'My phone'))
  theirs = (await addPasskey(world, stranger)).device
})
afterAll(() => world.close())

describe('a passkey of a player', () => {
  it('is added and removed with the password, has a name, and each change notifies the player', async () => {
    const one = await world.player()
    const { id } = await addPasskey(world, one, ' Work phone ')
    await addPasskey(world, one)
    const [named, unnamed] = await listPlayerPasskeys(one)
    expect(named).toEqual({ id, name: 'Work phone', created_at: named.created_at, last_used_at: null })
    expect(unnamed.name).toBe((await one.get('/player/devices')).json.devices[0].label)
    expect(refusal(await remove(one, id, 'not the password'))).toEqual([401, 'credentials_wrong'])
    expect((await remove(one, id)).status).toBe(200)
    expect((await listPlayerPasskeys(one)).map((left: { id: string }) => left.id)).toEqual([unnamed.id])
    const told = (await messagesOf(one)).filter(([kind]) => kind.startsWith('passkey_'))
    expect(told).toHaveLength(3)
    expect(told).toContainEqual(['passkey_added', { name: 'Work phone' }])
    expect(told).toContainEqual(['passkey_added', { name: unnamed.name }])
    expect(told).toContainEqual(['passkey_removed', { name: 'Work phone' }])
  })

  it('is renamed only by its player, in the signed-in browser, and still signs in', async () => {
    const [one, other] = [await world.player(), await world.player()]
    await addPasskey(world, other, 'Their phone')
    const { id, device: own } = await addPasskey(world, one, 'Phone')
    const rename = (by: Pick<Player, 'post'>, name: unknown) => by.post(`/player/passkeys/${id}/name`, { name })
    expect(refusal(await rename(other, 'Mine'))).toEqual([404, 'not_found'])
    const copied = world.visitor()
    copied.use(one.token())
    expect(refusal(await rename(copied, 'Mine'))).toEqual([401, 'session_invalid'])
    for (const wrongName of ['', '  ', 'x'.repeat(41), 5])
      expect(refusal(await rename(one, wrongName))).toEqual([422, 'invalid_fields'])
    expect((await listPlayerPasskeys(one))[0].name).toBe('Phone')
    const renamed = await rename(one, ' Old phone ')
    expect([renamed.status, renamed.json.passkey.name]).toEqual([200, 'Old phone'])
    expect((await listPlayerPasskeys(one)).map(({ name }: { name: string }) => name)).toEqual(['Old phone'])
    expect((await signIn(own)).status).toBe(200)
  })

  it('is in the timeline when added, renamed and removed in any way', async () => {
    const one = await world.player()
    const { id } = await addPasskey(world, one, 'Phone')
    await addPasskey(world, one, 'Key ring')
    for (const name of ['Old phone', 'Old phone']) {
      await world.clock.advance(1_000)
      expect((await one.post(`/player/passkeys/${id}/name`, { name })).status).toBe(200)
    }
    await world.clock.advance(1_000)
    await remove(one, id)
    const operator = await world.operator('support')
    const { events } = (await operator.get(`/staff/players/${one.id}/timeline?kind=account`)).json
    const told = events
      .map(({ text }: { text: { code: string; params: object } }) => [text.code, text.params])
      .filter(([code]: [string]) => code.startsWith('event_passkey_'))
    expect(told.slice(0, 2)).toEqual([
      ['event_passkey_removed', { name: 'Old phone' }],
      ['event_passkey_renamed', { name: 'Old phone', former: 'Phone' }],
    ])
    expect(told.slice(2)).toHaveLength(2)
    expect(told).toContainEqual(['event_passkey_added', { name: 'Phone' }])
  })

  it('can be added only with the right password, in the signed-in browser', async () => {
    const guessed = await player.post('/player/passkeys/begin', { current_password: 'not the password' })
    expect([...refusal(guessed), Object.keys(guessed.json.errors)]).toEqual([
      ...[401, 'credentials_wrong'],
      ['current_password'],
    ])
    const copied = world.visitor()
    copied.use(player.token())
    const body = { current_password: player.password }
    expect(refusal(await copied.post('/player/passkeys/begin', body))).toEqual([401, 'session_invalid'])
    expect(refusal(await world.visitor().post('/player/passkeys/begin', body))).toEqual([401, 'session_invalid'])
  })

  it('can be seen and removed only by its player', async () => {
    const [own] = await listPlayerPasskeys(player)
    expect(refusal(await remove(stranger, own.id))).toEqual([404, 'not_found'])
    expect((await listPlayerPasskeys(stranger)).map(({ id }: { id: string }) => id)).not.toContain(own.id)
    expect(await listPlayerPasskeys(player)).toHaveLength(1)
  })

  it.each(invalidAnswers)('%s is not added', async (_name, bent) => {
    const options = await beginPasskey(player)
    expect(refusal(await add(player, openAuthenticator(origin).register(options, bent)))).toEqual(wrong)
    expect(await listPlayerPasskeys(player)).toHaveLength(1)
  })

  it('is added once, within five minutes, by the session that requested it, for a challenge to add one', async () => {
    const options = await beginPasskey(player)
    const other = openAuthenticator(origin)
    expect(refusal(await add(stranger, other.register(options)))).toEqual(wrong)
    const bent = { origin: 'https://portal.evil.example' }
    expect(refusal(await add(player, other.register(options, bent)))).toEqual(wrong)
    // The challenge is used up, whatever the result.
    expect(refusal(await add(player, other.register(options)))).toEqual(wrong)
    const late = await beginPasskey(player)
    world.clock.leap(5 * 60_000)
    expect(refusal(await add(player, other.register(late)))).toEqual(wrong)
    const { options: forSignIn } = await beginSignIn(player.browser)
    const registration = { ...(await beginPasskey(player)), challenge: forSignIn.challenge }
    expect(refusal(await add(player, other.register(registration)))).toEqual(wrong)
    const again = await add(stranger, device.register(await beginPasskey(stranger)))
    expect(refusal(again)).toEqual([409, 'player_passkey_taken'])
    expect(await listPlayerPasskeys(player)).toHaveLength(1)
  })

  it('is limited to ten per player', async () => {
    const many = await world.player()
    for (let n = 0; n < 9; n++) await addPasskey(world, many)
    const open = await beginPasskey(many)
    const last = await addPasskey(world, many)
    const body = { current_password: many.password }
    expect(refusal(await many.post('/player/passkeys/begin', body))).toEqual([409, 'player_passkeys_full'])
    const eleventh = await add(many, openAuthenticator(origin).register(open))
    expect(refusal(eleventh)).toEqual([409, 'player_passkeys_full'])
    await remove(many, last.id)
    expect((await many.post('/player/passkeys/begin', body)).status).toBe(200)
  })

  it('is removed by a password reset with a code, and kept by a change with the current password', async () => {
    const one = await world.player()
    const { device: kept } = await addPasskey(world, one, 'Kept')
    const changed = { current_password: one.password, password: 'wind-over-water' }
    expect((await one.post('/player/change-password', changed)).status).toBe(200)
    expect((await signIn(kept)).status).toBe(200)
    const phone = world.visitor()
    await phone.post('/forgot-password', { mobile: one.mobile })
    const answer = { otp: await world.inbox.code(one.mobile), mobile: one.mobile, type: 'forgot_password' }
    const { reset_token } = (await phone.post('/authentication-otp-verify', answer)).json
    expect((await phone.post('/reset-password', { reset_token, password: 'sand-under-wind' })).status).toBe(200)
    expect(refusal(await signIn(kept))).toEqual(wrong)
    const opened = await phone.post('/login', { mobile: one.mobile, password: 'sand-under-wind' })
    phone.use(opened.json.token)
    const told = (await phone.get('/player/messages')).json.messages.map(({ kind }: { kind: string }) => kind)
    expect(told).toContain('passkey_removed')
  })
})

describe('a sign-in by passkey', () => {
  it('opens a session without number, password or code, and tells the player of a new device', async () => {
    const newDevices = async () => (await messagesOf(player)).filter(([kind]) => kind === 'new_device').length
    const before = await newDevices()
    const { browser, options, finish } = await beginSignIn()
    expect(options).toMatchObject({
      ...{ rpId: new URL(origin).hostname, userVerification: 'required', allowCredentials: [] },
    })
    const answer = await finish(device.sign(options))
    expect(answer.json).toMatchObject({ status: 'success', type: 'valid', user: { id: player.id } })
    browser.use(answer.json.token)
    expect((await browser.get('/player/profile')).json.player.id).toBe(player.id)
    expect(await newDevices()).toBe(before + 1)
    const [{ last_used_at }] = await listPlayerPasskeys(player)
    expect(last_used_at).toBe(world.clock.now().toISOString())
    // The session has its cookie, without which it changes nothing.
    const body = { current_password: player.password }
    expect((await browser.post('/player/passkeys/begin', body)).status).toBe(200)
    // A sign-in by password still asks for a code in this browser.
    const byPassword = await browser.post('/login', { mobile: player.mobile, password: player.password })
    expect(byPassword.json.status).toBe('otp_required')
  })

  it.each([...invalidAnswers, ['whose counter went back', { counter: 1 }]] as typeof invalidAnswers)(
    '%s is refused',
    async (_name, bent) => {
      const { browser, options, finish } = await beginSignIn()
      const answer = await finish(device.sign(options, bent))
      expect(refusal(answer)).toEqual(wrong)
      expect([...browser.cookies.keys()]).toEqual(['dhow_device'])
    },
  )

  it('opens the account of the signing passkey, and none if another is named or the signature was changed', async () => {
    const own = await signIn(theirs)
    expect(own.json.user.id).toBe(stranger.id)
    const one = await beginSignIn()
    const named = { ...theirs.sign(one.options), id: device.id, rawId: device.id }
    expect(refusal(await one.finish(named))).toEqual(wrong)
    const other = await beginSignIn()
    const signed = device.sign(other.options)
    const signature = Buffer.from(signed.response.signature, 'base64url')
    signature[signature.length - 1]! ^= 1
    const forged = { ...signed, response: { ...signed.response, signature: signature.toString('base64url') } }
    expect(refusal(await other.finish(forged))).toEqual(wrong)
  })

  it('accepts its challenge once, in the browser that requested it, within five minutes', async () => {
    const { browser, options, finish } = await beginSignIn()
    const signed = device.sign(options)
    const elsewhere = world.visitor()
    await beginSignIn(elsewhere)
    expect(refusal(await elsewhere.post('/login/passkey', { credential: signed }))).toEqual(wrong)
    const cookieless = world.visitor()
    expect(refusal(await cookieless.post('/login/passkey', { credential: signed }))).toEqual(wrong)
    const atOnce = await Promise.all([finish(signed), finish(signed)])
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(refusal(await finish(signed))).toEqual(wrong)
    await beginSignIn(browser)
    expect(refusal(await finish(device.sign(options)))).toEqual(wrong)
    const late = await beginSignIn()
    world.clock.leap(5 * 60_000)
    expect(refusal(await late.finish(device.sign(late.options)))).toEqual(wrong)
    const forAdding = await beginPasskey(player)
    const { finish: misused } = await beginSignIn(player.browser)
    expect(refusal(await misused(device.sign({ ...forAdding, rpId: new URL(origin).hostname })))).toEqual(wrong)
    const moved = await beginSignIn()
    const bytes = Buffer.from(moved.options.challenge as string, 'base64url')
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(16) + 60_000n, 16)
    const bent = device.sign(moved.options, { challenge: bytes.toString('base64url') })
    expect(refusal(await moved.finish(bent))).toEqual(wrong)
  })

  it('deletes answered challenges once they have expired', async () => {
    const count = async () => {
      const answered = world.db.kysely.selectFrom('accounts.answered_challenge').select('challenge')
      return (await answered.execute()).length
    }
    expect((await signIn(device)).status).toBe(200)
    expect(await count()).toBeGreaterThan(0)
    await world.app.features.accounts.sweep()
    expect(await count()).toBeGreaterThan(0)
    world.clock.leap(5 * 60_000 + 1)
    await world.app.features.accounts.sweep()
    expect(await count()).toBe(0)
  })

  it('is refused with a removed passkey', async () => {
    const one = await world.player()
    const { device: lost, id } = await addPasskey(world, one)
    expect((await signIn(lost)).status).toBe(200)
    await remove(one, id)
    expect(refusal(await signIn(lost))).toEqual(wrong)
  })

  it('is refused like any other to a player who is suspended, closed or blocked', async () => {
    const { accounts } = world.app.features
    const one = await world.player()
    const { device: own } = await addPasskey(world, one)
    await world.db.transaction((tx) => accounts.setActive(tx, one.id, false))
    expect(refusal(await signIn(own))).toEqual([403, 'player_inactive'])
    const now = world.clock.now()
    await world.db.kysely
      .insertInto('accounts.player_closing')
      .values({ player_id: one.id, asked_at: now, closes_at: now, closed_at: now })
      .execute()
    expect(refusal(await signIn(own))).toEqual([403, 'closed_by_player'])
    await world.db.kysely.deleteFrom('accounts.player_closing').where('player_id', '=', one.id).execute()
    await world.db.transaction((tx) => accounts.setActive(tx, one.id, true))
    const manager = await world.operator('manager')
    const entry = { kind: 'mobile', value: one.mobile, reason: 'for the test' }
    expect((await manager.post('/staff/blocklists', entry)).status).toBe(200)
    expect(refusal(await signIn(own))).toEqual([403, 'contact_us'])
  })

  it('is allowed for a self-excluded player, who can withdraw but not play', async () => {
    const one = await world.player()
    const { device: own } = await addPasskey(world, one)
    expect((await one.post('/player/self-exclusion', { months: null, confirm: 'EXCLUDE' })).status).toBe(200)
    const { browser, options, finish } = await beginSignIn()
    const answer = await finish(own.sign(options))
    expect(answer.status).toBe(200)
    browser.use(answer.json.token)
    expect(refusal(await browser.post('/games/dhow/launch', {}))).toEqual([403, 'play_blocked'])
  })

  it('is refused from a restricted country', async () => {
    const { portal } = world.app.features
    await portal.change({ countries: { restricted: ['US'], unknown: 'allow' } })
    const browser = world.visitor('portal', { ip: '127.0.0.1' })
    const { options, finish } = await beginSignIn(browser)
    const from = { 'cf-ipcountry': 'US', 'x-forwarded-for': '198.51.100.7' }
    expect(refusal(await finish(device.sign(options), from))).toEqual([403, 'country_restricted'])
    await portal.change({ countries: { restricted: [], unknown: 'allow' } })
  })

  it('is limited to thirty wrong ones in half an hour from one network; right ones do not count', async () => {
    const tries = async (browser: Visitor, wanted: object) => {
      const { options, finish } = await beginSignIn(browser)
      return finish(device.sign(options, wanted))
    }
    const browser = world.visitor()
    for (let n = 0; n < 29; n++) expect(refusal(await tries(browser, { userVerified: false }))).toEqual(wrong)
    for (let n = 0; n < 3; n++) expect((await tries(browser, {})).status).toBe(200)
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await tries(browser, { userVerified: false })).status)
    expect(statuses.at(-1)).toBe(429)
    expect(refusal(await tries(browser, {}))).toEqual([429, 'sign_in_locked'])
    expect((await tries(world.visitor(), {})).status).toBe(200)
    world.clock.leap(30 * 60_000)
    expect((await tries(browser, {})).status).toBe(200)
  })
})
