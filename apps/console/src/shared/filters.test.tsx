import { afterEach, expect, it } from 'vitest'
import { closeConsole, openConsole, screen } from '../testing/console.tsx'
import { meAs } from '../testing/me.ts'

afterEach(closeConsole)
const open = (path: string) =>
  openConsole(path, {
    'GET /staff/me': meAs('admin'),
    'GET /staff/audit': { json: { status: 'success', entries: [], next_cursor: null } },
  })
const button = () => screen.container.querySelector<HTMLButtonElement>('main button[aria-controls]')
const panel = () => document.getElementById(button()?.getAttribute('aria-controls') ?? '')

it('filters stand behind a button that says how many are set, and what it opens', async () => {
  await open('/audit?operator=nelao&action=deposit')
  expect(button()?.textContent).toBe('Filters (2)')
  expect([button()?.getAttribute('aria-expanded'), panel()?.dataset['open']]).toEqual(['false', 'false'])
  expect(panel()?.querySelector('form')).not.toBeNull()
  await screen.press('Filters (2)')
  expect([button()?.getAttribute('aria-expanded'), panel()?.dataset['open']]).toEqual(['true', 'true'])
  await screen.press('Filters (2)')
  expect(button()?.getAttribute('aria-expanded')).toBe('false')
})

it('a search folds them again and gives the focus back to the button', async () => {
  await open('/audit')
  expect(button()?.textContent).toBe('Filters')
  await screen.press('Filters')
  await screen.fill('Operator', 'nelao')
  await screen.press('Search')
  expect([button()?.textContent, button()?.getAttribute('aria-expanded')]).toEqual(['Filters (1)', 'false'])
  expect(document.activeElement).toBe(button())
})

it('the key f opens them and goes to the first', async () => {
  await open('/audit')
  await screen.key('f')
  expect(button()?.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(screen.field('Operator'))
})
