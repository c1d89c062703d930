import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const statement = {
  id: 'stm_1',
  from: '2026-10-01T00:00:00.000Z',
  to: '2026-11-01T00:00:00.000Z',
  currency: 'NAD',
  entries: 3,
  opening: { cash: '0', bonus: '0', hold: '0', in_play: '0' },
  closing: { cash: '125050', bonus: '0', hold: '0', in_play: '0' },
  issued_at: '2026-11-02T00:00:00.000Z',
  issued_by: 'player',
} as const
const listed = (statements: object[]) => ({ ...reply('signedStatements'), statements }) as never

describe('the screen of statements', () => {
  it('explains what to do if there are none, and lists a new one with its files', async () => {
    const server = await openPortal(paths.statements, {
      signedStatements: listed([]),
      issueStatement: { status: 'success', statement },
    })
    const content = await main()
    expect(await content.findByText('No statements yet')).toBeTruthy()
    server.answers.signedStatements = listed([statement])
    fireEvent.click(content.getByRole('button', { name: 'Make statement' }))
    expect((await content.findByRole('status')).textContent).toBe('Your statement is ready.')
    const pdf = await content.findByRole('button', { name: /^PDF, / })
    expect(pdf).toBeTruthy()
    expect(content.getByText('N$1,250.50')).toBeTruthy()
    const order = server.requests.find(({ name }) => name === 'issueStatement')
    expect(order?.body).toMatchObject({ from: expect.stringMatching(/Z$/), to: expect.stringMatching(/Z$/) })
  })

  it('asks for both days of another span before it sends anything', async () => {
    const server = await openPortal(paths.statements, { signedStatements: listed([]) })
    const content = await main()
    fireEvent.change(await content.findByLabelText('Period'), { target: { value: 'other' } })
    fireEvent.change(content.getByLabelText('First day'), { target: { value: '2026-11-02' } })
    fireEvent.click(content.getByRole('button', { name: 'Make statement' }))
    expect(await content.findByText(/^Choose both days/)).toBeTruthy()
    expect(server.requests.map(({ name }) => name)).not.toContain('issueStatement')
  })

  it('reports an entry that is not in the log yet, and keeps the chosen values', async () => {
    await openPortal(paths.statements, {
      signedStatements: listed([]),
      issueStatement: { refusal: 'receipt_pending' },
    })
    const content = await main()
    const span = await content.findByLabelText<HTMLSelectElement>('Period')
    const october = span.options[1]?.value ?? ''
    fireEvent.change(span, { target: { value: october } })
    fireEvent.click(content.getByRole('button', { name: 'Make statement' }))
    expect((await content.findByRole('alert')).textContent).toMatch(/^This entry is not in the public log yet/)
    expect(span.value).toBe(october)
  })

  it('offers a retry without a network, and then shows the list', async () => {
    const server = await openPortal(paths.statements, { signedStatements: 'unreachable' })
    const content = await main()
    const again = await content.findByRole('button', { name: 'Try again' })
    server.answers.signedStatements = listed([statement])
    fireEvent.click(again)
    expect(await content.findByText('N$1,250.50')).toBeTruthy()
  })
})
