import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const migrations = new URL('../migrations/', import.meta.url)

/** Names the schema by its content, so that a changed migration makes a new template. */
export function schemaName(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(new URL(name, migrations)))
  return hash.digest('hex').slice(0, 12)
}
