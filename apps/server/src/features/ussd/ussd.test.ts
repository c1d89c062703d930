import { signWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import './tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorldWithSandbox, sandboxKey, type Sandbox } from '../../../test/sandbox.ts'
import type { World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

type Player = Awaited<ReturnType<World['player']>>
const ussdKey = `whsec_${Buffer.from(sandboxKey).toString('base64')}`

/** One signed call of the gateway. */
async function call(form: Record<string, string>, { key = ussdKey, ageMs = 0 } = {}) {
  const body = new URLSearchParams(form).toString()
  const at = new Date(world.clock.now().getTime() - ageMs)
  const { status, json } = await world.visitor().call('POST', '/ussd', body, {
    'content-type': 'application/x-www-form-urlencoded',
    ...signWebhook(webhookSecret(key), 'msg_step', at, body),
  })
  return { status, text: String(json) }
}

let sessions = 0
const form = (mobile: string, text: string, sessionId = `session-${++sessions}`) => ({
  ...{ sessionId, serviceCode: '*123#', phoneNumber: mobile, text },
})

/** Enters one input after the other, like a person; returns the last screen. */
async function dial({ mobile }: Pick<Player, 'mobile'>, ...typed: string[]): Promise<string> {
  const sessionId = `session-${++sessions}`
  let shown = (await call(form(mobile, '', sessionId))).text
  for (let count = 1; count <= typed.length; count++) {
    expect(shown).toMatch(/^CON /)
    shown = (await call(form(mobile, typed.slice(0, count).join('*'), sessionId))).text
  }
  return shown
}
const block = async (player: Player) => (await player.get('/player/limits')).json.block

describe('the menu', () => {
  it('shows its choices, the balance and the last deposits', async () => {
    const player = await world.player({ balance: '120.50' })
    expect(await dial(player)).toBe(
      'CON Dhow\n1 Balance\n2 Last deposits\n3 Report a payment\n4 Voucher\n5 Take a break\n6 Exclude myself',
    )
    expect(await dial(player, '1')).toBe('END Balance: NAD 120.50\nBonus: NAD 0.00\nOn hold: NAD 0.00')
    expect(await dial(player, '2')).toBe('END No deposits yet.')
  })

  it('uses the player’s language', async () => {
    const player = await world.player()
    await player.put('/player/preferences', { language: 'af' })
    expect(await dial(player, '2')).toBe(`END Nog geen deposito's nie.`)
    await player.put('/player/preferences', { language: 'hi' })
    expect(await dial(player, '2')).toBe('END अभी कोई जमा नहीं।')
  })

  it.each([['7'], ['0'], ['x'], ['1', '1']])('ends at the invalid choice %j', async (...typed) => {
    const player = await world.player()
    const { text } = await call(form(player.mobile, typed.join('*')))
    expect(text).toBe('END That is not a choice. Please dial again.')
  })

  it('reveals nothing to a number without an account or a suspended player', async () => {
    expect((await call(form(world.newMobile(), '1'))).text).toBe('END This number has no account at Dhow.')
    const player = await world.player({ balance: '10.00' })
    const manager = await world.operator('manager')
    const asked = { active: false, reason: 'For the menu' }
    expect((await manager.post(`/staff/players/${player.id}/active`, asked)).status).toBe(200)
    expect((await call(form(player.mobile, '1'))).text).toBe(
      'END This account is not active. Please call the support team.',
    )
  })
})

describe('a reported payment', () => {
  it('creates one deposit with its amount and reference, even if the step is repeated', async () => {
    const player = await world.player()
    const list = await dial(player, '3')
    expect(list).toMatch(/^CON Paid to:\n1 /)
    const way = ['3', '1', '75', 'EFT 4711']
    expect(await dial(player, ...way.slice(0, 2))).toBe('CON Amount that you paid, in NAD:')
    const last = form(player.mobile, way.join('*'))
    const both = await Promise.all([call(last), call(last)])
    expect([...both, await call(last)].map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => 'END Submitted. You get a message when it is credited.'),
    )
    const { data } = (await player.get('/player/deposit-history')).json
    expect(data).toMatchObject([{ declared_amount: '75.00', status: 'pending' }])
    expect(await dial(player, '2')).toMatch(/^END Last deposits\n\d\d\/\d\d NAD 75\.00 in progress$/)
  })

  it('is refused with the portal’s sentence', async () => {
    const player = await world.player()
    expect(await dial(player, '3', '1', 'seven', 'EFT 4712')).toBe('END Enter a valid number')
    expect((await player.get('/player/deposit-history')).json.data).toEqual([])
  })
})

describe('a voucher', () => {
  it('is credited once, and a wrong one is refused', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('good', '220.50')
    const last = form(player.mobile, `4*${pin}`)
    expect((await call(last)).text).toBe('END Credited: NAD 220.50')
    expect((await call(last)).text).toBe('END Credited: NAD 220.50')
    expect((await world.balance(player.id)).cashMinor).toBe(22_050n)
    expect(await dial(player, '4', '12')).toMatch(/^END /)
    expect((await world.balance(player.id)).cashMinor).toBe(22_050n)
  })

  it('is never stored as typed', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('good', '20.00')
    await dial(player, '4', pin)
    const rows = await world.db.kysely.selectFrom('ussd.answer').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ text, step }) => text.includes(pin) || step.includes(pin))).toEqual([])
  })

  it('has the portal’s limit of guesses, without locking out other players', async () => {
    const [guesser, other] = [await world.player(), await world.player()]
    const answers: string[] = []
    for (let count = 0; count < 7; count++) answers.push(await dial(guesser, '4', `90000000000000${10 + count}`))
    expect(answers.at(-1)).toMatch(/^END .*(wait|try again)/i)
    const { pin } = await sandbox.voucher('good', '20.00')
    expect(await dial(other, '4', pin)).toBe('END Credited: NAD 20.00')
  })
})

describe('a break', () => {
  it('starts only after confirmation, and stops deposits', async () => {
    const player = await world.player()
    expect(await dial(player, '5', '2', '2')).toBe('END Nothing was changed.')
    expect(await block(player)).toBeNull()
    expect(await dial(player, '5', '2')).toContain('A break of 7 days cannot be ended early.')
    expect(await dial(player, '5', '2', '1')).toMatch(/^END Your break has started\. It ends on \d\d\/\d\d\/\d{4}\.$/)
    expect(await block(player)).toMatchObject({ kind: 'time_out' })
    expect(await dial(player, '3', '1', '75', 'EFT 4713')).toMatch(/^END /)
    expect((await player.get('/player/deposit-history')).json.data).toEqual([])
  })

  it.each([
    ['1', /^END You are excluded until \d\d\/\d\d\/\d{4}\.$/],
    ['4', /^END You are excluded permanently\.$/],
  ])('as an exclusion (line %s) starts after its confirmation', async (line, sentence) => {
    const player = await world.player()
    expect(await dial(player, '6', line, '1')).toMatch(sentence)
    expect(await block(player)).toMatchObject({ kind: 'self_exclusion' })
  })
})

describe('the gateway', () => {
  it('is refused without a signature, with another key, late, or with a malformed step', async () => {
    const player = await world.player({ balance: '10.00' })
    const good = form(player.mobile, '1')
    const body = new URLSearchParams(good).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await world.visitor().call('POST', '/ussd', body, headers)).status).toBe(401)
    expect((await call(good, { key: `whsec_${Buffer.from('another').toString('base64')}` })).status).toBe(401)
    expect((await call(good, { ageMs: 400_000 })).status).toBe(401)
    expect((await call({ ...good, phoneNumber: '0812345678' })).status).toBe(400)
    expect((await call({ ...good, text: 'x'.repeat(401) })).status).toBe(400)
    expect((await call(good)).text).toContain('NAD 10.00')
  })

  it('gets the stored answers to old steps until they are deleted', async () => {
    const player = await world.player({ balance: '10.00' })
    const step = form(player.mobile, '1')
    await call(step)
    await world.fund(player.id, '5.00')
    expect((await call(step)).text).toContain('NAD 10.00')
    world.clock.leap(2 * 86_400_000)
    await world.app.features.ussd.forget()
    expect((await call(step)).text).toContain('NAD 15.00')
  })
})
