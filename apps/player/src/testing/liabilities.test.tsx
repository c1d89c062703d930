import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const root = (day: string) =>
  `dhow/liabilities/v1\nday ${day}\ncurrency NAD\nleaves 4\ntotal 1101\nroot ${'0'.repeat(64)}\n`
const dayOf = (day: string, total: string, bank_balance: string | null) => ({
  ...{ day, currency: 'NAD', total, bank_balance, checks: 1, place: 7, root: root(day) },
  published_at: '2026-11-22T00:01:00.000Z',
})
const listed = (days: object[]) => ({ ...reply('liabilityDays'), days }) as never
const two = [dayOf('2026-11-21', '11.01', '25.00'), dayOf('2026-11-20', '5.50', null)]

describe('the page of debts to players', () => {
  it('has a row a day with the sum, the bank balance if entered, and the number of checks', async () => {
    await openPortal(paths.liabilities, { liabilityDays: listed(two) }, { isSignedIn: false })
    const content = await main()
    const rows = (await content.findAllByRole('row')).map((row) => row.textContent)
    expect(rows).toEqual([
      'DayOwedOur bank balancePlayers who checked',
      '21 November 2026N$11.01N$25.001',
      '20 November 2026N$5.50Not entered1',
    ])
    expect(content.getByText(/with a chance of 0 %/)).toBeTruthy()
    expect(content.queryByRole('button', { name: 'Check my balance' })).toBeNull()
  })

  it('shows each sum as a bar beside its figure, in proportion to the greatest', async () => {
    await openPortal(paths.liabilities, { liabilityDays: listed(two) }, { isSignedIn: false })
    const graph = await (await main()).findByRole('region', { name: /NAD/ })
    const widths = [...graph.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('width')))
    expect(widths[0]).toBe(100)
    expect(widths[1]).toBeCloseTo((5.5 / 11.01) * 100, 6)
    // Screen readers read the figures beside the bars.
    for (const bar of graph.querySelectorAll('svg')) expect(bar.getAttribute('aria-hidden')).toBe('true')
  })

  it.each(['hi', 'af'] as const)('is read in %s too', async (language) => {
    await openPortal(paths.liabilities, { liabilityDays: listed(two) }, { isSignedIn: false, language })
    const content = await main()
    const heading = language === 'hi' ? 'खिलाड़ियों को हमारी देनदारी' : 'Wat ons aan spelers skuld'
    expect(await content.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    expect(await content.findAllByRole('row')).toHaveLength(3)
  })

  it('explains that there is no sum yet, and reloads after a failure', async () => {
    const server = await openPortal(paths.liabilities, { liabilityDays: 'unreachable' }, { isSignedIn: false })
    const content = await main()
    const again = await content.findByRole('button', { name: 'Try again' })
    server.answers.liabilityDays = listed([])
    fireEvent.click(again)
    expect(await content.findByText('Nothing published yet')).toBeTruthy()
  })

  it('explains to a signed-in player why a check is not possible yet', async () => {
    const answers = { liabilityDays: listed([]), liabilityShare: { refusal: 'liabilities_none' as const } }
    const server = await openPortal(paths.liabilities, answers)
    const { fetch } = server
    const { vi } = await import('vitest')
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url === '/log/keys' ? Promise.resolve(new Response('')) : fetch(url, init),
    )
    const content = await main()
    fireEvent.click(await content.findByRole('button', { name: 'Check my balance' }))
    expect((await content.findByRole('alert')).textContent).toMatch(/^The first sums are published after midnight/)
  })
})
