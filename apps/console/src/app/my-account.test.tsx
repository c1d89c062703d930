import { afterEach, expect, it } from 'vitest'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import type { Answers } from '../testing/render.tsx'

const me = meAs('admin')

const open = async (more: Answers) => {
  await openConsole('/my-account', { 'GET /staff/me': me, ...more })
}
const done = { json: { status: 'success' } }
const body = (call: string) => server.sent.find((one) => one.call === call)?.body
afterEach(closeConsole)

it('sends both factors with the new password', async () => {
  await open({ 'POST /staff/me/password': done })
  await screen.press('Change password')
  await screen.fill('Current password', 'the old dozen letters')
  await screen.fill('Code from your authenticator app', '123 456')
  await screen.fill('New password', 'a new dozen of letters')
  await screen.press('Change password')
  expect(body('POST /staff/me/password')).toEqual({
    current_password: 'the old dozen letters',
    code: '123456',
    new_password: 'a new dozen of letters',
  })
})

it('keeps what was typed beside the reason of the refusal', async () => {
  const json = { code: 'own_account_wrong', message: 'The password or the code is wrong.' }
  await open({ 'POST /staff/me/password': { status: 422, json } })
  await screen.press('Change password')
  await screen.fill('Current password', 'not the password')
  await screen.fill('Code from your authenticator app', '123456')
  await screen.fill('New password', 'a new dozen of letters')
  await screen.press('Change password')
  expect(screen.container.querySelector('[role=alert]')?.textContent).toContain(json.message)
  expect(screen.container.querySelector<HTMLInputElement>('input[type=password]')?.value).toBe('not the password')
})

it('lists the passkeys, renames them, and removes one with both factors', async () => {
  const passkey = { id: 'pky_1', name: 'Laptop', created_at: '2026-11-21T09:00:00.000Z', last_used_at: null }
  await open({
    'GET /staff/me/passkeys': { json: { status: 'success', passkeys: [passkey] } },
    'PUT /staff/me/passkeys/pky_1': done,
    'POST /staff/me/passkeys/pky_1/remove': done,
  })
  expect(screen.text()).toContain('Laptop')
  await screen.press('Rename Laptop')
  await screen.fill('Name of the passkey', ' Work laptop ')
  await screen.press('Rename')
  expect(body('PUT /staff/me/passkeys/pky_1')).toEqual({ name: 'Work laptop' })
  await screen.press('Remove Laptop')
  await screen.fill('Current password', 'the old dozen letters')
  await screen.fill('Code from your authenticator app', '123 456')
  await screen.press('Remove')
  expect(body('POST /staff/me/passkeys/pky_1/remove')).toEqual({
    current_password: 'the old dozen letters',
    code: '123456',
  })
})

it('lists the operator’s sessions, and ends one or all others', async () => {
  const session = (id: string, more: object = {}) => ({
    ...{ id, device: 'Firefox on Windows', ip: '10.0.0.7', current: false },
    ...{ since: '2026-11-21T09:00:00.000Z', last_seen_at: '2026-11-21T09:10:00.000Z' },
    ...more,
  })
  const sessions = [session('ops_1', { current: true }), session('ops_2', { device: null, ip: '10.0.0.8' })]
  await open({
    'GET /staff/me/sessions': { json: { status: 'success', sessions } },
    'POST /staff/me/sessions/ops_2/end': done,
    'POST /staff/me/sessions/end-others': done,
  })
  expect(screen.text()).toContain('This session')
  await screen.press('End the session of Unknown device, 10.0.0.8')
  expect(screen.text()).toContain('The session has ended.')
  await screen.press('End all others')
  expect(server.sent.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call)).toEqual([
    'POST /staff/me/sessions/ops_2/end',
    'POST /staff/me/sessions/end-others',
  ])
})

it('shows the new secret after both factors, and confirms it with its own code', async () => {
  const made = { status: 'success', ticket: 'ticket', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' }
  await open({ 'POST /staff/me/authenticator': { json: made }, 'POST /staff/me/authenticator/confirm': done })
  await screen.press('Change authenticator')
  await screen.fill('Current password', 'the old dozen letters')
  await screen.fill('Code from your current authenticator app', '123456')
  await screen.press('Continue')
  expect(screen.container.textContent).toContain(made.secret)
  await screen.fill('Code from the new authenticator app', '654321')
  await screen.press('Use new authenticator')
  expect(body('POST /staff/me/authenticator/confirm')).toEqual({ ticket: 'ticket', code: '654321' })
})
