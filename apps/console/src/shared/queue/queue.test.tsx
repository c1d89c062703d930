import { MemoryRouter, Route, Routes, useLocation, useParams } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { renderScreen } from '../../testing/render.tsx'
import { Queue, useQueueFilter, type QueueItem } from './queue.tsx'

const item = (id: string): QueueItem => ({
  id,
  amount: 'N$1.00',
  player: `player of ${id}`,
  hint: '',
  state: 'submitted',
  time: '1 min',
  warnings: 0,
})

function Screen({ items, error }: { items: QueueItem[] | undefined; error?: unknown }) {
  const { id } = useParams()
  const { pathname, search } = useLocation()
  return (
    <>
      <output>{pathname + search}</output>
      <Queue
        base="/deposits"
        filter={useQueueFilter()}
        states={['approved']}
        items={items}
        counts={{ open: 2 }}
        error={error}
        retry={() => {}}
        more={undefined}
        loadingMore={false}
        selected={id}
        empty={{ title: 'Nobody waits', text: '' }}
      >
        <p>the detail of {id}</p>
      </Queue>
    </>
  )
}

let page: Awaited<ReturnType<typeof renderScreen>>
const at = () => page.container.querySelector('output')?.textContent
const open = async (items: QueueItem[] | undefined, start = '/deposits', error?: unknown) => {
  const screen = <Screen items={items} error={error} />
  page = await renderScreen(
    <MemoryRouter initialEntries={[start]}>
      <Routes>
        <Route path="/deposits" element={screen} />
        <Route path="/deposits/:id" element={screen} />
      </Routes>
    </MemoryRouter>,
  )
}
afterEach(() => page.unmount())

it('is navigated with j and k, and stops at both ends', async () => {
  await open([item('dep_1'), item('dep_2')])
  await page.key('j')
  expect(at()).toBe('/deposits/dep_1')
  await page.key('k')
  expect(at()).toBe('/deposits/dep_1')
  await page.key('ArrowDown')
  expect(at()).toBe('/deposits/dep_2')
  await page.key('j')
  expect(at()).toBe('/deposits/dep_2')
  await page.key('ArrowUp')
  expect(at()).toBe('/deposits/dep_1')
})

it('keeps its filter during navigation', async () => {
  await open([item('dep_1')], '/deposits?state=approved')
  await page.key('j')
  expect(at()).toBe('/deposits/dep_1?state=approved')
})

it('starts from its first row if the selected one has left the queue', async () => {
  await open([item('dep_2'), item('dep_3')], '/deposits/dep_1')
  await page.key('j')
  expect(at()).toBe('/deposits/dep_2')
})

it('ignores keys while typing, and f focuses the search', async () => {
  await open([item('dep_1')])
  await page.key('f')
  const search = page.container.querySelector('input')!
  expect(document.activeElement).toBe(search)
  await page.key('j', search)
  expect(at()).toBe('/deposits')
})

it('labels each row by amount, player and id', async () => {
  await open([item('dep_1')])
  const row = page.container.querySelector('a[href="/deposits/dep_1"]')!
  for (const text of ['N$1.00', 'player of dep_1', 'dep_1', 'Submitted']) expect(row.textContent).toContain(text)
})

it.each([
  ['while it comes', undefined, undefined, 'Loading…'],
  ['when nobody waits', [], undefined, 'Nobody waits'],
  ['when it cannot be fetched', undefined, new Error('x'), 'Something went wrong'],
  ['when it is old', [item('dep_1')], new Error('x'), 'may be out of date'],
] as const)('shows a list’s state %s', async (_name, items, error, text) => {
  await open(items as QueueItem[] | undefined, '/deposits', error)
  expect(page.container.innerHTML).toContain(text)
})
