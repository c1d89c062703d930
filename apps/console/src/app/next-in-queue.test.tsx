import { afterEach, expect, it } from 'vitest'
import { closeConsole, openConsole, screen, server } from '../testing/console.tsx'
import { counts, deposit, me } from '../testing/decisions.ts'

const json = (more: object) => ({ json: { status: 'success', ...more } })
const queueOf = (...ids: string[]) =>
  json({ deposits: ids.map((id) => deposit({ id })), next_cursor: null, counts: { ...counts, open: ids.length } })
const heading = () => screen.container.querySelector('article code')?.textContent
const foot = () => screen.container.querySelector('article footer')?.textContent

const open = (...ids: string[]) =>
  openConsole('/deposits/dep_1', {
    'GET /staff/me': { json: me },
    'GET /staff/audit': json({ entries: [], next_cursor: null }),
    'GET /staff/messages': json({ messages: [] }),
    'GET /staff/deposits': queueOf(...ids),
    'GET /staff/deposits/dep_1': json({ deposit: deposit() }),
    'GET /staff/deposits/dep_2': json({ deposit: deposit({ id: 'dep_2' }) }),
    'POST /staff/deposits/dep_1/reject': json({ deposit: deposit({ state: 'rejected', version: 2 }) }),
  })
const reject = async () => {
  server.answers['GET /staff/deposits/dep_1'] = json({ deposit: deposit({ state: 'rejected', version: 2 }) })
  await screen.press('Reject')
  await screen.fill('Reason', 'other')
  await screen.press('Confirm rejection')
}
afterEach(closeConsole)

it('a decided deposit offers the next one of the queue at its foot', async () => {
  await open('dep_1', 'dep_2')
  expect(foot()).not.toContain('Next in the queue')
  server.answers['GET /staff/deposits'] = queueOf('dep_2')
  await reject()
  expect(foot()).toContain('Next in the queue')
  await screen.press('Next in the queue')
  expect(heading()).toBe('dep_2')
  expect(foot()).not.toContain('Next in the queue')
})

it('the last deposit of the queue offers none', async () => {
  await open('dep_1')
  server.answers['GET /staff/deposits'] = queueOf()
  await reject()
  expect(screen.text()).toContain('Rejected')
  expect(foot()).toBe('')
})

it('a deposit that was not in the queue offers none', async () => {
  await open('dep_2')
  await reject()
  expect(foot()).toBe('')
})
