import { afterEach, expect, it } from 'vitest'
import { givenRoles, type GivenRole } from '@dhow/contract/given-roles'
import { keysOf } from '@dhow/contract/keys-of'
import { meAs } from '../testing/me.ts'
import { buttons, closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const night = {
  ...{ id: 'rol_night', name: 'Night desk', about: 'Helps at night', given: false, version: 3 },
  ...{ permissions: ['players.see', 'players.suspend'], operators: ['selma'] },
}
const roles = [
  ...keysOf(givenRoles).map((id) => ({ id, given: true, version: 1, operators: ['nelao'], ...givenRoles[id] })),
  night,
]

const open = async (path: string, more: Answers = {}, role: GivenRole = 'admin') => {
  await openConsole(path, {
    'GET /staff/me': meAs(role),
    'GET /staff/roles': { json: { status: 'success', roles } },
    'GET /staff/changes': { json: { status: 'success', changes: [] } },
    ...more,
  })
}
afterEach(closeConsole)

const boxOf = (sentence: string) =>
  [...screen.container.querySelectorAll('label')].find((label) => label.textContent.startsWith(sentence))!
const sent = (call: string) => server.sent.filter((one) => one.call === call).map((one) => one.body)
const tick = async (sentence: string) => {
  boxOf(sentence).querySelector('input')!.click()
  await screen.settled()
}

it('shows, before saving, the difference, the affected operators, and that new money permissions are pending', async () => {
  await open('/roles/rol_night', {
    'PUT /staff/roles/rol_night': { json: { status: 'success', waits: true, alone: false } },
  })
  await screen.press('Change')
  await tick('Approve and reject withdrawals.')
  await tick('Suspend players')
  expect(screen.text()).toContain('Gains')
  expect(screen.text()).toContain('Who has it: selma. A second person has to confirm the further rights over money.')
  await screen.fill('Reason', 'Nights are busy')
  await screen.press('Save role')
  expect(sent('PUT /staff/roles/rol_night')).toEqual([
    {
      ...{ name: 'Night desk', about: 'Helps at night', version: 3, reason: 'Nights are busy' },
      permissions: ['players.see', 'withdrawals.review'],
    },
  ])
})

it('copies a built-in role, which cannot be edited', async () => {
  await open('/roles/cashier', { 'POST /staff/roles': { json: { status: 'success', id: 'rol_new' } } })
  expect(buttons()).not.toContain('Change')
  await screen.press('Copy')
  await screen.fill('Reason', 'A second desk')
  await screen.press('Create role')
  expect(sent('POST /staff/roles')).toEqual([
    {
      ...{ name: 'Copy of Cashier', about: givenRoles.cashier.about, reason: 'A second desk' },
      permissions: givenRoles.cashier.permissions,
    },
  ])
})

it('is read-only without permission to manage operators', async () => {
  await open('/roles/rol_night', {}, 'manager')
  expect(screen.text()).toContain('selma')
  expect(buttons()).toEqual([])
  expect(screen.container.querySelectorAll('main input:enabled')).toHaveLength(0)
})
