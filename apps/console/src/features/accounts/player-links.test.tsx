import { afterEach, describe, expect, it } from 'vitest'
import type { GivenRole } from '@dhow/contract/given-roles'
import { bodies, closeConsole, openConsole, screen, server } from '../../testing/console.tsx'
import { counts, withdrawal } from '../../testing/decisions.ts'
import { meAs } from '../../testing/me.ts'
import type { Answers } from '../../testing/render.tsx'

const ok = (more: object) => ({ json: { status: 'success', ...more } })
const at = '2026-11-21T09:00:00.000Z'
const later = '2026-11-25T12:00:00.000Z'
const who = (id: string, player_name: string) => ({ id, player_name, mobile: '+2648••••01', market: 'NA' })
const way = (name: string, count: number) => ({ way: name, count, first_seen: at, last_seen: later })
const excluded = {
  ...{ player: who('ply_2', 'selma'), states: ['self_excluded'], strength: 'weak', ways: [way('network', 1)] },
  note: null,
}
const sister = {
  ...{ player: who('ply_3', 'ester'), states: [], strength: 'strong', ways: [way('device', 2), way('payer', 1)] },
  note: { verdict: 'known', reason: 'Her sister', by: 'hilma', at },
}
const device = (more: object = {}) => ({
  ...{ session_id: 'ses_9', label: 'Chrome, Android', first_seen: at, last_seen: later, open_sessions: 1 },
  ...{ blocked: null, ...more },
})
const player = {
  ...{ id: 'ply_1', player_name: 'maria.n', mobile: '+264812000001', market: 'NA', currency: 'NAD', chips: '0.00' },
  ...{ held: '0.00', bonus: '0.00', in_play: '0.00', debt: '0.00', open_withdrawals: [], wallet: 'open', may: [] },
  ...{ active: true, created_at: at, closing: null },
}
const links = 'GET /staff/players/ply_1/links'

const open = (path: string, more: Answers, role: GivenRole = 'manager') =>
  openConsole(path, {
    'GET /staff/me': meAs(role),
    'GET /staff/audit': ok({ entries: [], next_cursor: null }),
    'GET /staff/players/ply_1': ok({ player, entries: [] }),
    'GET /staff/players/ply_1/devices': ok({ devices: [] }),
    [links]: ok({ links: [], is_whole: true }),
    ...more,
  })
afterEach(closeConsole)
const section = (name: string) => screen.container.querySelector(`section[aria-label="${name}"]`)
const items = () => [...section('Linked players')!.querySelectorAll('li[data-kept-out]')]

describe('linked players', () => {
  it('are listed in the order of the answer, with states, shared data, notes and links', async () => {
    await open('/players/ply_1', { [links]: ok({ links: [excluded, sister], is_whole: false }) })
    const [first, second] = items().map((one) => one.textContent)
    expect(first).toContain('selma')
    expect(first).toContain('Self-excluded')
    expect(first).toContain('Network of the last 7 days')
    expect(second).toContain('Strong')
    expect(second).toContain('Device (2)')
    expect(second).toMatch(/KnownDevice|Known/)
    expect(second).toContain('Her sister (hilma, ')
    expect(items().map((one) => one.getAttribute('data-kept-out'))).toEqual(['true', 'false'])
    expect(items()[0]!.querySelector('a')?.getAttribute('href')).toBe('/players/ply_2')
    expect(section('Linked players')!.textContent).toContain('only the first 2 are listed')
  })

  it('get notes with a kind and a reason, and a note can be withdrawn', async () => {
    await open('/players/ply_1', {
      [links]: ok({ links: [excluded, sister], is_whole: true }),
      'POST /staff/players/ply_1/links': ok({}),
    })
    await screen.press('Note the link to selma')
    const options = [...screen.field('What it is').querySelectorAll('option')].map((one) => one.value)
    expect(options).toEqual(['known', 'same_person'])
    await screen.fill('What it is', 'same_person')
    await screen.fill('Reason', 'One face on both')
    server.answers[links] = ok({ links: [sister], is_whole: true })
    await screen.press('Save the note')
    await screen.press('Note the link to ester')
    await screen.fill('What it is', 'open')
    await screen.fill('Reason', 'No sister at all')
    await screen.press('Save the note')
    expect(bodies('POST /staff/players/ply_1/links')).toEqual([
      { other_id: 'ply_2', verdict: 'same_person', reason: 'One face on both' },
      { other_id: 'ply_3', verdict: 'open', reason: 'No sister at all' },
    ])
    expect(items()).toHaveLength(1)
  })

  it('keep what was typed if the note is refused', async () => {
    const refused = { status: 503, json: { code: 'unavailable', message: 'Not now.', errors: null } }
    await open('/players/ply_1', {
      [links]: ok({ links: [excluded], is_whole: true }),
      'POST /staff/players/ply_1/links': refused,
    })
    await screen.press('Note the link to selma')
    await screen.fill('Reason', 'One face on both')
    await screen.press('Save the note')
    expect(screen.text()).toContain('Not now.')
    expect(screen.field('Reason').value).toBe('One face on both')
  })

  it('are shown and noted only with permission', async () => {
    await open('/players/ply_1', { [links]: ok({ links: [excluded], is_whole: true }) }, 'cashier')
    expect(items()).toHaveLength(1)
    expect(section('Linked players')!.querySelector('button')).toBeNull()
    await closeConsole()
    const { json } = meAs('cashier')
    const permissions = json.permissions.filter((one) => one !== 'players.see_links')
    await open('/players/ply_1', { 'GET /staff/me': { json: { ...json, permissions } } })
    expect(section('Linked players')).toBeNull()
    expect(bodies(links)).toEqual([])
  })
})

describe('an open withdrawal', () => {
  const openWithdrawal = (answer: object) =>
    open('/withdrawals/wd_1', {
      'GET /staff/player-messages': ok({ messages: [], next_cursor: null }),
      'GET /staff/withdrawals': ok({ withdrawals: [], next_cursor: null, counts }),
      'GET /staff/withdrawals/wd_1': ok({ withdrawal, waiting: null }),
      [links]: ok(answer),
    })
  const link = () => screen.container.querySelector('a[href="/players/ply_1#links"]')

  it('shows the number of linked and of blocked players, and links to them', async () => {
    await openWithdrawal({ links: [excluded, sister], is_whole: true })
    expect(link()?.parentElement?.textContent).toBe('2 linked players 1 kept out')
    await closeConsole()
    await openWithdrawal({ links: [sister], is_whole: false })
    expect(link()?.parentElement?.textContent?.trim()).toBe('1 or more linked players')
  })

  it('shows nothing without linked players', async () => {
    await openWithdrawal({ links: [], is_whole: true })
    expect(link()).toBeNull()
  })
})

describe('the devices of a player', () => {
  const devices = 'GET /staff/players/ply_1/devices'

  it('are blocked with a form prefilled except for the reason', async () => {
    await open('/players/ply_1', {
      [devices]: ok({ devices: [device()] }),
      'POST /staff/blocklists': ok({ entry: {} }),
    })
    expect(section('Devices')!.textContent).toContain('Chrome, Android')
    await screen.press('Block the device Chrome, Android')
    expect([screen.field('Kind').value, screen.field('Value').value]).toEqual(['device', 'ses_9'])
    await screen.fill('Reason', 'Used by a known cheat')
    server.answers[devices] = ok({ devices: [device({ blocked: { until: null } })] })
    await screen.press('Block it')
    expect(bodies('POST /staff/blocklists')).toEqual([
      { kind: 'device', value: 'ses_9', reason: 'Used by a known cheat' },
    ])
    expect(section('Devices')!.textContent).toContain('Blocked')
    await screen.press('Block the number')
    expect([screen.field('Kind').value, screen.field('Value').value]).toEqual(['mobile', 'ply_1'])
  })

  it('have no button without permission to block', async () => {
    await open('/players/ply_1', { [devices]: ok({ devices: [device()] }) }, 'support')
    expect(section('Devices')!.querySelector('button')).toBeNull()
  })
})
