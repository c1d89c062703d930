import { readFileSync } from 'node:fs'
import { apiBase } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { paths } from '../../apps/console/src/app/paths.ts'
import { nav } from '../../apps/console/src/shared/words/core.ts'

/** A screen of the console's navigation: its label, its path, and an API call that loads it. */
interface Screen {
  label: string
  path: string
  call: string
}

/** The console's own list of screens, in order: a new screen fails here unless a role's day covers it. */
export function consoleScreens(): Screen[] {
  const table = readFileSync(new URL('../../apps/console/src/app/routes.tsx', import.meta.url), 'utf8')
  const rows = [...table.matchAll(/to: paths\.(\w+),\s+label: en\.nav\.(\w+),\s+needs: '([\w.]+)'/g)]
  const listed = [...table.matchAll(/\bicon: '/g)].length
  if (rows.length === 0 || rows.length !== listed)
    throw new Error(`read ${rows.length} of ${listed} screens from the console's list`)
  return rows.map(([, name, word, needs = '']) => {
    const path = Object.entries(paths).find(([known]) => known === name)?.[1]
    const label = Object.entries(nav).find(([known]) => known === word)?.[1]
    if (path === undefined || typeof label !== 'string') throw new Error(`the screen ${name} has no address or no name`)
    return { label, path, call: callRequiring(needs) }
  })
}

/** A list call that requires only this permission. */
function callRequiring(permission: string): string {
  const found = Object.values(operations)
    .flat()
    .find(
      ({ method, path, file, needs = [] }) =>
        method === 'GET' && file === undefined && !path.includes(':') && needs.length === 1 && needs[0] === permission,
    )
  if (!found) throw new Error(`no list needs ${permission}`)
  return apiBase + found.path
}
