import { readFileSync } from 'node:fs'

/** A row of the table *By call* in docs/reference/permissions.md. */
interface PermissionRow {
  name: string
  method: string
  path: string
  needs: string[]
  masked: string[]
}

const page = new URL('../../../docs/reference/permissions.md', import.meta.url)
const coded = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)

/** Console calls in the reference, by name. */
export function readPermissionRows(): Map<string, PermissionRow> {
  const table = readFileSync(page, 'utf8').split('\n## By call\n')[1] ?? ''
  const lines = table.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    lines.map((line) => {
      const [name = '', route = '', needs = '', masked = ''] = line.split('|').slice(1)
      const [method = '', path = ''] = coded(route)[0]?.split(' ') ?? []
      const row = { name: coded(name)[0] ?? '', method, path, needs: coded(needs), masked: coded(masked) }
      return [row.name, row]
    }),
  )
}
