// npm run explore: runs the real features under a seeded scheduler and with injected faults (docs/explorer.md). The code is bundled from the sources.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import buildPrograms from '../apps/server/test/build-programs.mjs'
import { bundleModule } from './dev-sources.mjs'
import { explorePlanted } from './explore-planted.mjs'
import { startTemporaryCluster } from './postgres.mjs'
import { root } from './run.mjs'

const folder = join(root, 'apps/server/dist/explore')
mkdirSync(folder, { recursive: true })

/** The explorer of the sources in this folder as one module. */
async function bundle(from, file) {
  await bundleModule({
    input: join(from, 'apps/server/test/explore/main.ts'),
    file,
    // A module that looks for a file beside itself finds it where its source is.
    addressOf: (id) => JSON.stringify(pathToFileURL(id).href),
  })
  return file
}

buildPrograms()
const args = process.argv.slice(2)
const planted = args.indexOf('--planted')
if (planted === -1) {
  const cluster = process.env.DHOW_TEST_PG ? undefined : await startTemporaryCluster()
  if (cluster) process.env.DHOW_TEST_PG = cluster.url
  process.on('exit', () => cluster?.stop())
  await import(pathToFileURL(await bundle(root, join(folder, `explore-${process.pid}.mjs`))).href)
} else {
  const [, name = 'all'] = args.splice(planted, 2)
  process.exit((await explorePlanted(name, args, { bundle, folder })) > 0 ? 1 : 0)
}
