import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const folder = fileURLToPath(new URL('../database/', import.meta.url))

let known: string | undefined

/**
 * Names the schema by its files, so that a changed migration, function or view makes a new template. Read once per
 * process, because each world needs it.
 */
export const schemaName = (): string => (known ??= readSchemaName())

function readSchemaName(): string {
  const hash = createHash('sha256')
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const path = join(folder, name)
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 12)
}
