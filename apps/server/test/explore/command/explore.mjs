// npm run explore: runs the real features under a seeded scheduler with injected faults (docs/explorer.md). The code is
// bundled from the sources.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleModule } from '../../../../../tools/dev-sources.mjs'
import { explorePlanted } from './explore-planted.mjs'
import { exploreShared } from './explore-shared.mjs'
import { root } from '../../../../../tools/run.mjs'

const folder = join(root, 'apps/server/dist/explore')
mkdirSync(folder, { recursive: true })

/** Bundles the explorer of the sources in this folder as one module. */
async function bundle(from, file) {
  await bundleModule({
    input: join(from, 'apps/server/test/explore/main.ts'),
    file,
    // A module that looks for a file next to itself finds it next to its source.
    addressOf: (id) => JSON.stringify(pathToFileURL(id).href),
  })
  return file
}

const args = process.argv.slice(2)
/** Removes an option and its value from the arguments, and returns the value. */
function take(name, otherwise) {
  const index = args.indexOf(name)
  return index === -1 ? undefined : (args.splice(index, 2)[1] ?? otherwise)
}
const planted = take('--planted', 'all')
const workers = Number(take('--workers') ?? (planted === undefined ? 1 : 2))
const failed =
  planted === undefined
    ? await exploreShared(await bundle(root, join(folder, `explore-${process.pid}.mjs`)), args, workers)
    : await explorePlanted(planted, args, { bundle, folder, workers })
process.exit(failed > 0 ? 1 : 0)
