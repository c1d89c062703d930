import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '../testing/render.tsx'
import { ListTable } from './list-table.tsx'

let page: Awaited<ReturnType<typeof renderScreen>>
const open = async (name = 'players') => {
  page = await renderScreen(
    <main>
      <ListTable
        name={name}
        label="Players"
        columns={[
          { key: 'name', label: 'Player' },
          { key: 'market', label: 'Market' },
          { key: 'held', label: 'On hold', isNumber: true },
        ]}
        rows={['maria', 'selma'].map((player) => ({
          key: player,
          cells: { name: <a href={`/players/${player}`}>{player}</a>, market: 'Namibia', held: 'N$5.00' },
        }))}
      />
    </main>,
  )
}
const heads = () => [...page.container.querySelectorAll('th')].map((head) => head.textContent)
const box = (label: string) =>
  [...page.container.querySelectorAll('label')].find((one) => one.textContent === label)?.querySelector('input')
const toggle = async (label: string) => {
  await act(async () => box(label)?.click())
  await page.settled()
}
beforeEach(() => localStorage.clear())
afterEach(() => page.unmount())

it('a column is hidden by its box, in the heads and in every row', async () => {
  await open()
  await toggle('Market')
  expect(heads()).toEqual(['Player', 'On hold'])
  expect(page.container.querySelector('tbody')?.textContent).toBe('mariaN$5.00selmaN$5.00')
  expect(page.text()).toContain('Columns (1 hidden)')
  await toggle('Market')
  expect(heads()).toEqual(['Player', 'Market', 'On hold'])
})

it('the column that names the row is not offered', async () => {
  await open()
  expect(box('Player')).toBeUndefined()
})

it('the choice is remembered for this table and no other', async () => {
  await open()
  await toggle('On hold')
  await page.unmount()
  await open()
  expect(heads()).toEqual(['Player', 'Market'])
  await page.unmount()
  await open('deliveries')
  expect(heads()).toEqual(['Player', 'Market', 'On hold'])
})
