import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreeRoundDesk } from '../../test/free-rounds.ts'
import { openWorld, type World } from '../../test/world.ts'
import { openLightBrowser, registerByForms } from '../../test/light-browser.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('registering and signing in', () => {
  it('opens an account with two forms, and signs in again with one', async () => {
    const { browser, mobile, password, player_name } = await registerByForms(world)
    expect(browser.text()).toContain(player_name)
    expect(browser.text()).toContain('N$0.00')
    const out = await browser.submit('sign-out')
    expect(out.text).toContain('You are logged out.')
    await browser.get('/light/login')
    const home = await browser.submit('login', { mobile, password, market: 'NA' })
    expect(home.url).toBe('/light')
    expect(home.text).toContain('N$0.00')
  })

  it('keeps typed values except the password, and shows each error at its field', async () => {
    const browser = openLightBrowser(world)
    await browser.get('/light/register')
    const page = await browser.submit('register', {
      player_name: 'a',
      mobile: '12',
      password: 'short-one',
      accept_terms: 'yes',
    })
    expect(page.status).toBe(422)
    expect(page.html).toContain('id="f-player_name-e">Use 3 to 20 letters')
    expect(page.html).toMatch(
      /name="player_name"[^>]*aria-invalid="true"[^>]*aria-describedby="f-player_name-h f-player_name-e"/,
    )
    expect(page.html).toMatch(/value="12"/)
    expect(page.html).not.toContain('short-one')
  })

  it('answers a wrong password with the sentence of the catalogue in the reader’s language', async () => {
    const browser = openLightBrowser(world, { 'accept-language': 'af' })
    await browser.get('/light/login')
    const page = await browser.submit('login', { mobile: world.newMobile(), password: 'not this one', market: 'NA' })
    expect(page.status).toBe(401)
    expect(page.html).toContain('<html lang="af"')
    expect(page.text).toContain('Die selfoonnommer of die wagwoord is verkeerd.')
  })

  it('sets a new password with a code', async () => {
    const { browser, mobile } = await registerByForms(world)
    await browser.submit('sign-out')
    await browser.get('/light/forgot')
    world.clock.leap(61_000)
    await browser.submit('forgot', { mobile, market: 'NA' })
    await browser.submit('code', { otp: await world.inbox.code(mobile) })
    const login = await browser.submit('new-password', { password: 'another-calm-sea' })
    expect(login.url).toBe('/light/login?done=password_changed')
    const home = await browser.submit('login', { mobile, password: 'another-calm-sea', market: 'NA' })
    expect(home.url).toBe('/light')
  })
})

describe('the inbox', () => {
  it('is a list in the reader’s language, and is marked as read once shown', async () => {
    const { browser, api } = await registerByForms(world, 'NA', { 'accept-language': 'af' })
    await browser.get('/light/messages')
    expect(browser.text()).toContain('Nog geen boodskappe nie')
    await api.put('/player/limits', { kind: 'deposit', period: 'day', amount: '500' })
    await browser.get('/light')
    expect(browser.text()).toContain('Boodskappe (1)')
    await browser.get('/light/messages')
    expect(browser.text()).toContain('Daaglikse depositoperk: N$500,00. Dit geld van nou af.')
    await browser.get('/light')
    expect(browser.text()).not.toContain('Boodskappe (')
  })
})

describe('the player’s own data', () => {
  it('is a file linked from the account page, five times an hour, and requires a session', async () => {
    const { browser, mobile } = await registerByForms(world)
    expect((await browser.get('/light')).html).toContain('<a href="/light/data">Download my data</a>')
    const file = await browser.get('/light/data')
    expect(JSON.parse(file.html)).toMatchObject({ format: 'dhow player data 1', account: { mobile } })
    expect(file.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringContaining('dhow-my-data.json'),
      'cache-control': 'no-store',
    })
    for (let n = 1; n < 5; n++) expect((await browser.get('/light/data')).status).toBe(200)
    const refused = await browser.get('/light/data')
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect((await openLightBrowser(world).get('/light/data')).url).toBe('/light/login')
  })
})

describe('free rounds', () => {
  it('that can be played are listed with stake, wins, end and a link to their game; others are not', async () => {
    const { browser, id } = await registerByForms(world)
    expect((await browser.get('/light')).html).not.toContain('/light/free-rounds')
    expect((await browser.get('/light/free-rounds')).text).toContain('No free rounds')
    const manager = await world.operator('manager')
    const desk = openFreeRoundDesk(world, manager)
    const given = await desk.give(id)
    await desk.give(id, { game: 'game_keno', rounds: 1 })
    expect((await browser.get('/light')).html).toContain('<a href="/light/free-rounds">Free rounds</a>')
    const both = await browser.get('/light/free-rounds')
    expect(both.text).toContain('3 of 3 left · N$2.00 a round, on us · Won N$0.00 of at most N$50.00')
    expect(both.text).toMatch(/Pearl Dice Wins are cash\. Until \d+ \w+ \d{4}/)
    expect(both.html).toMatch(
      /<a class="btn quiet" href="\/play\/dice" aria-label="Play in the full portal: Pearl Dice"/,
    )
    expect(both.html).toContain('href="/play/keno"')
    await manager.post(`/staff/free-rounds/${given.json.grant.id}/stop`, { reason: 'A mistake' })
    const one = await browser.get('/light/free-rounds')
    expect(one.html).not.toContain('/play/dice')
    expect(one.text).toContain('1 of 1 left')
    expect((await openLightBrowser(world).get('/light/free-rounds')).url).toBe('/light/login')
  })

  it.each([
    ['hi', 'मुफ़्त राउंड', 'पूरे पोर्टल में खेलें'],
    ['af', 'Gratis rondtes', 'Speel in die volle portaal'],
  ])('are there in %s', async (language, title, play) => {
    const { browser, id } = await registerByForms(world, 'NA', { 'accept-language': language })
    await openFreeRoundDesk(world, await world.operator('manager')).give(id)
    const { text } = await browser.get('/light/free-rounds')
    expect(text).toContain(title)
    expect(text).toContain(play)
  })
})

describe('closing the account', () => {
  const mayAskAgain = ({ id, mobile }: { id: string; mobile: string }) =>
    Promise.all([id, mobile].map((one) => world.app.features.attempts.forget(world.db.kysely, 'code.', one)))

  it('needs a code, signs out, and can be cancelled after signing in again', async () => {
    const player = await registerByForms(world)
    const { browser, api, mobile, password } = player
    expect((await browser.get('/light')).html).toContain('<a href="/light/close">Close your account</a>')
    expect((await browser.get('/light/close')).text).toContain('For 14 days you can log in and keep your account.')
    await mayAskAgain(player)
    expect((await browser.submit('close')).text).toContain('We sent a code to your mobile.')
    const code = await world.inbox.code(mobile)
    const wrong = await browser.submit('close', { otp: code === '111111' ? '222222' : '111111' })
    expect([wrong.status, wrong.url]).toEqual([422, '/light/close'])
    expect((await api.get('/player/closing')).json.closing).toBeNull()
    const closed = await browser.submit('close', { otp: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(closed.url).toBe('/light/login?done=account_closing')
    expect(closed.text).toContain('Log in within 14 days if you want to keep it.')
    expect((await browser.get('/light/close')).url).toBe('/light/login')

    await browser.submit('login', { mobile, password, market: 'NA' })
    const running = await browser.get('/light/close')
    expect(running.text).toMatch(/Your account will be closed on .+ Until then you cannot bet or deposit\./)
    const kept = await browser.submit('keep')
    expect([kept.url, kept.text]).toEqual(['/light?done=account_kept', expect.stringContaining('stays open.')])
    expect((await browser.get('/light/close')).text).toContain('You can close it now.')
  })

  it('lists each obstacle with a link, and lets the player give back a bonus', async () => {
    const { browser, api, id } = await registerByForms(world)
    await world.fund(id, '50.00')
    expect((await api.post('/player/bonuses/rule_sandbox_welcome_na/claim')).status).toBe(200)
    await api.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
      ...{ manual_deposit_id: '2', amount: '500', utr: 'CLOSELIGHT' },
    })
    const page = await browser.get('/light/close')
    expect(page.text).toContain('Withdraw your balance of N$50.00.')
    expect(page.html).toMatch(/balance of N\$50\.00\.\s*<a href="\/light\/withdraw">Withdraw<\/a>/)
    expect(page.html).toMatch(/A deposit of N\$500\.00 is open[^<]*<a href="\/light\/payments\/dep_\w+">View<\/a>/)
    expect(() => browser.findForm('close')).toThrow('has no form close')
    const without = await browser.submit('bonus')
    expect(without.text).toContain('The bonus was cancelled.')
    expect(without.text).not.toContain('an active bonus of')
  })

  it.each([
    ['hi', 'अपना खाता बंद करें', 'कोड भेजें'],
    ['af', 'Sluit jou rekening', 'Stuur die kode'],
  ])('is there in %s', async (language, title, button) => {
    const { browser } = await registerByForms(world, 'NA', { 'accept-language': language })
    const { text } = await browser.get('/light/close')
    expect(text).toContain(title)
    expect(text).toContain(button)
  })
})
