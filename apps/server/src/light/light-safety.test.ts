import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLightBrowser, registerByForms } from '../../test/light-browser.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('limits', () => {
  it('are set at once, raised after 24 hours and a confirmation, and unchanged if the raise is withdrawn', async () => {
    const { browser, api } = await registerByForms(world)
    await browser.get('/light/limits')
    const set = await browser.submit('set', { limit: 'deposit-week', amount: '1 000' })
    expect(set.text).toContain('Your limit applies from now on.')
    expect(set.text).toContain('N$1,000.00')
    const raised = await browser.submit('set', { limit: 'deposit-week', amount: '2000' })
    expect(raised.text).toContain('You can confirm this change in 24 hours.')
    const early = await browser.submit('confirm')
    expect(early.text).toContain('You can confirm a higher limit 24 hours after you asked for it.')
    await browser.get('/light/limits')
    const kept = await browser.submit('keep')
    expect(kept.text).toContain('Your limit has not changed.')
    const { limits } = (await api.get('/player/limits')).json
    const limit = limits.find(
      (one: { kind: string; period: string }) => one.kind === 'deposit' && one.period === 'week',
    )
    expect([limit.amount, limit.pending]).toEqual(['1000.00', null])
  })

  it('that are no number get an error at the field', async () => {
    const { browser } = await registerByForms(world)
    await browser.get('/light/limits')
    const page = await browser.submit('set', { limit: 'loss-day', amount: 'little' })
    expect(page.html).toContain('id="f-amount-e">Enter a valid number')
    expect(page.html).toContain('value="little"')
    expect((await browser.submit('set', { limit: 'joy-day', amount: '5' })).html).toContain('id="f-limit-e">')
  })
})

describe('a break and an exclusion', () => {
  it('begin after confirmation, and close the cashier', async () => {
    const { browser, api } = await registerByForms(world)
    await browser.get('/light/break')
    expect((await browser.submit('break', { days: '7' })).html).toContain('id="f-sure-e">This is required')
    const started = await browser.submit('break', { days: '7', sure: 'yes' })
    expect(started.text).toContain('Your break has started. You can still withdraw.')
    expect((await api.get('/player/limits')).json.block.kind).toBe('time_out')
    expect((await browser.get('/light/cashier')).text).toContain('You are taking a break until 28 Nov 2026')
    expect((await browser.get('/light/pay/manual-namibia?amount=250')).text).toContain('Deposits are switched off')
  })

  it('are permanent only after the confirming word was typed', async () => {
    const { browser, api } = await registerByForms(world)
    await browser.get('/light/exclude')
    const page = await browser.submit('exclude', { months: 'for-good', confirm: 'yes' })
    expect(page.html).toContain('id="f-confirm-e">Write EXCLUDE to confirm')
    const done = await browser.submit('exclude', { months: 'for-good', confirm: 'EXCLUDE' })
    expect(done.text).toContain('You are excluded from play. You can still withdraw.')
    expect((await api.get('/player/limits')).json.block).toMatchObject({ kind: 'self_exclusion', until: null })
  })
})

describe('help', () => {
  it('sends a question about a payment once per message, and shows the answer on the same page', async () => {
    const { browser, id } = await registerByForms(world)
    const support = await world.operator('support')
    await browser.get('/light/pay/manual-namibia?amount=250')
    const payment = await browser.submitFile('report', { utr: 'EFT 2026 00031' })
    const paymentId = /payments\/(\w+)/.exec(payment.url)?.[1] ?? ''
    await browser.get('/light/help')
    await browser.get(`/light/help/${paymentId}`)
    expect((await browser.submit('ask', { text: '' })).html).toContain('id="f-text-e">Write a message')
    const { fields } = browser.findForm('ask')
    const text = 'Where is it? <b>\u202eWhere</b>'
    const asked = await browser.submit('ask', { text })
    expect(asked.html).toContain('<bdi>Where is it? &lt;b&gt;\u202eWhere&lt;/b&gt;</bdi>')
    await browser.post(`/light/help/${paymentId}`, { ...fields, text })
    const cases = (await support.get('/staff/help-cases')).json.cases
    const mine = cases.find((one: { player: { id: string } }) => one.player.id === id)
    expect(mine.messages).toHaveLength(1)
    await support.post(`/staff/help-cases/${mine.id}/answer`, { text: 'On its way.', close: true })
    expect((await browser.get(`/light/help/${paymentId}`)).text).toContain('On its way.')
  })

  it('is public', async () => {
    const browser = openLightBrowser(world)
    expect((await browser.get('/light/safe')).text).toContain('LifeLine/ChildLine')
    expect((await browser.get('/light/help')).text).toContain('@')
  })
})

describe('a page', () => {
  it('that does not exist shows a sentence, and so does a closed portal', async () => {
    const browser = openLightBrowser(world, { 'accept-language': 'hi' })
    const nothing = await browser.get('/light/nowhere')
    expect([nothing.status, nothing.html.includes('lang="hi"')]).toEqual([404, true])
    expect((await browser.get('/light/limits')).url).toBe('/light/login')
    await world.app.features.portal.change({
      portal: { ...world.app.features.portal.settings().portal, open: false, message: 'Closed <today>' },
    })
    const closed = await browser.get('/light/register')
    expect([closed.status, closed.html.includes('Closed &lt;today&gt;')]).toEqual([403, true])
    await world.app.features.portal.change({
      portal: { ...world.app.features.portal.settings().portal, open: true, message: null },
    })
  })
})
