import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Every setting by environment, in the groups that help texts and the reference show. */
export const settingGroups = [
  { title: 'Dhow', settings: read('apps/server/settings.json') },
  { title: 'The studio', settings: read('apps/studio/settings.json') },
  { title: 'The sandbox', settings: read('apps/sandbox/settings.json') },
  { title: 'Tests', settings: read('tools/settings.json') },
]
