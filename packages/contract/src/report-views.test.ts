import { expect, it } from 'vitest'
import { operations } from './operations.ts'
import { viewScreens } from './report-views.ts'

const all = Object.values(operations).flat()
const isReportFile = ({ path }: { path: string }) => /^\/staff\/reports\/.*\.(csv|xlsx)$/.test(path)
/** `/staff/reports/tax.csv` of the screen `/reports/tax`; the overview’s file has its days. */
const screenOf = (path: string) =>
  path
    .replace(/^\/staff/, '')
    .replace(/\.(csv|xlsx)$/, '')
    .replace(/\/days$/, '')

it('every downloadable report can be saved as a view and sent, with the permissions of its figures', () => {
  const files = all.filter(isReportFile)
  const paths = new Set(files.map(({ path }) => screenOf(path)))
  expect(
    Object.values(viewScreens)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([...paths].toSorted())
  // The command, not the call, checks permission for another's shift.
  for (const { path, needs } of Object.values(viewScreens).filter(({ path }) => path !== '/reports/shift')) {
    const read = all.find((operation) => operation.method === 'GET' && operation.path === `/staff${path}`)
    expect([path, needs]).toEqual([path, expect.arrayContaining(read?.needs?.slice() ?? ['read'])])
  }
})
