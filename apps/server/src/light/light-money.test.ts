import { createHash } from 'node:crypto'
import { texts } from '@dhow/contract/player-texts-en'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openLightBrowser, registerByForms } from '../../test/light-browser.ts'
import { screenshot } from '../../test/pictures.ts'
import { openWorldWithSandbox, type Sandbox } from '../../test/sandbox.ts'
import type { World } from '../../test/world.ts'
import { style } from './style.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

type Registered = Awaited<ReturnType<typeof registerByForms>>
const balance = async ({ id }: Registered) => (await world.balance(id)).cashMinor
const deposits = async ({ api }: Registered) => (await api.get('/player/deposit-history')).json.data as { id: string }[]
const eft = '/light/pay/manual-namibia?amount=250'

describe('the cashier', () => {
  it('loads in at most 14 kB with headers and style, and forbids scripts', async () => {
    const { browser } = await registerByForms(world)
    const page = await browser.get('/light/cashier')
    const headers = Object.entries(page.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    expect(Buffer.byteLength(page.html) + Buffer.byteLength(headers.join(''))).toBeLessThanOrEqual(14 * 1024)
    expect(Buffer.byteLength(style)).toBeLessThanOrEqual(3_072)
    expect(page.headers['content-encoding']).toBeUndefined()
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/,
    )
    const inPage = /<style>(.*?)<\/style>/s.exec(page.html)?.[1] ?? ''
    const hash = createHash('sha256').update(inPage).digest('base64')
    expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`)
    expect(page.headers['cache-control']).toBe('no-store')
    // The page loads no other resources.
    expect(page.html).not.toMatch(/<script|<img|<link rel="(?!icon" href="data:,")|url\(/)
  })

  it('shows the specified sentence at an amount outside the limits, and keeps the amount', async () => {
    const { browser } = await registerByForms(world)
    const cashier = await browser.get('/light/cashier')
    const method = /name="method"\s+value="([^"]+)"\s+checked/.exec(cashier.html)?.[1]
    for (const [amount, sentence] of [
      ['', 'Amount is required'],
      ['many', 'Enter a valid number'],
      ['1', 'Minimum allowed is N$ '],
      ['9999999', 'Maximum allowed is N$ '],
    ] as const) {
      const page = await browser.get(`/light/cashier?amount=${amount}&method=${method}`)
      expect([page.status, page.html.includes(`id="f-amount-e">${sentence}`)]).toEqual([422, true])
      expect(page.html).toContain(`value="${amount}"`)
    }
  })

  it('leads from amount and method to the payment details, the deposit’s own page and the history', async () => {
    const player = await registerByForms(world)
    const { browser } = player
    await browser.get('/light/cashier')
    const method = /name="method"\s+value="([^"]+)"\s+checked/.exec(browser.page()?.html ?? '')?.[1]
    const pay = await browser.get(`/light/cashier?amount=N%24+250&method=${method}`)
    expect(pay.url).toBe(eft)
    expect(pay.text).toContain('2. Pay N$250.00')
    expect(pay.text).toContain('Account number')
    const wording = vi.spyOn(texts, 'line_account_number').mockReturnValue('Number of our account')
    expect((await browser.get(eft)).text).toContain('Number of our account')
    wording.mockRestore()
    const empty = await browser.submitFile('report', { utr: '' })
    expect(empty.html).toContain('id="f-utr-e">UTR number is required')
    const sent = await browser.submitFile('report', { utr: 'EFT 2026 00017' })
    expect(sent.url).toMatch(/^\/light\/payments\/dep_\w+\?done=deposit_received$/)
    expect(sent.text).toContain('We have your deposit and will check it.')
    const history = await browser.get('/light/deposits')
    expect(history.text).toContain('N$250.00')
    expect(history.text).toContain('Pending')
  })

  it('gives a repeated submission the first answer, and refuses other content under its key', async () => {
    const player = await registerByForms(world)
    const { browser } = player
    await browser.get(eft)
    const { fields } = browser.findForm('report')
    const first = await browser.submitFile('report', { utr: 'EFT 2026 00018' })
    await browser.get(eft)
    const again = await browser.submitFile('report', { ...fields, utr: 'EFT 2026 00018' })
    expect(again.url).toBe(first.url)
    await browser.get(eft)
    const other = await browser.submitFile('report', { ...fields, utr: 'EFT 2026 00019' })
    expect(other.text).toContain('This key was already used for a different request.')
    expect(await deposits(player)).toHaveLength(1)
  })

  it('redeems a voucher once, in two steps', async () => {
    const player = await registerByForms(world)
    const { browser } = player
    const { pin } = await sandbox.voucher('good', '220.50')
    await browser.get('/light/voucher')
    const checked = await browser.submit('voucher', { pin })
    expect(checked.text).toContain('Valid voucher: N$220.50')
    expect(await balance(player)).toBe(0n)
    const { fields } = browser.findForm('voucher')
    const done = await browser.submit('voucher')
    expect(done.text).toContain('The voucher was added to your balance.')
    expect((await browser.post('/light/voucher', fields)).url).toBe(done.url)
    expect(await balance(player)).toBe(22_050n)
  })

  it('sends an Indian transfer with its screenshot, and shows an error if that is missing', async () => {
    const { browser } = await registerByForms(world, 'IN')
    await browser.get('/light/pay/manual-india?amount=500')
    const without = await browser.submitFile('report', { utr: '412345678901' })
    expect(without.html).toContain('id="f-image-e">Add a screenshot of the payment.')
    expect(without.html).toContain('value="412345678901"')
    const sent = await browser.submitFile('report', {}, await screenshot(1))
    expect(sent.url).toMatch(/^\/light\/payments\/dep_/)
  })

  it('starts a payment at a service once, and links to the service’s page', async () => {
    const player = await registerByForms(world, 'IN')
    const { browser } = player
    await browser.get('/light/pay/at-apay?amount=500')
    const { fields } = browser.findForm('start')
    const started = await browser.submit('start')
    expect(started.html).toMatch(/<a class="btn" href="http[^"]+">Continue payment<\/a>/)
    expect((await browser.post('/light/pay/at-apay', fields)).url).toBe(started.url)
    expect(await deposits(player)).toHaveLength(1)
  })
})

describe('a withdrawal', () => {
  it('pays to an account that was added with a code, after another code', async () => {
    const player = await registerByForms(world)
    const { browser, mobile } = player
    await world.fund(player.id, '500.00')
    await browser.get('/light/accounts')
    world.clock.leap(61_000)
    const account = { kind: 'wallet_na', holder: 'Sandbox Person', number: '0812345678' }
    await browser.submit('add', account)
    expect(browser.text()).toContain('We sent a code to your mobile.')
    const wrong = await browser.submit('add', { otp: '000000' })
    expect(wrong.text).toContain('That code is wrong or has expired.')
    expect(wrong.html).toContain('value="Sandbox Person"')
    const saved = await browser.submit('add', { otp: await world.inbox.code(mobile) })
    expect(saved.text).toContain('Payout account saved.')
    await world.clock.advance(25 * 3_600_000)
    await browser.get('/light/login')
    await browser.submit('login', { mobile, password: player.password, market: 'NA' })
    await browser.get('/light/withdraw')
    const tooMuch = await browser.submit('request', { amount: 'lots' })
    expect(tooMuch.html).toContain('id="f-amount-e">Enter a valid number')
    await browser.submit('request', { amount: '100' })
    const asked = await browser.submit('request', { otp: await world.inbox.code(mobile) })
    expect(asked.url).toMatch(/^\/light\/payouts\/wd_\w+\?done=withdrawal_received$/)
    expect((await browser.get('/light/withdrawals')).text).toContain('N$100.00')
    expect(await balance(player)).toBe(40_000n)
  })
})

describe('a form', () => {
  it('with the key of another session, or a forged one, changes nothing', async () => {
    const [mine, other] = [await registerByForms(world), await registerByForms(world)]
    await mine.browser.get(eft)
    const { fields } = mine.browser.findForm('report')
    const sent = { ...fields, utr: 'EFT 2026 00020' }
    for (const forged of [sent, { ...sent, key: '' }, { ...sent, key: `${'1'.repeat(31)}.${'A'.repeat(22)}` }]) {
      const page = await other.browser.post('/light/pay/manual-namibia', forged)
      expect(page.status).toBe(403)
      expect(page.text).toContain('This form was open for too long. Please send it again.')
      expect(page.html).toContain('value="EFT 2026 00020"')
    }
    expect(await deposits(other)).toHaveLength(0)
  })

  it('submits nothing without the session’s cookies, which other sites cannot send', async () => {
    const { browser } = await registerByForms(world)
    await browser.get(eft)
    const { fields } = browser.findForm('report')
    const stranger = openLightBrowser(world)
    expect((await stranger.post('/light/pay/manual-namibia', { ...fields, utr: 'EFT 2026 00021' })).url).toBe(
      '/light/login',
    )
    const cookies = await world.app.portal.fastify.inject({ method: 'GET', url: '/light/login' })
    expect(String(cookies.headers['set-cookie'])).toMatch(/^dhow_device=.*HttpOnly/)
  })

  const hostile = [
    '<script>alert(1)</script>',
    `"><img src=x onerror=alert(1)>`,
    `' onfocus='alert(1)' autofocus='`,
    '\u202eevil\u202c \u2066rtl\u2069',
    '&lt;b&gt; &amp;quot; &#x22;',
    '${7*7} {{7*7}} {amount}',
    '</textarea></form><form action=//evil.example>',
    'x'.repeat(10_000),
    '\ud83c\udf0a\u0000\u0007',
  ]
  it.each(hostile)('shows %j as text', async (text) => {
    const browser = openLightBrowser(world)
    await browser.get('/light/register')
    const page = await browser.submit('register', { player_name: text, mobile: text, market: text })
    expect(page.status).toBe(422)
    expect(page.html.replace(/"[^"]*"/g, '""')).not.toMatch(/<(script|img)\b|<[^>]*\son\w+=|evil\.example/)
    expect(page.html.match(/<form/g)).toHaveLength(1)
    // The browser decodes exactly the typed text.
    expect(browser.findForm('register').fields['player_name']).toBe(text)
    expect(page.html.length).toBeLessThan(40_000)
  })

  it('does not redirect to another site after a change of language', async () => {
    const browser = openLightBrowser(world)
    for (const back of [
      '//evil.example',
      'https://evil.example',
      '/light//evil',
      '/\\evil.example',
      '/light/@evil\r\nx: y',
    ]) {
      const page = await browser.get(`/light/prefer?language=hi&back=${encodeURIComponent(back)}`)
      expect(page.url).toMatch(/^\/light/)
    }
    expect(browser.page()?.html).toContain('<html lang="hi"')
  })
})
