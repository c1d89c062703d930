import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '../app/paths.ts'
import { countData, dataUsed } from '../shared/data-used.ts'
import { closePortal, openPortal, reply, screen } from './portal.tsx'

/** Reports entries to the newest performance observer. */
let report: (...entries: object[]) => void

class Observer {
  constructor(callback: (list: { getEntries: () => object[] }) => void) {
    report = (...entries) => act(() => callback({ getEntries: () => entries }))
  }
  observe() {}
}
/** Starts to count, as each page load does. */
function count() {
  vi.stubGlobal('PerformanceObserver', Observer)
  countData()
}
afterEach(closePortal)

it('the data saver shows what this visit has fetched, and what it cannot measure', async () => {
  await openPortal(paths.accountDashboard, {
    accountDashboard: reply('accountDashboard'),
    devices: reply('devices'),
  })
  count()
  const meter = await screen.findByTestId('data-used')
  // A page, a file, one from the cache or of a site without Timing-Allow-Origin, and an entry of another kind.
  report({ transferSize: 14_300 }, { transferSize: 1_200 }, { transferSize: 0 }, { name: 'mark' })
  expect(meter.textContent).toBe('16 kB this visit')
  report({ transferSize: 1_200_000 })
  expect(meter.textContent).toBe('1.2 MB this visit')
  expect(screen.getByText(/Games and live updates are not counted/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Light pages/ }).getAttribute('href')).toBe('/light')
})

it('a reload in the tab continues to count', () => {
  count()
  report({ transferSize: 700 })
  count()
  expect(dataUsed()).toBe(700)
  report({ transferSize: 300 })
  expect(dataUsed()).toBe(1_000)
})
