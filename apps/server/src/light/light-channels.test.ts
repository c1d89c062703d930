import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLightBrowser, registerByForms } from '../../test/light-browser.ts'
import { openMailWorld, type MailWorld } from '../../test/mailbox.ts'
import { openWorld } from '../../test/world.ts'

/** Choice of message channels on the pages without scripts. */

let mail: MailWorld
let world: MailWorld['world']
beforeAll(async () => {
  mail = await openMailWorld()
  ;({ world } = mail)
})
afterAll(() => mail.close())

type Visitor = Awaited<ReturnType<typeof registerByForms>>
const channelsOf = async ({ api }: Visitor) => (await api.get('/player/channels')).json

describe('the channels page', () => {
  it('is linked from the account, and requires a session', async () => {
    const { browser } = await registerByForms(world)
    expect((await browser.get('/light')).html).toContain('<a href="/light/channels">How we reach you</a>')
    const { text } = await browser.get('/light/channels')
    for (const words of ['Text messages', 'E-mail', 'Offers', 'Notifications need the full portal'])
      expect(text).toContain(words)
    expect((await openLightBrowser(world).get('/light/channels')).url).toBe('/light/login')
  })

  it('switches text messages and offers on and off separately', async () => {
    const player = await registerByForms(world)
    const { browser } = player
    const before = await channelsOf(player)
    expect([before.channels.sms, before.offers]).toEqual([true, { allowed: false, since: null }])
    await browser.get('/light/channels')
    expect(browser.text()).toContain('We send no offers unless you agree.')
    const agreed = await browser.submit('offers', { offers: 'yes' })
    expect([agreed.url, agreed.text]).toEqual([
      '/light/channels?done=channels_saved',
      expect.stringContaining('Saved.'),
    ])
    expect(agreed.text).toContain('You agreed on')
    expect(agreed.html).toMatch(/<input type="checkbox" value="yes" name="offers"\s*checked/)
    await browser.submit('sms', { sms: '' })
    const after = await channelsOf(player)
    expect([after.channels.sms, after.offers.allowed]).toEqual([false, true])
    await browser.submit('offers', { offers: '' })
    expect(browser.text()).toContain('You stopped offers on')
    expect((await channelsOf(player)).offers.allowed).toBe(false)
  })

  it('adds an address with the code sent there, shows an error at its field, and removes the address', async () => {
    const player = await registerByForms(world)
    const { browser } = player
    const address = mail.newAddress()
    await browser.get('/light/channels')
    const wrong = await browser.submit('address', { address: 'nobody' })
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringMatching(/value="nobody"/)])
    const asked = await browser.submit('address', { address })
    expect(asked.text).toContain(`We sent a code to ${address}.`)
    await mail.send()
    const code = await mail.code(address)
    const faulty = await browser.submit('confirm', { otp: code === '111111' ? '222222' : '111111' })
    expect(faulty.status).toBe(422)
    const confirmed = await browser.submit('confirm', { otp: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(confirmed.text).toContain('Your e-mail address is confirmed.')
    expect(confirmed.text).toContain(`E-mails go to ${address}.`)
    await browser.submit('email', { email: 'yes', email_sums: 'yes' })
    expect((await channelsOf(player)).channels).toMatchObject({ email: true, email_sums: true, sms: true })
    await browser.submit('email', { email: 'yes', email_sums: '' })
    expect((await channelsOf(player)).channels).toMatchObject({ email: true, email_sums: false })
    const removed = await browser.submit('remove')
    expect(removed.text).toContain('Your e-mail address was removed.')
    expect((await channelsOf(player)).email.address).toBeNull()
  })

  it.each([
    ['hi', 'हम आप तक कैसे पहुँचें', 'नोटिफ़िकेशन के लिए पूरा पोर्टल चाहिए'],
    ['af', 'Hoe ons jou bereik', 'Kennisgewings het die volle portaal nodig'],
  ])('is there in %s', async (language, title, push) => {
    const { browser } = await registerByForms(world, 'NA', { 'accept-language': language })
    const { text } = await browser.get('/light/channels')
    for (const words of [title, push]) expect(text).toContain(words)
  })

  it('does not mention e-mail if the portal sends none', async () => {
    const without = await openWorld({}, { withoutJobs: true })
    const { browser } = await registerByForms(without)
    await browser.get('/light/channels')
    expect(browser.text()).not.toContain('E-mail')
    expect(() => browser.findForm('address')).toThrow('has no form address')
    await without.close()
  })
})
