import type { GivenRole } from '@dhow/contract/given-roles'
import { afterEach, expect, it } from 'vitest'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import { meAs } from '../testing/me.ts'

const open = (path: string, role: GivenRole) =>
  openConsole(path, {
    'GET /staff/me': meAs(role),
    'GET /staff/changes': { json: { status: 'success', changes: [] } },
    'GET /staff/gift-envelopes': { json: { status: 'success', envelopes: [] } },
  })
const title = () => screen.container.querySelector('h1')?.textContent
afterEach(closeConsole)

it('number keys count only the role’s screens, in the order of the navigation', async () => {
  await open('/my-account', 'marketing')
  const keys = [...screen.container.querySelectorAll('nav a')].map((link) => link.querySelector('kbd')?.textContent)
  expect(keys.slice(0, 4)).toEqual([undefined, '1', '2', '3'])
  // A group starts with its first screen that the role opens.
  const groups = [...screen.container.querySelectorAll('nav li')].map((one) => one.getAttribute('data-group'))
  expect(groups.slice(0, 5)).toEqual([null, 'Money', 'Players', null, null])
  await screen.key('1')
  expect(title()).toBe('Approvals')
  await screen.key('2')
  expect(title()).toBe('Gifts')
})

it.each<[path: string, role: GivenRole, name: string]>([
  ['/settings', 'cashier', 'Settings'],
  ['/operators', 'finance', 'Operators'],
  ['/deposits/dep_1', 'marketing', 'Deposits'],
  ['/players/ply_1', 'marketing', 'Players'],
  ['/reports', 'support', 'Reports'],
])('%s is not in the role %s: the screen says so and calls nothing', async (path, role, name) => {
  await open(path, role)
  expect(title()).toBe(name)
  expect(screen.text()).toContain('Not part of your role')
  const own = ['GET /staff/me', 'GET /staff/notices']
  expect(server.sent.filter(({ call }) => !own.some((one) => call.startsWith(one)))).toEqual([])
  expect([...screen.container.querySelectorAll('main a')].map((link) => link.textContent)).toEqual([
    'Back to the overview',
  ])
})
