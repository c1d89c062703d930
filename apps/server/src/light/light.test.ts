import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { openLightBrowser, registerByForms } from '../../test/light-browser.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('registering and signing in', () => {
  it('opens an account by two forms, and signs in again by one', async () => {
    const { browser, mobile, password, player_name } = await registerByForms(world)
    expect(browser.text()).toContain(player_name)
    expect(browser.text()).toContain('N$0.00')
    const out = await browser.submit('sign-out')
    expect(out.text).toContain('You are signed out.')
    await browser.get('/light/login')
    const home = await browser.submit('login', { mobile, password, market: 'NA' })
    expect(home.url).toBe('/light')
    expect(home.text).toContain('N$0.00')
  })

  it('keeps what was typed and marks each fault beside its field, never the password', async () => {
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
    expect(page.text).toContain('Die selfoonnommer of die wagwoord is nie reg nie.')
  })

  it('sets a new password by a code', async () => {
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
  it('is a list in the reader’s language, and is read once it was shown', async () => {
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
  it('is a file behind a link of the account’s page, five times an hour, and to nobody without a session', async () => {
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
