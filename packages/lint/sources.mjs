// The repository's own text files, for the checks that read all of them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text =
  /\.(ts|tsx|mts|mjs|cjs|js|json|css|html|sql|md|svg|yml|yaml|ini|cfg|conf|sh|map|service|timer|tpl)$|(^|\/)(\.ci\/run|NOTICE|LICENSE|Dockerfile|Containerfile|Caddyfile|dhow\.env)$/

const notOurs = [
  '.git',
  'node_modules',
  'dist',
  '.data',
  '.data-demo',
  '.data-cluster',
  '.data-cluster-drill',
  '.cache',
  'test-results',
]

/** The repository's own text files as a map from path to content: tracked files, and untracked ones that are not ignored. */
export function readSources(folder = root) {
  const paths = (listByGit(folder) ?? listByWalking(folder)).filter(
    (path) => text.test(path) && path !== 'package-lock.json' && existsSync(join(folder, path)),
  )
  return new Map([...new Set(paths)].map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

function listByGit(folder) {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? stdout.split('\0') : undefined
}

/** Without git, as in an unpacked archive. */
function listByWalking(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name
    if (entry.isDirectory()) return notOurs.includes(entry.name) ? [] : listByWalking(folder, `${path}/`)
    return [path]
  })
}
