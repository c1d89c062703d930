import { afterEach, expect, it } from 'vitest'
import { meAs } from '../testing/me.ts'
import { closeConsole, openConsole, screen } from '../testing/console.tsx'

const dialog = () => screen.container.querySelector('dialog[open]')
const named = (selector: string) => [...(dialog()?.querySelectorAll(selector) ?? [])].map((one) => one.textContent)
afterEach(closeConsole)

it('the pages of the role stand in their groups, with what waits, and a choice closes the list', async () => {
  await openConsole('/my-account', { 'GET /staff/me': meAs('cashier', { queues: { deposits: 3, withdrawals: 0 } }) })
  await screen.press('Pages')
  expect(named('h2')).toContain('Money')
  expect(named('h2')).not.toContain('Business')
  expect(named('li a')).toContain('Deposits3')
  const link = [...(dialog()?.querySelectorAll('a') ?? [])].find(({ textContent }) => textContent === 'Players')
  link?.click()
  await screen.settled()
  expect(dialog()).toBeNull()
  expect(screen.container.querySelector('main h1')?.textContent).toBe('Players')
})
