import { translate } from '../shared/translate.ts'
import { operatorText, typedText } from '@dhow/contract/operator-texts'
import { afterEach, describe, expect, it } from 'vitest'
import type { GivenRole } from '@dhow/contract/given-roles'
import { meAs } from '../testing/me.ts'
import { bodies, closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const me = (role: GivenRole = 'manager') =>
  meAs(role, {
    queues: { deposits: 0, withdrawals: 0, cases: 1 },
    four_eyes: [{ market: 'NA', currency: 'NAD', amount: '10000.00' }],
  })
const paymentCase = (more: Record<string, unknown> = {}) => ({
  id: 'pay_1',
  kind: 'redirect',
  player: { id: 'ply_1', player_name: 'maria.n', mobile: '+264812000001' },
  reference: 'AP-77',
  amount: '250.00',
  currency: 'NAD',
  state: 'review',
  assigned: null,
  reasons: [operatorText('case_other_player', { service: 'A-Pay' }), operatorText('case_above_limit', {})],
  opened_at: '2026-11-21T09:00:00.000Z',
  age_s: 60,
  timeline: [],
  ...more,
})
const rule = {
  id: 'rule_1',
  kind: 'welcome',
  market: 'NA',
  currency: 'NAD',
  title: 'Fair wind',
  terms: ['You get 100 % of your first deposit.'],
  percent: 100,
  max_amount: '500.00',
  min_deposit: '50.00',
  wager_times: 10,
  play_amount: '0.00',
  valid_days: 30,
  ends_at: null,
  state: 'open',
  claims: 2,
  running: 1,
  given: '300.00',
  converted: '100.00',
  returned: '0.00',
  created_by: null,
  created_at: '2026-11-21T09:00:00.000Z',
}
const limits = (blocks: unknown[] = []) => ({
  json: {
    status: 'success',
    limits: [
      {
        kind: 'deposit',
        period: 'day',
        amount: '200.00',
        used: '50.00',
        remaining: '150.00',
        resets_at: '2026-11-22T00:00:00.000Z',
        pending: null,
      },
    ],
    blocks,
  },
})
const player = {
  id: 'ply_1',
  player_name: 'maria.n',
  mobile: '+264812000001',
  market: 'NA',
  currency: 'NAD',
  chips: '10.00',
  held: '0.00',
  bonus: '0.00',
  in_play: '0.00',
  debt: '0.00',
  open_withdrawals: [],
  wallet: 'open',
  may: [],
  active: true,
  created_at: '2026-11-21T09:00:00.000Z',
}
const refusedClaim = {
  reward: { id: 'gift_1', title: 'Welcome aboard' },
  player: { id: 'ply_1', player_name: 'selma' },
  text: { code: 'claim_network_full', params: { claims: '2', hours: '24' } },
  tries: 4,
  at: '2026-11-20T10:00:00.000Z',
}

const settlers = [
  { id: 'op_hilma', name: 'hilma' },
  { id: 'op_nelao', name: 'nelao' },
]
const answers = (more: Answers = {}): Answers => ({
  'GET /staff/me': me(),
  'GET /staff/audit': { json: { status: 'success', entries: [], next_cursor: null } },
  'GET /staff/payment-cases': { json: { status: 'success', cases: [paymentCase()] } },
  'GET /staff/case-settlers': { json: { status: 'success', operators: settlers } },
  'GET /staff/bonus-rules': { json: { status: 'success', rules: [rule] } },
  'GET /staff/gift-envelopes': { json: { status: 'success', envelopes: [] } },
  'GET /staff/refused-claims': { json: { status: 'success', claims: [refusedClaim] } },
  'GET /staff/players/ply_1': { json: { status: 'success', player, entries: [] } },
  'GET /staff/players/ply_1/limits': limits(),
  'GET /staff/players/ply_1/timeline': { json: { status: 'success', kinds: [], events: [], next_cursor: null } },
  ...more,
})

const open = async (path: string, more?: Answers) => {
  await openConsole(path, answers(more))
}
const buttons = () => [...screen.container.querySelectorAll('button')].map((button) => button.textContent)
afterEach(closeConsole)

describe('a payment case', () => {
  const settle = 'POST /staff/payment-cases/pay_1/settle'

  it('is selected, read and credited by keyboard, with the service’s amount', async () => {
    const ended = paymentCase({ state: 'succeeded' })
    await open('/cases', { [settle]: { json: { status: 'success', case: ended } } })
    await screen.key('j')
    expect(screen.text()).toContain('A-Pay names another player.')
    expect(screen.text()).toContain(translate(operatorText('case_above_limit', {})))
    await screen.key('a')
    await screen.fill('Reason in words', 'Their list shows it')
    server.answers['GET /staff/payment-cases'] = { json: { status: 'success', cases: [] } }
    await screen.press('Confirm credit')
    expect(bodies(settle)).toEqual([{ outcome: 'credit', note: 'Their list shows it' }])
    expect(screen.text()).toContain('Credited to maria.n.')
    expect(screen.text()).toContain('Credited')
    expect(buttons()).not.toContain('Credit a')
  })

  it('is credited with a typed amount, and refused without any', async () => {
    await open('/cases/pay_1', { [settle]: { json: { status: 'success', case: paymentCase() } } })
    await screen.press('Credit')
    await screen.fill('Amount', ' 240.50 ')
    await screen.fill('Reason in words', 'Their list shows less')
    await screen.press('Confirm credit')
    await screen.press('Refuse')
    await screen.fill('Reason in words', 'It never arrived')
    await screen.press('Confirm refusal')
    expect(bodies(settle)).toEqual([
      { outcome: 'credit', note: 'Their list shows less', amount: '240.50' },
      { outcome: 'refuse', note: 'It never arrived' },
    ])
  })

  it('settled by another operator shows that and the result', async () => {
    const closed = { code: 'case_closed', message: 'This case has been settled in the meantime.' }
    await open('/cases/pay_1', { [settle]: { status: 409, json: { status: 'error', errors: null, ...closed } } })
    await screen.press('Refuse')
    await screen.fill('Reason in words', 'It never arrived')
    server.answers['GET /staff/payment-cases'] = { json: { status: 'success', cases: [] } }
    server.answers['GET /staff/audit?subject=pay_1'] = {
      json: {
        status: 'success',
        entries: [
          {
            id: 'aud_1',
            at: '2026-11-21T09:30:00.000Z',
            operator: 'hilma',
            action: 'case.credit',
            subject: 'pay_1',
            text: 'Credited N$60.00',
            before: null,
            after: null,
          },
        ],
        next_cursor: null,
      },
    }
    await screen.press('Confirm refusal')
    await screen.until('Decided in the meantime by hilma')
    expect(screen.text()).toContain('Credited N$60.00')
    expect(screen.field('Reason in words').value).toBe('It never arrived')
    await screen.press('Cancel')
    await screen.until('This case is closed')
  })

  it('is read-only for a cashier', async () => {
    await open('/cases/pay_1', { 'GET /staff/me': me('cashier') })
    expect(screen.text()).toContain('Your role can view this case, and does not settle it.')
    await screen.key('a')
    expect(() => screen.field('Reason in words')).toThrow('there is no')
  })

  it('is taken with one button, handed over, and listed as mine for its operator', async () => {
    const assign = 'POST /staff/payment-cases/pay_1/assign'
    const assigned = (to: (typeof settlers)[number] | null) => {
      const one = paymentCase({ assigned: to })
      server.answers['GET /staff/payment-cases'] = {
        json: {
          status: 'success',
          cases: [one, paymentCase({ id: 'pay_2', player: { ...one.player, player_name: 'tuli.k' } })],
        },
      }
      server.answers[assign] = { json: { status: 'success', case: one, waiting: null } }
    }
    await open('/cases/pay_1?mine=yes')
    expect(screen.text()).not.toContain('tuli.k')
    assigned(settlers[1]!)
    await screen.press('Take it')
    expect(screen.field('Assigned to').value).toBe('op_nelao')
    expect(buttons()).not.toContain('Take it')
    expect(screen.text()).toContain('nelao · Redirect payment')
    expect(screen.text()).not.toContain('tuli.k')
    assigned(settlers[0]!)
    await screen.fill('Assigned to', 'op_hilma')
    await screen.settled()
    expect(screen.text()).not.toContain('hilma · Redirect payment')
    expect(screen.field('Assigned to').value).toBe('op_hilma')
    assigned(null)
    await screen.fill('Assigned to', '')
    await screen.settled()
    expect(bodies(assign)).toEqual([{ operator_id: 'op_nelao' }, { operator_id: 'op_hilma' }, { operator_id: null }])
  })

  it('is found by its known data', async () => {
    await open('/cases?q=ap-77')
    expect(screen.text()).toContain('maria.n')
    await screen.unmount()
    await open('/cases?q=somebody')
    expect(screen.text()).toContain('Nothing found')
  })
})

describe('an offer', () => {
  it('asks for the fields of its kind, and sends nothing else', async () => {
    const create = 'POST /staff/bonus-rules'
    await open('/bonuses', { [create]: { json: { status: 'success', rule } } })
    await screen.press('New offer')
    await screen.fill('Title', 'Fair wind')
    await screen.fill('Maximum bonus', '500')
    await screen.fill('Minimum deposit', '50')
    await screen.press('Create offer')
    await screen.press('New offer')
    await screen.fill('Title', 'Bring a friend')
    await screen.fill('Kind', 'referral')
    expect(() => screen.field('Wagering requirement (×)')).toThrow('there is no')
    await screen.fill('Amount per referred player', '50')
    await screen.fill('Minimum deposit of the referred player', '100')
    await screen.fill('Minimum stakes of the referred player', '200')
    await screen.fill('Offer ends after (days)', '90')
    await screen.press('Create offer')
    expect(bodies(create)).toEqual([
      {
        kind: 'welcome',
        market: 'NA',
        title: 'Fair wind',
        max_amount: '500',
        percent: 100,
        min_deposit: '50',
        wager_times: 10,
        valid_days: 30,
      },
      {
        kind: 'referral',
        market: 'NA',
        title: 'Bring a friend',
        max_amount: '50',
        min_deposit: '100',
        play_amount: '200',
        ends_in_days: 90,
      },
    ])
  })

  it('has claim rules if set, and lists refused claims with their reasons', async () => {
    const create = 'POST /staff/bonus-rules'
    await open('/bonuses', { [create]: { json: { status: 'success', rule } } })
    expect(screen.text()).toContain('This can be claimed 2 times in 24 hours from one network.')
    await screen.press('New offer')
    await screen.fill('Title', 'Once a network')
    await screen.fill('Maximum bonus', '500')
    await screen.fill('Minimum deposit', '50')
    await screen.fill('Lowest tier', 'person_verified')
    await screen.fill('Claims from one network at most', '2')
    await screen.press('Create offer')
    expect(bodies(create)).toMatchObject([
      {
        title: 'Once a network',
        claim_rules: { tier: 'person_verified', per_network: 2, per_device: null, window_hours: 24, excludes: [] },
      },
    ])
  })

  it('is stopped only after a second confirmation', async () => {
    const stop = 'POST /staff/bonus-rules/rule_1/stop'
    await open('/bonuses', { [stop]: { json: { status: 'success', rule: { ...rule, state: 'stopped' } } } })
    expect(screen.text()).toContain('100 % up to N$500.00')
    await screen.press('Stop: Fair wind')
    expect(bodies(stop)).toEqual([])
    await screen.press('Stop offer')
    expect(bodies(stop)).toEqual([{}])
    expect(screen.text()).toContain('“Fair wind” is stopped.')
  })

  it('cannot be made or stopped by a cashier', async () => {
    await open('/bonuses', { 'GET /staff/me': me('cashier') })
    expect(screen.text()).toContain('Your role can view offers, and does not create or stop them.')
    expect(buttons()).not.toContain('New offer')
    expect(buttons()).not.toContain('Stop')
  })
})

describe('limits and breaks of a player', () => {
  const block = 'POST /staff/players/ply_1/play-block'

  it('are shown, and a block is set with its reason', async () => {
    await open('/players/ply_1', { [block]: { json: { status: 'success', msg: '' } } })
    for (const text of ['Deposits a day', 'N$200.00', 'N$150.00']) expect(screen.text()).toContain(text)
    await screen.press('Block play')
    await screen.fill('Reason', 'Asked by phone')
    await screen.press('Confirm block')
    expect(bodies(block)).toEqual([{ blocked: true, reason: 'Asked by phone' }])
  })

  it('offer to lift only an operator’s block', async () => {
    const own = {
      kind: 'self_exclusion',
      from: '2026-11-01T00:00:00.000Z',
      until: null,
      reason: operatorText('block_self_exclusion', {}),
    }
    await open('/players/ply_1', { 'GET /staff/players/ply_1/limits': limits([own]) })
    expect(screen.text()).toContain('Permanent')
    expect(buttons()).toContain('Block play')
    await screen.unmount()
    const ours = { kind: 'operator', from: '2026-11-01T00:00:00.000Z', until: null, reason: typedText('Asked.') }
    await open('/players/ply_1', { 'GET /staff/players/ply_1/limits': limits([ours, own]) })
    expect(buttons()).toContain('Unblock play')
  })
})
