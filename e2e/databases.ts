import { dropDatabase, makeDatabase } from '../packages/platform/testing/postgres.mjs'

export type Databases = ReturnType<typeof openDatabases>
let made = 0

/**
 * Databases for a server and a studio in the cluster at `url`: empty, or copies of those opened under the name `template`, which must
 * have no connections during the copy.
 */
export function openDatabases(url: string, template?: string) {
  const name = `journey_${process.pid}_${++made}`
  const make = (program: 'server' | 'studio') =>
    makeDatabase(url, `${name}_${program}`, template && `${template}_${program}`)
  const [server, studio] = [make('server'), make('studio')]
  return {
    name,
    server,
    studio,
    drop() {
      for (const one of [server, studio]) dropDatabase(one)
    },
  }
}
