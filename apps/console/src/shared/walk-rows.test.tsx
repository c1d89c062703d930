import { afterEach, expect, it } from 'vitest'
import { Table } from '@dhow/ui/table'
import { renderScreen } from '../testing/render.tsx'
import { useKeys } from './keys.tsx'

const rowsOf = (names: string[]) =>
  names.map((name) => ({ key: name, cells: { name: <a href={`/${name}`}>{name}</a> } }))

function Screen({ names, hasQueue = false }: { names: string[]; hasQueue?: boolean }) {
  useKeys(hasQueue ? { j: () => {} } : { f: () => {} })
  return (
    <main>
      <a href="/other">Other</a>
      <Table label="Players" columns={[{ key: 'name', label: 'Player' }]} rows={rowsOf(names)} />
      <Table
        label="Devices"
        columns={[{ key: 'device', label: 'Device' }]}
        rows={[{ key: '1', cells: { device: 'A phone' } }]}
      />
    </main>
  )
}

let page: Awaited<ReturnType<typeof renderScreen>>
const focused = () => document.activeElement?.textContent
afterEach(() => page.unmount())

it('j and k walk through the rows of every table: to the link of a row, or to the row', async () => {
  page = await renderScreen(<Screen names={['maria', 'selma']} />)
  const places: (string | null | undefined)[] = []
  for (const key of ['j', 'j', 'j', 'j', 'k', 'k', 'k']) {
    await page.key(key)
    places.push(focused())
  }
  expect(places).toEqual(['maria', 'selma', 'A phone', 'A phone', 'selma', 'maria', 'maria'])
})

it('the arrows keep scrolling', async () => {
  page = await renderScreen(<Screen names={['maria']} />)
  await page.key('ArrowDown')
  expect(document.activeElement).toBe(document.body)
})

it('a queue of the screen keeps its keys', async () => {
  page = await renderScreen(<Screen names={['maria']} hasQueue />)
  await page.key('j')
  expect(document.activeElement).toBe(document.body)
})
