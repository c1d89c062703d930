import { afterEach, describe, expect, it } from 'vitest'
import { givenRoles, type GivenRole } from '@dhow/contract/given-roles'
import { keysOf } from '@dhow/contract/keys-of'
import { meAs } from '../testing/me.ts'
import { bodies, buttons, closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const me = (role: GivenRole = 'manager') => meAs(role)
const player = (more: Record<string, unknown> = {}) => ({
  json: {
    status: 'success',
    entries: [],
    player: {
      id: 'ply_1',
      player_name: 'maria.n',
      mobile: '+264812000001',
      market: 'NA',
      currency: 'NAD',
      chips: '100.00',
      held: '0.00',
      bonus: '0.00',
      in_play: '0.00',
      debt: '0.00',
      open_withdrawals: [],
      wallet: 'open',
      may: [{ act: 'deposit', stops: [] }],
      active: true,
      created_at: '2026-11-21T09:00:00.000Z',
      ...more,
    },
  },
})
const operator = (name: string, more: Record<string, unknown> = {}) => ({
  id: `op_${name}`,
  name,
  role: 'cashier',
  role_name: 'Cashier',
  active: true,
  created_at: '2026-11-21T09:00:00.000Z',
  last_seen_at: null,
  seat_ends_at: null,
  reset: null,
  ...more,
})
const reset = (askedBy: string) => ({
  asked_by: askedBy,
  asked_at: '2026-11-21T09:00:00.000Z',
  until: '2026-11-22T09:00:00.000Z',
  reason: 'The phone is lost',
})
const done = { json: { status: 'success' } }

const open = async (path: string, more: Answers = {}) => {
  await openConsole(path, {
    'GET /staff/me': me(),
    'GET /staff/audit': { json: { status: 'success', entries: [], next_cursor: null } },
    'GET /staff/players/ply_1': player(),
    'GET /staff/players/ply_1/tags': { json: { status: 'success', tags: [] } },
    'GET /staff/player-tags': { json: { status: 'success', tags: [{ tag: 'vip', players: 2 }] } },
    'GET /staff/players/ply_1/timeline': { json: { status: 'success', kinds: [], events: [], next_cursor: null } },
    'GET /staff/players/ply_1/limits': { json: { status: 'success', limits: [], blocks: [] } },
    ...more,
  })
}
afterEach(closeConsole)

describe('a player’s wallet', () => {
  it('is frozen with a reason, which is shown', async () => {
    await open('/players/ply_1', { 'POST /staff/players/ply_1/freeze': done })
    await screen.press('Freeze wallet')
    await screen.fill('Reason', ' The bank asks ')
    server.answers['GET /staff/players/ply_1'] = player({ wallet: 'frozen' })
    await screen.press('Confirm freezing')
    expect(bodies('POST /staff/players/ply_1/freeze')).toEqual([{ frozen: true, reason: 'The bank asks' }])
    expect(screen.text()).toContain('The wallet of maria.n is frozen.')
    expect(buttons()).toContain('Unfreeze wallet')
  })

  it('that is not empty stays open, and keeps what was typed', async () => {
    await open('/players/ply_1', {
      'POST /staff/players/ply_1/close': {
        status: 409,
        json: { code: 'account_not_empty', message: 'There is still money on this account.', errors: null },
      },
    })
    await screen.press('Close wallet')
    await screen.fill('Type CLOSE to confirm', 'CLOSE')
    await screen.fill('Reason', 'Asked by mail')
    await screen.press('Close permanently')
    expect(screen.text()).toContain('There is still money on this account.')
    expect(screen.field('Reason').value).toBe('Asked by mail')
    expect(bodies('POST /staff/players/ply_1/close')).toEqual([{ confirm: 'CLOSE', reason: 'Asked by mail' }])
  })

  it('and its receipts are erased by an admin with a reason', async () => {
    const forgotten = { json: { status: 'success', entries: 3, statements: 1, shares: 1 } }
    await open('/players/ply_1', {
      'GET /staff/me': me('admin'),
      'POST /staff/players/ply_1/receipts/forget': forgotten,
    })
    await screen.press('Forget receipts')
    expect(screen.text()).toContain('can no longer be downloaded')
    await screen.fill('Reason', 'Asked by letter')
    await screen.press('Forget permanently')
    expect(bodies('POST /staff/players/ply_1/receipts/forget')).toEqual([{ reason: 'Asked by letter' }])
    expect(screen.text()).toContain('The receipts of maria.n are forgotten.')
  })

  it.each<[GivenRole, string[]]>([
    ['cashier', []],
    ['support', ['Sign out everywhere', 'Suspend']],
    ['manager', ['Sign out everywhere', 'Suspend', 'Freeze wallet', 'Close wallet']],
  ])('shows a %s the actions of the role', async (role, actions) => {
    await open('/players/ply_1', { 'GET /staff/me': me(role) })
    const offered = buttons().filter((name) => !/Copy|Block|Add tag|^\?$/.test(name ?? ''))
    expect(offered).toEqual(actions)
  })
})

describe('a player’s e-mail address', () => {
  const email = { address: 'm••••@m••••.example', confirmed_at: '2026-11-21T09:00:00.000Z', came_back_at: null }
  const masked = givenRoles.manager.permissions.filter((permission) => permission !== 'players.see_identity')

  it('is masked, and revealed with a reason', async () => {
    await open('/players/ply_1', {
      'GET /staff/me': meAs('manager', { permissions: masked }),
      'GET /staff/players/ply_1': player({ email }),
      'POST /staff/players/ply_1/reveal': {
        json: { status: 'success', values: [{ field: 'email', value: 'maria@mail.example' }] },
      },
    })
    expect(screen.text()).toContain('m••••@m••••.example')
    await screen.press('Show the full e-mail address')
    await screen.fill('Reason', 'She asked where it is')
    await screen.press('Show')
    expect(bodies('POST /staff/players/ply_1/reveal')).toEqual([{ field: 'email', reason: 'She asked where it is' }])
    expect(screen.text()).toContain('maria@mail.example')
  })

  it('is marked if mail to it bounced', async () => {
    await open('/players/ply_1', {
      'GET /staff/players/ply_1': player({ email: { ...email, came_back_at: email.confirmed_at } }),
    })
    expect(screen.text()).toMatch(/m••••@m••••\.example came back/)
  })
})

describe('a player’s identity', () => {
  const path = '/staff/players/ply_1/identity'
  const reply = (is_verified: boolean, decisions: object[] = []) => ({
    json: { status: 'success', is_verified, decisions },
  })
  const decision = {
    ...{ id: 'idd_1', at: '2026-11-21T09:00:00.000Z', outcome: 'verified', document: 'passport', number_end: 'K812' },
    ...{ expires_on: '2031-05-01', why: null, reason: 'Seen in a question', operator: 'anna' },
  }

  it('is verified by a document, with a reason, and revoked with a sentence for the player', async () => {
    await open('/players/ply_1', {
      [`GET ${path}`]: reply(false),
      [`POST ${path}/verify`]: done,
      [`POST ${path}/end`]: done,
    })
    expect(screen.text()).toContain('No decision yet.')
    await screen.press('Verify identity')
    await screen.fill('Last 4 characters of the number', 'k812')
    await screen.fill('Reason', 'Seen in a question')
    server.answers[`GET ${path}`] = reply(true, [decision])
    await screen.press('Confirm verification')
    expect(bodies(`POST ${path}/verify`)).toEqual([
      { document: 'national_id', number_end: 'k812', reason: 'Seen in a question' },
    ])
    expect(screen.text()).toContain('The identity of maria.n is verified.')
    expect(screen.text()).toContain('Passport, ends in K812 · Valid until 2031-05-01')
    await screen.press('Revoke identity')
    await screen.fill('Reason', 'It was somebody else')
    await screen.press('Confirm revocation')
    expect(bodies(`POST ${path}/end`)).toEqual([
      { outcome: 'revoked', why: 'unreadable', reason: 'It was somebody else' },
    ])
  })

  it('is read-only for a cashier', async () => {
    await open('/players/ply_1', { 'GET /staff/me': me('cashier'), [`GET ${path}`]: reply(true, [decision]) })
    expect(screen.text()).toContain('Passport, ends in K812')
    expect(buttons()).not.toContain('Revoke identity')
  })
})

describe('tags', () => {
  it('of a player are shown with their authors, added, and removed', async () => {
    const tags = [{ tag: 'call back', by: 'nelao', at: '2026-11-21T09:00:00.000Z' }]
    await open('/players/ply_1', {
      'GET /staff/players/ply_1/tags': { json: { status: 'success', tags } },
      'POST /staff/players/ply_1/tags': done,
      'POST /staff/players/ply_1/tags/remove': done,
    })
    expect(screen.text()).toContain('call back | nelao, ')
    expect(screen.container.querySelector('datalist option')?.getAttribute('value')).toBe('vip')
    await screen.fill('New tag', ' vip ')
    await screen.press('Add tag')
    await screen.press('Remove the tag call back')
    expect(bodies('POST /staff/players/ply_1/tags')).toEqual([{ tag: 'vip' }])
    expect(bodies('POST /staff/players/ply_1/tags/remove')).toEqual([{ tag: 'call back' }])
    expect(screen.field('New tag').value).toBe('')
  })

  it('filter the list of players', async () => {
    const row = { ...player().json.player, tags: ['vip', 'call back'] }
    const listed = { json: { status: 'success', players: [row], next_cursor: null } }
    await open('/players', { 'GET /staff/players': listed })
    await screen.fill('Tag', 'vip')
    expect(server.sent.at(-1)?.call).toContain('tag=vip')
    expect(screen.text()).toContain('vip, call back')
  })
})

describe('a statement', () => {
  it('is requested for the times in the address, and has opening and closing balance and a file', async () => {
    const entry = {
      id: '1-cash',
      at: '2026-11-02T09:00:00.000Z',
      kind: 'deposit',
      account: 'cash',
      amount: '20.50',
      balance_after: '120.50',
      reference: 'deposit:dep_1',
    }
    await open('/players/ply_1/statement?from=2026-11-01T00:00:00.000Z&until=2026-11-03T00:00:00.000Z&account=cash', {
      'GET /staff/players/ply_1/statement': {
        json: {
          status: 'success',
          currency: 'NAD',
          opening: '100.00',
          closing: '120.50',
          whole: false,
          entries: [entry],
        },
      },
    })
    const rows = [...screen.container.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect([rows[0], rows.at(-1)]).toEqual(['Opening balanceN$100.00', 'Closing balanceN$120.50'])
    expect(screen.text()).toContain('Only the first 1,000 transactions')
    const query = 'account=cash&from=2026-11-01T00%3A00%3A00.000Z&until=2026-11-03T00%3A00%3A00.000Z'
    expect(server.sent.map((one) => one.call)).toContain(`GET /staff/players/ply_1/statement?${query}`)
    expect(screen.container.querySelector('a[download]')?.getAttribute('href')).toBe(
      `/api/v1/dhow/staff/players/ply_1/statement.csv?${query}`,
    )
  })
})

describe('signed statements', () => {
  const path = '/staff/players/ply_1/signed-statements'
  const times = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z' }
  const statement = {
    ...{ id: 'stm_1', ...times, currency: 'NAD', entries: 2, issued_at: times.to, issued_by: 'operator' },
    opening: { cash: '0', bonus: '0', hold: '0', in_play: '0' },
    closing: { cash: '12050', bonus: '0', hold: '0', in_play: '0' },
  }
  const openAs = (role: GivenRole, statements: object[] = []) =>
    open(`/players/ply_1/statement?from=${times.from}&until=${times.to}&account=cash`, {
      'GET /staff/me': me(role),
      'GET /staff/players/ply_1/statement': {
        json: { status: 'success', currency: 'NAD', opening: '0.00', closing: '0.00', whole: true, entries: [] },
      },
      [`GET ${path}`]: { json: { status: 'success', statements } },
      [`POST ${path}`]: { json: { status: 'success', statement } },
    })

  it('are issued for the shown times, and listed with their files', async () => {
    await openAs('support')
    server.answers[`GET ${path}`] = { json: { status: 'success', statements: [statement] } }
    await screen.press('Issue for these times')
    expect(bodies(`POST ${path}`)).toEqual([times])
    expect(screen.text()).toContain('N$120.50')
    const files = [...screen.container.querySelectorAll('td a[download]')].map((link) => link.getAttribute('href'))
    expect(files).toContain(`/api/v1/dhow${path}/stm_1/statement.pdf`)
  })

  it('are not offered to a cashier', async () => {
    await openAs('cashier')
    expect(screen.text()).not.toContain('Signed statements')
    expect(server.sent.map(({ call }) => call)).not.toContain(`GET ${path}`)
  })
})

const roles = keysOf(givenRoles).map((id) => ({ id, given: true, version: 1, operators: [], ...givenRoles[id] }))

describe('operators', () => {
  const list = (operators: unknown[]) => ({ json: { status: 'success', operators } })

  it('are deactivated and given roles by an admin, never by themselves', async () => {
    await open('/operators', {
      'GET /staff/me': me('admin'),
      'GET /staff/changes': { json: { status: 'success', changes: [] } },
      'GET /staff/operators': list([operator('nelao', { role: 'admin' }), operator('tuli')]),
      'GET /staff/roles': { json: { status: 'success', roles } },
      'POST /staff/operators/op_tuli/active': done,
      'POST /staff/operators/op_tuli/role': done,
    })
    expect(buttons()).toEqual(['Add an operator', 'Change', 'Sessions'])
    await screen.press('Change tuli')
    await screen.fill('Reason', 'Left the company')
    await screen.press('Deactivate')
    await screen.press('Change tuli')
    await screen.fill('What to change', 'role')
    await screen.fill('Role', 'support')
    await screen.fill('Reason', 'Another desk')
    await screen.press('Change role')
    expect(bodies('POST /staff/operators/op_tuli/active')).toEqual([{ active: false, reason: 'Left the company' }])
    expect(bodies('POST /staff/operators/op_tuli/role')).toEqual([{ role: 'support', reason: 'Another desk' }])
  })

  it('have sessions that a manager of operators ends, one or all, with a reason', async () => {
    const session = {
      ...{ id: 'ops_1', device: 'Chrome on Android', ip: '10.0.0.7', current: false },
      ...{ since: '2026-11-21T09:00:00.000Z', last_seen_at: '2026-11-21T09:10:00.000Z' },
    }
    await open('/operators', {
      'GET /staff/me': me('admin'),
      'GET /staff/changes': { json: { status: 'success', changes: [] } },
      'GET /staff/operators': list([operator('tuli')]),
      'GET /staff/operators/op_tuli/sessions': { json: { status: 'success', sessions: [session] } },
      'POST /staff/operators/op_tuli/sessions/end': done,
    })
    await screen.press('Sessions of tuli')
    await screen.press('End the session of Chrome on Android, 10.0.0.7')
    await screen.fill('Reason', 'The laptop was lost')
    await screen.press('End the session')
    await screen.press('End all sessions')
    await screen.fill('Reason', 'The laptop was lost')
    await screen.press('End all sessions')
    expect(bodies('POST /staff/operators/op_tuli/sessions/end')).toEqual([
      { session_id: 'ops_1', reason: 'The laptop was lost' },
      { reason: 'The laptop was lost' },
    ])
  })

  it('that only read are added with a read-only role and a last day, which can be moved', async () => {
    const reads = { id: 'rol_reads', name: 'Auditor', about: 'Reads', given: false, version: 1, operators: [] }
    const ends = '2027-01-31T21:59:59.000Z'
    await open('/operators', {
      'GET /staff/me': me('admin'),
      'GET /staff/changes': { json: { status: 'success', changes: [] } },
      'GET /staff/operators': list([operator('regulator', { role: 'rol_reads', seat_ends_at: ends })]),
      'GET /staff/roles': { json: { status: 'success', roles: [...roles, { ...reads, permissions: ['audit.see'] }] } },
      'POST /staff/operators': {
        json: { status: 'success', waits: false, alone: false, operator: null, link: 'a-link' },
      },
      'POST /staff/operators/op_regulator/seat-end': { json: { status: 'success', waits: true, alone: false } },
    })
    expect(screen.text()).toContain('Only reads, until')
    await screen.press('Add an operator')
    await screen.fill('Name', 'auditor')
    await screen.fill('Kind of account', 'seat')
    const offered = [...screen.field('Role').querySelectorAll('option')].map((option) => option.value)
    expect(offered).toEqual(['', 'rol_reads'])
    await screen.fill('Role', 'rol_reads')
    await screen.fill('Reads until the end of', '2027-03-01')
    await screen.press('Add')
    expect(bodies('POST /staff/operators')).toEqual([
      { name: 'auditor', role: 'rol_reads', seat_ends_at: new Date('2027-03-01T23:59:59').toISOString() },
    ])
    await screen.press('Change regulator')
    await screen.fill('What to change', 'seat')
    await screen.fill('Reads until the end of', '2027-06-01')
    await screen.fill('Reason', 'The audit goes on')
    await screen.press('Move the end')
    expect(bodies('POST /staff/operators/op_regulator/seat-end')).toEqual([
      { seat_ends_at: new Date('2027-06-01T23:59:59').toISOString(), reason: 'The audit goes on' },
    ])
    expect(screen.text()).toContain('second')
  })

  it('can be confirmed by an admin who did not request it, and show a password once', async () => {
    await open('/operators', {
      'GET /staff/me': me('admin'),
      'GET /staff/operators': list([operator('tuli', { reset: reset('hilma') })]),
      'POST /staff/operators/op_tuli/reset/confirm': {
        json: { status: 'success', operator: operator('tuli'), link: 'https://console.example/#enrol=a-link' },
      },
    })
    expect(screen.text()).toContain('hilma requested a reset of password and authenticator for tuli: The phone is lost')
    server.answers['GET /staff/operators'] = list([operator('tuli')])
    await screen.press('Confirm reset for tuli')
    expect(screen.text()).toContain('https://console.example/#enrol=a-link')
    await screen.press('Done')
    expect(screen.text()).not.toContain('https://console.example/#enrol=a-link')
  })

  it.each<[string, GivenRole, string]>([
    ['the asker', 'admin', 'nelao'],
    ['a manager', 'manager', 'hilma'],
  ])('cannot be confirmed by %s, who can withdraw the request', async (_name, role, askedBy) => {
    await open('/operators', {
      'GET /staff/me': me(role),
      'GET /staff/operators': list([operator('tuli', { reset: reset(askedBy) })]),
      'POST /staff/operators/op_tuli/reset/withdraw': done,
    })
    expect(buttons()).not.toContain('Confirm reset for tuli')
    await screen.press('Cancel request')
    expect(bodies('POST /staff/operators/op_tuli/reset/withdraw')).toHaveLength(1)
  })
})

it('a player’s page shows what they may do now, and all reasons against the rest', async () => {
  const stops = [
    { code: 'wallet_frozen', until: null },
    { code: 'on_break', until: '2026-12-24T09:00:00.000Z' },
  ]
  const may = [
    { act: 'deposit', stops: [] },
    { act: 'bet', stops },
  ]
  await open('/players/ply_1', { 'GET /staff/players/ply_1': player({ may }) })
  const acts = [...screen.container.querySelectorAll('main li')].map((one) => one.textContent)
  expect(acts).toContain('DepositMay')
  expect(acts).toContainEqual(
    expect.stringMatching(/^StakeMay notThe wallet is frozen · On a break of their own until 24 Dec/),
  )
})
